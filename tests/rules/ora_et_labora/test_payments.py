"""Payments: what meets a price, and what is proposed, against all payments that there are (OL-7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.ora_et_labora.goods import COIN, FIVE, GOODS, GRAIN, STRAW
from rules.ora_et_labora.payments import Price
from tests.support.ora_positions import Land, goods, held, match, position, tiles, using

PAYMENTS = match().payments
PRICES = {
    "food": (Price(food=1), Price(food=3), Price(food=8), Price(food=14)),
    "energy": (Price(energy=1), Price(energy=5), Price(energy=12)),
    "both": (Price(1, 2), Price(3, 6), Price(8, 6), Price(5, 2), Price(5, 12)),
    "points": (Price(points=3), Price(points=7), Price(points=14)),
    "different": (Price(different=3), Price(different=4), Price(different=5), Price(different=7)),
}
POOL = {
    "food": "coin grain livestock meat bread wine whiskey",
    "energy": "grain straw wood peat coal",
    "both": "coin grain straw wood peat livestock bread wine",
    "points": "coin wine whiskey book ceramic ornament reliquary",
    "different": "coin grain straw wood wine book meat",
}


def payments_of(have: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all payments that can be made, each with what is left; nobody has wine and whiskey."""
    coins = have[COIN] + sum(number * each for number, each in zip(have, PAYMENTS.coins, strict=True))
    most = list(have)
    most[STRAW] += have[GRAIN]
    most[COIN] = coins
    for numbers in product(*(range(number + 1) for number in most)):
        for fives in range(coins // 5 + 1):
            tiles_ = (*numbers, fives)
            after = PAYMENTS.paid(have, tiles_)
            if after is not None:
                yield tiles_, after


def lost(have: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the points and the coins that are lost, and how much all that is gone is missed."""

    def points(goods_: tuple[int, ...]) -> int:
        return sum(map(int.__mul__, goods_, PAYMENTS.points)) + 2 * (goods_[COIN] // 5)

    missed = sum((had - has) * good.worth for had, has, good in zip(have, after, match().box.goods, strict=True))
    return points(have) - points(after), have[COIN] - after[COIN], missed


def holdings(kind: str, number: int) -> Iterator[tuple[int, ...]]:
    """Yield random small holdings."""
    stream = RandomStream(derive_entropy("payments", kind))
    for _ in range(number):
        pool = POOL[kind].split()
        if "wine" in pool and "whiskey" in pool:
            pool.remove(("wine", "whiskey")[stream.below(2)])
        while len(pool) > 5:
            pool.pop(stream.below(len(pool)))
        yield held(", ".join(f"{stream.below(12 if good == 'coin' else 3)} {good}" for good in pool))


@pytest.mark.rule("OL-7d", "OL-7e", "OL-7g")
@pytest.mark.parametrize("kind", PRICES)
def test_a_payment_is_proposed_whenever_there_is_one_and_it_loses_least(kind: str) -> None:
    assert agreed(kind, 20) > 15


@pytest.mark.long
@pytest.mark.parametrize("kind", PRICES)
def test_so_it_is_with_many_more_goods(kind: str) -> None:
    assert agreed(kind, 600) > 400


def agreed(kind: str, number: int) -> int:
    """Compare the proposals for so many holdings with all payments; return how many prices could be met."""
    met = 0
    for have in holdings(kind, number):
        every = list(payments_of(have))
        for price in PRICES[kind]:
            losses = [lost(have, after) for tiles_, after in every if PAYMENTS.meets(tiles_, price)]
            proposed = PAYMENTS.propose(have, price)
            if proposed is None:
                assert losses == [], (goods_words(have), price)
                continue
            after = PAYMENTS.paid(have, proposed)
            assert after is not None
            assert PAYMENTS.meets(proposed, price)
            assert lost(have, after) == min(losses), (goods_words(have), price, proposed)
            met += 1
    return met


def goods_words(have: tuple[int, ...]) -> str:
    """Return goods in words."""
    return ", ".join(f"{number} {good}" for good, number in zip(GOODS, have, strict=True) if number)


@pytest.mark.rule("OL-7d")
@pytest.mark.parametrize(
    ("price", "paid", "meets"),
    [
        (Price(food=1), "1 grain", True),
        (Price(food=2), "1 livestock", True),
        (Price(food=2), "1 whiskey", True),
        (Price(food=3), "1 bread", True),
        (Price(food=5), "1 meat", True),
        (Price(food=5), "1 beer", True),
        (Price(food=5), "1 coin5", True),
        (Price(food=6), "1 coin5", False),
        (Price(food=5), "1 flour, 1 grapes, 1 malt, 1 wine, 1 coin", True),
        (Price(food=1), "1 wood", False),
        (Price(food=1), "1 grain, 1 wood", False),
        (Price(food=1), "3 meat", True),
        (Price(energy=1), "1 straw", True),
        (Price(energy=2), "1 straw", False),
        (Price(energy=2), "1 wood", True),
        (Price(energy=4), "1 peat", True),
        (Price(energy=6), "1 coal", True),
        (Price(energy=8), "1 coal", False),
        (Price(points=8), "1 reliquary", True),
        (Price(points=9), "1 reliquary, 1 wine", True),
        (Price(points=9), "1 ornament, 1 ceramic, 1 coin5", True),
        (Price(points=2), "9 coin", False),
        (Price(1, 2), "1 grain, 1 wood", True),
        (Price(1, 2), "1 grain", False),
    ],
)
def test_what_goods_are_worth_in_payment(price: Price, paid: str, meets: bool) -> None:
    assert PAYMENTS.meets(tiles(paid), price) is meets


@pytest.mark.rule("OL-7e", "OL-7h")
def test_different_goods_are_one_of_each_kind() -> None:
    assert PAYMENTS.meets(tiles("1 coin, 1 coin5, 1 grain, 1 straw"), Price(different=4))
    assert not PAYMENTS.meets(tiles("2 grain, 1 wood, 1 clay"), Price(different=4))
    assert not PAYMENTS.meets(tiles("1 grain, 1 wood, 1 clay"), Price(different=4))
    assert not PAYMENTS.meets(tiles("1 grain, 1 wood, 1 clay"), Price(different=2))
    both = using("G02", "6 coin, 1 clay").do("trade 1 1 - ClPnNi")
    assert both.goods() == {}
    assert using("G02", "5 coin, 1 clay").legal("trade") == []
    assert using("G02", "1 clay, 2 grain").do("trade 1 1 - ClGnSw").goods() == {}
    rich = using("G02", land=Land(goods="1 clay, 1 wood", built={"d0": "G02"}, wonders=3))
    assert rich.legal("trade") == []


@pytest.mark.rule("OL-7b", "OL-7c")
def test_prices_in_straw_and_coins_may_be_met_out_of_grain_and_drink() -> None:
    assert position(match(), Land(goods="2 clay, 1 grain"), display="F05").do("build F05 d0").goods() == {}
    assert position(match(), Land(goods="1 clay, 1 grain"), display="F05").legal("build") == []
    wine = position(match(), Land(goods="2 coin, 1 wine"), display="F09").do("build F09 f1")
    assert wine.goods() == {}
    whiskey = position(match("4", "ireland"), Land(goods="9 coin, 2 whiskey"), display="I38").do("build I38 d0")
    assert whiskey.goods() == goods("1 coin, 1 whiskey")
    assert using("F03", "1 wine").do("trade 1 1 - 0").goods() == goods("6 grain")


@pytest.mark.rule("OL-7a")
def test_coins_are_single_ones() -> None:
    at = position(match(), Land(goods="7 coin"), display="G22")
    assert at.goods() == goods("7 coin")
    assert at.points()["coins"] == 2
    paid = using("I35", "12 coin, 1 whiskey, 1 reliquary, 1 ornament").do("trade 1 1 - OrRqNi")
    assert paid.goods() == goods("2 coin")
    assert tiles("1 coin5")[FIVE] == 1


@pytest.mark.rule("OL-7g")
def test_the_program_proposes_what_loses_least_and_takes_other_payments() -> None:
    land = Land(goods="1 wine, 1 grain, 1 coin, 1 wood, 1 peat", built={"d0": "G28"})
    at = position(match(), land).do("use G28 lay")
    assert [line for line in at.legal("settle") if line.startswith("settle S1 c0")] == ["settle S1 c0 WoGn"]
    for payment in ("WoWn", "WoPn", "PtGn", "WoPtGn"):
        assert len(at.do(f"settle S1 c0 {payment}").estate().settlements) == 1
    assert at.refused("settle S1 c0 PtSh") == "too-few-goods"
    assert at.refused("settle S1 c0 Pt") == "price-not-met"
