"""What the quick rating puts first: the order of cards in a turn, seals to be drawn, and throws."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.bots import bot_named
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work, changes_nothing
from rules.builders_duel.evaluation import GOLD, SEAL
from rules.builders_duel.state import DuelState
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.simulate import play
from tests.support.bd_positions import DUEL, Duel, Has, conflict_of, turn_of

CARDS = {1: "a-power-1", 2: "a-income4-1", 3: "a-income3", 6: "a-mason", 7: "a-influence-1", 8: "a-quarry"}
WORKSHOP = {2: "a-income4-1", 9: "a-workshop"}


def ratings(duel: Duel) -> dict[str, int]:
    """Return the ratings of all legal moves, the best first, in the notation."""
    (seat,) = duel.game.due(duel.state).seats
    moves = duel.game.legal(duel.state, seat)
    found = zip(moves, duel.game.rate(duel.state, seat, moves), strict=True)
    return {duel.game.format(move)[2:]: rating for move, rating in sorted(found, key=lambda it: -it[1])}


@pytest.mark.parametrize("gold", [0, 3, 6, 9])
@pytest.mark.parametrize(
    ("cells", "idle"), [("2 8", "trade 8 0 -"), ("2 3 8", "trade 8 0 -"), ("2 7", "buy-seals 7 0")]
)
@pytest.mark.parametrize("raw", ["", "stone stone"])
def test_income_comes_before_buying_nothing(gold: int, cells: str, idle: str, raw: str) -> None:
    rated = ratings(turn_of(1, cards=CARDS, philip=Has(gold=gold, raw=raw, cells=cells)))
    assert rated["use 2"] > rated[idle]


@pytest.mark.parametrize("gold", [2, 4, 6, 9])
def test_income_comes_before_a_purchase_that_it_makes_larger(gold: int) -> None:
    raw = "wood wood sand stone wool ore"
    rated = ratings(turn_of(1, cards=WORKSHOP, philip=Has(gold=gold, raw=raw, cells="2 9")))
    purchases = {move for move in rated if move.startswith("work 9")}
    assert len(purchases) > 1
    assert all(rated["use 2"] > rated[move] for move in purchases)


def test_goods_are_bought_before_nothing_is_worked() -> None:
    rated = ratings(turn_of(1, cards=CARDS | WORKSHOP, philip=Has(gold=6, cells="8 9")))
    assert next(iter(rated)) == "trade 8 0 stone stone"


def test_nothing_is_bought_where_nothing_is_needed_before_useless_goods_are() -> None:
    """The Power is used first, but that does not make useless goods worth their price."""
    built = {"I": "wood sand stone", "II": "stone"}
    rated = ratings(turn_of(1, cards=CARDS, philip=Has(gold=6, built=built, cells="1 8"), power=1))
    assert list(rated)[:2] == ["use 1", "trade 8 0 -"]


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_used_for_nothing_before_one_that_leaves_no_choice(seed: int) -> None:
    state, compared = DUEL.initial(), 0
    for event in play(DUEL, [bot_named("novice")] * 2, seed).events:
        if isinstance(event, Move):
            compared += _in_order(state, DUEL.legal(state, event.seat))
        state = DUEL.apply(state, event)
    assert compared > 10


def _in_order(state: DuelState, moves: Sequence[Move]) -> bool:
    """Check the order of one decision; return whether there was anything to compare."""
    rated = list(zip(moves, DUEL.rate(state, moves[0].seat, moves), strict=True))
    idle = [it for move, it in rated if isinstance(move, Work | Trade | BuySeals) and changes_nothing(move)]
    used = [it for move, it in rated if isinstance(move, UseCard)]
    if not idle or not used:
        return False
    assert max(idle) < min(used)
    return True


def test_seals_that_are_about_to_be_drawn_count() -> None:
    rated = ratings(turn_of(1, cards=CARDS, philip=Has(gold=16, seals="", cells="7")))
    assert next(iter(rated)) == "buy-seals 7 4"


def test_a_throw_costs_its_seal_but_not_the_chance_of_its_face() -> None:
    rated = ratings(conflict_of().throws("2 14 1"))
    assert rated["throw 14 no"] == -SEAL


def test_a_card_that_was_lost_counts_nothing_to_its_loser() -> None:
    fought = conflict_of(cards={1: "a-income3"}, philip=Has(seals="05 23")).throws("2 05 5", "1 05 5")
    for given_up in (fought.do("1 give-up"), fought.do("1 give-up", "1 keep-seal -")):
        without = given_up.state._replace(display=(None, *given_up.state.display[1:]))
        lost = given_up.game.evaluate(given_up.state, Seat(0)) - given_up.game.evaluate(without, Seat(0))
        assert lost == -3 * GOLD


def test_a_throw_that_gets_ahead_for_sure_comes_before_giving_up_a_card_worth_more_than_a_seal() -> None:
    duel = conflict_of(cards={1: "a-income3"}, philip=Has(seals="05 14 23")).throws("2 05 5", "1 05 5")
    assert duel.sums == (5, 5)
    rated = ratings(duel)
    assert rated["throw 14 no"] > rated["give-up"]


def test_a_card_of_no_use_is_given_up_before_a_seal_is_spent() -> None:
    duel = conflict_of(cards={1: "a-roofer"}, philip=Has(seals="05 14")).throws("2 05 5", "1 05 5")
    rated = ratings(duel)
    assert rated["throw 14 no"] < rated["give-up"]
