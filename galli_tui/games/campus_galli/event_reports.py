"""Which events of level III are still to be shown to everyone at the table before the next decision."""

from __future__ import annotations

from galli_tui.games.campus_galli.event_summary import EventSummary, summarize_events, unseen_events
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventReport
from galli_tui.screens.table.shown_turn import EVENTS
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC

_EVENTS_FROM = 3
"""The first level with events (CG-III-1e)."""


class EventReports:
    """Finds the events that nobody here has seen yet."""

    def __init__(self, table: Table, context: MatchContext) -> None:
        self._table, self._match_context = table, context
        self._last_seen: int | None = None
        """The number of the last event seen; None before the first look."""
        self.unseen: list[EventSummary] = []
        """The events to be reported."""

    def update(self) -> bool:
        """Look for events that have not been seen; return whether there are any."""
        setting = self._match_context.game.setting
        if setting.level.number < _EVENTS_FROM:
            return False
        events, here = self._table.timeline(PUBLIC, EVENTS), frozenset(local_seats(self._table))
        last = events[-1].entry if events else 0
        if self._last_seen is None:
            played = any(isinstance(one.event, Move) for one in events)
            view_only = not self._table.due.over and not here
            self._last_seen = last if played or view_only else -1
        # After an undo, numbers are reused.
        self._last_seen = min(self._last_seen, last)
        self.unseen = unseen_events(summarize_events(setting, events), events, self._last_seen, here)
        if not self.unseen:
            self._last_seen = last
        return bool(self.unseen)

    def report(self, view: State, shown: MoveEntry) -> EventReport:
        """Return the report of the events, in place of what is shown."""
        # At a shared table the match goes on while a player reads; a report that has grown stays on its page.
        if isinstance(shown, EventReport) and shown.summaries == self.unseen[: len(shown.summaries)]:
            return shown
        return EventReport(self._match_context, view, self.unseen)

    def has_read(self, report: EventReport) -> None:
        """Take the events of a report as seen."""
        events = self._table.timeline(PUBLIC, 1)
        self._last_seen = events[-1].entry if events else 0
        if self._table.peers is not None:
            self._last_seen = min(self._last_seen, report.last)
