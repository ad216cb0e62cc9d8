"""Level I, 3a: where a section may lie, and in what turn."""

from __future__ import annotations

import pytest

from rules.campus_galli.laying_sections import LaySection
from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import position


def holding(section: str, *laid: str, wood: str = "ABC") -> Play:
    """Seat 1 is to lay the section."""
    return position(laying=section, laid=laid, wood=wood)


@pytest.mark.rule("CG-I-3a")
def test_the_section_taken_is_the_one_that_is_laid() -> None:
    after = position(turns=["1 master-1", "2 angel-2"]).do("1 take hut red tower", "1 lay e5 f5 e6 f6")
    assert after.told[0] == "1 section-laid hut red tower e5 f5 e6 f6"
    assert "hut red tower" not in after.hut


@pytest.mark.rule("CG-I-3a1")
def test_one_wooden_space_is_enough() -> None:
    assert "1 lay l2 l3 l4 l5" in holding("hut red hall").legal(1)


@pytest.mark.rule("CG-I-3a1")
def test_a_section_on_grass_alone_is_refused() -> None:
    assert holding("hut red hall").why_not("1 lay i1 i2 i3 i4") == ("covers-no-wood", "CG-I-3a1")


@pytest.mark.rule("CG-I-3a1", "CG-I-3a5")
def test_wood_under_a_section_is_no_wood_to_lay_on() -> None:
    at = holding("hut blue hall", "1 hut red hall c4 c5 c6 c7")
    assert at.why_not("1 lay a4 b4 c4 d4") == ("covers-section", "CG-I-3a5")
    assert at.why_not("1 lay a3 b3 c3 d3") == ("covers-no-wood", "CG-I-3a1")


@pytest.mark.rule("CG-I-3a2")
def test_a_section_may_join_two_wooden_buildings() -> None:
    assert holding("hut red hall").do("1 lay c6 c7 c8 c9").told[0] == "1 section-laid hut red hall c6 c7 c8 c9"


@pytest.mark.rule("CG-I-3a2")
def test_a_section_may_reach_over_grass_from_building_to_building() -> None:
    assert holding("hut red hall").do("1 lay b9 c9 d9 e9").told[0] == "1 section-laid hut red hall b9 c9 d9 e9"


@pytest.mark.rule("CG-I-3a3")
def test_parchment_may_not_be_covered() -> None:
    assert holding("hut red hall").why_not("1 lay l5 m5 n5 o5") == ("covers-parchment", "CG-I-3a3")


@pytest.mark.rule("CG-I-3a3")
def test_parchment_may_not_be_covered_even_beside_wood() -> None:
    at = holding("hut red tower")
    assert at.why_not("1 lay a9 b9 a10 b10") == ("covers-parchment", "CG-I-3a3")
    assert "1 lay a9 b9 a10 b10" in holding("hut red tower", wood="ABCD").legal(1)


@pytest.mark.rule("CG-I-3a4")
def test_a_tree_may_not_be_covered() -> None:
    assert holding("hut red hall").why_not("1 lay k5 k6 k7 k8") == ("covers-tree", "CG-I-3a4")


@pytest.mark.rule("CG-I-3a5")
def test_a_section_may_not_be_covered() -> None:
    at = holding("hut blue hall", "2 hut red hall c4 c5 c6 c7")
    assert at.why_not("1 lay c5 d5 e5 f5") == ("covers-section", "CG-I-3a5")


@pytest.mark.rule("CG-I-3a5")
def test_grass_under_a_section_may_not_be_covered_again() -> None:
    at = holding("hut blue hall", "2 hut red hall l2 l3 l4 l5")
    assert at.why_not("1 lay l4 k4 j4 i4") == ("covers-section", "CG-I-3a5")


@pytest.mark.rule("CG-I-3a6")
def test_only_the_outline_of_its_own_shape_can_be_laid() -> None:
    assert holding("hut red hall").why_not("1 lay e5 f5 e6 f6") == ("wrong-shape", "CG-I-3a6")


@pytest.mark.rule("CG-I-3a6")
@pytest.mark.parametrize("placement", [-1, 1_000_000])
def test_a_place_that_is_not_on_the_plan_is_refused(placement: int) -> None:
    assert holding("hut red hall").why_not(LaySection(Seat(0), placement)) == ("no-such-place", "CG-I-3a6")


@pytest.mark.rule("CG-I-3a6")
def test_a_section_does_not_reach_over_the_edge_into_the_next_row() -> None:
    at = holding("hut red hall", wood="ABCG")
    assert at.setting.layout.at(0, 0, mirrored=False, column=13, row=6) is None
    assert [line for line in at.legal(1) if "o7" in line.split() and "a8" in line.split()] == []


TURNED = (
    ("wing", "e5 f5 g5 e6"),
    ("wing", "e5 f5 f6 f7"),
    ("wing", "g5 e6 f6 g6"),
    ("wing", "e4 e5 e6 f6"),
    ("wing", "e5 f5 g5 g6"),
    ("wing", "f5 f6 e7 f7"),
    ("wing", "e5 e6 f6 g6"),
    ("wing", "e4 f4 e5 e6"),
    ("hall", "e5 f5 g5 h5"),
    ("hall", "c4 c5 c6 c7"),
    ("transept", "e5 f5 g5 f6"),
    ("transept", "f5 e6 f6 g6"),
    ("transept", "e4 e5 f5 e6"),
    ("transept", "f4 e5 f5 f6"),
    ("corner", "e5 f5 g5 e6 e7"),
    ("corner", "e5 f5 g5 g6 g7"),
    ("corner", "e4 e5 e6 f6 g6"),
    ("corner", "g4 g5 e6 f6 g6"),
)


@pytest.mark.rule("CG-I-3a7")
@pytest.mark.parametrize(("shape", "spaces"), TURNED)
def test_a_section_may_be_turned_and_turned_over(shape: str, spaces: str) -> None:
    assert f"1 lay {spaces}" in holding(f"hut red {shape}").legal(1)


@pytest.mark.rule("CG-I-3a7")
def test_a_place_is_listed_once_however_a_section_was_turned_to_fill_it() -> None:
    legal = holding("hut red tower").legal(1)
    assert legal
    assert len(set(legal)) == len(legal)
