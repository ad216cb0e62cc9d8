"""Level III, 3 and 4: expansions, connections, and which tasks a special action fulfils."""

from __future__ import annotations

import pytest

from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=3)


def laying(section: str, task: str, wood: str, *laid: str) -> Play:
    """Seat 1 holds a section; this task lies on the board."""
    return position(GAME, laying=section, wood=wood, board=[task], laid=laid)


EXPANSIONS = [
    ("expand-stables", "AD", "hall", "a8 b8 c8 d8", "C"),
    ("expand-workshops", "AE", "hall", "f11 g11 h11 i11", ""),
    ("expand-barn", "AF", "hall", "l11 m11 n11 o11", ""),
    ("expand-guests", "AK", "hall", "b1 b2 b3 b4", ""),
]
"""The task, what is in wood, a shape and a place of it on a space of the building and one of its grass spaces."""


@pytest.mark.rule("CG-III-3g1")
@pytest.mark.parametrize(("task", "wood", "shape", "spaces", "more"), EXPANSIONS, ids=[it[0] for it in EXPANSIONS])
def test_an_expansion_is_fulfilled_by_a_space_of_its_grass_and_one_of_its_building(
    task: str, wood: str, shape: str, spaces: str, more: str
) -> None:
    after = laying(f"hut red {shape}", task, wood + more).do(f"1 lay {spaces}")
    assert (after.tasks(1), after.board[0]) == ([task], "-")
    assert f"1 task-fulfilled {task} place 1" in after.told
    assert after.points("tasks", 1) == 1.5


@pytest.mark.rule("CG-III-3g1")
@pytest.mark.parametrize("section", ["hut blue hall", "pouch joker hall"])
def test_any_section_does_jokers_included(section: str) -> None:
    after = laying(section, "expand-workshops", "AE").do("1 lay f11 g11 h11 i11")
    assert after.tasks(1) == ["expand-workshops"]


@pytest.mark.rule("CG-III-3g1")
@pytest.mark.parametrize(
    ("section", "spaces"),
    [
        ("hut red tower", "e11 f11 e12 f12"),  # Grass beside the building, but none of the indicated.
        ("hut red hall", "d12 e12 f12 g12"),  # The building alone.
    ],
)
def test_without_its_grass_it_is_not(section: str, spaces: str) -> None:
    after = laying(section, "expand-workshops", "AE").do(f"1 lay {spaces}")
    assert (after.tasks(1), after.board[0]) == ([], "expand-workshops")


@pytest.mark.rule("CG-III-3g1", "CG-III-3g3")
def test_on_its_grass_and_beside_the_building_alone_it_is_not() -> None:
    # The tower covers the cloister and borders the workshops.
    after = laying("hut red tower", "expand-workshops", "ABE").do("1 lay g10 h10 g11 h11")
    assert (after.tasks(1), after.board[0]) == ([], "expand-workshops")


@pytest.mark.rule("CG-III-3g3")
def test_a_section_that_borders_one_which_lies_on_the_building_does_not_link_either() -> None:
    there = "2 hut blue hall f12 g12 h12 i12"
    after = laying("hut red tower", "expand-workshops", "ABE", there).do("1 lay g10 h10 g11 h11")
    assert after.tasks(1) == []


CONNECTIONS = [
    ("connect-abbot-church", "AI", "hall", "j2 j3 j4 j5"),
    ("connect-school-church", "AJ", "hall", "f2 f3 f4 f5"),
    ("connect-bakery-cloister", "ABC", "hall", "c8 d8 e8 f8"),
    ("connect-infirmary-novitiate", "AGH", "hall", "o2 o3 o4 o5"),
]
"""The task, what is in wood, a shape and a place of it on both buildings and the grass between them."""


@pytest.mark.rule("CG-III-3g2")
@pytest.mark.parametrize(("task", "wood", "shape", "spaces"), CONNECTIONS, ids=[it[0] for it in CONNECTIONS])
def test_a_connection_is_fulfilled_by_a_space_of_its_grass_and_one_of_each_building(
    task: str, wood: str, shape: str, spaces: str
) -> None:
    after = laying(f"hut red {shape}", task, wood).do(f"1 lay {spaces}")
    assert after.tasks(1) == [task]
    assert after.points("tasks", 1) == 2.5


