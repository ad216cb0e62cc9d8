"""What the tables of a match shared by several programs have in common: the host's own, a guest's and a spectator's.

`net.host` and `net.guest` decide what may be said and done, and send it.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

from galli_tui.bots.advice import CONTESTED, Advice, is_contest
from galli_tui.matches.network.connection_status import (
    seat_transfers,
)
from galli_tui.matches.views import ViewCache
from galli_tui.tables.audit_text import audit_text
from galli_tui.tables.decisions import match_decisions
from galli_tui.tables.peers import TableStatus
from galli_tui.tables.review_store import ReviewStore
from galli_tui.tables.table import TablePlayer
from galli_tui.terminal.safe_text import sanitize
from net.host.lobby import LobbyError
from rules.bots.review import Decision
from rules.engine.referee import Due
from rules.engine.secrecy import Seat, Viewer
from saves.errors import SaveError
from saves.log.match_log import LogStage
from saves.storage.open_match import OpenMatch

if TYPE_CHECKING:
    from net.guest.client_connection import ClientConnection
    from net.host.listener import TableListener
    from saves.storage.open_match import TimelineEvent

ID_DIGITS: Final = 8
"""Digits of a match id that are shown."""
NO_SEAT: Final = "Only players can point, and you have no seat here."
ONLY_WATCHING: Final = "You are watching this match; only players can do that."
HOST_ONLY: Final = "Only the host can do that."
_NOTICE_CELLS: Final = 400

Leave: TypeAlias = Callable[[], None]
"""Closes the match and the table. Returns at once; slow parts continue in the background."""


class NetworkTable:
    """What the three kinds of tables have in common. Each table is its own `Peers`."""

    watched = None
    """Always None: everyone sees the bots at the same pace."""

    paused = False
    """Always False: a table of several terminals never waits for one of them."""

    def __init__(
        self, connection: TableListener | ClientConnection, record: OpenMatch, leave: Leave, return_hint: str = ""
    ) -> None:
        """Create a table over an open match; `return_hint` is as in `TableStatus`."""
        self._connection = connection
        self._record = record
        self._leave = leave
        self._return_hint = return_hint
        self.game = record.game
        self._views = ViewCache(record.game)
        self._notices = tuple(sanitize(notice, _NOTICE_CELLS) for notice in record.notices)
        self._audit = ""
        self._auditing: asyncio.Task[None] | None = None
        self._changed: list[Callable[[], None]] = []
        self._status: TableStatus | None = None
        """The cached status; None after a change."""
        self._unsubscribe = connection.subscribe(self._on_change)
        self._on_change()

    @property
    def marks(self) -> tuple[str, ...]:
        return ()

    @property
    def is_what_if(self) -> bool:
        return self._record.header.origin is not None

    @property
    def peers(self) -> Self:
        return self

    @property
    def status(self) -> TableStatus:
        if self._status is None:
            self._status = self._current_status()._replace(
                audit=self._audit,
                transfers=seat_transfers(self._record),
                undos=self._record.log.budget.taken,
                return_hint=self._return_hint,
            )
        return self._status

    @property
    def notices(self) -> tuple[str, ...]:
        return self._notices

    @property
    def match_id(self) -> str:
        return self._record.match_id[:ID_DIGITS]

    @property
    def players(self) -> tuple[TablePlayer, ...]:
        here, bots = self._own_seats(), self._record.log.bots
        return tuple(
            TablePlayer(
                sanitize(it.name) or f"Seat {seat + 1}", it.colour, Seat(seat) in here, sanitize(bots[seat] or "")
            )
            for seat, it in enumerate(self._record.header.players)
        )

    @property
    def due(self) -> Due:
        return self._record.due

    def view(self, viewer: Viewer) -> Any:
        return self._views.view(self._record.state, viewer)

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        return tuple(self._own_seats())

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        return self._record.timeline(viewer, most)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed) if changed in self._changed else None

    def resume_play(self) -> None:
        """Do nothing: over the network the next part of the game begins by itself."""

    @property
    def thinking(self) -> Seat | None:
        return None

    def hurry(self) -> None:
        """Do nothing: only the host has bots."""

    @property
    def advice(self) -> Advice | str:
        return CONTESTED if is_contest(self.game) else self._adviser_here

    def decisions(self) -> list[Decision]:
        if not self._record.over or isinstance(self.advice, str):
            return []
        return match_decisions(self._record, self._own_seats())

    @property
    def review_store(self) -> ReviewStore:
        return ReviewStore(self._record)

    def seat_bot(self, seat: Seat) -> None:
        raise ValueError(HOST_ONLY)

    def unseat_bot(self, seat: Seat) -> None:
        raise ValueError(HOST_ONLY)

    def remove_guest(self, seat: Seat) -> None:
        raise ValueError(HOST_ONLY)

    def unblock(self) -> None:
        raise ValueError(HOST_ONLY)

    def fetch(self) -> None:
        raise ValueError(HOST_ONLY)

    def change_code(self) -> None:
        raise ValueError(HOST_ONLY)

    def close(self) -> None:
        self._unsubscribe()
        self._changed.clear()
        if self._auditing is not None:
            self._auditing.cancel()
        self._leave()

    @abstractmethod
    def _current_status(self) -> TableStatus:
        """Return the status of peers and connection, without audit and transfers."""

    @property
    @abstractmethod
    def _adviser_here(self) -> Advice | str:
        """The adviser of this terminal where the mode allows hints, or why there is none."""

    @abstractmethod
    def _own_seats(self) -> Collection[Seat]:
        """Return the seats that this terminal decides for."""

    def _after_action(self) -> None:
        """Send the messages that an action of the player produced, and show its result."""
        self._connection.pump()
        self._on_change()

    def _on_change(self) -> None:
        if self._auditing is None and self._record.log.stage is LogStage.CLOSED:
            self._auditing = asyncio.get_running_loop().create_task(self._run_audit())
        self._notify()

    def _notify(self) -> None:
        self._status = None
        for changed in tuple(self._changed):
            changed()

    async def _run_audit(self) -> None:
        """Verify the whole match file once the dealer's secret is open."""
        self._audit = await asyncio.to_thread(audit_text, self._record.path)
        self._on_change()


@contextmanager
def as_value_error() -> Generator[None]:
    """Raise `SaveError` and `LobbyError` as a ValueError with the same sentence."""
    try:
        yield
    except (SaveError, LobbyError) as error:
        raise ValueError(str(error)) from None
