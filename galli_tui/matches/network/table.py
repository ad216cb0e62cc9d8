"""Matches in play at several terminals, as tables: the host's own, a guest's, and one that is only watched.

What may be said and done is the machines' to decide (`net.host`, `net.guest`), and what goes over the
wire that of the layers around them; here it becomes what the screens ask of any table.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeAlias

from galli_tui.bots.advice import CONTESTED, OVER_SSH, WATCHED, Advice, is_contest
from galli_tui.bots.adviser import BotAdviser
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import WorkerPool
from galli_tui.bots.seats import BotPlayers, Minds
from galli_tui.matches.network.connection_status import (
    guest_table_status,
    host_table_status,
    seat_transfers,
    stand_in_report,
)
from galli_tui.tables.audit_text import audit_text
from galli_tui.tables.decisions import match_decisions
from galli_tui.tables.peers import Presence, Role, TableStatus
from galli_tui.tables.table import TablePlayer
from galli_tui.terminal.safe_text import sanitize
from net.guest.seat_client import SeatClient
from net.guest.table_client import SpectatorClient
from net.host.host_table import HostTableServer
from net.host.hosted_match import borrowed_seats, seat_kind
from net.host.lobby import LobbyError
from net.status import GuestStatus, HostStatus
from net.wire.messages import SeatKind
from rules.bots import bot_names
from rules.bots.review import Decision
from rules.engine.events import Move
from rules.engine.game import Due
from rules.engine.secrecy import EVERYONE, Seat, Viewer, secrets
from saves.errors import NotNow, SaveError
from saves.log.log import LogStage
from saves.storage.open_match import OpenMatch
from saves.storage.replica import Replica

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

ID_DIGITS: Final = 8
"""So much of an id is shown."""
_NOTICE_CELLS: Final = 400
_NO_SEAT: Final = "You play no seat of this table, so there is nobody to point for."
_ONLY_LOOKING: Final = "You watch this table; its seats decide at other terminals."
_HOST_ALONE: Final = "Only the host of this table can do that."

Leave: TypeAlias = Callable[[], None]
"""Lets go of the table and of the match; it returns at once, and what takes time goes on behind it."""


class Layer(Protocol):
    """What is around a machine: its clock, and who sends what it wants to be sent."""

    @property
    def now(self) -> float: ...
    def pump(self) -> None: ...
    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]: ...


class HostLayer(Layer, Protocol):
    """See `net.host.listener`."""

    @property
    def status(self) -> HostStatus: ...
    def reopen(self) -> None: ...


class GuestLayer(Layer, Protocol):
    """See `net.guest.client_connection`."""

    @property
    def status(self) -> GuestStatus: ...


class _NetTable:
    """What the three have in common. Each is its own company; it tells whoever subscribed after every change."""

    paused = False
    """A table for several terminals never waits for one of them."""

    def __init__(self, layer: Layer, record: OpenMatch, leave: Leave, way_back: str = "") -> None:
        """`way_back` is as in `Standing`."""
        self._layer = layer
        self._record = record
        self._leave = leave
        self._way_back = way_back
        self.game = record.game
        self._notices = tuple(sanitize(notice, _NOTICE_CELLS) for notice in record.notices)
        self._audit = ""
        self._auditing: asyncio.Task[None] | None = None
        self._changed: list[Callable[[], None]] = []
        self._kept: TableStatus | None = None
        """The standing, until something changes."""
        self._unsubscribe = layer.subscribe(self._heard)
        self._heard()

    # What it shows

    @property
    def peers(self) -> Self:
        return self

    @property
    def status(self) -> TableStatus:
        if self._kept is None:
            self._kept = self._stands()._replace(
                audit=self._audit, transfers=seat_transfers(self._record), return_hint=self._way_back
            )
        return self._kept

    @property
    def notices(self) -> tuple[str, ...]:
        return self._notices

    @property
    def match_id(self) -> str:
        return self._record.match_id[:ID_DIGITS]

    @property
    def players(self) -> tuple[TablePlayer, ...]:
        here, bots = self._seats_here(), self._record.log.bots
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
        return self._record.view(viewer)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        return self._record.timeline(viewer, most)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed) if changed in self._changed else None

    # What is done

    def resume_play(self) -> None:
        """Nothing rests here."""

    @property
    def thinking(self) -> Seat | None:
        """Bots are the host's."""
        return None

    def hurry(self) -> None:
        """No bot thinks here."""

    @property
    def advice(self) -> Advice | str:
        return CONTESTED if is_contest(self.game) else self._abbot

    def decisions(self) -> list[Decision]:
        if not self._record.over or isinstance(self.advice, str):
            return []
        return match_decisions(self._record, self._seats_here())

    def seat_bot(self, seat: Seat) -> None:
        raise ValueError(_HOST_ALONE)

    def unseat_bot(self, seat: Seat) -> None:
        raise ValueError(_HOST_ALONE)

    def remove_guest(self, seat: Seat) -> None:
        raise ValueError(_HOST_ALONE)

    def unblock(self) -> None:
        raise ValueError(_HOST_ALONE)

    def fetch(self) -> None:
        raise ValueError(_HOST_ALONE)

    def change_code(self) -> None:
        raise ValueError(_HOST_ALONE)

    def close(self) -> None:
        self._unsubscribe()
        self._changed.clear()
        if self._auditing is not None:
            self._auditing.cancel()
        self._leave()

    @abstractmethod
    def _stands(self) -> TableStatus:
        """How the table stands, but for the audit."""

    @property
    @abstractmethod
    def _abbot(self) -> Advice | str:
        """Whom people here may ask where the seats play together."""

    @abstractmethod
    def _seats_here(self) -> Collection[Seat]:
        """The seats that this terminal decides for."""

    def _done(self) -> None:
        """The player has done something: it goes out, and the screens show it at once."""
        self._layer.pump()
        self._heard()

    def _heard(self) -> None:
        if self._auditing is None and self._record.log.stage is LogStage.CLOSED:
            self._auditing = asyncio.get_running_loop().create_task(self._check())
        self._show()

    def _show(self) -> None:
        self._kept = None
        for changed in tuple(self._changed):
            changed()

    async def _check(self) -> None:
        """Checks the whole record, once the secret is open."""
        self._audit = await asyncio.to_thread(audit_text, self._record.path)
        self._heard()


