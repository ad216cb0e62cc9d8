"""Level I, 6: the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from rules.campus_galli.loader import standard
from rules.campus_galli.scoring import band, rank
from tests.support.play import Play
from tests.support.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, position, table, with_task_points

ALL = "ABCDEFGHIJK"
EVERYTHING_LAID = (
    *CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
    "1 pouch blue hall e6 e7 e8 e9",
    "1 hut blue tower b9 b10 c9 c10",
    "1 hut green transept c8 d7 d8 d9",
    "1 pouch yellow hall b11 c11 d11 e11",
)
"""Church, cloister and bakery covered, with D and E in parchment."""


def together(
    seats: int = 2,
    *,
    wood: str = "ABC",
    laid: Iterable[str] = (),
    lazy: Mapping[str, int] | None = None,
    taken: Mapping[int, Sequence[str]] | None = None,
) -> Play:
    """A position of a table that plays together."""
    return position(table(seats, "coop"), wood=wood, laid=laid, lazy=lazy, taken=taken)


@pytest.mark.rule("CG-I-6a")
def test_master_builders_on_sections_and_beside_buildings_score_a_point_each() -> None:
    laid = ["1 hut red hall c4 c5 c6 c7 builder", "1 hut green hall h5 i5 j5 k5 builder", "1 hut blue hall h6 i6 j6 k6"]
    play = position(laid=laid, beside=["1 D", "2 H"], wood="ABCDH")
    assert play.points("builders", 1) == 2
    assert play.points("beside", 1) == 1
    assert (play.points("builders", 2), play.points("beside", 2)) == (0, 1)


@pytest.mark.rule("CG-I-6b")
def test_lazy_monks_cost_a_point_each() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10", "2 hut red hall c4 c5 c6 c7"]
    play = position(laid=laid, lazy={"b11": 1, "c8": 1})
    assert play.points("lazy", 1) == -2
    assert play.points("lazy", 2) == 0


@pytest.mark.rule("CG-I-6a", "CG-I-6b")
def test_a_lazy_monk_and_a_master_builder_cancel_each_other_out() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10 builder"]
    play = position(laid=laid, lazy={"b11": 1})
    assert play.game.sheet(play.state).seats == (0, 0)


@pytest.mark.rule("CG-I-6c")
def test_every_seal_on_a_fulfilled_task_scores_a_point() -> None:
    play = position(taken={1: ["progress-church", "hall-beside-wing"], 2: ["red-beside-blue"]})
    seals = {task.key: task.points for task in play.setting.box.tasks}
    assert play.points("tasks", 1) == (seals["progress-church"] + seals["hall-beside-wing"]) / 2
    assert play.points("tasks", 2) == seals["red-beside-blue"] / 2


@pytest.mark.rule("CG-I-6c")
def test_half_a_seal_scores_half_a_point() -> None:
    play = position(table(box=with_task_points(1)), taken={1: ["progress-church", "red-beside-blue", "red-west"]})
    assert play.points("tasks", 1) == 1.5


@pytest.mark.rule("CG-I-6c")
def test_tasks_left_on_the_board_score_nothing() -> None:
    assert position(board=["progress-church"]).game.sheet(position().state).seats == (0, 0)


@pytest.mark.rule("CG-I-6d")
def test_the_seat_with_the_most_points_wins() -> None:
    play = position(taken={2: ["progress-church"]})
    sheet = play.game.sheet(play.state)
    assert sheet.winners == (1,)
    assert sheet.team is None
    assert sheet.band == ""


@pytest.mark.rule("CG-I-6d")
def test_in_versus_large_gaps_and_parchment_cost_nothing() -> None:
    play = position()
    assert {line.key for line in play.game.sheet(play.state).lines} == {"builders", "beside", "lazy", "tasks"}
    assert play.game.sheet(play.state).seats == (0, 0)


@pytest.mark.rule("CG-I-6e")
def test_seats_that_tie_for_the_most_points_share_the_win() -> None:
    play = position(
        table(4), taken={1: ["progress-church"], 2: ["red-beside-blue"], 4: ["progress-bakery"]}, board=["red-west"]
    )
    assert play.game.sheet(play.state).winners == (0, 1, 3)


@pytest.mark.rule("CG-I-6e")
def test_seats_with_fewer_points_do_not_share_it() -> None:
    play = position(table(box=with_task_points(1)), taken={1: ["progress-church"], 2: ["red-west", "blue-west"]})
    assert play.game.sheet(play.state).winners == (1,)


@pytest.mark.rule("CG-I-6e")
def test_below_nothing_the_smallest_loss_wins() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10", "2 hut red hall c4 c5 c6 c7"]
    play = position(laid=laid, lazy={"b11": 1, "c8": 1})
    assert play.game.sheet(play.state).winners == (1,)


@pytest.mark.rule("CG-I-6f")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_co_op_the_points_of_all_seats_are_added_up(seats: int) -> None:
    play = together(seats, taken={1: ["progress-church"], 2: ["red-beside-blue", "red-west"]})
    sheet = play.game.sheet(play.state)
    assert sheet.seats[:2] == (2, 4)
    assert sheet.team == sum(sheet.seats) + sum(line.points for line in sheet.lines if line.seat is None)
    assert sheet.winners == ()


@pytest.mark.rule("CG-I-6f")
def test_in_co_op_hands_are_not_shown_either() -> None:
    play = together()
    seen = play.seen_by(play.setting.seats[1])
    assert seen.cards(seen.own(1).pile) == "15 unseen"


@pytest.mark.rule("CG-I-6g")
def test_in_co_op_the_untouched_plan_is_one_large_gap() -> None:
    assert together().points("large-gaps") == -3


@pytest.mark.rule("CG-I-6g")
def test_in_co_op_every_gap_of_more_than_three_spaces_costs_three() -> None:
    play = together(wood="ABCHI")
    large = [gap for gap in play.gaps if len(gap.split()) > 3]
    assert len(large) == 3
    assert play.points("large-gaps") == -9


@pytest.mark.rule("CG-I-6g")
def test_in_co_op_a_gap_of_three_spaces_or_fewer_costs_nothing_more_than_its_monk() -> None:
    play = together(laid=EVERYTHING_LAID[:-1], lazy={"b11": 1})
    assert play.points("large-gaps") == 0
    assert play.points("lazy", 1) == -1


@pytest.mark.rule("CG-I-6g")
@pytest.mark.parametrize(
    ("laid", "points"),
    [("hut green hall c6 c7 c8 c9", -6), ("hut green transept c8 b9 c9 c10", -3), ("hut green hall b9 c9 d9 e9", -3)],
)
def test_in_co_op_a_gap_of_four_is_large_and_those_of_two_and_three_are_not(laid: str, points: int) -> None:
    assert together(laid=[f"1 {laid}"]).points("large-gaps") == points


@pytest.mark.rule("CG-I-6h")
@pytest.mark.parametrize(("wood", "points"), [("ABC", -48), ("ABCDEFGHIJ", -6), (ALL, 0)])
def test_in_co_op_every_parchment_costs_six(wood: str, points: int) -> None:
    assert together(wood=wood).points("parchment") == points


BANDS = [
    (-40, "iron-gall", "in preparation"),
    (0, "iron-gall", "in preparation"),
    (39, "iron-gall", "in preparation"),
    (39.5, "iron-gall", "in preparation"),
    (40, "ochre", "success"),
    (41, "ochre", "success"),
    (41.5, "ochre", "success"),
    (42, "red-lead", "success"),
    (43.5, "red-lead", "success"),
    (44, "azurite", "success"),
    (45.5, "azurite", "success"),
    (46, "tyrian-purple", "ready for level II"),
    (47.5, "tyrian-purple", "ready for level II"),
    (48, "gold", "ready for level II"),
    (49, "gold", "ready for level II"),
    (49.5, "gold", "ready for level II"),
    (50, "lapis-lazuli", "ready for level II"),
    (50.5, "lapis-lazuli", "ready for level II"),
    (80, "lapis-lazuli", "ready for level II"),
]


@pytest.mark.rule("CG-I-6i", "CG-I-6j")
@pytest.mark.parametrize(("points", "key", "verdict"), BANDS)
def test_in_co_op_the_total_is_read_off_the_score_table(points: float, key: str, verdict: str) -> None:
    setting = table(1).setting
    assert band(setting, int(2 * points)) == key
    assert next(row.verdict for row in setting.level.bands if row.key == key) == verdict


STEPS = [
    *((1, points, "raw hide") for points in (-90, -20.5)),
    *((1, points, "soaked hide") for points in (-20, -0.5)),
    *((1, 0, "limed hide"), (1, 27.5, "stretched hide"), (1, 28, "smooth parchment")),
    *((1, points, "ruled parchment") for points in (34, 39.5)),
    *((1, points, "") for points in (40, 50)),
    *((3, -31, "raw hide"), (3, -30, "soaked hide"), (3, 19, "limed hide"), (3, 69.5, "ruled parchment"), (3, 70, "")),
]


@pytest.mark.rule("CG-I-6k")
@pytest.mark.parametrize(("level", "points", "step"), STEPS)
def test_below_the_second_row_of_the_score_table_a_team_has_reached_a_step(
    level: int, points: float, step: str
) -> None:
    setting = table(1, level=level).setting
    assert rank(setting, int(2 * points)) == step
    assert (band(setting, int(2 * points)) == "iron-gall") is bool(step)


@pytest.mark.rule("CG-I-6k")
def test_the_sheet_names_the_step_beside_the_band_and_a_set_without_steps_has_none() -> None:
    sheet = table(1).sheet(table(1).initial())
    assert (sheet.band, sheet.step, sheet.rank) == ("iron-gall", "raw hide", "raw hide")
    plain = standard()._replace(levels=tuple(level._replace(ranks=()) for level in standard().levels))
    sheet = table(1, box=plain).sheet(table(1, box=plain).initial())
    assert (sheet.band, sheet.step, sheet.rank) == ("iron-gall", "", "iron-gall")
    assert table(2).sheet(table(2).initial()).rank == ""


@pytest.mark.rule("CG-I-6i", "CG-I-0g")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_solo_and_together_the_sheet_names_the_band_of_the_total(seats: int) -> None:
    game = table(seats, "solo" if seats == 1 else "coop", box=with_task_points(64))
    taken = {1: ["progress-church", "red-west"]}
    play = position(game, turns=["1 angel-1"], taken=taken, wood=ALL, laid=EVERYTHING_LAID)
    assert len(play.gaps) == 8
    assert play.team == 2 * 32 - 8 * 3
    assert play.game.sheet(play.state).band == "ochre"
