"""What a table screen shows, and to whom: the turn presenter sets it, every other part of the screen reads it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.undo import seat_to_undo
from galli_tui.tables.peers import TableStatus
from galli_tui.tables.since import events_reaching, has_moved, last_turn
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from rules.engine.referee import Due
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saves.storage.open_match import TimelineEvent

EVENTS: Final = 40
"""The least number of last events that a table screen knows."""


class ShownTurn:
    """The seat that decides here, the viewer, and what the viewer may know of the last events."""

    def __init__(self, table: Table, texts: GameTexts) -> None:
        self.table, self.texts = table, texts
        self.seat: Seat | None = None
        """The seat to decide here now; None if no seat at this terminal is."""
        self.viewer: Viewer = PUBLIC
        """The viewer whose view is on the screen."""
        self.due: Due = Due()
        self.events: list[TimelineEvent] = []
        """The last events as the viewer may know them, oldest first, as far back as anything on the screen reaches."""
        self.reader: Seat | None = None
        """The seat for which news is marked: the one to decide here, or the only one here; None if there is neither."""
        self.since = 0
        """The number of those events up to the reader's last turn; the others are news. 0 if there was none."""

    def show(self, seat: Seat | None, viewer: Viewer) -> None:
        """Set what is shown from now on."""
        self.seat, self.viewer, self.due = seat, viewer, self.table.due
        here = local_seats(self.table)
        self.reader = seat if seat is not None else here[0] if len(here) == 1 else None
        self.events = events_reaching(self.table, viewer, EVENTS, self._reach_back)
        self.since = self._last_turn(self.events)

    def _reach_back(self, events: Sequence[TimelineEvent]) -> bool:
        """Return whether the events reach the reader's last turn, and the last move that can be undone."""
        players = self.table.players
        people = [Seat(seat) for seat, player in enumerate(players) if not player.bot]
        if people and not has_moved(events, people):
            return False
        return self.reader is None or self._last_turn(events) > 0

    def _last_turn(self, events: Sequence[TimelineEvent]) -> int:
        progress = partial(self.texts.progress, self.table.game)
        return 0 if self.reader is None else last_turn(events, self.reader, progress)

    @property
    def decision_point(self) -> object:
        """The seat to decide, and the last event before."""
        return self.seat, self.events[-1].entry if self.events else -1

    @property
    def before(self) -> Any:
        """The view at the end of the reader's last turn; None if there was none."""
        return self.events[self.since - 1].view if self.since else None

    def own_view(self) -> Any:
        """Return the deciding seat's view, to find legal moves; never drawn. Raises ValueError without a seat."""
        if self.seat is None:
            raise ValueError("nobody decides here now")
        return self.table.view(self.seat)

    @property
    def status(self) -> TableStatus | None:
        """The status of a network table; None for a local one."""
        return None if self.table.peers is None else self.table.peers.status

    @property
    def is_view_only(self) -> bool:
        """Whether the match is unfinished and no seat is played at this terminal."""
        return not self.table.due.over and not local_seats(self.table)

    @property
    def waits_for_others(self) -> bool:
        """Whether a peer or a bot has to act, and nobody here."""
        return self.seat is None and (self.status is not None or self.table.thinking is not None)

    @property
    def may_hurry(self) -> bool:
        """Whether a bot is thinking that can be made to play now."""
        return self.seat is None and self.table.thinking is not None

    @property
    def seat_to_undo(self) -> Seat | None:
        """The seat whose last move can be undone here now, if there is one."""
        return seat_to_undo(self.table, self.events)
