"""Events at the table of Campus Galli: what all are to see before anybody is asked, and dice that tumble.

How an event is summaries, `entering.dangers` knows.
"""

from __future__ import annotations

from time import monotonic

from textual.events import Event, Key, MouseDown
from textual.timer import Timer

from galli_tui.games.campus_galli.event_lines import DICE_FRAMES
from galli_tui.games.campus_galli.event_summary import EventSummary, summarize_events, unseen_events
from galli_tui.games.campus_galli.keys import DECIDING_KEYS
from galli_tui.games.campus_galli.move_entry.base import MoveEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventEntry, EventReport
from galli_tui.games.campus_galli.move_entry.factory import WaitingEntry, move_entry_for
from galli_tui.games.campus_galli.table_picture import TablePicture
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat

_EVENTS_FROM = 3
"""The first level with events (CG-III-1e)."""
_FRAME_SECONDS = 0.06
"""Seconds between two pictures of dice that tumble."""


class TableEvents(TablePicture):
    """Puts the scenes of events before the decisions."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._witnessed: int | None = None
        """The last happening that has been seen; None before the first."""
        self._unseen: list[EventSummary] = []
        self._thrown = 0
        """Which roll of the dice has been seen to tumble."""
        self._frame = 0
        self._tumbling: Timer | None = None
        self._staged: float | None = None
        """When the present scene was on the screen, by the clock of events."""

    def interlude(self) -> bool:
        if self._match_context.game.setting.level.number < _EVENTS_FROM:
            return False
        happenings = self.table.timeline(PUBLIC, self.HAPPENINGS)
        last = happenings[-1].entry if happenings else 0
        if self._witnessed is None:
            played = any(isinstance(one.event, Move) for one in happenings)
            self._witnessed = last if played or self.only_to_look else -1
        # Numbers that were taken back are given again.
        self._witnessed = min(self._witnessed, last)
        summaries = summarize_events(self._match_context.game.setting, happenings)
        self._unseen = unseen_events(summaries, happenings, self._witnessed, frozenset(local_seats(self.table)))
        if not self._unseen:
            self._witnessed = last
        return bool(self._unseen)

    def _way_of_entering(self, view: State) -> MoveEntry:
        """How whoever is due enters the move; what all are to see first, and what the viewer has, where nobody is."""
        if self._unseen:
            # In company the match goes on while somebody looks, who then sees what followed.
            if (
                isinstance(self._entering, EventReport)
                and self._entering.summaries == self._unseen[: len(self._entering.summaries)]
            ):
                return self._entering
            return EventReport(self._match_context, view, self._unseen)
        if self.seat is None:
            return WaitingEntry(self._match_context, view, self.viewer, self.status)
        return self._own_entering(self.seat)

    def _own_entering(self, seat: Seat) -> MoveEntry:
        """How the seat that decides here enters its move."""
        found = move_entry_for(self._match_context, self.sight(), seat)
        if isinstance(found, EventEntry):
            found.update_summary(summarize_events(self._match_context.game.setting, self.happenings))
        return found

    def _stage_scene(self) -> None:
        """Begins a scene, if that is what is shown now: its dice tumble, and its keys count once it can be seen."""
        self._staged = None
        if isinstance(self._entering, EventEntry | EventReport):
            self.call_after_refresh(self._now_staged)
        self._throw()

    def _now_staged(self) -> None:
        self._staged = monotonic()

    def _go_on_from_scene(self) -> None:
        """The next page of what happened, or what is to be decided now."""
        if isinstance(self._entering, EventReport) and self._entering.next_page():
            self._throw()
            self._update()
            return
        happenings = self.table.timeline(PUBLIC, 1)
        self._witnessed = happenings[-1].entry if happenings else 0
        if self.table.peers is not None and isinstance(self._entering, EventReport):
            self._witnessed = min(self._witnessed, self._entering.last)
        self.go_on_from_interlude()

    def _throw(self) -> None:
        """Dice that were rolled since the last look tumble before they lie."""
        self._settle()
        thrown = self._entering.roll_number
        if not thrown or thrown == self._thrown:
            return
        self._thrown = thrown
        if self.app.terminal.motion:
            self._frame = DICE_FRAMES
            self._entering.animate(self._frame)
            self._tumbling = self.set_interval(_FRAME_SECONDS, self._tumble)

    def _tumble(self) -> None:
        """One picture further."""
        if self._frame > 1:
            self._frame -= 1
            self._entering.animate(self._frame)
            self._fill_column()
        else:
            self._settle()

    def _settle(self) -> None:
        """The dice lie."""
        if self._tumbling is not None:
            self._tumbling.stop()
            self._tumbling = None
            self._frame = 0
            self._entering.animate(0)
            self._follow()

    def hears(self, event: Key) -> bool:
        # In one event a seat follows upon the other: a key typed for the one is no answer of the next.
        if isinstance(self._entering, EventEntry | EventReport) and event.key in DECIDING_KEYS:
            return self._staged is not None and event.time >= self._staged
        return super().hears(event)

    async def on_event(self, event: Event) -> None:
        # Any key ends the tumbling at once. One that would answer what is not shown yet does no more than that.
        if isinstance(event, Key | MouseDown):
            tumbling = self._tumbling is not None
            self._settle()
            if tumbling and (isinstance(event, MouseDown) or event.key in DECIDING_KEYS):
                return
        await super().on_event(event)
