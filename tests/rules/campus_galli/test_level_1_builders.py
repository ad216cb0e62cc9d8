"""Level I, 3b: the master builder on a section."""

from __future__ import annotations

import pytest

from tests.support.positions import position, table, with_symbols

SYMBOLS = with_symbols(red="e5 l5 g6", blue="f5")


@pytest.mark.rule("CG-I-3b")
def test_a_symbol_of_its_own_colour_and_no_grass_bring_a_master_builder() -> None:
    after = position(table(box=SYMBOLS), laying="hut red hall").do("1 lay e5 f5 g5 h5")
    assert "1 builder-placed hut red hall" in after.told
    assert after.builders == {"hut red hall": 1}
    assert after.supply(1) == 14


@pytest.mark.rule("CG-I-3b")
def test_two_symbols_bring_one_master_builder() -> None:
    after = position(table(box=SYMBOLS), laying="hut red wing").do("1 lay e5 f5 g5 g6")
    assert after.supply(1) == 14


@pytest.mark.rule("CG-I-3b")
def test_a_symbol_of_another_colour_brings_none() -> None:
    after = position(table(box=SYMBOLS), laying="hut green hall").do("1 lay e5 f5 g5 h5")
    assert after.builders == {}
    assert after.supply(1) == 15


@pytest.mark.rule("CG-I-3b")
def test_no_symbol_brings_none() -> None:
    after = position(table(box=SYMBOLS), laying="hut red hall").do("1 lay h5 i5 j5 k5")
    assert after.builders == {}


@pytest.mark.rule("CG-I-3b")
def test_grass_under_any_of_it_brings_none() -> None:
    after = position(table(box=SYMBOLS), laying="hut red hall").do("1 lay l2 l3 l4 l5")
    assert after.builders == {}


@pytest.mark.rule("CG-I-3b")
def test_the_border_of_two_wooden_buildings_is_no_grass() -> None:
    box = with_symbols(red="c8")
    after = position(table(box=box), laying="hut red hall").do("1 lay c6 c7 c8 c9")
    assert after.builders == {"hut red hall": 1}


@pytest.mark.rule("CG-I-3b1")
def test_a_seat_without_a_monk_at_home_places_none() -> None:
    at = position(table(box=SYMBOLS, monks=1), laying="hut red hall", laid=["1 hut blue hall h5 i5 j5 k5 builder"])
    after = at.do("1 lay e5 e6 e7 e8")
    assert after.builders == {"hut blue hall": 1}
    assert after.supply(1) == 0
