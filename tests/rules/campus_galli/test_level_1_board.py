"""Level I, 1: the task board."""

from __future__ import annotations

import pytest

from rules.campus_galli.box import COLOURS, Task, TaskKind
from rules.campus_galli.rounds import RevealTask
from rules.campus_galli.tasks import possible
from rules.engine.entropy import derive_entropy
from rules.engine.grid import Mask
from tests.support.play import Play
from tests.support.positions import (
    CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
    filling,
    position,
    section_named,
    start,
    table,
    with_symbols,
)

BARE = with_symbols()
BAKERY = ("1 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9", "1 hut red hall b11 c11 d11 e11")
"""The bakery covered."""


def before_filling(seats: int) -> Play:
    """The piles are dealt; the first board is to be filled."""
    play = start(table(seats))
    return Play(play.game, play.game.apply(play.state, play.game.deal(play.state, derive_entropy(0))))


@pytest.mark.rule("CG-I-1a")
@pytest.mark.parametrize(("seats", "places"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_the_board_is_filled_up_to_its_places_before_the_first_round(seats: int, places: int) -> None:
    play = before_filling(seats)
    assert play.due == "dealer tasks"
    filled = play.dealt()
    assert len(filled.board) == places
    assert "-" not in filled.board


@pytest.mark.rule("CG-I-1a")
def test_cards_left_from_the_round_before_stay_in_their_places() -> None:
    play = filling(board=["progress-church", "progress-cloister"]).filled("red-beside-blue", "red-beside-green")
    assert play.board == ["progress-church", "progress-cloister", "red-beside-blue", "red-beside-green"]
    assert play.due == "dealer pile 1"


@pytest.mark.rule("CG-I-1a")
def test_a_task_taken_in_the_middle_is_replaced_in_its_place() -> None:
    turn = position(turns=["2 angel-2"], laying="hut red tower", board=["progress-church", "red-beside-blue"])
    after = turn.do("2 lay e5 f5 e6 f6")
    assert after.board == ["-", "red-beside-blue", "-", "-"]
    assert after.filled("progress-bakery").board == ["progress-bakery", "red-beside-blue", "-", "-"]


@pytest.mark.rule("CG-I-1a")
def test_only_a_task_of_the_deck_is_turned_up() -> None:
    play = filling(board=["progress-church"])
    assert play.why_not("dealer task progress-church") == ("bad-draw", "CG-I-1a")
    assert play.why_not(RevealTask(-1)) == ("bad-draw", "CG-I-1a")


@pytest.mark.rule("CG-I-1a")
def test_every_task_of_the_deck_comes_as_often_as_any_other() -> None:
    play = filling(board=["progress-church"], deck=["progress-bakery", "red-beside-blue", "red-beside-green"])
    turned = [play.game.format(play.game.deal(play.state, derive_entropy("deck", i))) for i in range(3_000)]
    assert len(set(turned)) == 3
    assert all(900 < turned.count(line) < 1_100 for line in set(turned))


@pytest.mark.rule("CG-I-1b")
@pytest.mark.parametrize("task", ["progress-workshops", "hall-on-workshops"])
def test_a_task_that_names_a_building_in_parchment_flips_it(task: str) -> None:
    play = filling().filled(task)
    assert play.wood == "ABCE"
    assert "- flipped E" in play.told


@pytest.mark.rule("CG-I-1b")
@pytest.mark.parametrize("task", ["progress-church", "transept-on-church", "red-beside-blue", "hall-beside-wing"])
def test_a_task_that_names_wood_or_no_building_flips_nothing(task: str) -> None:
    assert filling().filled(task).wood == "ABC"


@pytest.mark.rule("CG-I-1c")
def test_each_revealed_task_takes_effect_before_the_next_is_turned() -> None:
    first = filling().filled("progress-workshops")
    assert first.wood == "ABCE"
    assert first.due == "dealer tasks"
    second = first.filled("green-south")
    assert second.wood == "ABCE"


@pytest.mark.rule("CG-I-1d")
@pytest.mark.parametrize(("task", "flipped"), [("yellow-north", "I"), ("red-east", "F")])
def test_a_task_for_a_side_without_wood_flips_the_building_that_its_card_names(task: str, flipped: str) -> None:
    assert f"- flipped {flipped}" in filling().filled(task).told


@pytest.mark.rule("CG-I-1d")
@pytest.mark.parametrize("task", ["green-south", "red-west"])
def test_a_task_for_a_side_with_any_building_in_wood_flips_nothing(task: str) -> None:
    assert filling().filled(task).wood == "ABC"


@pytest.mark.rule("CG-I-1d")
def test_a_complete_building_of_the_side_is_a_building_in_wood() -> None:
    play = filling(table(box=BARE), laid=BAKERY).filled("red-west")
    assert play.wood == "ABC"
    assert play.board[0] == "red-west"


@pytest.mark.rule("CG-I-1e")
def test_a_flip_by_a_task_brings_nobody_a_master_builder() -> None:
    play = filling().filled("progress-workshops")
    assert play.builders == {}
    assert [play.supply(1), play.supply(2)] == [15, 15]


@pytest.mark.rule("CG-I-1f", "CG-I-1g")
def test_a_task_for_a_complete_building_is_set_aside_and_replaced() -> None:
    play = filling(table(box=BARE), laid=BAKERY).filled("progress-bakery")
    assert play.told == ["- task-revealed progress-bakery place 1", "- task-set-aside progress-bakery"]
    assert play.aside == ["progress-bakery"]
    assert play.board == ["-"] * 4
    assert play.filled("red-beside-blue").board[0] == "red-beside-blue"


@pytest.mark.rule("CG-I-1f", "CG-I-1g")
def test_old_tasks_are_looked_at_again_at_every_filling() -> None:
    board = ["corner-on-cloister", "red-beside-blue"]
    turn = position(
        table(box=BARE),
        turns=["2 angel-2"],
        laying="pouch blue hall",
        laid=CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
        board=board,
    )
    after = turn.do("2 lay e6 e7 e8 e9", "2 flip none", "2 flip none")
    assert after.told == ["- round-begun 2", "- task-set-aside corner-on-cloister"]
    assert after.aside == ["corner-on-cloister"]
    assert after.due == "dealer tasks"


@pytest.mark.rule("CG-I-1c", "CG-I-1f")
def test_a_task_that_is_set_aside_at_once_flips_nothing() -> None:
    wings = [f"{origin} {colour} wing" for origin in ("hut", "pouch") for colour in COLOURS]
    play = without(filling(), *wings).filled("wing-on-novitiate")
    assert play.wood == "ABC"
    assert play.told == ["- task-revealed wing-on-novitiate place 1", "- task-set-aside wing-on-novitiate"]
    assert play.aside == ["wing-on-novitiate"]


def without(play: Play, *sections: str) -> Play:
    """The same, but these sections are neither in the hut nor in the pouch."""
    gone = sum(1 << section_named(play.setting.box, name) for name in sections)
    return Play(play.game, play.state._replace(hut=play.state.hut & ~gone, pouch=play.state.pouch & ~gone))


def of(*colours: str, shape: str = "") -> list[str]:
    """All sections of these colours, or those of one shape."""
    shapes = [shape] if shape else ["hall", "tower", "wing", "transept", "corner"]
    return [f"{origin} {colour} {kind}" for origin in ("hut", "pouch") for colour in colours for kind in shapes]


def can_be_fulfilled(play: Play, task: str) -> bool:
    """Whether the task still counts as possible."""
    keys = [it.key for it in play.setting.box.tasks]
    return possible(play.setting, play.state, play.setting.box.tasks[keys.index(task)])


IMPOSSIBLE: dict[str, tuple[str, list[str], str, str]] = {
    "all of the side complete": ("red-west", [], "ABCDK", "DCK"),
    "no section of the colour left": ("red-west", of("red"), "ABC", ""),
    "no section of the shape left": ("transept-on-church", of(*COLOURS, shape="transept"), "ABC", ""),
    "the building complete": ("transept-on-church", [], "ABC", "A"),
    "neither colour of the pair left": ("red-beside-blue", of("red", "blue"), "ABC", ""),
    "neither shape of the pair left": (
        "hall-beside-wing",
        [*of(*COLOURS, shape="hall"), *of(*COLOURS, shape="wing")],
        "ABC",
        "",
    ),
    "progress on what is complete": ("progress-church", [], "ABC", "A"),
}
POSSIBLE: dict[str, tuple[str, list[str], str, str]] = {
    "one of the side not complete": ("red-west", [], "ABCDK", "DC"),
    "one of the side in parchment": ("red-west", [], "ABCD", "DC"),
    "one section of the colour left, unseen": ("red-west", of("red")[:-1], "ABC", ""),
    "one section of the shape left, unseen": ("transept-on-church", of(*COLOURS, shape="transept")[:-1], "ABC", ""),
    "one colour of the pair gone": ("red-beside-blue", of("red"), "ABC", ""),
    "one shape of the pair gone": ("hall-beside-wing", of(*COLOURS, shape="hall"), "ABC", ""),
    "a single space of the building free": ("progress-church", [], "ABC", "a"),
}


@pytest.mark.rule("CG-I-1g")
@pytest.mark.parametrize(("task", "gone", "wood", "covered"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_a_task_is_beyond_fulfilment_with(task: str, gone: list[str], wood: str, covered: str) -> None:
    assert not can_be_fulfilled(left_with(gone, wood, covered), task)


@pytest.mark.rule("CG-I-1g")
@pytest.mark.parametrize(("task", "gone", "wood", "covered"), POSSIBLE.values(), ids=POSSIBLE.keys())
def test_a_task_counts_as_possible_with(task: str, gone: list[str], wood: str, covered: str) -> None:
    assert can_be_fulfilled(left_with(gone, wood, covered), task)


def left_with(gone: list[str], wood: str, covered: str) -> Play:
    """Sections gone to who knows where; buildings covered wholly, or but for a space if the letter is small."""
    play = without(position(wood=wood), *gone)
    areas = {it.letter: it.area for it in play.setting.box.plan.buildings}
    mask = 0
    for letter in covered:
        area = areas[letter.upper()]
        mask |= area if letter.isupper() else area & area - 1
    return Play(play.game, play.state._replace(covered=Mask(mask)))


TWO_OF_A_SHAPE = Task("t", 1, TaskKind.SHAPES, 2, building=None, colours=(), shapes=(0, 0), side=None)


@pytest.mark.rule("CG-I-1g")
def test_a_pair_of_one_shape_needs_one_more_of_it() -> None:
    halls = of(*COLOURS, shape="hall")
    last, none = left_with(halls[:-1], "ABC", ""), left_with(halls, "ABC", "")
    assert possible(last.setting, last.state, TWO_OF_A_SHAPE)
    assert not possible(none.setting, none.state, TWO_OF_A_SHAPE)


@pytest.mark.rule("CG-I-1h")
def test_tasks_set_aside_do_not_come_back() -> None:
    play = filling(table(box=BARE), laid=BAKERY).filled("progress-bakery")
    assert play.why_not("dealer task progress-bakery") == ("bad-draw", "CG-I-1a")


@pytest.mark.rule("CG-I-1h")
def test_when_the_deck_is_empty_the_board_stays_short() -> None:
    play = filling(board=["progress-church"], deck=["red-beside-blue"]).filled("red-beside-blue")
    assert play.board == ["progress-church", "red-beside-blue", "-", "-"]
    assert play.due == "dealer pile 1"


@pytest.mark.rule("CG-I-1a", "CG-I-1h")
def test_the_very_last_task_of_the_deck_is_turned_up_too() -> None:
    play = filling(board=["progress-church"], deck=["red-beside-blue", "red-beside-green"]).filled("red-beside-blue")
    assert play.due == "dealer tasks"


@pytest.mark.rule("CG-I-1h")
def test_a_board_that_is_short_stays_short_in_the_next_round() -> None:
    turn = position(turns=["2 angel-2"], laying="hut red tower", board=["progress-church"], deck=[])
    after = turn.do("2 lay e5 f5 e6 f6")
    assert after.board == ["-"] * 4
    assert after.due == "dealer pile 1"
