"""Level II, 3e and 3f: bringing guests, and begging."""

from __future__ import annotations

import pytest

from rules.campus_galli.game import CampusGalli
from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=2)
BAKERY = ("2 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9", "2 hut red hall b11 c11 d11 e11")


def bringing(
    guest: str,
    *board: str,
    visitors: str = "",
    wood: str = "ABC",
    laid: tuple[str, ...] = (),
    game: CampusGalli = GAME,
    other: str = "RGBY",
) -> Play:
    """Seat 1 brings the guest."""
    turns = [f"1 {guest}", "2 angel-2"]
    tiles = {1: "Y", 2: other}
    return position(game, turns=turns, tiles=tiles, guests={1: visitors}, board=board, wood=wood, laid=laid)


@pytest.mark.rule("CG-II-3e")
def test_a_guest_is_paid_for_and_lies_on_the_board() -> None:
    play = bringing("guest-findan")
    assert play.guests(1) == ["guest-findan"]
    assert play.tiles(1) == "B"
    assert [line.split()[1] for line in play.told[-4:]] == ["tiles-paid", "guest-come", "tiles-received", "moved-in"]


@pytest.mark.rule("CG-II-3e1")
def test_first_he_brings_the_tile_that_his_card_shows() -> None:
    play = bringing("guest-moengal", visitors="guest-notker")
    assert play.tiles(1) == "G"
    assert play.due == "1"
    assert play.beside == []


@pytest.mark.rule("CG-II-3e2")
def test_a_guest_whose_card_shows_none_brings_none() -> None:
    play = bringing("guest-grimald", wood="ABCI")
    assert play.tiles(1) == "0"
    assert play.beside == ["1 I guest"]


@pytest.mark.rule("CG-II-3e2")
def test_of_several_tiles_shown_the_seat_chooses_one() -> None:
    play = bringing("guest-wolfcoz")
    assert play.legal(1) == ["1 receive B", "1 receive G"]
    assert play.do("1 receive G").tiles(1) == "G"
    assert play.why_not("1 receive R") == ("wrong-tiles", "CG-II-3s4")
    assert play.why_not("1 receive GB") == ("wrong-tiles", "CG-II-3s4")


@pytest.mark.rule("CG-II-3e2", "CG-II-3s4")
def test_with_one_of_them_run_out_the_other_is_received_automatically() -> None:
    assert bringing("guest-wolfcoz", other="G" * 12).tiles(1) == "B"


@pytest.mark.rule("CG-II-3e3")
def test_then_one_other_guest_may_be_scored_again() -> None:
    play = bringing("guest-findan", visitors="guest-wolfcoz guest-udalrich guest-grimald")
    assert set(play.legal(1)) == {
        "1 again none",
        "1 again guest-wolfcoz G",
        "1 again guest-wolfcoz B",
        "1 again guest-udalrich R",
        "1 again guest-grimald -",
    }
    assert play.do("1 again guest-udalrich R").tiles(1) == "RB"
    assert play.why_not("1 again guest-findan B") == ("wrong-cards", "CG-II-3e3")
    assert play.why_not("1 again guest-udalrich R guest-wolfcoz G") == ("wrong-cards", "CG-II-3e3")


@pytest.mark.rule("CG-II-3e3")
def test_the_first_guest_has_no_other() -> None:
    assert bringing("guest-findan").due == "2"


@pytest.mark.rule("CG-II-3e4")
def test_then_he_moves_in_with_one_monk_if_his_building_is_in_wood() -> None:
    play = bringing("guest-findan", visitors="guest-notker")
    assert play.beside == []
    after = play.do("1 again none")
    assert after.told == ["1 moved-in C 1"]
    assert (after.beside, after.supply(1)) == (["1 C guest"], 14)


@pytest.mark.rule("CG-II-3e4", "CG-II-3e7")
def test_with_two_monks_if_it_is_complete() -> None:
    play = bringing("guest-findan", laid=BAKERY)
    assert (play.beside, play.supply(1)) == (["1 C guest"] * 2, 13)


@pytest.mark.rule("CG-II-3e7")
def test_a_building_is_not_complete_while_a_space_is_uncovered() -> None:
    assert bringing("guest-findan", laid=BAKERY[:2]).beside == ["1 C guest"]


@pytest.mark.rule("CG-II-3e5")
def test_a_guest_of_a_parchment_building_visits_and_does_not_move_in() -> None:
    play = bringing("guest-iso")
    assert (play.guests(1), play.tiles(1), play.beside) == (["guest-iso"], "Y", [])


@pytest.mark.rule("CG-II-3e5")
def test_nor_does_he_when_the_building_is_flipped_later() -> None:
    play = position(GAME, special="1 2", wood="AB", tiles={1: "RRY", 2: "0"}, guests={1: "guest-findan"})
    assert play.do("1 expand C").beside == ["1 C"]


@pytest.mark.rule("CG-II-3e3", "CG-II-3e5")
def test_a_guest_scored_again_does_not_move_in_again() -> None:
    after = bringing("guest-iso", visitors="guest-findan").do("1 again guest-findan B")
    assert after.beside == []


@pytest.mark.rule("CG-II-3e6")
def test_as_many_are_placed_as_the_supply_still_has() -> None:
    one = bringing("guest-findan", laid=BAKERY, game=table(level=2, monks=1))
    assert (one.beside, one.supply(1)) == (["1 C guest"], 0)


