"""The immediate change of the score sheet by a move, and evaluations in their unit."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.engine.events import Move
from rules.engine.judge import SCORE_UNIT
from rules.engine.referee import Referee
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import Seat


class LineChange(NamedTuple):
    """A row of the score sheet changed by a move. Scores are in the game's unit."""

    key: str
    clause: str
    seat: Seat | None
    """The seat that the row belongs to; None for the table as a whole."""
    count_change: int
    """The increase of its count."""
    points: int


class ScoreChange(NamedTuple):
    """The change of the score sheet by a move. Scores are in the game's unit."""

    total: int
    """For the seat, or for the team where the seats play together."""
    gains: tuple[LineChange, ...]
    """The rows that gain points, in sheet order."""
    losses: tuple[LineChange, ...]
    """The rows that lose points, in sheet order."""


def score_change(game: Referee[Any], view: Any, move: Move, before: Sheet | None = None) -> ScoreChange:
    """Return the immediate score change of a legal move, as `foreseen` finds it; the seat's view suffices.

    `before` is what `sheet_before` returns, for callers that compare many moves.
    """
    before = sheet_before(game, view, move.seat) if before is None else before
    after = game.sheet(game.foreseen(game.apply(view, move), move.seat))
    old, new = _rows(before), _rows(after)
    changes = [_change(old.get(row), new.get(row), line) for row, line in {**old, **new}.items()]
    return ScoreChange(
        _total(after, move.seat) - _total(before, move.seat),
        tuple(it for it in changes if it.points > 0),
        tuple(it for it in changes if it.points < 0),
    )


def sheet_before(game: Referee[Any], view: Any, seat: Seat) -> Sheet:
    """Return the score sheet that the moves of a seat change."""
    return game.sheet(game.foreseen(view, seat))


def to_units(difference: float) -> int:
    """Convert an evaluation difference to the smallest amounts of `Meta.estimate_unit`, rounding halves to even."""
    return round(difference / SCORE_UNIT)


def _rows(sheet: Sheet) -> dict[tuple[str, Seat | None], ScoreLine]:
    return {(line.key, line.seat): line for line in sheet.lines}


def _change(old: ScoreLine | None, new: ScoreLine | None, line: ScoreLine) -> LineChange:
    """Return the change of one row; a missing row counts as zero."""
    more = (new.count if new else 0) - (old.count if old else 0)
    points = (new.points if new else 0) - (old.points if old else 0)
    return LineChange(line.key, line.clause, line.seat, more, points)


def _total(sheet: Sheet, seat: Seat) -> int:
    return sheet.seats[seat] if sheet.team is None else sheet.team