class HostTable(_NetTable):
    """A table of this program's own. Bots of the host play as soon as they are asked, each move for all to see."""

    def __init__(
        self,
        layer: HostLayer,
        machine: HostTableServer,
        record: OpenMatch,
        leave: Leave,
        ways: Callable[[], tuple[str, ...]] = tuple,
        change_code: Callable[[], None] = lambda: None,
        *,
        minds: Minds = WorkerPool,
        pace: float | None = None,
    ) -> None:
        """`ways` tells the lines that friends may type to come; minds and pace are as in `Bots`."""
        self._change_code = change_code
        self._host_layer = layer
        self._ways = ways
        self._machine = machine
        self._bots = BotPlayers(record, machine.bot_seats_due, self.submit, self._show, minds=minds, pace=pace)
        self._adviser = BotAdviser(record.game, self._bots.mind, record.header.match)
        super().__init__(layer, record, leave)

    @property
    def notices(self) -> tuple[str, ...]:
        return self._notices + self._bots.notices

    @property
    def thinking(self) -> Seat | None:
        return self._bots.thinking

    def hurry(self) -> None:
        self._bots.hurry()

    def submit(self, move: Move) -> None:
        self._machine.submit(move)
        self._done()

    def can_undo(self, seat: Seat) -> bool:
        return self._machine.can_take_back(seat)

    def undo(self, seat: Seat) -> None:
        self._machine.take_back(seat)
        self._done()

    def say(self, text: str) -> None:
        with _in_words():
            self._machine.say(text, self._own_seat)
        self._done()

    def point(self, kind: str, target: int) -> None:
        if self._own_seat is None:
            raise ValueError(_NO_SEAT)
        with _in_words():
            self._machine.point(self._own_seat, kind, target)
        self._done()

    def seat_bot(self, seat: Seat) -> None:
        if self.status.presence[seat] is not Presence.AWAY:
            raise ValueError(f"{self.players[seat].name} is there again, and plays.")
        self._machine.replace_by_bot(seat, bot_names()[-1])
        self._done()

    def unseat_bot(self, seat: Seat) -> None:
        self._machine.return_seat(seat)
        self._done()

    def send_away(self, seat: Seat) -> None:
        with _in_words():
            self._machine.remove(seat)
        self._done()

    def let_in(self) -> None:
        self._machine.unblock_all()
        self._host_layer.reopen()
        self._heard()

    def change_code(self) -> None:
        self._change_code()
        self._heard()

    def fetch(self) -> None:
        with _in_words():
            self._machine.restore(self._layer.now)
        self._done()

    def close(self) -> None:
        self._bots.close()
        self._adviser.close()
        super().close()

    @property
    def _abbot(self) -> Advice:
        return self._adviser

    @property
    def _own_seat(self) -> Seat | None:
        """The first seat that is played here."""
        return next(iter(self._seats_here()), None)

    def _seats_here(self) -> list[Seat]:
        log = self._record.log
        return [seat for seat in self._record.header.seats if seat_kind(log, seat) is SeatKind.HERE]

    def _stands(self) -> TableStatus:
        status, log = self._host_layer.status, self._record.log
        bots = [seat for seat in self._record.header.seats if seat_kind(log, seat) is SeatKind.BOT]
        absent = borrowed_seats(log) if bots else {}
        return host_table_status(status, [seat for seat in bots if seat in absent], self._ways())

    def _heard(self) -> None:
        # Before anybody looks, so that the screens show who thinks.
        self._bots.heed()
        super()._heard()


