"""A match as a timeline: every decision and outcome in force, with the views and the score after each.

It asks a `Table` and knows no screen. A table gives each viewer only what it may know; `viewers_of` says whose views
a screen may offer.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import is_screen_shared
from rules.engine.events import Event, Move
from rules.engine.referee import Period
from rules.engine.score_sheet import Sheet, Unit
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

OPENING: Final = 0
"""The number of the moment before the first event."""


class Moment(NamedTuple):
    """The match right after one event; the first moment is the one before any."""

    number: int
    """Its place in the timeline, from 0."""
    entry: int
    """The number of the event's entry in the match log; -1 for the opening."""
    seat: Seat | None
    """Who decided; None for an outcome and for the opening."""
    periods: tuple[Period, ...]
    """The stretches of the match that the event belongs to, the longest first."""
    turn: int
    """The number of the turn that it belongs to, from 1; 0 before the first."""

    @property
    def decided(self) -> bool:
        """Whether it is a decision."""
        return self.seat is not None


class Stride(Enum):
    """How far a step through the timeline goes."""

    MOMENT = "moment"
    DECISION = "decision"
    TURN = "turn"
    ROUND = "round"
    """The shortest period of the game, whatever it is called."""
    PART = "part"
    """The longest period of the game."""


class Timeline:
    """The moments of a match up to now. A match that goes on needs a new timeline after each change."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self._events: dict[Viewer, list[TimelineEvent]] = {}
        self._views: dict[Viewer, Any] = {}
        """The views before the first event."""
        self.moments: tuple[Moment, ...] = self._moments()

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def is_end(self, number: int) -> bool:
        """Return whether a moment is the end of the match."""
        return number == self.last and self.table.due.over

    def _moments(self) -> tuple[Moment, ...]:
        view = self._opening(PUBLIC)
        found = [Moment(OPENING, -1, None, tuple(self.game.periods(view)), 0)]
        turn, mover, since = 0, None, None
        for number, it in enumerate(self._timeline(PUBLIC), 1):
            periods = tuple(self.game.periods(view))
            seat = it.event.seat if isinstance(it.event, Move) else None
            if seat is not None and (seat, periods) != (mover, since):
                turn, mover, since = turn + 1, seat, periods
            found.append(Moment(number, it.entry, seat, periods, turn))
            view = it.view
        return tuple(found)

    def _timeline(self, viewer: Viewer) -> list[TimelineEvent]:
        if viewer not in self._events:
            self._events[viewer] = self.table.timeline(viewer, self.game.bound)
        return self._events[viewer]

    def _opening(self, viewer: Viewer) -> Any:
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.game.initial(), viewer)
        return self._views[viewer]

    def events(self, number: int, viewer: Viewer) -> Sequence[TimelineEvent]:
        """Return the events up to a moment, oldest first, as the viewer may know them."""
        return self._timeline(viewer)[:number]

    def event(self, number: int, viewer: Viewer) -> Event | None:
        """Return the event of a moment as the viewer may know it; None for the opening."""
        return self._timeline(viewer)[number - 1].event if number else None

    def view(self, number: int, viewer: Viewer) -> Any:
        """Return the viewer's view at a moment, right after its event."""
        return self._timeline(viewer)[number - 1].view if number else self._opening(viewer)

    def at_entry(self, entry: int) -> int:
        """Return the number of the moment with this entry of the log, or of the last one before it."""
        return bisect_right(self._entries, entry) - 1

    @cached_property
    def _entries(self) -> list[int]:
        return [moment.entry for moment in self.moments]

    def sheet(self, number: int) -> Sheet:
        """Return the score sheet at a moment."""
        return self.game.sheet(self.view(number, PUBLIC))

    @cached_property
    def curve(self) -> tuple[tuple[int, ...], ...]:
        """The score at every moment: of each seat, or of the team alone where the seats play together.

        It is in `curve_unit`.
        """
        row = self.game.meta.curve_row
        return tuple(_scores(self.sheet(number), row) for number in range(len(self.moments)))

    @property
    def curve_unit(self) -> Unit:
        """The unit of the curve: the game's, or what `Meta.curve_row` counts."""
        row = self.game.meta.curve_row
        return Unit(row, row) if row else self.game.meta.unit

    # Going through it

    @property
    def period_names(self) -> tuple[str, ...]:
        """The names of the game's periods, the longest first; empty for a game without any."""
        return tuple(period.name for period in self.moments[-1].periods)

    def next(self, number: int, stride: Stride) -> int:
        """Return the first moment of the next stride after a moment; the last moment if there is none."""
        starts = self._starts[stride]
        place = bisect_right(starts, number)
        return starts[place] if place < len(starts) else self.last

    def previous(self, number: int, stride: Stride) -> int:
        """Return the first moment of the present stride, or of the one before if it is that already."""
        starts = self._starts[stride]
        place = bisect_left(starts, number) - 1
        return starts[place] if place >= 0 else OPENING

    @cached_property
    def _starts(self) -> dict[Stride, list[int]]:
        """The moments at which each stride begins, in order."""
        found: dict[Stride, list[int]] = {stride: [OPENING] for stride in Stride}
        before = self.moments[OPENING]
        for moment in self.moments[1:]:
            found[Stride.MOMENT].append(moment.number)
            if moment.decided:
                found[Stride.DECISION].append(moment.number)
            if moment.turn != before.turn:
                found[Stride.TURN].append(moment.number)
            if moment.periods != before.periods:
                found[Stride.ROUND].append(moment.number)
            if moment.periods[:1] != before.periods[:1]:
                found[Stride.PART].append(moment.number)
            before = moment
        return found

    def period_starts(self) -> tuple[int, ...]:
        """Return the moments at which a round, or whatever is the shortest period, begins."""
        return tuple(self._starts[Stride.ROUND])


def viewers_of(table: Table, shown: Viewer = PUBLIC) -> tuple[Viewer, ...]:
    """Return whose views of the timeline may be shown, the most natural first.

    Once the match is over, everybody's, with all open first. While it runs, those of the one seat played here; where
    people share the screen only what is public, and what it shows anyway: the view of `shown`.
    """
    seats = tuple(Seat(number) for number in range(len(table.players)))
    if table.due.over:
        return (DEALER, *seats, PUBLIC)
    own = table.own_seats
    if is_screen_shared(table.game, len(own)):
        own = tuple(seat for seat in own if seat == shown)
    return (*own, PUBLIC)


def _scores(sheet: Sheet, row: str) -> tuple[int, ...]:
    if row:
        counts = [0] * len(sheet.seats)
        for line in sheet.lines:
            if line.key == row and line.seat is not None:
                counts[line.seat] += line.count
        return tuple(counts)
    return sheet.seats if sheet.team is None else (sheet.team,)
