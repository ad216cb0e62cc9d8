"""Evaluation of a state for a seat: the score sheet and its prospects.

Values are integers, 100 to a half-point, as in `placement_values`. The final value of tiles, books and lazy monks in
versus was measured over many matches: see docs/searches.md.
"""

from __future__ import annotations

from typing import Final

from rules.campus_galli import scoring
from rules.campus_galli.placement_values import PlacementEvaluator, time_left
from rules.campus_galli.state import State
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat

BOOKS: Final = 140
"""The value of scoring a book again over a whole match, in percent of its points."""
LAZY: Final = -60
"""The same for lazy monks, who may still go home."""


def evaluate(evaluator: PlacementEvaluator, state: State, seat: Seat) -> int:
    """Return the team's value in co-op and solo; in versus the seat's lead over the best other seat."""
    setting = evaluator.setting
    if not state.agenda:
        sheet = scoring.sheet(setting, state)
        if sheet.team is not None:
            return sheet.team * SCORE_UNIT
        return SCORE_UNIT * _lead(sheet.seats, seat)
    if setting.together:
        team = sum(_together(evaluator, state, other) for other in setting.seats)
        return team - evaluator.values(state, seat).unfinished
    return _lead([_apart(evaluator, state, other) for other in setting.seats], seat)


def _lead(values: list[int] | tuple[int, ...], seat: Seat) -> int:
    return values[seat] - max(value for other, value in enumerate(values) if other != seat)


def _together(evaluator: PlacementEvaluator, state: State, seat: Seat) -> int:
    """Return the value of a seat's score and tiles in co-op and solo."""
    points = sum(line.points for line in scoring.seat_lines(evaluator.setting, state, seat) if line.key != "tiles")
    return points * SCORE_UNIT + evaluator.weights.tile * sum(state.seats[seat].tiles)


def _apart(evaluator: PlacementEvaluator, state: State, seat: Seat) -> int:
    """Return the value of a seat's score, tiles and prospects in versus."""
    setting = evaluator.setting
    lines = {line.key: line.points for line in scoring.seat_lines(setting, state, seat)}
    points = sum(lines.values()) - lines.get("tiles", 0)
    later = BOOKS * lines.get("books", 0) + LAZY * lines["lazy"]
    later = later * SCORE_UNIT * time_left(setting, state) // (100 * 100)
    return points * SCORE_UNIT + later + evaluator.weights.tile * sum(state.seats[seat].tiles)
