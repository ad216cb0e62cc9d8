"""Settlements and settlement phases (OL-9)."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.settling import NewStageStep, SettlementStep
from tests.support.ora_positions import Land, OraPosition, goods, match, position

PRICES = {
    "S1": ("1 grain, 1 wood", "WoGn"),
    "S2": ("1 bread, 1 coal", "CoBr"),
    "S3": ("1 meat, 1 livestock", "ShMt"),
    "S4": ("1 meat, 1 bread, 1 coal", "CoMtBr"),
    "S5": ("1 meat, 1 wood", "WoMt"),
    "S6": ("1 meat, 2 coal", "CoCoMt"),
    "S7": ("3 meat, 3 coal", "CoCoCoMtMtMt"),
    "S8": ("6 meat, 1 coal", "CoMtMtMtMtMtMt"),
}
"""Goods that meet each price exactly, and how they are written."""


def phase(*lands: Land, stage: int | None = None, mode: str = "4") -> OraPosition:
    """Return a position in a settlement phase."""
    game = match(mode)
    steps = [SettlementStep(seat) for seat in game.seats]
    return position(game, *lands, steps=[*steps, *([] if stage is None else [NewStageStep(stage)])])


@pytest.mark.rule("OL-9a", "OL-7d")
@pytest.mark.parametrize("key", PRICES)
def test_a_settlement_costs_food_and_energy(key: str) -> None:
    words, code = PRICES[key]
    space = {"S4": "b0", "S8": "h0"}.get(key, "c0")
    at = phase(Land(goods=words, supply=key, plots="0coast 0mountain"))
    assert f"settle {key} {space} {code}" in at.legal("settle")
    founded = at.do(f"settle {key} {space} {code}")
    assert founded.goods() == {}
    assert (founded.estate().supply, len(founded.estate().settlements)) == ((), 1)
    for good, number in goods(words).items():
        less = {**goods(words), good: number - 1}
        poor = ", ".join(f"{many} {name}" for name, many in less.items())
        assert phase(Land(goods=poor, supply=key, plots="0coast 0mountain")).legal("settle") == []


@pytest.mark.rule("OL-9a")
def test_settlements_stand_on_coast_plains_or_hillside() -> None:
    land = Land(goods="9 meat, 9 coal", supply="S1 S4 S8", plots="0coast 0mountain", forests="c0")
    at = phase(land)
    stands: dict[str, set[str]] = {}
    for line in at.legal("settle"):
        stands.setdefault(line.split()[1], set()).add(line.split()[2])
    assert stands == {
        "S1": {"b0", "b1", "c1", "d0", "d1", "e0", "f0", "f1", "h0", "h1"},
        "S4": {"b0", "b1"},
        "S8": {"h0", "h1"},
    }
    assert at.refused("settle S1 a0 CoMt") == "wrong-terrain"
    assert at.refused("settle S1 i0 CoMt") == "wrong-terrain"
    assert at.refused("settle S1 c0 CoMt") == "not-your-space"
    assert at.refused("settle S2 d0 CoMt") == "not-in-hand"


@pytest.mark.rule("OL-9a", "OL-9b")
def test_one_settlement_and_one_landscape_in_a_phase() -> None:
    at = phase(Land(goods="9 grain, 9 wood, 9 coin"))
    founded = at.do("settle S1 c0 WoGn")
    assert founded.refused("settle S2 c1 WoWoWoGnGnGn") == "settled-already"
    bought = founded.do("district 2 plains")
    assert bought.refused("plot 0 coast") == "bought-already"
    assert at.do("plot 0 coast", "settle S1 b0 WoGn").estate().settlements != ()
    assert bought.do("stay").seat == 1


@pytest.mark.rule("OL-9b")
def test_each_player_has_a_turn_without_actions() -> None:
    at = phase(Land(goods="9 clay", forests="c0"))
    assert {line.split()[0] for line in at.legal()} == {"stay"}
    assert at.refused("use L1a lay") == "not-now"
    order: list[int] = []
    while not at.over:
        order.append(at.seat)
        at = at.do("stay")
    assert order == [0, 1, 2, 3]


@pytest.mark.rule("OL-9c")
@pytest.mark.parametrize(("stage", "settlement"), [(0, "S5"), (1, "S6"), (2, "S7"), (3, "S8")])
def test_the_stage_brings_its_buildings_and_its_settlement(stage: int, settlement: str) -> None:
    at = phase(stage=stage)
    new = set(at.state.stages[stage])
    assert new
    after = at.do("stay", "stay", "stay", "stay")
    assert new <= set(after.state.display)
    assert after.state.stages[stage] == ()
    for seat in range(4):
        keys = [after.game.settlements[it].key for it in after.estate(seat).supply]
        assert keys == ["S1", "S2", "S3", "S4", settlement]


@pytest.mark.rule("OL-9a")
def test_only_the_castle_founds_a_settlement_otherwise() -> None:
    turn = position(match(), Land(goods="9 grain, 9 wood"))
    assert turn.legal("settle") == []
    assert turn.refused("settle S1 c0 WoGn") == "not-now"


@pytest.mark.rule("OL-7d")
def test_what_is_paid_too_much_is_lost_and_needless_goods_are_refused() -> None:
    at = phase(Land(goods="1 meat, 1 coal, 1 clay, 1 peat"))
    assert at.do("settle S1 c0 CoMt").goods() == goods("1 clay, 1 peat")
    assert at.refused("settle S1 c0 ClCoMt") == "price-not-met"
    assert at.refused("settle S1 c0 Mt") == "price-not-met"
    assert at.refused("settle S1 c0 WoMt") == "too-few-goods"
    assert at.do("settle S1 c0 PtCoMt").goods() == goods("1 clay")