@pytest.mark.rule("CG-III-3g2", "CG-III-3g3")
@pytest.mark.parametrize(
    ("section", "spaces"),
    [
        ("hut red tower", "c9 d9 c10 d10"),  # The bakery and the grass, beside the cloister.
        ("hut red tower", "d9 e9 d10 e10"),  # The cloister and the grass, beside the bakery.
    ],
)
def test_one_building_and_the_grass_do_not_connect(section: str, spaces: str) -> None:
    after = laying(section, "connect-bakery-cloister", "ABC").do(f"1 lay {spaces}")
    assert (after.tasks(1), after.board[0]) == ([], "connect-bakery-cloister")


@pytest.mark.rule("CG-III-3g3")
def test_two_sections_that_meet_on_the_grass_do_not_connect() -> None:
    there = "2 hut blue tower c9 d9 c10 d10"
    after = laying("hut red wing", "connect-bakery-cloister", "ABC", there).do("1 lay d8 e8 e9 e10")
    assert (after.tasks(1), after.board[0]) == ([], "connect-bakery-cloister")


def acting(tiles: str, *board: str, wood: str, laid: tuple[str, ...] = ()) -> Play:
    """Seat 1 is asked for a special action."""
    return position(GAME, special="1 2", wood=wood, tiles={1: tiles, 2: "0"}, board=board, laid=laid)


@pytest.mark.rule("CG-III-4b")
def test_a_bought_section_fulfils_expansions_and_connections() -> None:
    play = acting("RRRBB", "expand-workshops", "connect-school-church", wood="AE")
    assert play.do("1 buy hut red hall RRRBB", "1 lay f11 g11 h11 i11").tasks(1) == ["expand-workshops"]
    play = acting("RRRBB", "expand-workshops", "connect-school-church", wood="AEJ")
    assert play.do("1 buy hut red hall RRRBB", "1 lay f2 f3 f4 f5").tasks(1) == ["connect-school-church"]


@pytest.mark.rule("CG-III-4b")
def test_a_rebuilt_section_fulfils_both_too_besides_the_reconstruction() -> None:
    laid = ("2 hut red hall d5 e5 f5 g5",)
    play = acting("0", "expand-workshops", "rebuild-hall", wood="AE", laid=laid)
    after = play.do("1 lift 2 hut red hall", "1 lay f11 g11 h11 i11")
    assert after.tasks(1) == ["rebuild-hall", "expand-workshops"]
    play = acting("0", "connect-school-church", "rebuild-hall", wood="AJ", laid=laid)
    after = play.do("1 lift 2 hut red hall", "1 lay f2 f3 f4 f5")
    assert after.tasks(1) == ["rebuild-hall", "connect-school-church"]


@pytest.mark.rule("CG-III-4b")
def test_what_belongs_to_a_turn_is_fulfilled_by_none_at_this_level_either() -> None:
    board = ("long-hours-green", "alms-1", "new-book-1", "red-with-green", "rebuild-hall")
    play = acting("0", *board, wood="AB", laid=("2 hut red hall d5 e5 f5 g5",))
    assert play.why_not("1 claim 1") == ("not-now", "CG-I-3y")
    after = play.do("1 lift 5 hut red hall", "1 lay g5 h5 i5 j5")
    assert after.tasks(1) == ["rebuild-hall"]


@pytest.mark.rule("CG-III-4b")
def test_a_halt_and_a_reconstruction_are_fulfilled_by_no_section() -> None:
    at = position(GAME, laying="hut red hall", wood="AB", board=["rebuild-hall", "halt-cloister"])
    after = at.do("1 lay d5 e5 f5 g5")
    assert (after.tasks(1), after.board[:2]) == ([], ["rebuild-hall", "halt-cloister"])
