"""Payments, against all payments that there are (OL-7)."""

from __future__ import annotations

import pytest

from tests.support.ora_positions import Land, goods, match, position


@pytest.mark.rule("OL-7a")
def test_coins_are_single_ones() -> None:
    at = position(match(), Land(goods="7 coin"), display="G22")
    assert at.goods() == goods("7 coin")
    assert at.points()["coins"] == 2


@pytest.mark.rule("OL-7g")
def test_the_program_proposes_what_loses_least_and_takes_other_payments() -> None:
    land = Land(goods="1 wine, 1 grain, 1 coin, 1 wood, 1 peat", built={"d0": "G28"})
    at = position(match(), land).do("use G28 lay")
    assert [line for line in at.legal("settle") if line.startswith("settle S1 c0")] == ["settle S1 c0 WoGn"]
    for payment in ("WoWn", "WoPn", "PtGn", "WoPtGn"):
        assert len(at.do(f"settle S1 c0 {payment}").estate().settlements) == 1
    assert at.refused("settle S1 c0 PtSh") == "too-few-goods"
    assert at.refused("settle S1 c0 Pt") == "price-not-met"
