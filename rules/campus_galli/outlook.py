"""How well a match stands for a seat: the score sheet, and what the table promises beyond it.

Worths are whole numbers, 100 to a half-point, like those of `appraisal`.
"""

from __future__ import annotations

from rules.campus_galli import scoring
from rules.campus_galli.appraisal import Appraiser
from rules.campus_galli.prospects import TILE
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.game import HALF_POINT
from rules.engine.secrecy import Seat


def worth(appraiser: Appraiser, state: State, seat: Seat) -> int:
    """Together what all have; against each other what the seat is ahead of the best of the others."""
    setting = appraiser.setting
    if not state.agenda:
        sheet = scoring.sheet(setting, state)
        if sheet.team is not None:
            return sheet.team * HALF_POINT
        return HALF_POINT * _lead(sheet.seats, seat)
    own = [_own(setting, state, other) for other in setting.seats]
    if setting.together:
        return sum(own) - appraiser.appraise(state, seat).unfinished
    return _lead(own, seat)


def _lead(worths: list[int] | tuple[int, ...], seat: Seat) -> int:
    return worths[seat] - max(worth for other, worth in enumerate(worths) if other != seat)


def _own(setting: Setting, state: State, seat: Seat) -> int:
    """What a seat has, tiles for what they can become."""
    lines = scoring.seat_lines(setting, state, seat)
    points = sum(line.points for line in lines if line.key != "tiles")
    return points * HALF_POINT + TILE * sum(state.seats[seat].tiles)
