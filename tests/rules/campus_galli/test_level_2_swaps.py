"""Level II, 3: swapping tiles, and a supply that runs out."""

from __future__ import annotations

import pytest

from rules.campus_galli.tile_transfers import SwapTiles
from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import filling, position, table

GAME = table(level=2)
NO_TILE = ("hut red hall", "1 lay d6 d7 d8 d9")
"""A section laid on grass and no red symbol: it brings nothing and leaves no small gap."""


def paying(tiles: str, other: str = "RGBY", turn: str = "build-red-1") -> Play:
    """Seat 1 is to pay for a red card."""
    return position(GAME, turns=[f"1 {turn}", "2 angel-2"], tiles={1: tiles, 2: other})


def ending(tiles: str, other: str = "RGBY", **named: tuple[str, ...]) -> Play:
    """Seat 1 ends its turn with these tiles, having received none in it."""
    laying, lay = NO_TILE
    tiles_of = {1: tiles, 2: other}
    return position(GAME, laying=laying, tiles=tiles_of, board=named.get("board", ())).do(lay)


@pytest.mark.rule("CG-II-3s")
@pytest.mark.parametrize(("given", "colour"), [("RRR", "B"), ("RRG", "Y"), ("RGY", "B"), ("GGY", "R"), ("RRR", "R")])
def test_any_three_tiles_are_swapped_for_one_of_any_colour(given: str, colour: str) -> None:
    before = ending("RRRGGY")
    after = before.do(f"1 swap {given} {colour}")
    assert f"1 tiles-swapped {given} {colour}" in after.told
    assert len(after.tiles(1)) == 4
    assert after.tiles(1).count(colour) == before.tiles(1).count(colour) - given.count(colour) + 1
    assert len(after.tiles_left) == len(before.tiles_left) + 2


@pytest.mark.rule("CG-II-3s")
def test_a_seat_swaps_as_often_as_it_likes() -> None:
    assert ending("RRRRRGGGG").do("1 swap RRR B", "1 swap GGG B", "1 swap GBB Y").tiles(1) == "RRY"


@pytest.mark.rule("CG-II-3s")
@pytest.mark.parametrize("given", ["RR", "RRRR", "BBB"])
def test_a_seat_cannot_swap_more_or_fewer_than_three_nor_tiles_it_lacks(given: str) -> None:
    assert ending("RRRRG").why_not(f"1 swap {given} B") == ("wrong-swap", "CG-II-3s")


@pytest.mark.rule("CG-II-3s")
@pytest.mark.parametrize(("given", "colour"), [((3, 0, 0, 0), 4), ((3, 0, 0, 0), -1), ((4, -1, 0, 0), 2)])
def test_nobody_swaps_for_a_colour_or_with_impossible_numbers(given: tuple[int, int, int, int], colour: int) -> None:
    assert ending("RRRRG").why_not(SwapTiles(Seat(0), given, colour)) == ("wrong-swap", "CG-II-3s")


@pytest.mark.rule("CG-II-3s1")
def test_it_may_swap_in_its_turn_before_paying() -> None:
    play = paying("GGGB")
    assert {"1 swap GGG R", "1 swap GGB R"} <= set(play.legal(1))
    after = play.do("1 swap GGB R")
    assert {"1 tiles-swapped GGB R", "1 tiles-paid R"} <= set(after.told)
    assert after.tiles(1) == "G"


@pytest.mark.rule("CG-II-3s1")
def test_it_may_swap_at_the_end_of_its_turn() -> None:
    play = ending("RRR")
    assert play.due == "1"
    assert {line.split()[1] for line in play.legal(1)} == {"swap", "end"}


@pytest.mark.rule("CG-II-3s1")
def test_it_may_swap_when_it_is_asked_for_a_special_action() -> None:
    play = position(GAME, special="1 2", wood="AB", tiles={1: "RRGGGG", 2: "0"})
    assert "1 expand D" in play.legal(1)
    after = play.do("1 swap GGG Y")
    assert (after.due, after.tiles(1)) == ("1", "RRGY")
    assert {"1 expand C", "1 expand D"} <= set(after.legal(1))


@pytest.mark.rule("CG-II-3s1")
def test_it_may_not_swap_between_paying_and_the_end_of_its_turn() -> None:
    play = paying("RGGG").do("1 pay R")
    assert play.why_not("1 swap GGG B") == ("not-now", "CG-I-3y")
    play = play.do("1 take hut red hall")
    assert play.why_not("1 swap GGG B") == ("not-now", "CG-I-3y")


