"""Level II: drawing and choosing, what cards cost, and paying for them."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import opening, position, start, table

HANDS = {1: "book-abrogans build-red-1 guest-iso", 2: "pray-hall master-1 seer-1"}


def playing(turn: str, tiles: str) -> Play:
    """Seat 1 is in its turn with these tiles; seat 2 has an angel and its turn after it."""
    return position(table(level=2), turns=[f"1 {turn}", "2 angel-2"], tiles={1: tiles, 2: "RGBY"})


def pays(play: Play) -> set[str]:
    """How seat 1 may pay."""
    return {line.split()[2] for line in play.legal(1) if " pay " in line}


@pytest.mark.rule("CG-II-2a")
def test_every_seat_draws_three_cards_unseen_by_the_others() -> None:
    play = opening(table(level=2), hands=HANDS)
    assert [own.hand.count for own in play.state.seats] == [3, 3]
    assert play.seen_by(Seat(0)).cards(play.seen_by(Seat(0)).own(2).hand) == "3 unseen"
    assert play.cards(play.own(1).hand) == "build-red-1 book-abrogans guest-iso"


@pytest.mark.rule("CG-II-2a")
@pytest.mark.parametrize("number", [2, 4])
def test_a_draw_of_more_or_fewer_is_refused(number: int) -> None:
    play = start(table(level=2)).dealt(until="dealer pile 1")
    cards = play.cards(play.own(1).pile).split()[:number]
    assert play.why_not(f"dealer draw 1 {' '.join(cards)}") == ("bad-draw", "CG-II-2a")


@pytest.mark.rule("CG-II-2b")
def test_one_card_is_chosen_and_the_other_two_go_to_next_year() -> None:
    play = opening(table(level=2), hands=HANDS).do("1 choose build-red-1")
    assert play.due == "2"
    assert play.cards(play.own(1).next_year) == "book-abrogans guest-iso"
    seen = play.seen_by(Seat(1))
    assert (seen.cards(seen.own(1).next_year), seen.own(1).hand.count) == ("2 unseen", 0)


@pytest.mark.rule("CG-II-2b")
def test_a_card_is_chosen_even_if_none_can_be_paid_for() -> None:
    play = opening(table(level=2), hands=HANDS)
    poor = Play(
        play.game, play.state._replace(seats=tuple(own._replace(tiles=(0, 0, 0, 0)) for own in play.state.seats))
    )
    assert poor.legal(1) == ["1 choose build-red-1", "1 choose book-abrogans", "1 choose guest-iso"]


@pytest.mark.rule("CG-II-2b")
def test_a_card_that_was_not_drawn_cannot_be_chosen() -> None:
    assert opening(table(level=2), hands=HANDS).why_not("1 choose master-1") == ("card-not-in-hand", "CG-II-2b")


@pytest.mark.rule("CG-II-2c", "CG-II-5", "CG-II-0g")
@pytest.mark.parametrize(("seats", "turns"), [(1, 30), (2, 15), (3, 10), (4, 8)])
def test_every_seat_takes_its_number_of_turns(seats: int, turns: int) -> None:
    drawn: list[int] = []
    play = Play(table(seats, level=2), table(seats, level=2).initial())
    while play.due != "nobody":
        play = play.dealt()
        if play.due == "nobody":
            break
        if play.legal(int(play.due[0]))[0].split()[1] == "choose":
            drawn.append(play.own(1).hand.count)
        for seat in play.due.split():
            play = play.do(_quickest(play, int(seat)))
    assert len(drawn) == turns
    assert drawn[-1] == (4 if seats == 4 else 3)
    assert Counter(drawn)[3] >= turns - 1


def _quickest(play: Play, seat: int) -> str:
    """A move that ends the match soon: begging, ending, passing, or the first there is."""
    lines = play.legal(seat)
    short = [line for line in lines if line.split()[1] in ("beg", "end", "pass")]
    return (short or lines)[0]


ONE = {
    "build-red-1": "R",
    "build-green-yellow": "R",
    "pray-hall": "B",
    "pray-hall-tower": "B",
    "book-abrogans": "G",
    "guest-iso": "Y",
    "double-hall-1 hut": "R",
    "double-hall-1 pouch": "B",
}


@pytest.mark.rule("CG-II-3p1", "CG-II-3p3", "CG-II-3p4", "CG-II-3p6")
@pytest.mark.parametrize(("turn", "cost"), ONE.items(), ids=ONE.keys())
def test_a_card_costs_one_tile_of_its_colour_which_is_paid_automatically(turn: str, cost: str) -> None:
    play = playing(turn, cost)
    assert f"1 tiles-paid {cost}" in play.told
    assert cost in play.tiles_left


@pytest.mark.rule("CG-II-3p1", "CG-II-3p3", "CG-II-3p4")
@pytest.mark.parametrize(("turn", "cost"), ONE.items(), ids=ONE.keys())
def test_no_other_colour_pays_for_it(turn: str, cost: str) -> None:
    card, _, word = turn.partition(" ")
    others = "RGBY".replace(cost, "")[:2]
    play = position(table(level=2), turns=[f"1 {card} ?", "2 angel-2"], tiles={1: others})
    if word:
        assert play.why_not(f"1 declare {word}") == ("cannot-pay", "CG-II-3x2")
    else:
        assert f"1 begs {card}" in play.told


@pytest.mark.rule("CG-II-3p2", "CG-II-3p6")
@pytest.mark.parametrize(("turn", "colour"), [("master-1", "R"), ("seer-1", "B")])
def test_a_grand_one_costs_a_tile_of_its_colour_and_any_other_which_the_payer_chooses(turn: str, colour: str) -> None:
    play = playing(turn, "RRGBBY")
    assert play.due == "1"
    assert pays(play) == {"".join(sorted(colour + more, key="RGBY".index)) for more in "RGBY"}
    after = play.do(f"1 pay {''.join(sorted(colour + 'G', key='RGBY'.index))}")
    assert "G" not in after.tiles(1)


@pytest.mark.rule("CG-II-3p2")
@pytest.mark.parametrize("turn", ["master-1", "seer-1"])
def test_one_tile_alone_does_not_pay_for_a_grand_one(turn: str) -> None:
    tile = "R" if turn == "master-1" else "B"
    play = position(table(level=2), turns=[f"1 {turn} ?", "2 angel-2"], tiles={1: tile})
    assert f"1 begs {turn}" in play.told


@pytest.mark.rule("CG-II-3p6")
@pytest.mark.parametrize(
    ("paid", "code"),
    [("R", "wrong-payment"), ("RRR", "wrong-payment"), ("GB", "wrong-payment"), ("RY", "tiles-missing")],
)
def test_a_payment_is_just_the_cost_out_of_the_seats_own_tiles(paid: str, code: str) -> None:
    assert playing("master-1", "RRRGB").why_not(f"1 pay {paid}") == (code, "CG-II-3p6")


@pytest.mark.rule("CG-II-3p5")
def test_an_angel_costs_nothing() -> None:
    play = playing("angel-1", "RGBBY")
    assert play.legal(1)[0] == "1 take hut red hall"
    assert play.do("1 take hut red hall").tiles(1) == "RGBBY"


@pytest.mark.rule("CG-II-3p6")
def test_paying_comes_before_anything_else_that_the_card_does() -> None:
    told = [line.split()[1] for line in playing("book-abrogans", "G").told]
    assert told.index("tiles-paid") < told.index("book-produced") < told.index("tiles-received")


@pytest.mark.rule("CG-II-3p6")
def test_what_was_paid_can_come_back_in_the_same_turn() -> None:
    play = position(table(level=2), turns=["1 book-abrogans", "2 angel-2"], tiles={1: "G", 2: "G" * 11})
    assert {"1 tiles-paid G", "1 tiles-received G"} <= set(play.told)
    assert play.tiles(1) == "G"


@pytest.mark.rule("CG-II-3p6")
def test_a_payment_is_not_automatic_for_a_seat_that_can_swap() -> None:
    play = playing("build-red-1", "RGGG")
    assert play.due == "1"
    assert play.legal(1)[0] == "1 pay R"
    assert "1 swap GGG B" in play.legal(1)
