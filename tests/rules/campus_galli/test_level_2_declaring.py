"""Level II, 3: reveal, declare, take turns."""

from __future__ import annotations

import pytest

from tests.rules.campus_galli.test_level_1_taking import ALL_BUT_B11, HALLS_OF_THE_POUCH
from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=2)
THREE = table(3, level=2)
FOUR = table(4, level=2)


def declaring(*turns: str, **tiles: str) -> Play:
    """The seats are to declare; tiles by seat, e.g. `s1="RRG"`."""
    own = {int(seat[1:]): letters for seat, letters in tiles.items()}
    return position(table(len(turns), level=2), turns=turns, tiles=own)


@pytest.mark.rule("CG-II-3")
def test_all_chosen_cards_are_turned_up_together() -> None:
    play = declaring("1 build-red-1 ?", "2 book-abrogans ?")
    assert play.told[:2] == ["1 card-revealed build-red-1", "2 card-revealed book-abrogans"]


@pytest.mark.rule("CG-II-3")
def test_turns_are_taken_in_the_order_of_the_cards_numbers() -> None:
    turns = ("1 guest-iso", "2 build-red-1", "3 pray-hall", "4 book-abrogans")
    assert declaring(*turns).order == "4 3 2 1"


@pytest.mark.rule("CG-II-3")
@pytest.mark.parametrize(("origin", "order"), [("pouch", "2 1"), ("hut", "1 2")])
def test_a_double_coloured_card_has_its_lower_number_for_the_pouch_and_its_higher_one_for_the_hut(
    origin: str, order: str
) -> None:
    assert declaring("1 seer-1", f"2 double-hall-1 {origin}").order == order


@pytest.mark.rule("CG-II-3")
def test_books_come_before_prayer_prayer_before_building_building_before_guests() -> None:
    kinds: dict[str, list[int]] = {}
    for card in GAME.setting.box.cards:
        kinds.setdefault(card.kind.value, []).extend(card.numbers)
    prayer = kinds["pray"] + kinds["seer"]
    building = kinds["build"] + kinds["master"]
    assert max(kinds["book"]) < min(prayer) <= max(prayer) < min(building) <= max(building) < min(kinds["guest"])


@pytest.mark.rule("CG-II-3")
def test_no_others_than_the_chosen_cards_are_turned_up() -> None:
    before = position(GAME, special="1 2", wood="AB", tiles={1: "RRG", 2: "0"}).do("1 pass").dealt(until="nobody")
    line = f"1 choose {before.cards(before.own(1).hand).split()[0]}"
    play = before.do(line, f"2 choose {before.cards(before.own(2).hand).split()[0]}")
    assert play.due == "dealer reveal"
    assert play.why_not("dealer reveal angel-1 angel-1") == ("bad-reveal", "CG-II-3")


@pytest.mark.rule("CG-II-3x")
def test_a_seat_that_will_not_pay_begs() -> None:
    play = declaring("1 build-red-1 ?", "2 angel-2", s1="R")
    assert play.legal(1) == ["1 play", "1 beg"]
    after = play.do("1 beg")
    assert "1 begs build-red-1" in after.told
    assert after.tiles(1) == "R"


@pytest.mark.rule("CG-II-3x", "CG-II-3x2")
def test_a_seat_that_cannot_pay_begs_without_being_asked() -> None:
    play = declaring("1 build-red-1 ?", "2 pray-hall ?", s1="GB", s2="B")
    assert play.due == "2"
    assert "1 begs build-red-1" in play.do("2 play").told


@pytest.mark.rule("CG-II-3x1")
def test_seats_declare_in_the_order_of_their_numbers_the_lower_of_two_counting() -> None:
    play = declaring("1 build-red-1 ?", "2 double-hall-1 ?", "3 book-abrogans ?")
    asked = [play.due]
    for line in ("3 play", "2 declare hut", "1 play"):
        play = play.do(line)
        asked.append(play.due)
    assert asked[:3] == ["3", "2", "1"]
    assert play.order == "3 2 1"


