"""The short game (OL-8)."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.rounds import BonusStep, CloseRoundStep
from rules.ora_et_labora.settling import SettlementStep
from tests.support.ora_positions import Land, goods, match, opened, position

ROUNDS = [
    "1 livestock, 1 grain", "1 clay, 1 grain", "1 wood, 1 grain", "1 stone, 1 grain", "1 stone, 1 peat",
    "1 stone, 1 clay", "1 stone, 1 wood", "1 stone, 5 coin", "1 stone, 1 meat", "1 book, 1 grain",
    "1 ceramic, 1 clay", "1 ornament, 1 wood", "",
]  # fmt: skip


@pytest.mark.rule("OL-8a", "OL-8b")
@pytest.mark.parametrize("mode", ["3s", "4s"])
def test_everybody_gets_the_goods_of_each_round(mode: str) -> None:
    for number, words in enumerate(ROUNDS, 1):
        at = position(match(mode), steps=[CloseRoundStep()], round=number - 1)
        begun = at.run()
        assert [begun.goods(seat) for seat in range(at.game.players)] == [goods(words)] * at.game.players
        assert isinstance(begun.step, BonusStep) is (number == 13)
        assert isinstance(begun.step, SettlementStep) is (number in (3, 5, 7, 9))
    assert opened(mode).goods()["grain"] == 2


@pytest.mark.rule("OL-8c")
@pytest.mark.parametrize("steps", [0, 3])
def test_whoever_produces_gives_everybody_one_more(steps: int) -> None:
    at = position(match("4s"), Land(forests="c0"), tokens={"clay": steps, "wood": steps})
    value = [0, 2, 3, 4][steps]
    for lines, good in ((("use L1a lay", "take clay own"), "clay"), (("fell c0 own",), "wood")):
        done = at.do(*lines)
        assert [done.goods(seat) for seat in range(4)] == [{good: value + 1}, *[{good: 1}] * 3]
    assert position(match("4")).do("use L1a lay", "take clay own").goods(1) == {}


@pytest.mark.rule("OL-8c")
def test_the_shipping_company_gives_everybody_one_more_too() -> None:
    land = Land(goods="1 coal", built={"d0": "F33"})
    done = position(match("3s"), land, tokens={"joker": 2}).do("use F33 lay", "trade 1 1 - Co", "take meat joker")
    assert [done.goods(seat) for seat in range(3)] == [goods("4 meat"), goods("1 meat"), goods("1 meat")]
