"""Level I, 3c: tasks fulfilled by the section just laid."""

from __future__ import annotations

import pytest

from rules.campus_galli.box import Origin, Section, Task, TaskKind
from rules.campus_galli.layout import Placement
from rules.campus_galli.state import LaidSection
from rules.campus_galli.tasks import Neighbours, fulfils, neighbours
from rules.engine.grid import mask_of, space_named
from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import position, table


def lays(section: str, spaces: str, *board: str, laid: tuple[str, ...] = (), wood: str = "ABC") -> Play:
    """After seat 1 has laid the section with these tasks on the board."""
    return position(laying=section, board=board, laid=laid, wood=wood).do(f"1 lay {spaces}")


def fulfilled(play: Play) -> list[str]:
    """The tasks that the last lay fulfilled."""
    return [line.split()[2] for line in play.told if "task-fulfilled" in line]


@pytest.mark.rule("CG-I-3c", "CG-I-3c7")
def test_a_fulfilled_task_goes_from_the_board_to_its_player() -> None:
    after = lays("hut red tower", "b9 c9 b10 c10", "progress-church", "progress-bakery")
    assert after.tasks(1) == ["progress-bakery"]
    assert after.board == ["progress-church", "-", "-", "-"]
    assert after.points("tasks", 1) == 1


@pytest.mark.rule("CG-I-3c", "CG-I-3c7")
def test_one_section_takes_all_the_tasks_that_it_fulfils_in_the_order_of_their_places() -> None:
    after = lays("hut red hall", "b9 c9 d9 e9", "progress-cloister", "red-west", "progress-church", "progress-bakery")
    assert after.tasks(1) == ["progress-cloister", "red-west", "progress-bakery"]
    assert after.board == ["-", "-", "progress-church", "-"]


@pytest.mark.rule("CG-I-3c7")
def test_the_board_is_not_refilled_before_the_next_round() -> None:
    after = lays("hut red tower", "b9 c9 b10 c10", "progress-bakery")
    assert after.due == "2"
    assert after.board == ["-"] * 4


@pytest.mark.rule("CG-I-3c")
def test_what_others_have_laid_before_fulfils_nothing() -> None:
    after = lays("hut red hall", "e5 f5 g5 h5", "progress-bakery", laid=("2 hut blue tower b9 b10 c9 c10",))
    assert fulfilled(after) == []


@pytest.mark.rule("CG-I-3c1")
def test_building_progress_needs_one_space_of_the_building() -> None:
    assert fulfilled(lays("hut red hall", "b9 c9 d9 e9", "progress-cloister")) == ["progress-cloister"]


@pytest.mark.rule("CG-I-3c1")
def test_grass_beside_a_building_is_no_progress_on_it() -> None:
    assert fulfilled(lays("hut red hall", "d6 d7 d8 d9", "progress-cloister", "progress-bakery")) == []


COLOUR_PAIR = [("red", "blue"), ("blue", "red")]


@pytest.mark.rule("CG-I-3c2", "CG-I-3c6")
@pytest.mark.parametrize(("before", "now"), COLOUR_PAIR)
def test_a_pair_of_colours_is_fulfilled_whichever_of_them_is_new(before: str, now: str) -> None:
    after = lays(f"hut {now} tower", "e5 f5 e6 f6", "red-beside-blue", laid=(f"2 hut {before} hall g5 h5 i5 j5",))
    assert fulfilled(after) == ["red-beside-blue"]


@pytest.mark.rule("CG-I-3c2")
@pytest.mark.parametrize(("before", "now"), [("red", "red"), ("green", "red"), ("blue", "yellow")])
def test_a_pair_of_colours_needs_both_of_them(before: str, now: str) -> None:
    after = lays(f"hut {now} tower", "e5 f5 e6 f6", "red-beside-blue", laid=(f"2 hut {before} hall g5 h5 i5 j5",))
    assert fulfilled(after) == []


@pytest.mark.rule("CG-I-3c2")
def test_sections_that_touch_at_corners_are_not_beside_each_other() -> None:
    after = lays("hut red tower", "e5 f5 e6 f6", "red-beside-blue", laid=("2 hut blue wing g4 h4 i4 i5",))
    assert fulfilled(after) == []


@pytest.mark.rule("CG-I-3c2")
def test_the_shared_edge_may_lie_on_grass() -> None:
    after = lays("hut red wing", "i4 j4 k4 i5", "red-beside-blue", laid=("2 hut blue hall l2 l3 l4 l5",))
    assert fulfilled(after) == ["red-beside-blue"]


@pytest.mark.rule("CG-I-3c2", "CG-I-3c")
def test_one_section_fulfils_a_pair_with_each_of_its_neighbours() -> None:
    laid = ("2 hut blue hall g5 h5 i5 j5", "1 hut yellow hall c4 c5 c6 c7")
    after = lays("hut red tower", "d5 e5 d6 e6", "red-beside-blue", "red-beside-yellow", laid=laid)
    assert fulfilled(after) == ["red-beside-yellow"]
    both = lays("hut red hall", "d6 e6 f6 g6", "red-beside-blue", "red-beside-yellow", laid=laid)
    assert fulfilled(both) == ["red-beside-blue", "red-beside-yellow"]


SHAPE_PAIR = [("hall g5 h5 i5 j5", "wing d5 e5 f5 d6"), ("wing g5 h5 i5 g6", "hall c5 d5 e5 f5")]