@pytest.mark.rule("CG-II-3x1")
def test_nobody_declares_before_its_turn_to() -> None:
    play = declaring("1 build-red-1 ?", "2 pray-hall ?")
    assert play.why_not("1 beg") == ("not-your-turn", "CG-I-3y")


@pytest.mark.rule("CG-II-3x1")
def test_a_double_coloured_card_is_declared_from_the_pouch_or_from_the_hut() -> None:
    play = declaring("1 double-hall-1 ?", "2 angel-2", s1="RB")
    assert play.legal(1) == ["1 declare hut", "1 declare pouch", "1 beg"]
    assert play.why_not("1 play") == ("not-now", "CG-II-3x1")


@pytest.mark.rule("CG-II-3x1")
def test_only_a_double_coloured_card_is() -> None:
    assert declaring("1 build-red-1 ?", "2 angel-2").why_not("1 declare hut") == ("not-now", "CG-II-3x1")


@pytest.mark.rule("CG-II-3x1")
def test_the_order_of_turns_is_fixed_once_all_have_declared() -> None:
    play = declaring("1 build-red-1 ?", "2 pray-hall ?")
    assert play.do("2 beg").order == ""
    assert play.do("2 beg", "1 play").order == "1 2"


@pytest.mark.rule("CG-II-3x1")
def test_level_i_knows_no_begging_and_no_playing() -> None:
    play = position(table(2), turns=["1 double-hall-1 hut", "2 angel-2"])
    assert play.why_not("1 beg") == ("not-now", "CG-I-3y")


@pytest.mark.rule("CG-II-3x2")
def test_swaps_that_the_seat_could_make_now_count() -> None:
    play = declaring("1 build-red-1 ?", "2 angel-2", s1="GGB")
    assert play.legal(1) == ["1 play", "1 beg"]
    assert declaring("1 master-1 ?", "2 angel-2", s1="GGBY").legal(1) == ["1 play", "1 beg"]


@pytest.mark.rule("CG-II-3x2")
@pytest.mark.parametrize(("card", "tiles"), [("build-red-1", "GB"), ("master-1", "GGB"), ("seer-1", "RGY")])
def test_too_few_tiles_to_swap_do_not_count(card: str, tiles: str) -> None:
    assert f"1 begs {card}" in declaring(f"1 {card} ?", "2 angel-2", s1=tiles).told


@pytest.mark.rule("CG-II-3x2", "CG-II-3s3")
def test_nor_do_swaps_for_a_tile_that_the_supply_has_not() -> None:
    play = declaring("1 build-red-1 ?", "2 angel-2", s1="GGGBBB", s2="R" * 12)
    assert "1 begs build-red-1" in play.told


@pytest.mark.rule("CG-II-3x2")
def test_a_double_coloured_card_is_declared_only_as_it_can_be_paid_for() -> None:
    play = declaring("1 double-hall-1 ?", "2 angel-2", s1="RG")
    assert play.legal(1) == ["1 declare hut", "1 beg"]
    assert play.why_not("1 declare pouch") == ("cannot-pay", "CG-II-3x2")


@pytest.mark.rule("CG-II-3x2")
def test_a_seat_with_an_angel_is_not_asked_and_does_not_beg() -> None:
    play = declaring("1 angel-1", "2 angel-2", s1="0")
    assert play.due == "1"
    assert play.why_not("1 beg") == ("not-now", "CG-I-3y")
    assert "1 take hut red hall" in play.legal(1)


@pytest.mark.rule("CG-II-3x3")
def test_a_seat_that_declared_to_play_does_not_beg_in_its_turn() -> None:
    play = declaring("1 master-1", "2 angel-2", s1="RRG")
    assert play.why_not("1 beg") == ("not-now", "CG-I-3y")
    assert {line.split()[1] for line in play.legal(1)} <= {"pay", "swap"}


@pytest.mark.rule("CG-II-3x3")
def test_it_may_not_swap_away_what_it_has_to_pay_with() -> None:
    play = declaring("1 build-red-1", "2 angel-2", s1="RGB")
    assert play.why_not("1 swap RGB Y") == ("could-not-pay", "CG-II-3x3")
    assert play.legal(1) == ["1 pay R", "1 swap RGB R"]


