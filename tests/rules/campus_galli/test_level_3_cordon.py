"""Level III, 1: the construction halt and its cordon."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.play import Play
from tests.support.positions import filling, position, table

GAME = table(level=3)


def acting(tiles: str, *board: str, other: str = "0", wood: str = "AB", laid: Sequence[str] = ()) -> Play:
    """Seat 1 is asked for a special action; seat 2 has these other tiles."""
    return position(GAME, special="1 2", wood=wood, tiles={1: tiles, 2: other}, board=board, laid=laid)


@pytest.mark.rule("CG-III-1m", "CG-III-1m1")
def test_a_halt_lays_the_cordon_on_its_building_and_stays_on_the_board() -> None:
    play = filling(GAME, wood="A", board=["progress-church"]).do("dealer task halt-cloister")
    assert play.told == ["- task-revealed halt-cloister place 2", "- cordon-laid B"]
    assert (play.cordon, play.wood) == ("B", "A")
    assert play.board == ["progress-church", "halt-cloister", "-", "-", "-", "-"]
    assert play.state.turned == 0


@pytest.mark.rule("CG-III-1m")
def test_no_section_may_cover_a_space_of_it() -> None:
    play = position(GAME, laying="hut red hall", wood="AB", board=["halt-church"])
    assert play.why_not("1 lay d5 e5 f5 g5") == ("covers-cordon", "CG-III-1m")
    assert play.why_not("1 lay e6 e7 e8 e9") == ("covers-cordon", "CG-III-1m")
    church = {f"{column}{row}" for column in "cdefghijkl" for row in (5, 6)} | {"c4", "c7"}
    lays = [line.split()[2:] for line in play.legal(1)]
    assert ["e7", "e8", "e9", "e10"] in lays
    assert not [spaces for spaces in lays if church.intersection(spaces)]


@pytest.mark.rule("CG-III-1m")
def test_without_the_cordon_the_same_places_are_legal() -> None:
    play = position(GAME, laying="hut red hall", wood="AB")
    assert {"1 lay d5 e5 f5 g5", "1 lay e6 e7 e8 e9"} <= set(play.legal(1))


@pytest.mark.rule("CG-III-1m")
def test_who_could_lay_nowhere_but_behind_the_cordon_begs_and_an_angel_is_spent() -> None:
    turns = ["1 build-red-1", "2 angel-2"]
    play = position(GAME, turns=turns, tiles={1: "R", 2: "0"}, wood="A", board=["halt-church"])
    assert "1 begs build-red-1" in play.told
    assert {line.split()[1] for line in play.legal(1)} == {"receive"}
    assert play.tiles(1) == "R"
    over = play.do("1 receive GG", "1 end")
    assert "2 card-spent angel-2" in over.told


@pytest.mark.rule("CG-III-1m")
def test_behind_the_cordon_nothing_is_bought() -> None:
    play = acting("RRRBBGY", "halt-church", wood="A")
    assert play.why_not("1 buy hut red hall RRRBB") == ("no-place", "CG-II-4e1")
    assert play.why_not("1 buy pouch hall RRGBY") == ("no-place", "CG-II-4e1")
    assert not [line for line in play.legal(1) if " buy " in line]


@pytest.mark.rule("CG-III-1m")
def test_the_building_may_be_flipped_by_expanding_and_stays_closed() -> None:
    play = acting("GBYBBBRR", "halt-cloister", wood="A").do("1 expand B")
    assert (play.wood, play.cordon) == ("AB", "B")
    holding = play.do("1 buy hut blue hall RRBBB")
    assert holding.why_not("1 lay e7 e8 e9 e10") == ("covers-cordon", "CG-III-1m")


@pytest.mark.rule("CG-III-1m")
def test_the_building_may_be_flipped_by_a_task() -> None:
    play = filling(GAME, wood="A", board=["halt-cloister"]).do("dealer task progress-cloister")
    assert (play.wood, play.cordon) == ("AB", "B")
    assert "- flipped B" in play.told


@pytest.mark.rule("CG-III-1m")
def test_guests_may_move_in() -> None:
    turns = ["1 guest-reginbert", "2 angel-2"]
    play = position(GAME, turns=turns, tiles={1: "Y", 2: "0"}, wood="AB", board=["halt-cloister"])
    assert "1 moved-in B 1" in play.told
    assert play.beside == ["1 B guest"]


@pytest.mark.rule("CG-III-1m1", "CG-III-1m4", "CG-III-4b")
def test_in_a_special_action_its_tiles_lift_the_cordon_and_bring_the_card() -> None:
    after = acting("GBY", "progress-church", "halt-church").do("1 pay-task 2")
    assert after.told[:3] == ["1 tiles-paid GB", "1 task-fulfilled halt-church place 2", "1 cordon-lifted A"]
    assert (after.cordon, after.tiles(1), after.tasks(1)) == ("-", "Y", ["halt-church"])
    assert after.points("tasks", 1) == 1
    assert after.board[:2] == ["progress-church", "-"]


@pytest.mark.rule("CG-III-1m1")
def test_the_cordon_is_gone_at_once_for_the_next_special_action() -> None:
    play = acting("GB", "halt-church", other="RRRBB", wood="A").do("1 pay-task 1", "2 buy hut red hall RRRBB")
    assert "2 lay d5 e5 f5 g5" in play.legal(2)


@pytest.mark.rule("CG-III-1m1")
def test_who_has_just_the_tiles_is_asked_for_a_special_action_and_may_pass() -> None:
    play = acting("GB", "halt-church", wood="A")
    assert (play.due, play.legal(1)) == ("1", ["1 pay-task 1", "1 pass"])
    after = play.do("1 pass")
    assert (after.board[0], after.cordon, after.due) == ("halt-church", "A", "dealer tasks")


@pytest.mark.rule("CG-III-1m1")
def test_no_other_tiles_lift_it_nor_does_a_turn() -> None:
    assert acting("GGGR", "halt-church").why_not("1 pay-task 1") == ("tiles-missing", "CG-III-1m1")
    turn = position(GAME, laying="hut red hall", wood="AB", tiles={1: "GBRRR"}, board=["halt-church"])
    ending = turn.do("1 lay e7 e8 e9 e10")
    assert ending.why_not("1 pay-task 1") == ("not-now", "CG-I-3y")
    assert ending.cordon == "A"


@pytest.mark.rule("CG-III-1m1")
def test_a_beggar_does_not_lift_it() -> None:
    turns = ["2 build-red-1", "1 build-red-2 beg"]
    play = position(GAME, turns=turns, tiles={1: "GB", 2: "R"}, wood="AB", board=["halt-church"])
    over = play.do("2 take hut red hall", "2 lay e7 e8 e9 e10", "1 receive GB", "1 end")
    assert (over.due, over.cordon) == ("dealer tasks", "A")


@pytest.mark.rule("CG-III-1m2", "CG-III-1g")
def test_a_halt_that_is_revealed_while_the_cordon_lies_is_ignored_and_its_place_filled_at_once() -> None:
    play = filling(GAME, wood="AB", board=["halt-church"]).do("dealer task halt-cloister")
    assert play.told == ["- task-revealed halt-cloister place 2", "- event-ignored halt-cloister"]
    assert (play.cordon, play.aside) == ("A", ["halt-cloister"])
    again = play.do("dealer task progress-church")
    assert again.board[:2] == ["halt-church", "progress-church"]


@pytest.mark.rule("CG-III-1m2")
def test_once_it_is_lifted_another_halt_lays_it_again() -> None:
    play = acting("GB", "halt-church").do("1 pay-task 1", "dealer task halt-cloister")
    assert (play.cordon, play.board[0]) == ("B", "halt-cloister")


@pytest.mark.rule("CG-III-1m3")
def test_grass_beside_the_building_is_free() -> None:
    play = position(GAME, laying="hut red hall", wood="AJ", board=["halt-church"])
    assert "1 lay f1 f2 f3 f4" in play.legal(1)
    after = play.do("1 lay f1 f2 f3 f4")
    assert after.laid == ["hut red hall"]


@pytest.mark.rule("CG-III-1m3")
def test_a_task_that_only_the_cordon_stands_in_the_way_of_stays_or_takes_its_place() -> None:
    play = filling(GAME, wood="AB", board=["halt-church", "progress-church"])
    assert play.board[:2] == ["halt-church", "progress-church"]
    after = play.do("dealer task transept-on-church")
    assert after.board[2] == "transept-on-church"
    assert after.aside == []


@pytest.mark.rule("CG-III-1m3", "CG-II-3d")
def test_a_small_gap_behind_the_cordon_takes_a_lazy_monk_like_any_other() -> None:
    there = ["2 hut red tower f1 g1 f2 g2"]
    play = position(GAME, laying="hut red hall", wood="AJ", board=["halt-school"], laid=there)
    after = play.do("1 lay h3 h4 h5 h6")
    assert after.lazy == {"h1": 1}
