"""The maximum number of events in a match, and why every match ends.

Cards limit most of a match. The rest costs tiles or a task, which are limited too: three tiles are swapped for one, a
bought section brings none, a task is taken once, a building is flipped once.
"""

from __future__ import annotations

from rules.campus_galli.box import TaskKind
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.setting import Setting

OF_A_TURN = 14
"""Events of a seat's turn, each at most once per round.

Drawing, choosing, revealing, declaring, paying, borrowing, turning up, taking, drawing a section, laying, receiving,
scoring again, ending, passing.
"""
OF_A_TASK = 3
"""Events of a task: revealing and taking it, and receiving its tiles or section."""
OF_A_DANGER = 3
"""Events of a danger for each seat: rolling, paying or declining, losing."""
BOUGHT, OF_BUYING = 5, 3
"""The price of a section, and taking, drawing and laying it. A swap is one event for two tiles, which is less."""
TILES_AT_START, AGAIN, OF_ALMS, MONKS_OF_A_GUEST = 5, 2, 2, 2


def most_turns(setting: Setting) -> int:
    """Return the maximum number of turns, all seats together.

    In the first year a seat has one turn per draw of `draw` cards and keeps the others for the second year; a
    remainder may add one turn.
    """
    pile, draw = setting.deal + 1, setting.level.draw
    return len(setting.seats) * (pile * (2 * draw - 1) // draw**2 + 1)


def most_tiles(setting: Setting) -> int:
    """Return the maximum number of tiles that all seats receive, swaps excluded; dues return more than they bring."""
    seats, kinds = len(setting.seats), [setting.box.tasks[task].kind for task in setting.tasks]
    # A turn brings at most one tile per space of a section, and one for not touching grass.
    of_a_turn = max(len(shape.cells) for shape in setting.box.shapes) + 1
    scored_again = AGAIN * seats * sum(kind in (TaskKind.FEAST, TaskKind.STUDY) for kind in kinds)
    given = OF_ALMS * sum(kind in (TaskKind.ALMS, TaskKind.HOURS) for kind in kinds)
    return TILES_AT_START * seats + of_a_turn * most_turns(setting) + scored_again + given


def most_events(setting: Setting) -> int:
    """Return the maximum number of events in a match."""
    seats, buildings, turns = len(setting.seats), len(setting.box.plan.buildings), most_turns(setting)
    kinds = [setting.box.tasks[task].kind for task in setting.tasks]
    # The piles, a tile for each seat, the board of unfinished tasks; a seat draws twice when its year changes.
    dealt = 2 + LEFTOVER_PILES + 2 * seats
    asking = sum(kind in _ASKING for kind in kinds)
    # A monk who goes home was placed: on a section, as a guest, beside a flipped building or as a new arrival.
    sent_home = MONKS_OF_A_GUEST * turns + buildings + seats * asking
    count = dealt + OF_A_TURN * turns + OF_A_TASK * len(kinds) + OF_A_DANGER * seats * asking + buildings + sent_home
    if not setting.tiles:
        return count
    return count + most_tiles(setting) * OF_BUYING // BOUGHT


_ASKING = {
    *(TaskKind.FEAST, TaskKind.STUDY),
    *(TaskKind.FIRE, TaskKind.EPIDEMIC, TaskKind.COLLAPSE, TaskKind.ARRIVALS),
}
"""Kinds of task that ask every seat for a decision when revealed."""
