"""What has happened at a table, in sentences: what is new, what came after a seat's last move, and the whole log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.plain.look import position_parts
from galli_tui.tables.since import events_reaching, last_turn, turn_end, turn_start
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

RECENT: Final = 80
"""How many events are looked back on at first."""
_LAST_TURN: Final = "This was your last turn."
_SAME_ROUND: Final = "This is what you last did in this round."
_LAST_ROUND: Final = "Your last round, from your first move to your last."
_ROUND_SO_FAR: Final = "This round so far, from your first move to your last."
_NOTHING: Final = "Nothing has changed since."
LOG: Final = 20
"""Sentences of the log that are told at once."""


class News:
    """Remembers up to which entry of the match everything has been told."""

    def __init__(self, table: Table, texts: GameTexts) -> None:
        """Begin with a new match untold, and with a match in play told."""
        self._table, self._texts = table, texts
        events = table.timeline(PUBLIC, RECENT)
        self.is_new = not any(isinstance(it.event, Move) for it in events) and len(events) < RECENT
        """Whether no move had been made when the table was opened."""
        self._told = -1 if self.is_new or not events else events[-1].entry

    def tell(self, viewer: Viewer) -> list[str]:
        """Return sentences about everything that has not been told yet, then the parts of the position that are new."""
        events = events_reaching(self._table, viewer, RECENT, lambda events: events[0].entry <= self._told)
        new = [it for it in events if it.entry > self._told]
        if events:
            self._told = max(self._told, events[-1].entry)
        renewed = {self._texts.renewed_part(it.event) for it in new} - {""}
        parts = position_parts(self._table, self._texts, viewer) if renewed else []
        return [*self._sentences(new), *(line for part in parts if part.title in renewed for line in part.lines)]

    def since_last_turn(self, seat: Seat | None, viewer: Viewer) -> list[str]:
        """Return sentences about the seat's last turn, or what it did before others in this round, and all since.

        In a game in which that spans a round, what others did in between belongs to it. Without a seat, or such a
        turn, everything lately is told.
        """
        progress = partial(self._texts.progress, self._table.game)
        if seat is None:
            return self._sentences(self._table.timeline(viewer, RECENT))
        one, whole = seat, self._texts.turn_spans_round()

        def turn_of(events: Sequence[TimelineEvent]) -> tuple[int, int]:
            last = last_turn(events, one, progress)
            return turn_start(events, last, progress, spans_round=whole) if last else 0, last

        events = events_reaching(self._table, viewer, RECENT, lambda events: turn_of(events)[0] > 0)
        first, last = turn_of(events)
        end = turn_end(events, last, progress) if last else 0
        turn, since = self._sentences(events[first:end]), self._sentences(events[end:])
        if not turn:
            return since
        if progress(events[max(0, last - 2)].view) == progress(events[-1].view):
            head = _ROUND_SO_FAR if whole else _SAME_ROUND
        else:
            head = _LAST_ROUND if whole else _LAST_TURN
        return [head, *turn, *(["Since then.", *since] if since else [_NOTHING])]

    def log(self, viewer: Viewer) -> list[str]:
        """Return sentences about everything that has happened."""
        return self._sentences(self._table.timeline(viewer, self._table.game.bound))

    def _sentences(self, events: Sequence[TimelineEvent]) -> list[str]:
        return [line for event in events for line in self._texts.event_lines(self._table, event)]