@pytest.mark.rule("CG-II-3x3")
def test_what_was_declared_of_a_double_coloured_card_binds() -> None:
    play = declaring("1 double-hall-1 pouch", "2 angel-2", s1="RB")
    assert play.tiles(1) == "R"
    assert play.legal(1) == ["1 take pouch hall"]


@pytest.mark.rule("CG-II-3x4")
def test_beggars_come_after_all_cards_but_angels_each_by_its_number() -> None:
    turns = ("1 angel-1", "2 double-hall-1 beg", "3 book-abrogans beg", "4 guest-iso")
    assert declaring(*turns).order == "4 3 2 1"
    assert declaring("1 double-hall-1 beg", "2 pray-corner beg", "3 seer-1 beg", "4 guest-iso").order == "4 2 1 3"


@pytest.mark.rule("CG-II-3x4")
def test_angels_come_last_of_all_by_their_numbers() -> None:
    assert declaring("1 angel-3", "2 angel-1", "3 guest-iso beg", "4 angel-2").order == "3 2 4 1"


LAST_RED = {1: "B", 2: "GGG", 3: "R" * 11}


@pytest.mark.rule("CG-II-3x5")
def test_a_seat_begs_in_its_turn_where_the_tile_that_it_would_swap_for_has_run_out_meanwhile() -> None:
    play = position(THREE, turns=["1 book-legendary ?", "2 build-red-1 ?", "3 angel-3"], tiles={**LAST_RED, 1: "G"})
    play = play.do("1 play", "2 play")
    assert "1 tiles-received R" in play.told
    assert "R" not in play.tiles_left
    assert "2 begs build-red-1" in play.told
    assert (play.due, play.tiles(2)) == ("2", "GGG")
    assert all(line.startswith("2 receive") for line in play.legal(2))


@pytest.mark.rule("CG-II-3x5")
def test_with_the_tile_still_there_it_pays() -> None:
    play = position(THREE, turns=["1 book-troper ?", "2 build-red-1 ?", "3 angel-3"], tiles={**LAST_RED, 1: "G"})
    assert play.do("1 play", "2 play").legal(2) == ["2 swap GGG R"]


@pytest.mark.rule("CG-II-3b3")
def test_a_card_that_allows_no_section_any_more_makes_its_seat_beg_at_once() -> None:
    play = position(
        GAME, turns=["1 build-red-1 beg", "2 pray-tower"], laid=ALL_BUT_B11, tiles={1: "R", 2: "B"}, wood="ABC"
    )
    assert "2 begs pray-tower" in play.told
    assert (play.due, play.tiles(2)) == ("2", "B")
    assert "2 receive RR" in play.legal(2)


@pytest.mark.rule("CG-II-3b3")
@pytest.mark.parametrize(("origin", "begs"), [("pouch", True), ("hut", False)])
def test_a_double_coloured_card_is_judged_as_declared(origin: str, begs: bool) -> None:
    laid = (*HALLS_OF_THE_POUCH, "2 pouch joker hall h6 i6 j6 k6")
    play = position(GAME, turns=[f"1 double-hall-1 {origin}", "2 angel-2"], laid=laid, tiles={1: "RB"})
    assert ("1 begs double-hall-1" in play.told) is begs
    assert play.tiles(1) == ("RB" if begs else "B")


@pytest.mark.rule("CG-II-3b3")
def test_an_angels_card_is_spent_without_effect() -> None:
    laid = [*ALL_BUT_B11, "2 pouch yellow hall b11 c11 d11 e11"]
    play = position(GAME, turns=["1 angel-1", "2 angel-2"], laid=laid, tiles={1: "RGB"})
    assert "1 card-spent angel-1" in play.told
    assert (play.due, play.own(1).begs) == ("1", False)
    assert {line.split()[1] for line in play.legal(1)} == {"swap", "end"}
