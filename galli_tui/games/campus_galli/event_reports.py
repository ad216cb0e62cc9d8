"""Which events of level III are still to be shown to everyone at the table before the next decision."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from galli_tui.games.campus_galli.event_summary import EventSummary, summarize_events
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventReport
from galli_tui.screens.table.shown_turn import EVENTS
from galli_tui.tables.since import events_reaching
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from rules.campus_galli.state import EffectKind, State
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent


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
        if not setting.dangers:
            return False
        events = events_reaching(self._table, PUBLIC, EVENTS, self._reach_back)
        here = frozenset(local_seats(self._table))
        last = events[-1].entry if events else 0
        if self._last_seen is None:
            played = any(isinstance(one.event, Move) for one in events)
            view_only = not self._table.due.over and not here
            self._last_seen = last if played or view_only else -1
        # After an undo, numbers are reused.
        self._last_seen = min(self._last_seen, last)
        news = {one.entry for one in events if one.entry > self._last_seen and not _known(one, here)}
        summaries = summarize_events(setting, events)
        self.unseen = [it for it in summaries if it.over and not news.isdisjoint(it.event_numbers)]
        if not self.unseen:
            self._last_seen = last
        return bool(self.unseen)

    def _reach_back(self, events: Sequence[TimelineEvent]) -> bool:
        """Return whether the events reach the last one seen; at the first look, any move."""
        if self._last_seen is None:
            return any(isinstance(one.event, Move) for one in events)
        return events[0].entry <= self._last_seen

    def report(self, view: State, shown: MoveEntry) -> EventReport:
        """Return the report of the unseen events, in place of what is shown."""
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


def _known(one: TimelineEvent, here: Container[Seat]) -> bool:
    """Return whether a seat here has decided an event itself, unless a section fell."""
    fell = any(told.key is EffectKind.FALLEN for told in one.view.told)
    return isinstance(one.event, Move) and one.event.seat in here and not fell
