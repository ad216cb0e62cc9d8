"""How many events a match can have at most: why it ends, whatever the seats do.

Most of a match is paced by its cards, and what is not is paid with tiles or with a task, of which there is no endless
flow: three tiles are swapped for one, a bought section brings none, a task is taken once, a building is flipped once.
"""

from __future__ import annotations

from rules.campus_galli.box import TaskKind
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import LEFTOVER_PILES

OF_A_TURN = 14
"""Drawing, choosing, revealing, declaring, paying, borrowing, turning up, taking, feeling, laying, receiving, scoring
again, ending, passing: each at most once for a seat in a round."""
OF_A_TASK = 3
"""Revealing and taking it, and the tiles or the section that it brings."""
OF_A_DANGER = 3
"""Rolling, paying or not, losing: for each seat."""
BOUGHT, OF_BUYING = 5, 3
"""The price of a section, and taking, feeling for and laying it. A swap is one event for two tiles, which is less."""
TILES_AT_START, AGAIN, OF_ALMS, MONKS_OF_A_GUEST = 5, 2, 2, 2


def most_turns(setting: Setting) -> int:
    """No seat takes more turns, all seats together.

    In the first year a seat has a turn for so many cards as it draws at once, and keeps all but one of them for the
    second; a remainder of cards may make one turn more.
    """
    pile, draw = setting.deal + 1, setting.level.draw
    return len(setting.seats) * (pile * (2 * draw - 1) // draw**2 + 1)


def most_tiles(setting: Setting) -> int:
    """The tiles that all seats together can ever receive but by swapping; dues return more than they bring."""
    seats, kinds = len(setting.seats), [setting.box.tasks[task].kind for task in setting.tasks]
    # No turn brings more than a section on symbols of its own colour alone, and one for lying off the grass.
    of_a_turn = max(len(shape.cells) for shape in setting.box.shapes) + 1
    scored_again = AGAIN * seats * sum(kind in (TaskKind.FEAST, TaskKind.STUDY) for kind in kinds)
    given = OF_ALMS * sum(kind in (TaskKind.ALMS, TaskKind.HOURS) for kind in kinds)
    return TILES_AT_START * seats + of_a_turn * most_turns(setting) + scored_again + given


def most_events(setting: Setting) -> int:
    """No match has more events."""
    seats, buildings, turns = len(setting.seats), len(setting.box.plan.buildings), most_turns(setting)
    kinds = [setting.box.tasks[task].kind for task in setting.tasks]
    # The piles, a tile for each seat, the board of unfinished tasks; a seat draws twice when its year changes.
    dealt = 2 + LEFTOVER_PILES + 2 * seats
    asking = sum(kind in _ASKING for kind in kinds)
    # Whoever goes home has come: on a section, as a guest, beside a flipped building or as a new arrival.
    sent_home = MONKS_OF_A_GUEST * turns + buildings + seats * asking
    count = dealt + OF_A_TURN * turns + OF_A_TASK * len(kinds) + OF_A_DANGER * seats * asking + buildings + sent_home
    if not setting.tiles:
        return count
    return count + most_tiles(setting) * OF_BUYING // BOUGHT


_ASKING = {
    *(TaskKind.FEAST, TaskKind.STUDY),
    *(TaskKind.FIRE, TaskKind.EPIDEMIC, TaskKind.COLLAPSE, TaskKind.ARRIVALS),
}
"""Tasks that ask every seat something when they are revealed."""
