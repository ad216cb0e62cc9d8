"""What has happened at a table, in sentences: what is new, what came after a seat's last move, and the whole log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

RECENT: Final = 80
"""The most events that are looked back on at once."""
LOG: Final = 20
"""Sentences of the log that are told at once."""


class News:
    """Remembers up to which entry of the match everything has been told."""

    def __init__(self, table: Table, texts: GameTexts) -> None:
        """Begin with a new match untold, and with a match in play told."""
        self._table, self._texts = table, texts
        events = table.timeline(PUBLIC, RECENT)
        is_new = not any(isinstance(it.event, Move) for it in events) and len(events) < RECENT
        self._told = -1 if is_new or not events else events[-1].entry

    def tell(self, viewer: Viewer) -> list[str]:
        """Return sentences about everything that has not been told yet."""
        events = self._table.timeline(viewer, RECENT)
        new = [it for it in events if it.entry > self._told]
        if events:
            self._told = max(self._told, events[-1].entry)
        return self._sentences(new)

    def since_last_move(self, seat: Seat | None, viewer: Viewer) -> list[str]:
        """Return sentences about everything since the seat's last move; without a seat, about the last events."""
        events = self._table.timeline(viewer, RECENT)
        own = [it for it, one in enumerate(events) if isinstance(one.event, Move) and one.event.seat == seat]
        return self._sentences(events[own[-1] + 1 :] if own else events)

    def log(self, viewer: Viewer) -> list[str]:
        """Return sentences about everything that has happened."""
        return self._sentences(self._table.timeline(viewer, self._table.game.bound))

    def _sentences(self, events: Sequence[TimelineEvent]) -> list[str]:
        return [line for event in events for line in self._texts.event_lines(self._table, event)]