@pytest.mark.rule("CG-II-3e6")
def test_they_are_distinguished_from_master_builders() -> None:
    play = position(GAME, turns=["1 guest-findan", "2 angel-2"], tiles={1: "Y"}, beside=["1 C"], wood="ABC")
    assert play.beside == ["1 C", "1 C guest"]
    assert (play.points("beside", 1), play.points("guests", 1)) == (1, 1)


@pytest.mark.rule("CG-II-3g3")
def test_new_person_is_fulfilled_by_a_guest_who_moves_into_a_building_of_that_side() -> None:
    play = bringing("guest-findan", "new-person-west-1", "new-person-east-1", "new-person-west-2")
    assert play.tasks(1) == ["new-person-west-1", "new-person-west-2"]


@pytest.mark.rule("CG-II-3g3")
def test_a_guest_who_only_visits_fulfils_none() -> None:
    assert bringing("guest-findan", "new-person-west-1", wood="AB").tasks(1) == []


@pytest.mark.rule("CG-II-3g4")
def test_without_a_monk_beside_the_building_there_is_no_new_person() -> None:
    game = table(level=2, monks=1)
    play = position(
        game,
        turns=["1 guest-findan", "2 angel-2"],
        tiles={1: "Y"},
        beside=["1 A"],
        board=["new-person-west-1"],
    )
    assert (play.beside, play.tasks(1), play.board[0]) == (["1 A"], [], "new-person-west-1")
    assert play.guests(1) == ["guest-findan"]


@pytest.mark.rule("CG-II-3g4")
def test_the_sides_are_those_of_level_i_and_a_building_may_lie_on_two() -> None:
    barn = 5
    assert sum(barn in buildings for buildings in GAME.setting.box.plan.sides) == 2
    assert bringing("guest-hartmut", "new-person-east-1", wood="ABF").tasks(1) == ["new-person-east-1"]


@pytest.mark.rule("CG-II-3g5", "CG-II-3g6")
def test_guests_can_bring_all_together() -> None:
    play = bringing("guest-findan", "red-with-blue", visitors="guest-udalrich")
    assert play.tasks(1) == []
    assert play.do("1 again guest-udalrich R").tasks(1) == ["red-with-blue"]


def begging(card: str = "build-red-1", tiles: str = "R", *board: str) -> Play:
    """Seat 1 begs, all others have had their turns but for an angel."""
    return position(GAME, turns=[f"1 {card} beg", "2 angel-2"], tiles={1: tiles, 2: "RGBY"}, board=board)


@pytest.mark.rule("CG-II-3f", "CG-II-3f1")
def test_a_beggar_receives_any_two_tiles_of_any_colours_named_at_once() -> None:
    play = begging()
    assert len(play.legal(1)) == 10
    assert play.do("1 receive GG").tiles(1) == "RGG"
    assert play.do("1 receive GY").tiles(1) == "RGY"
    assert play.why_not("1 receive G") == ("wrong-tiles", "CG-II-3s4")


@pytest.mark.rule("CG-II-3f")
def test_its_card_goes_to_the_played_pile_without_effect() -> None:
    play = position(GAME, turns=["1 build-red-1 beg", "2 build-red-2 beg"], tiles={1: "R", 2: "R"})
    after = play.do("1 receive GG", "1 end", "2 receive BB", "2 end")
    assert after.cards_played(1)[-1] == "build-red-1"
    assert after.cards_played(2)[-1] == "build-red-2"
    assert after.state.laid == ()
    assert (after.tiles(1), after.tiles(2)) == ("RGG", "RBB")


@pytest.mark.rule("CG-II-3f1")
def test_a_beggar_takes_the_end_of_its_turn_like_all_others() -> None:
    play = begging("build-red-1", "R", "long-hours-yellow").do("1 receive GG")
    assert {"1 claim 1", "1 swap RGG B", "1 end"} <= set(play.legal(1))


@pytest.mark.rule("CG-II-3f1")
@pytest.mark.parametrize("card", ["book-abrogans", "guest-findan"])
def test_a_book_or_guest_begged_with_is_lost_for_good(card: str) -> None:
    play = position(GAME, turns=[f"1 {card} beg", "2 guest-haito"], tiles={1: "GY", 2: "0"})
    after = play.do("1 receive BB", "1 end", "2 receive BB")
    assert after.cards_played(1)[-1] == card
    assert (after.books(1), after.guests(1), after.beside) == ([], [], [])


@pytest.mark.rule("CG-II-3f2")
def test_a_beggar_takes_no_special_action_in_that_round() -> None:
    play = position(GAME, turns=["1 build-red-1 beg", "2 build-red-2 beg"], tiles={1: "RRYRRY", 2: "RRYRRY"}, wood="AB")
    after = play.do("1 receive GG", "1 end", "2 receive BB", "2 end")
    assert after.due == "dealer tasks"


@pytest.mark.rule("CG-II-3f2", "CG-II-4")
def test_a_seat_that_did_not_beg_takes_special_actions() -> None:
    play = position(GAME, special="1 2", wood="AB", tiles={1: "RRY", 2: "RRY"}, begging=[1])
    assert play.due == "2"


@pytest.mark.rule("CG-II-3g5", "CG-II-3g6")
def test_begging_can_bring_all_together() -> None:
    play = begging("build-red-1", "R", "green-with-yellow", "red-with-green").do("1 receive GY")
    assert play.tasks(1) == ["green-with-yellow"]
