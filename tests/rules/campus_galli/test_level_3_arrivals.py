"""Level III, 1: new arrivals."""

from __future__ import annotations

import pytest

from rules.campus_galli.game import CampusGalli
from tests.support.play import Play
from tests.support.positions import filling, position, table

GAME = table(level=3)
NORTH, SOUTH = "dealer task arrivals-north", "dealer task arrivals-south"
"""They cost YY and GY."""


def arriving(
    *beside: str,
    tiles: str = "YYR",
    other: str = "0",
    task: str = NORTH,
    order: str = "",
    board: tuple[str, ...] = (),
    game: CampusGalli = GAME,
) -> Play:
    """After the card is revealed; the monks of both seats stand beside these buildings."""
    wood = "".join(letter for letter in "ABCDEFGHIJK" if letter == "A" or any(letter in it for it in beside))
    at = filling(game, order=order, wood=wood, beside=beside, tiles={1: tiles, 2: other}, board=board)
    return at.do(task)


@pytest.mark.rule("CG-III-1n")
@pytest.mark.parametrize("monk", ["1 I", "1 I guest"])
def test_who_has_a_monk_of_either_kind_there_may_pay_and_place_another(monk: str) -> None:
    play = arriving(monk)
    assert play.told == ["- task-revealed arrivals-north place 1", "- event arrivals-north place 1"]
    assert (play.due, play.legal(1)) == ("1", ["1 settle I", "1 decline"])
    after = play.do("1 settle I")
    assert after.told == ["1 tiles-paid YY", "1 arrived I"]
    assert (after.beside, after.supply(1), after.tiles(1)) == ([monk, "1 I guest"], 13, "R")
    assert after.due == "dealer tasks"


@pytest.mark.rule("CG-III-1n")
def test_the_tiles_are_those_of_the_card_and_go_to_the_supply() -> None:
    play = arriving("1 E", tiles="GRRRY", task=SOUTH)
    after = play.do("1 settle E")
    assert (after.tiles(1), after.tiles_left.count("G"), after.tiles_left.count("Y")) == ("RRR", 12, 12)


@pytest.mark.rule("CG-III-1n")
def test_it_need_not() -> None:
    after = arriving("1 I").do("1 decline")
    assert (after.beside, after.supply(1), after.tiles(1)) == (["1 I"], 14, "RYY")
    assert (after.told, after.due) == ([], "dealer tasks")


@pytest.mark.rule("CG-III-1n", "CG-III-1h")
def test_seats_are_asked_in_the_order_of_the_round_before_and_each_before_the_next() -> None:
    play = arriving("1 I", "2 J", other="YY", order="2 1")
    assert play.due == "2"
    assert play.why_not("1 settle I") == ("not-your-turn", "CG-I-3y")
    then = play.do("2 settle J")
    assert then.due == "1"
    assert then.do("1 settle I").beside == ["1 I", "2 J", "2 J guest", "1 I guest"]


@pytest.mark.rule("CG-III-1n1")
def test_he_stands_beside_a_building_of_that_side_beside_which_the_seat_has_a_monk() -> None:
    play = arriving("1 I", "1 K guest", "1 A", "1 E", "2 J")
    assert play.legal(1) == ["1 settle I", "1 settle K", "1 decline"]
    for letter in "AEJ":
        assert play.why_not(f"1 settle {letter}") == ("no-monk-there", "CG-III-1n1")
    assert play.do("1 settle K").beside[-1] == "1 K guest"


@pytest.mark.rule("CG-III-1n1")
def test_several_monks_beside_one_building_do_not_name_it_twice() -> None:
    assert arriving("1 I", "1 I", "1 I guest").legal(1) == ["1 settle I", "1 decline"]


@pytest.mark.rule("CG-III-1n1")
def test_he_is_a_guest_monk_so_epidemics_touch_him_and_he_scores() -> None:
    after = arriving("1 I").do("1 settle I")
    assert (after.points("beside", 1), after.points("guests", 1)) == (1, 1)
    sick = after.do("dealer task epidemic-north", "dealer dice yellow yellow")
    assert "1 guest-lost I" in sick.told
    assert sick.beside == ["1 I"]


