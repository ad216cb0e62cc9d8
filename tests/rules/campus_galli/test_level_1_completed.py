"""Level I, 3d: completed buildings, what they flip, and the master builder on the grass."""

from __future__ import annotations

import pytest

from tests.support.play import Play
from tests.support.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, CHURCH_BUT_F6, position, table, with_symbols

BAKERY_BUT_B11 = ("1 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9")
BARE = with_symbols()
"""No symbols, so that no master builder stands on any section."""
LAST_OF_BAKERY = "1 lay b11 c11 d11 e11"


def finishing_two(wood: str = "ABC") -> Play:
    """Seat 1 has just covered the last spaces of the church and the cloister."""
    at = position(table(box=BARE), laying="pouch blue hall", laid=CHURCH_AND_CLOISTER_BUT_E6_TO_E9, wood=wood)
    return at.do("1 lay e6 e7 e8 e9")


def finishing(monks: int = 15, wood: str = "ABC", lazy: int | None = None) -> Play:
    """Seat 1 holds a hall; b11 is the bakery's last space."""
    game = table(box=BARE, monks=monks)
    return position(game, laying="hut red hall", laid=BAKERY_BUT_B11, wood=wood, lazy={"b11": lazy} if lazy else {})


@pytest.mark.rule("CG-I-3d")
def test_covering_the_last_space_of_a_building_lets_its_player_flip_another() -> None:
    after = finishing().do(LAST_OF_BAKERY)
    assert "1 completed C" in after.told
    assert after.due == "1"
    assert after.legal(1) == [f"1 flip {letter}" for letter in (*"DEFGHIJK", "none")]


@pytest.mark.rule("CG-I-3d")
def test_any_other_space_of_it_does_not() -> None:
    laid = ["1 hut blue tower b9 b10 c9 c10"]
    after = position(laying="hut red hall", laid=laid).do(LAST_OF_BAKERY)
    assert after.due == "2"


@pytest.mark.rule("CG-I-3d", "CG-I-6a")
def test_the_flipped_building_gets_a_master_builder_on_the_grass_beside_it() -> None:
    after = finishing().do(LAST_OF_BAKERY, "1 flip H")
    assert after.told[:2] == ["1 flipped H", "1 builder-beside H"]
    assert after.wood == "ABCH"
    assert after.builders == {"H": 1}
    assert after.supply(1) == 14
    assert after.points("beside", 1) == 1


@pytest.mark.rule("CG-I-3d")
def test_a_building_in_wood_cannot_be_flipped() -> None:
    at = finishing().do(LAST_OF_BAKERY)
    assert at.why_not("1 flip A") == ("not-parchment", "CG-I-3d")


@pytest.mark.rule("CG-I-3d")
def test_the_completed_building_itself_cannot_be_flipped() -> None:
    assert finishing().do(LAST_OF_BAKERY).why_not("1 flip C") == ("not-parchment", "CG-I-3d")


@pytest.mark.rule("CG-I-3d")
def test_the_flipped_building_can_be_built_on_at_once() -> None:
    at = finishing().do(LAST_OF_BAKERY, "1 flip I", "2 take hut red tower")
    assert "2 lay j1 k1 j2 k2" in at.legal(2)


@pytest.mark.rule("CG-I-3d1")
def test_with_no_parchment_left_a_completed_building_brings_nothing() -> None:
    after = finishing(wood="ABCDEFGHIJK").do(LAST_OF_BAKERY)
    assert "1 completed C" in after.told
    assert after.due == "2"
    assert after.builders == {}


@pytest.mark.rule("CG-I-3d2")
def test_flipping_may_be_left() -> None:
    after = finishing().do(LAST_OF_BAKERY, "1 flip none")
    assert after.wood == "ABC"
    assert after.builders == {}
    assert after.due == "2"


@pytest.mark.rule("CG-I-3d2")
def test_a_seat_without_a_monk_at_home_flips_and_places_none() -> None:
    at = position(table(monks=1), laying="hut red hall", laid=[*BAKERY_BUT_B11, "1 hut blue hall h5 i5 j5 k5 builder"])
    after = at.do(LAST_OF_BAKERY, "1 flip H")
    assert after.wood == "ABCH"
    assert after.builders == {"hut blue hall": 1}


@pytest.mark.rule("CG-I-3d2", "CG-I-3e5")
def test_a_lazy_monk_who_goes_home_by_this_section_is_too_late_to_stand_beside_the_flipped_building() -> None:
    after = finishing(monks=1, lazy=1).do(LAST_OF_BAKERY, "1 flip H")
    assert after.builders == {}
    assert after.lazy == {}
    assert after.supply(1) == 1


@pytest.mark.rule("CG-I-3d2")
def test_one_section_that_completes_two_buildings_may_flip_two() -> None:
    at = finishing_two()
    assert [line for line in at.told if "completed" in line] == ["1 completed A", "1 completed B"]
    after = at.do("1 flip K", "1 flip J")
    assert after.wood == "ABCJK"
    assert after.builders == {"J": 1, "K": 1}
    assert after.due == "2"


@pytest.mark.rule("CG-I-3d2")
def test_of_two_flips_each_may_be_left() -> None:
    at = finishing_two()
    after = at.do("1 flip none", "1 flip J")
    assert after.wood == "ABCJ"


@pytest.mark.rule("CG-I-3d1", "CG-I-3d2")
def test_the_second_of_two_flips_falls_away_where_the_first_took_the_last_parchment() -> None:
    at = finishing_two("ABCDEFGHIJ")
    after = at.do("1 flip K")
    assert after.due == "2"
    assert after.builders == {"K": 1}


@pytest.mark.rule("CG-I-3d2")
def test_a_flip_left_keeps_the_last_parchment_for_the_second() -> None:
    at = finishing_two("ABCDEFGHIJ")
    after = at.do("1 flip none")
    assert after.legal(1) == ["1 flip K", "1 flip none"]


@pytest.mark.rule("CG-I-3d")
def test_a_large_building_is_complete_when_its_very_last_space_is_covered() -> None:
    at = position(laying="pouch blue hall", laid=CHURCH_BUT_F6)
    assert "1 completed A" in at.do("1 lay f6 f7 f8 f9").told