class GuestTable(_NetTable):
    """A table that somebody else hosts, with seats for this program."""

    def __init__(
        self,
        layer: GuestLayer,
        machine: SeatClient,
        record: Replica,
        leave: Leave,
        way_back: str = "",
        *,
        minds: Minds | None = None,
    ) -> None:
        """Without minds the abbot is not to be asked, as over SSH, where the host's computer would have to think."""
        header = record.header
        mind = (
            None
            if minds is None
            else minds(GameSettings(header.game, header.options, header.components, header.rules_version))
        )
        self._adviser = None if mind is None else BotAdviser(record.game, mind, header.match)
        self._guest_layer = layer
        self._machine = machine
        decided = {seat: record.decided_move(seat) for seat in machine.seats}
        self._made = {seat: move for seat, move in decided.items() if move is not None and _closed(move)}
        """What was chosen here last in secret, by seat."""
        super().__init__(layer, record, leave, way_back)

    def view(self, viewer: Viewer) -> Any:
        """Own choices in secret lie on the table for whoever made them, though the match does not hold them yet."""
        view = super().view(viewer)
        busy = self.status.decided
        move = next((move for seat, move in self._made.items() if seat == viewer and seat in busy), None)
        if move is not None and self.game.refusal(view, move) is None:
            view = self.game.view(self.game.apply(view, move), viewer)
        return view

    def submit(self, move: Move) -> None:
        self._machine.submit(move, self._layer.now)
        self._made.pop(move.seat, None)
        if _closed(move):
            self._made[move.seat] = move
        self._done()

    def can_undo(self, seat: Seat) -> bool:
        return self._machine.can_take_back(seat)

    def undo(self, seat: Seat) -> None:
        self._machine.take_back(seat, self._layer.now)
        self._made.pop(seat, None)
        self._done()

    def say(self, text: str) -> None:
        with _in_words():
            self._machine.say(text, self._layer.now)
        self._done()

    def point(self, kind: str, target: int) -> None:
        with _in_words():
            self._machine.point(kind, target, self._layer.now)
        self._done()

    def close(self) -> None:
        if self._adviser is not None:
            self._adviser.close()
        super().close()

    @property
    def _abbot(self) -> Advice | str:
        return self._adviser or OVER_SSH

    def _seats_here(self) -> tuple[Seat, ...]:
        return self._machine.seats

    def _stands(self) -> TableStatus:
        status = self._guest_layer.status
        standing = guest_table_status(Role.GUEST, status, self._machine.stopped)
        told, entries = stand_in_report(self._record, self._machine.keys, self._machine.sync.opened_length)
        return standing._replace(stand_in_report=told, stand_in_entries=entries)


class SpectatorTable(_NetTable):
    """A table that is only watched."""

    def __init__(
        self, layer: GuestLayer, machine: SpectatorClient, record: OpenMatch, leave: Leave, way_back: str = ""
    ) -> None:
        self._guest_layer = layer
        self._machine = machine
        super().__init__(layer, record, leave, way_back)

    def submit(self, move: Move) -> None:
        raise NotNow(_ONLY_LOOKING)

    def can_undo(self, seat: Seat) -> bool:
        return False

    def undo(self, seat: Seat) -> None:
        raise NotNow(_ONLY_LOOKING)

    def say(self, text: str) -> None:
        with _in_words():
            self._machine.say(text, self._layer.now)
        self._done()

    def point(self, kind: str, target: int) -> None:
        raise ValueError(_ONLY_LOOKING)

    @property
    def _abbot(self) -> str:
        return WATCHED

    def _seats_here(self) -> tuple[Seat, ...]:
        return ()

    def _stands(self) -> TableStatus:
        status = self._guest_layer.status
        return guest_table_status(Role.SPECTATOR, status, self._machine.stopped)


def _closed(move: Move) -> bool:
    """Whether it is a choice that others see only when all have made theirs."""
    return any(secret.audience != EVERYONE for secret in secrets(move))


@contextmanager
def _in_words() -> Generator[None]:
    """What a machine does not allow at the moment becomes a ValueError with its sentence."""
    try:
        yield
    except (SaveError, LobbyError) as error:
        raise ValueError(str(error)) from None