@pytest.mark.rule("CG-I-3c3", "CG-I-3c6")
@pytest.mark.parametrize(("before", "now"), SHAPE_PAIR)
def test_a_pair_of_shapes_is_fulfilled_whichever_of_them_is_new(before: str, now: str) -> None:
    shape, spaces = now.split(maxsplit=1)
    after = lays(f"hut red {shape}", spaces, "hall-beside-wing", laid=(f"2 hut green {before}",))
    assert fulfilled(after) == ["hall-beside-wing"]


@pytest.mark.rule("CG-I-3c3")
@pytest.mark.parametrize("before", ["hall g5 h5 i5 j5", "tower g5 h5 g6 h6", "transept g5 h5 i5 h6"])
def test_a_pair_of_shapes_needs_both_of_them(before: str) -> None:
    after = lays("hut red hall", "c5 d5 e5 f5", "hall-beside-wing", laid=(f"2 hut green {before}",))
    assert fulfilled(after) == []


@pytest.mark.rule("CG-I-3c4")
@pytest.mark.parametrize("spaces", ["b9 b10 c9 c10", "b1 c1 b2 c2", "a9 a10 b9 b10"])
def test_a_colour_on_any_building_of_the_side_fulfils_its_task(spaces: str) -> None:
    assert fulfilled(lays("hut red tower", spaces, "red-west", wood="ABCDK")) == ["red-west"]


@pytest.mark.rule("CG-I-3c4")
def test_one_space_on_the_side_is_enough() -> None:
    assert fulfilled(lays("hut red hall", "c5 c6 c7 c8", "red-west")) == ["red-west"]


@pytest.mark.rule("CG-I-3c4")
def test_another_colour_on_the_side_does_not_fulfil_it() -> None:
    assert fulfilled(lays("hut green tower", "b9 b10 c9 c10", "red-west")) == []


@pytest.mark.rule("CG-I-3c4")
def test_the_colour_on_another_side_does_not_fulfil_it() -> None:
    assert fulfilled(lays("hut red tower", "d5 e5 d6 e6", "red-west")) == []


@pytest.mark.rule("CG-I-3c4")
@pytest.mark.parametrize(("task", "colour"), [("red-east", "red"), ("yellow-south", "yellow")])
def test_a_building_of_two_sides_counts_for_either(task: str, colour: str) -> None:
    after = lays(f"hut {colour} tower", "n10 o10 n11 o11", "red-east", "yellow-south", wood="ABCF")
    assert fulfilled(after) == [task]


@pytest.mark.rule("CG-I-3c5")
def test_a_shape_on_its_building_fulfils_the_task() -> None:
    after = lays("hut red transept", "c5 d5 e5 d4", "transept-on-church")
    assert fulfilled(after) == ["transept-on-church"]


@pytest.mark.rule("CG-I-3c5")
def test_one_space_on_the_building_is_enough_for_the_shape() -> None:
    after = lays("hut red transept", "j4 k4 l4 k5", "transept-on-church")
    assert fulfilled(after) == ["transept-on-church"]


@pytest.mark.rule("CG-I-3c5")
def test_another_shape_or_another_building_does_not_fulfil_it() -> None:
    assert fulfilled(lays("hut red hall", "c5 d5 e5 f5", "transept-on-church")) == []
    assert fulfilled(lays("hut red transept", "e8 e9 e10 d9", "transept-on-church")) == []


JOKER_HALL = Section(Origin.POUCH, 0, None)
"""Level I leaves the jokers in the box, but the code that judges tasks is shared with the later levels."""


def task(kind: TaskKind, **fields: object) -> Task:
    """A task of a kind; fields that it does not use are empty."""
    blank = Task("t", 1, kind, 2, building=None, colours=(), shapes=(), side=None)
    return blank._replace(**fields)


JOKER_TASKS = [
    (task(TaskKind.COLOURS, colours=(0, 2)), False),
    (task(TaskKind.SIDE, colours=(0,), side=3, building=3), False),
    (task(TaskKind.SHAPES, shapes=(0, 2)), True),
    (task(TaskKind.LETTER, shapes=(0,), building=0), True),
    (task(TaskKind.PROGRESS, building=0), True),
]


@pytest.mark.parametrize(("wanted", "met"), JOKER_TASKS)
def test_a_joker_has_a_shape_and_no_colour(wanted: Task, *, met: bool) -> None:
    setting = table().setting
    everything = Neighbours(colours=0b1111, shapes=0b11111)
    place = placement(play_on=position(), spaces="c5 c6 c7 c8")
    assert fulfils(setting, wanted, JOKER_HALL, place, everything) is met


def test_a_joker_as_neighbour_shows_its_shape_and_no_colour() -> None:
    at = position()
    joker = at.setting.box.sections.index(JOKER_HALL)
    laid = (LaidSection(joker, placement(at, "c4 c5 c6 c7").index, Seat(0), builder=False),)
    assert neighbours(at.setting, laid, placement(at, "d5 e5 d6 e6")) == Neighbours(colours=0, shapes=1)


def placement(play_on: Play, spaces: str) -> Placement:
    """The placement with these spaces."""
    plan = play_on.setting.box.plan
    return play_on.setting.layout.by_mask[
        mask_of(space_named(name, plan.width, plan.height) for name in spaces.split())
    ]
