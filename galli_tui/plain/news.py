"""What has happened at a table, in sentences: what is new, what came after a seat's last move, and the whole log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import dropwhile, groupby
from typing import TYPE_CHECKING, Any, Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.plain.look import position_parts
from galli_tui.tables.since import events_reaching, last_round, last_turn, turn_end, turn_start
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

RECENT: Final = 80
"""How many events are looked back on at first."""
_LAST_TURN: Final = "This was your last turn."
_SAME_ROUND: Final = "This is what you last did in this round, and what came of it."
_LAST_ROUND: Final = "Your last round."
_ROUND_SO_FAR: Final = "This round so far."
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

        In a game in which that spans a round, the whole round is told. Without a seat, or such a turn, everything
        lately is told.
        """
        progress = partial(self._texts.progress, self._table.game)
        if seat is None:
            return self._sentences(self._table.timeline(viewer, RECENT))
        if self._texts.turn_spans_round():
            return self._last_round(seat, viewer, progress)
        one = seat

        def turn_of(events: Sequence[TimelineEvent]) -> tuple[int, int]:
            last = last_turn(events, one, progress)
            return turn_start(events, last, progress) if last else 0, last

        events = events_reaching(self._table, viewer, RECENT, lambda events: turn_of(events)[0] > 0)
        first, last = turn_of(events)
        end = turn_end(events, last, progress) if last else 0
        turn, since = self._from_first_move(events[first:end]), self._sentences(events[end:])
        if not turn:
            return since
        same_round = progress(events[max(0, last - 2)].view) == progress(events[-1].view)
        return [_SAME_ROUND if same_round else _LAST_TURN, *turn, *self._after(since)]

    def _last_round(self, seat: Seat, viewer: Viewer, progress: Callable[[Any], str]) -> list[str]:
        """Return sentences about the last round in which the seat has moved, from its first move on, and all since."""
        table = self._table
        events = events_reaching(table, viewer, RECENT, lambda events: last_round(events, seat, progress)[0] > 0)
        first, end = last_round(events, seat, progress)
        told, since = self._from_first_move(events[first:end]), self._sentences(events[end:])
        if not told:
            return since
        if progress(events[-1].view) == progress(events[max(0, end - 2)].view) and not table.due.over:
            return [_ROUND_SO_FAR, *told]
        return [_LAST_ROUND, *told, *self._after(since)]

    def _after(self, since: list[str]) -> list[str]:
        """Return the sentences about what came after a turn, with their head."""
        return ["Since then.", *since] if since else [_NOTHING]

    def log(self, viewer: Viewer) -> list[str]:
        """Return sentences about everything that has happened."""
        return self._sentences(self._table.timeline(viewer, self._table.game.bound))

    def _from_first_move(self, events: Sequence[TimelineEvent]) -> list[str]:
        """Return sentences about the events from the first move among them on; no player caused those before it."""
        return self._sentences([*dropwhile(lambda it: not isinstance(it.event, Move), events)])

    def _sentences(self, events: Sequence[TimelineEvent]) -> list[str]:
        return once_each(line for event in events for line in self._texts.event_lines(self._table, event))


def once_each(sentences: Iterable[str]) -> list[str]:
    """Merge equal sentences in a row into one that ends in "twice" or "3 times"."""
    runs = ((sentence, sum(1 for _ in run)) for sentence, run in groupby(sentences))
    return [one if often == 1 else f"{one.removesuffix('.')}, {_times(often)}." for one, often in runs]


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"