@pytest.mark.rule("CG-III-1n1")
def test_each_seat_does_so_once() -> None:
    after = arriving("1 I", tiles="YYYY").do("1 settle I")
    assert after.due == "dealer tasks"
    assert after.why_not("1 settle I") == ("not-your-turn", "CG-I-3y")


@pytest.mark.rule("CG-III-1n2", "CG-III-1n3")
def test_a_seat_without_the_tiles_is_not_asked_and_the_card_keeps_its_place() -> None:
    play = arriving("1 I", "2 J", tiles="YRRRR", other="YY")
    assert play.due == "2"
    play = arriving("1 I", tiles="YRRRR")
    assert play.due == "dealer tasks"
    assert play.told == ["- task-revealed arrivals-north place 1", "- event arrivals-north place 1"]
    assert (play.board[0], play.aside, play.beside) == ("arrivals-north", [], ["1 I"])
    assert play.do("dealer task progress-church").board[:2] == ["arrivals-north", "progress-church"]


@pytest.mark.rule("CG-III-1n3", "CG-II-3s1")
def test_nobody_swaps_for_the_tiles() -> None:
    play = arriving("1 I", tiles="YYRRR")
    assert play.why_not("1 swap RRR G") == ("not-now", "CG-I-3y")
    assert play.why_not("1 pay YY") == ("not-now", "CG-I-3y")


@pytest.mark.rule("CG-III-1n3")
def test_what_was_returned_at_dues_is_not_there_to_pay_with_but_what_came_for_it_is() -> None:
    at = filling(GAME, wood="AEI", beside=["1 I", "1 E"], tiles={1: "YYYYRRRR", 2: "0"}).do("dealer task dues-1")
    assert at.tiles(1) == "RGBY"
    assert at.do(NORTH).due == "dealer tasks"
    assert at.do(SOUTH, "1 settle E").tiles(1) == "RB"


@pytest.mark.rule("CG-III-1n2")
def test_a_seat_without_a_monk_in_its_supply_is_not_asked() -> None:
    play = arriving("1 I", game=table(level=3, monks=1))
    assert (play.due, play.tiles(1), play.board[0]) == ("dealer tasks", "RYY", "arrivals-north")


@pytest.mark.rule("CG-III-1n2", "CG-III-1g")
def test_with_nobody_on_that_side_the_card_is_ignored_and_its_place_filled_at_once() -> None:
    play = arriving("1 E", "2 D guest", tiles="YY", other="YY")
    assert play.told == ["- task-revealed arrivals-north place 1", "- event-ignored arrivals-north"]
    assert (play.aside, play.due) == (["arrivals-north"], "dealer tasks")
    assert play.do("dealer task progress-church").board[0] == "progress-church"


@pytest.mark.rule("CG-III-1n2")
def test_it_brings_no_points_and_no_new_person() -> None:
    # K lies in the north and in the west.
    after = arriving("1 K", board=("new-person-west-1",)).do("1 settle K")
    assert (after.tasks(1), after.board[:2]) == ([], ["new-person-west-1", "arrivals-north"])
    assert {task.points for task in GAME.setting.box.tasks if task.key.startswith("arrivals")} == {0}


@pytest.mark.rule("CG-III-1n", "CG-III-1f")
def test_the_card_lies_until_the_end_of_the_round_and_is_discarded() -> None:
    play = arriving("1 I", board=tuple(f"progress-{name}" for name in ("church", "cloister", "bakery", "stables")))
    full = play.do("1 decline", "dealer task progress-barn")
    assert (full.board[4], full.due, full.state.turned) == ("arrivals-north", "dealer pile 1", 1 << 4)
    at = position(GAME, special="1 2", tiles={1: "GB", 2: "0"}, board=["arrivals-north", "halt-church"])
    after = Play(GAME, at.state._replace(turned=1)).do("1 pass")
    assert (after.board[:2], after.aside) == (["-", "halt-church"], ["arrivals-north"])
