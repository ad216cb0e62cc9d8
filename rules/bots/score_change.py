"""What a move brings at once, read off the score sheet; and what lies behind the best, in points.

What a move promises beyond that is the bots' matter, and how points are told the screens'.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.engine.events import Move
from rules.engine.game import HALF_POINT, AnyGame, ScoreLine, Sheet
from rules.engine.secrecy import Seat


class LineChange(NamedTuple):
    """One row of the score sheet that a move changes. Points are half-points."""

    key: str
    clause: str
    seat: Seat | None
    """Whose row; None for the table as a whole."""
    count_change: int
    """What its count rises by."""
    points: int


class ScoreChange(NamedTuple):
    """What a move does to the score sheet. Points are half-points."""

    total: int
    """For its seat, or for all where the seats play together."""
    gains: tuple[LineChange, ...]
    """The rows that gain points, in the sheet's order."""
    losses: tuple[LineChange, ...]
    """The rows that lose points."""


def score_change(game: AnyGame, view: Any, move: Move) -> ScoreChange:
    """What a legal move of the seat's does at once; the seat's own view suffices."""
    before, after = game.sheet(view), game.sheet(game.apply(view, move))
    old, new = _rows(before), _rows(after)
    changes = [_change(old.get(row), new.get(row), line) for row, line in {**old, **new}.items()]
    return ScoreChange(
        _total(after, move.seat) - _total(before, move.seat),
        tuple(it for it in changes if it.points > 0),
        tuple(it for it in changes if it.points < 0),
    )


def to_half_points(worth: float) -> int:
    """The half-points that a difference of worths comes to, to the nearest; what lies between goes to the even one."""
    return round(worth / HALF_POINT)


def _rows(sheet: Sheet) -> dict[tuple[str, Seat | None], ScoreLine]:
    return {(line.key, line.seat): line for line in sheet.lines}


def _change(old: ScoreLine | None, new: ScoreLine | None, line: ScoreLine) -> LineChange:
    """A row that is missing counts nothing."""
    more = (new.count if new else 0) - (old.count if old else 0)
    points = (new.points if new else 0) - (old.points if old else 0)
    return LineChange(line.key, line.clause, line.seat, more, points)


def _total(sheet: Sheet, seat: Seat) -> int:
    return sheet.seats[seat] if sheet.team is None else sheet.team