@pytest.mark.rule("CG-II-3s1")
def test_nobody_swaps_in_the_turn_of_another_nor_while_cards_are_declared() -> None:
    assert paying("RGGG", "RRRG").why_not("2 swap RRR B") == ("not-your-turn", "CG-I-3y")
    declaring = position(GAME, turns=["1 build-red-1 ?", "2 angel-2"], tiles={1: "RGGG"})
    assert declaring.why_not("1 swap GGG B") == ("not-now", "CG-I-3y")


@pytest.mark.rule("CG-II-3s1")
def test_nobody_swaps_while_the_board_is_filled() -> None:
    play = filling(GAME, tiles={1: "GGGG"}, books={1: "book-abrogans"}).do("dealer task study-day-1")
    assert play.due == "1"
    assert play.why_not("1 swap GGG B") == ("not-now", "CG-I-3y")
    assert filling(GAME, tiles={1: "GGGG"}).why_not("1 swap GGG B")[0] == "not-your-turn"


@pytest.mark.rule("CG-II-3s2")
def test_the_three_go_to_the_supply_before_the_one_is_taken() -> None:
    play = ending("RRGB", other="R" * 10)
    assert "R" not in play.tiles_left
    assert "1 swap RRG R" in play.legal(1)
    assert play.do("1 swap RRG R").tiles(1) == "RB"


@pytest.mark.rule("CG-II-3s2", "CG-II-3g6")
def test_a_swapped_tile_is_not_received() -> None:
    play = ending("GGGGGG", board=("red-with-blue",)).do("1 swap GGG R", "1 swap GGG B")
    assert play.tiles(1) == "RB"
    assert play.board[0] == "red-with-blue"


@pytest.mark.rule("CG-II-3s3")
def test_no_swap_is_made_for_a_tile_that_the_supply_has_not() -> None:
    play = ending("GGGG", other="B" * 12)
    assert play.why_not("1 swap GGG B") == ("tile-run-out", "CG-II-3s3")
    assert not [line for line in play.legal(1) if line.endswith(" B")]


@pytest.mark.rule("CG-II-3s3")
def test_a_tile_that_the_supply_has_not_is_not_received_and_the_rest_of_the_card_still_comes() -> None:
    play = position(
        GAME,
        turns=["1 book-cantatorium", "2 angel-2"],
        tiles={1: "G", 2: "B" * 12},
        board=["new-book-1"],
        books={1: "book-abrogans"},
    )
    assert play.books(1) == ["book-abrogans", "book-cantatorium"]
    assert play.tasks(1) == ["new-book-1"]
    assert play.tiles(1) == "0"
    assert play.do("1 again book-abrogans G").tiles(1) == "G"


@pytest.mark.rule("CG-II-3s3", "CG-II-3c")
def test_of_several_tiles_for_a_section_those_come_that_there_are() -> None:
    play = position(GAME, laying="hut red hall", tiles={1: "G", 2: "R" * 11}).do("1 lay d5 e5 f5 g5")
    assert play.tiles(1) == "RG"
    assert "R" not in play.tiles_left


@pytest.mark.rule("CG-II-3s4")
def test_a_seat_that_chooses_a_colour_chooses_among_those_in_the_supply() -> None:
    play = position(GAME, turns=["1 build-red-1 beg", "2 angel-2"], tiles={1: "R", 2: "B" * 12 + "G" * 11})
    assert play.legal(1) == ["1 receive YY", "1 receive GY", "1 receive RY", "1 receive RG", "1 receive RR"]
    assert play.why_not("1 receive RB") == ("wrong-tiles", "CG-II-3s4")
    assert play.why_not("1 receive R") == ("wrong-tiles", "CG-II-3s4")
    assert play.why_not("1 receive GG") == ("wrong-tiles", "CG-II-3s4")


@pytest.mark.rule("CG-II-3s4")
def test_if_there_are_fewer_it_takes_what_is_there() -> None:
    full = {1: "0", 2: "R" * 12 + "G" * 12 + "B" * 12 + "Y" * 11}
    play = position(GAME, turns=["1 build-red-1", "2 angel-2"], tiles=full)
    assert "1 tiles-received Y" in play.told
    assert (play.tiles(1), play.tiles_left) == ("Y", "0")


@pytest.mark.rule("CG-II-3s4")
def test_with_an_empty_supply_it_takes_nothing_and_continues() -> None:
    full = {1: "0", 2: "RGBY" * 12}
    play = position(GAME, turns=["1 build-red-1", "2 angel-2"], tiles=full)
    assert (play.due, play.tiles(1)) == ("2", "0")
