"""Placement values against a direct computation per placement, and against the tasks themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from rules.campus_galli import places, tasks
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.placement_values import COOP_WEIGHTS, VERSUS_WEIGHTS, PlacementEvaluator
from rules.campus_galli.state import State
from rules.campus_galli.tasks import neighbours
from rules.engine.secrecy import Seat
from tests.rules.campus_galli.test_candidate_moves import decisions
from tests.support.positions import table


def positions(game: CampusGalli, seed: int) -> Iterator[tuple[State, Seat]]:
    """Every twelfth decision of a match."""
    return islice(decisions(game, seed), 0, None, 12)


@pytest.mark.parametrize(("mode", "level"), [("coop", 1), ("versus", 1), ("versus", 2), ("coop", 3)])
def test_the_best_of_a_section_is_that_of_its_legal_places(mode: str, level: int) -> None:
    game = table(2, mode, level=level)
    appraiser, found = PlacementEvaluator(game.setting, VERSUS_WEIGHTS if mode == "versus" else COOP_WEIGHTS), 0
    for state, seat in positions(game, level):
        appraisal = appraiser.values(state, seat)
        for number, section in enumerate(game.setting.box.sections):
            worths = appraisal.by_placement(section.shape, JOKER if section.colour is None else section.colour)
            legal = [worths[place.index] for place in places.legal(game.setting, state, section.shape)]
            assert appraisal.best_value(number) == max(legal, default=None)
            found += len(legal)
    assert found > 1000


@pytest.mark.parametrize("mode", ["coop", "versus"])
def test_tasks_are_worth_what_they_bring_wherever_laying_fulfils_them(mode: str) -> None:
    game = table(2, mode, level=1)
    setting, appraiser = (
        game.setting,
        PlacementEvaluator(game.setting, VERSUS_WEIGHTS if mode == "versus" else COOP_WEIGHTS),
    )
    fulfilled = 0
    for state, seat in positions(game, 7):
        bare = state._replace(board=(None,) * len(state.board))
        asked, plain = appraiser.values(state, seat), appraiser.values(bare, seat)
        lying = [task for place, task in enumerate(state.board) if not state.turned >> place & 1]
        board = [setting.box.tasks[task] for task in lying if task is not None]
        for section in setting.box.sections:
            colour = JOKER if section.colour is None else section.colour
            worths, before = asked.by_placement(section.shape, colour), plain.by_placement(section.shape, colour)
            for place in places.legal(setting, state, section.shape):
                beside = neighbours(setting, state.laid, place)
                found = [task for task in board if tasks.fulfils(setting, task, section, place, beside)]
                assert worths[place.index] - before[place.index] == sum(map(asked.task_value, found))
                fulfilled += len(found)
    assert fulfilled > 1000
