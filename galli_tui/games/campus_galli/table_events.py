"""Events at the table of Campus Galli: reports that all see before the next decision, and the dice animation.

The reports' lines are those of `event_lines`; the decisions in an event are entered in `move_entry.event_entries`.
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
"""Seconds between two frames of the dice animation."""


class TableEvents(TablePicture):
    """Shows reports of events before decisions, and animates their dice."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._last_seen: int | None = None
        """The number of the last event seen; None before the first view."""
        self._unseen: list[EventSummary] = []
        self._animated_roll = 0
        """The number of the last roll that was animated."""
        self._frame = 0
        self._dice_timer: Timer | None = None
        self._shown_since: float | None = None
        """When the present report or decision appeared, on the clock of input events; None before that."""

    def interlude(self) -> bool:
        if self._match_context.game.setting.level.number < _EVENTS_FROM:
            return False
        happenings = self.table.timeline(PUBLIC, self.HAPPENINGS)
        last = happenings[-1].entry if happenings else 0
        if self._last_seen is None:
            played = any(isinstance(one.event, Move) for one in happenings)
            self._last_seen = last if played or self.only_to_look else -1
        # After an undo, numbers are reused.
        self._last_seen = min(self._last_seen, last)
        summaries = summarize_events(self._match_context.game.setting, happenings)
        self._unseen = unseen_events(summaries, happenings, self._last_seen, frozenset(local_seats(self.table)))
        if not self._unseen:
            self._last_seen = last
        return bool(self._unseen)

    def _entry_for_view(self, view: State) -> MoveEntry:
        """Return the entry to show: unseen events first, then the decision of the seat here, else waiting."""
        if self._unseen:
            # At a shared table the match goes on while a player reads; a report that has grown stays on its page.
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
        """Return the entry for the decision of a seat here."""
        found = move_entry_for(self._match_context, self.sight(), seat)
        if isinstance(found, EventEntry):
            found.update_summary(summarize_events(self._match_context.game.setting, self.happenings))
        return found

    def _begin_entry(self) -> None:
        """Animate new dice, and accept the deciding keys of an event only once it is on the screen."""
        self._shown_since = None
        if isinstance(self._entering, EventEntry | EventReport):
            self.call_after_refresh(self._record_shown)
        self._animate_new_roll()

    def _record_shown(self) -> None:
        self._shown_since = monotonic()

    def _continue_report(self) -> None:
        """Show the next page of the report, or after the last the next decision."""
        if isinstance(self._entering, EventReport) and self._entering.next_page():
            self._animate_new_roll()
            self._update()
            return
        happenings = self.table.timeline(PUBLIC, 1)
        self._last_seen = happenings[-1].entry if happenings else 0
        if self.table.peers is not None and isinstance(self._entering, EventReport):
            self._last_seen = min(self._last_seen, self._entering.last)
        self.go_on_from_interlude()

    def _animate_new_roll(self) -> None:
        """Start the animation of dice that have not been animated yet."""
        self._settle()
        thrown = self._entering.roll_number
        if not thrown or thrown == self._animated_roll:
            return
        self._animated_roll = thrown
        if self.app.terminal.motion:
            self._frame = DICE_FRAMES
            self._entering.animate(self._frame)
            self._dice_timer = self.set_interval(_FRAME_SECONDS, self._next_frame)

    def _next_frame(self) -> None:
        """Show the next frame of the dice."""
        if self._frame > 1:
            self._frame -= 1
            self._entering.animate(self._frame)
            self._fill_sidebar()
        else:
            self._settle()

    def _settle(self) -> None:
        """End the animation and show the result."""
        if self._dice_timer is not None:
            self._dice_timer.stop()
            self._dice_timer = None
            self._frame = 0
            self._entering.animate(0)
            self._update_panels()

    def hears(self, event: Key) -> bool:
        # Within an event one seat's decision follows another's: a key pressed for the first must not answer the next.
        if isinstance(self._entering, EventEntry | EventReport) and event.key in DECIDING_KEYS:
            return self._shown_since is not None and event.time >= self._shown_since
        return super().hears(event)

    async def on_event(self, event: Event) -> None:
        # Any key ends the animation. A deciding key does nothing else: its decision is not shown yet.
        if isinstance(event, Key | MouseDown):
            tumbling = self._dice_timer is not None
            self._settle()
            if tumbling and (isinstance(event, MouseDown) or event.key in DECIDING_KEYS):
                return
        await super().on_event(event)
