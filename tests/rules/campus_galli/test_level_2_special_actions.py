"""Level II, 4 and 5: special actions, tidying up, the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.campus_galli.game import CampusGalli
from rules.engine.entropy import derive_entropy
from tests.support.play import Play
from tests.support.positions import position, table

GAME = table(level=2)
PAID = {"church-bell": "BBB", "imperial-visit": "RGBY", "feeding-the-poor": "YYY", "ivory-panel": "GGG"}
BAKERY_BUT_B11 = ("2 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9")


def acting(
    tiles: str,
    *board: str,
    other: str = "0",
    special: str = "1 2",
    wood: str = "AB",
    laid: Sequence[str] = (),
    game: CampusGalli = GAME,
) -> Play:
    """Seat 1 is asked for a special action; seat 2 has these other tiles."""
    return position(game, special=special, wood=wood, tiles={1: tiles, 2: other}, board=board, laid=laid)


@pytest.mark.rule("CG-II-4")
def test_when_all_have_had_their_turn_the_seats_are_asked_in_the_order_of_turns_until_all_have_passed() -> None:
    play = position(GAME, special="2 1", wood="AB", tiles={1: "RRGRRYY", 2: "RGGBYY"})
    asked: list[str] = []
    for line in ("2 expand E", "1 expand D", "2 pass", "1 expand C"):
        asked.append(play.due)
        play = play.do(line)
    assert asked == ["2", "1", "2", "1"]
    assert play.wood == "ABCDE"


@pytest.mark.rule("CG-II-4")
def test_it_begins_after_the_last_turn() -> None:
    play = position(GAME, turns=["1 build-red-1 beg", "2 angel-2"], tiles={1: "0", 2: "RRYGG"}, wood="AB")
    play = play.do("1 receive GG", "2 take hut green hall")
    assert play.why_not("2 expand C") == ("not-now", "CG-I-3y")
    play = play.do("2 lay c4 d4 e4 f4", "2 end")
    assert play.due == "2"
    assert "2 expand C" in play.legal(2)


@pytest.mark.rule("CG-II-4")
def test_a_seat_that_has_passed_takes_no_more_special_actions_in_that_round() -> None:
    play = acting("RRY", other="RRGRRY").do("1 pass", "2 expand D")
    assert play.due == "2"
    assert play.why_not("1 expand C") == ("not-your-turn", "CG-I-3y")


@pytest.mark.rule("CG-II-4")
def test_who_acted_comes_again_after_all_others() -> None:
    game = table(3, level=2)
    tiles = {1: "RRGRRY", 2: "RGGBBY", 3: "RRB"}
    play = position(game, special="3 1 2", wood="AB", tiles=tiles)
    asked = ""
    for line in ("3 expand F", "1 expand D", "2 expand E", "1 expand C"):
        asked += play.due
        play = play.do(line)
    assert asked == "3121"


@pytest.mark.rule("CG-II-4", "CG-II-3b3")
def test_an_angel_that_was_spent_without_effect_has_not_begged() -> None:
    laid = [*CRAMPED, "2 pouch yellow hall b11 c11 d11 e11"]
    play = position(GAME, turns=["1 angel-1", "2 angel-2"], laid=laid, tiles={1: "RRG", 2: "0"})
    assert "1 expand D" in play.do("1 end").legal(1)


@pytest.mark.rule("CG-II-4")
def test_when_all_have_passed_the_round_is_over() -> None:
    assert acting("RRY", other="RRY").do("1 pass", "2 pass").due == "dealer tasks"


@pytest.mark.rule("CG-II-4a")
def test_a_seat_that_can_take_none_passes_automatically() -> None:
    assert acting("RG", other="RRG").due == "2"
    assert acting("RG", other="RG").due == "dealer tasks"


@pytest.mark.rule("CG-II-4a")
def test_swaps_that_it_could_make_count() -> None:
    play = acting("RRGGGG")
    assert play.due == "1"
    assert "1 swap GGG Y" in play.legal(1)
    assert acting("RRBBBG", "church-bell").due == "1"


@pytest.mark.rule("CG-II-4a")
def test_it_passes_automatically_once_a_swap_leaves_it_no_action() -> None:
    assert acting("RRG").do("1 swap RRG Y").due == "dealer tasks"


@pytest.mark.rule("CG-II-4a")
def test_a_seat_that_passed_automatically_is_not_asked_again_though_another_flips_a_building() -> None:
    play = acting("BB", "new-person-west-1", other="RRGRRY").do("2 expand D", "2 expand C")
    assert play.due == "dealer tasks"


@pytest.mark.rule("CG-II-4b")
@pytest.mark.parametrize(("task", "tiles"), PAID.items(), ids=PAID.keys())
def test_a_task_that_costs_tiles_is_fulfilled_by_paying_them(task: str, tiles: str) -> None:
    play = acting(tiles + "Y", "progress-church", task)
    after = play.do("1 pay-task 2")
    assert (after.tasks(1), after.tiles(1)) == ([task], "Y")
    assert f"1 tiles-paid {tiles}" in after.told
    assert after.points("tasks", 1) == len(tiles) / 2


@pytest.mark.rule("CG-II-4b")
@pytest.mark.parametrize(("task", "tiles"), PAID.items(), ids=PAID.keys())
def test_no_other_tiles_pay_for_it(task: str, tiles: str) -> None:
    others = {"BBB": "RRGBB", "RGBY": "RRGGB", "YYY": "RRGYY", "GGG": "RRGGB"}[tiles]
    assert acting(others, task).why_not("1 pay-task 1") == ("tiles-missing", "CG-II-4b")


@pytest.mark.rule("CG-II-4b")
def test_no_task_of_another_kind_is_paid_for_nor_an_empty_place() -> None:
    play = acting("RGBYRGBY", "progress-church")
    assert play.why_not("1 pay-task 1") == ("not-for-tiles", "CG-II-4b")
    assert play.why_not("1 pay-task 2") == ("not-for-tiles", "CG-II-4b")


@pytest.mark.rule("CG-II-4b")
def test_it_can_be_fulfilled_in_no_other_way() -> None:
    at = position(GAME, laying="hut blue tower", tiles={1: "BBB"}, board=[*PAID])
    play = at.do("1 lay g5 h5 g6 h6")
    assert play.tasks(1) == []
    assert {line.split()[1] for line in play.legal(1)} == {"swap", "end"}


@pytest.mark.rule("CG-II-4c")
def test_expanding_costs_the_tiles_of_the_parchment_and_flips_it_with_a_master_builder_beside_it() -> None:
    after = acting("RRRGB").do("1 expand D")
    assert (after.tiles(1), after.wood, after.beside, after.supply(1)) == ("RB", "ABD", ["1 D"], 14)
    assert after.told[:3] == ["1 tiles-paid RRG", "1 flipped D", "1 builder-beside D"]
    assert after.points("beside", 1) == 1


@pytest.mark.rule("CG-II-4c")
def test_only_parchment_is_flipped_and_only_for_its_own_tiles() -> None:
    play = acting("RRGBB")
    assert play.why_not("1 expand A") == ("not-parchment", "CG-II-4c")
    assert play.why_not("1 expand C") == ("tiles-missing", "CG-II-4c")
    assert [line for line in play.legal(1) if "expand" in line] == ["1 expand D", "1 expand F", "1 expand G"]


@pytest.mark.rule("CG-II-4c")
def test_every_parchment_shows_three_tiles() -> None:
    buildings = GAME.setting.box.plan.buildings
    assert [len(building.cost) for building in buildings if building.letter != "A"] == [3] * 10


@pytest.mark.rule("CG-II-4c1")
def test_without_a_monk_in_the_supply_the_building_is_flipped_all_the_same() -> None:
    game = table(level=2, monks=1)
    at = position(game, special="1 2", wood="AB", tiles={1: "RRG", 2: "0"}, beside=["1 A"], board=["new-person-west-1"])
    after = at.do("1 expand D")
    assert (after.wood, after.beside, after.tasks(1)) == ("ABD", ["1 A"], [])


@pytest.mark.rule("CG-II-4c1")
def test_a_gap_that_grows_too_large_by_it_sends_its_lazy_monk_home() -> None:
    tower = "2 hut blue tower b9 b10 c9 c10"
    at = position(GAME, special="1 2", wood="ABC", tiles={1: "RRG", 2: "0"}, laid=[tower], lazy={"b11": 2})
    after = at.do("1 expand D")
    assert "2 lazy-monk-home b11" in after.told
    assert (after.lazy, after.supply(2)) == ({}, 15)


@pytest.mark.rule("CG-II-3g3", "CG-II-4g")
def test_expanding_with_a_building_of_the_side_fulfils_new_person() -> None:
    after = acting("RRG", "new-person-west-1", "new-person-east-1").do("1 expand D")
    assert after.tasks(1) == ["new-person-west-1"]


@pytest.mark.rule("CG-II-4d")
def test_a_section_of_the_hut_costs_three_tiles_of_its_colour_and_two_more() -> None:
    play = acting("RRRRBBYG")
    bought = {line.split()[-1] for line in play.legal(1) if line.startswith("1 buy hut red hall ")}
    assert bought == {"RRRRB", "RRRRY", "RRRRG", "RRRBB", "RRRBY", "RRRGB", "RRRGY"}
    assert not [line for line in play.legal(1) if line.startswith("1 buy hut blue")]
    after = play.do("1 buy hut red hall RRRBB")
    assert (after.tiles(1), after.due) == ("RGY", "1")
    assert "hut red hall" not in after.hut
    assert {line.split()[1] for line in after.legal(1)} == {"lay"}


@pytest.mark.rule("CG-II-4d")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 buy hut red hall RRR", "wrong-payment"),
        ("1 buy hut red hall RRBBY", "wrong-payment"),
        ("1 buy hut red hall RRRBBY", "wrong-payment"),
        ("1 buy hut green hall RRGGG", "tiles-missing"),
        ("1 buy hut blue hall RRRBB", "tiles-missing"),
    ],
)
def test_no_other_tiles_buy_it(line: str, code: str) -> None:
    assert acting("RRRRBBYG").why_not(line) == (code, "CG-II-4d")


@pytest.mark.rule("CG-II-4d")
def test_only_what_lies_in_the_hut_is_bought_out_of_it() -> None:
    play = acting("RRRBB", laid=["2 hut red hall d5 e5 f5 g5"])
    assert play.why_not("1 buy hut red hall RRRBB") == ("not-in-hut", "CG-II-4d")


@pytest.mark.rule("CG-II-4e")
def test_a_section_of_the_pouch_costs_one_tile_of_each_colour_and_one_more() -> None:
    play = acting("RRGGBY")
    assert {line.split()[-1] for line in play.legal(1) if "buy pouch" in line} == {"RRGBY", "RGGBY"}
    assert play.why_not("1 buy pouch hall RGBY") == ("wrong-payment", "CG-II-4e")
    assert play.why_not("1 buy pouch hall RGBBY") == ("tiles-missing", "CG-II-4e")


@pytest.mark.rule("CG-II-4e", "CG-II-4e1")
def test_its_shape_is_chosen_its_colour_is_chance_and_tiles_are_paid_first() -> None:
    felt = acting("RRGBY").do("1 buy pouch wing RRGBY")
    assert felt.told == ["1 tiles-paid RRGBY", "1 shape-felt wing"]
    assert (felt.due, felt.tiles(1)) == ("dealer pouch", "0")
    drawn = {felt.game.format(felt.game.deal(felt.state, derive_entropy("bought", i))) for i in range(100)}
    assert drawn == {f"dealer felt {colour} wing" for colour in ("red", "green", "blue", "yellow", "joker")}
    holding = felt.do("dealer felt joker wing")
    assert {line.split()[1] for line in holding.legal(1)} == {"lay"}


@pytest.mark.rule("CG-II-4e")
def test_a_shape_that_the_pouch_has_no_more_is_not_bought() -> None:
    halls = [
        f"2 pouch {colour} hall {spaces}"
        for colour, spaces in zip(
            ("red", "green", "blue", "yellow", "joker"),
            ("c4 c5 c6 c7", "d5 e5 f5 g5", "d6 e6 f6 g6", "h5 i5 j5 k5", "h6 i6 j6 k6"),
            strict=True,
        )
    ]
    play = acting("RRGBY", laid=halls)
    assert play.why_not("1 buy pouch hall RRGBY") == ("not-in-pouch", "CG-II-4e")
    assert "1 buy pouch wing RRGBY" in play.legal(1)


CRAMPED = (
    "1 hut red hall c4 c5 c6 c7",
    "1 hut red wing d5 e5 f5 d6",
    "1 pouch red hall f6 g6 h6 i6",
    "1 pouch green hall g5 h5 i5 j5",
    "1 hut green tower k5 k6 l5 l6",
    "1 hut blue hall j6 j7 j8 j9",
    "1 hut yellow hall e10 f10 g10 h10",
    "1 hut green hall i7 i8 i9 i10",
    "2 pouch blue hall e6 e7 e8 e9",
    "2 hut green transept c8 d7 d8 d9",
    "2 hut blue tower b9 b10 c9 c10",
)
"""Only b11 is left, which no tower reaches."""


@pytest.mark.rule("CG-II-4e1")
def test_only_a_shape_with_a_legal_place_is_bought() -> None:
    play = acting("RRRRGBY", wood="ABC", laid=CRAMPED)
    assert play.why_not("1 buy pouch tower RRGBY") == ("no-place", "CG-II-4e1")
    assert play.why_not("1 buy hut red tower RRRBY") == ("no-place", "CG-II-4e1")
    shapes = {line.split()[-2] for line in play.legal(1) if " buy " in line}
    assert shapes == {"hall", "wing", "transept"}


@pytest.mark.rule("CG-II-4f")
def test_a_bought_section_brings_no_tiles() -> None:
    after = acting("RRRBB").do("1 buy hut red hall RRRBB", "1 lay d5 e5 f5 g5")
    assert after.tiles(1) == "0"
    joker = acting("RRGBY", "red-with-blue").do(
        "1 buy pouch tower RRGBY", "dealer felt joker tower", "1 lay e5 f5 e6 f6"
    )
    assert (joker.tiles(1), joker.tasks(1)) == ("0", [])


@pytest.mark.rule("CG-II-4f")
def test_it_is_laid_by_all_clauses_of_laying_lazy_monks_included() -> None:
    holding = acting("BBBRR", wood="ABC").do("1 buy hut blue tower RRBBB")
    assert holding.why_not("1 lay k7 l7 k8 l8") == ("covers-tree", "CG-I-3a4")
    assert holding.why_not("1 lay d11 d12 e11 e12") == ("covers-parchment", "CG-I-3a3")
    after = holding.do("1 lay b9 c9 b10 c10")
    assert (after.lazy, after.supply(1)) == ({"b11": 1}, 14)


@pytest.mark.rule("CG-II-4f", "CG-II-4")
def test_after_it_the_next_seat_is_asked() -> None:
    after = acting("RRRBB", other="RRG").do("1 buy hut red hall RRRBB", "1 lay d5 e5 f5 g5")
    assert after.due == "2"


@pytest.mark.rule("CG-II-4g")
def test_a_bought_section_fulfils_tasks_of_level_i_and_complete() -> None:
    board = ("progress-bakery", "red-west", "complete-1")
    at = acting("RRRBB", *board, wood="ABC", laid=BAKERY_BUT_B11)
    after = at.do("1 buy hut red hall RRRBB", "1 lay b11 c11 d11 e11")
    assert after.tasks(1) == list(board)


@pytest.mark.rule("CG-II-4g")
def test_tasks_of_a_turn_are_fulfilled_by_no_special_action() -> None:
    board = ("long-hours-green", "alms-1", "new-book-1", "red-with-green")
    play = acting("RRRBB", *board)
    assert play.why_not("1 claim 1") == ("not-now", "CG-I-3y")
    after = play.do("1 buy hut red hall RRRBB", "1 lay d5 e5 f5 g5")
    assert after.tasks(1) == []


def last_round(tiles: str, year: int = 2) -> Play:
    """Seat 1 is asked for a special action; no cards are left in the piles of that year."""
    return position(GAME, special="1 2", wood="AB", tiles={1: tiles, 2: "0"}, year=year, piles=0 if year == 2 else None)


@pytest.mark.rule("CG-II-4h")
def test_cards_played_go_to_the_played_piles_and_turned_over_tasks_are_discarded() -> None:
    at = acting("RRG", "dues-1", "progress-church")
    turned = Play(at.game, at.state._replace(turned=1))
    after = turned.do("1 pass")
    assert (after.board[:2], after.aside) == (["-", "progress-church"], ["dues-1"])
    assert [own.chosen.card for own in after.state.seats] == [None, None]
    assert after.cards_played(1) == ["angel-1"]
    assert after.due == "dealer tasks"


@pytest.mark.rule("CG-II-4h")
def test_books_and_guests_stay_in_the_library_and_on_the_board() -> None:
    play = position(GAME, turns=["1 book-abrogans", "2 guest-iso"], tiles={1: "G", 2: "Y"}, wood="AB")
    assert play.due == "dealer tasks"
    assert (play.books(1), play.guests(2)) == (["book-abrogans"], ["guest-iso"])
    assert "book-abrogans" not in play.cards_played(1)
    assert "guest-iso" not in play.cards_played(2)


@pytest.mark.rule("CG-II-4h")
def test_in_the_next_round_nobody_begs_any_more_and_nothing_is_declared() -> None:
    turns = ["1 build-red-1 beg", "2 double-hall-1 hut"]
    play = position(GAME, turns=turns, tiles={1: "R", 2: "R"}, wood="AB")
    play = play.do("2 take hut green hall", "2 lay c4 d4 e4 f4", "1 receive GG", "1 end")
    assert play.due == "dealer tasks"
    assert [(own.begs, own.declared) for own in play.state.seats] == [(False, None)] * 2


@pytest.mark.rule("CG-II-5", "CG-II-5a")
def test_the_match_ends_after_that_round_special_actions_included() -> None:
    play = last_round("RRGRRY")
    assert play.due == "1"
    play = play.do("1 expand D")
    assert play.due == "1"
    end = play.do("1 expand C")
    assert end.due == "nobody"
    assert end.told[-1] == "- finished"
    assert end.why_not("1 pass") == ("match-over", "CG-II-5")


@pytest.mark.rule("CG-II-5")
def test_the_first_years_end_does_not_end_it() -> None:
    assert last_round("RRG", year=1).do("1 pass").due == "dealer tasks"
