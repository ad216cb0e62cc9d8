"""Level I, 3e: gaps and their lazy monks."""

from __future__ import annotations

from random import Random

import pytest

from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.layout import SMALL_GAP
from rules.engine.grid import spaces_of
from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, filling, position, table, with_symbols

BARE = with_symbols()
"""No symbols, so that no master builder stands on any section."""

C7 = "2 hut red hall c4 c5 c6 c7"
"""Cuts the bakery off the church."""
B_WING = "2 hut blue hall b8 b9 b10 b11"
"""Leaves c8, c9 and c10 of the bakery."""
SQUARE = "2 hut blue tower b9 b10 c9 c10"
"""Leaves c8 and b11 of the bakery."""


def at(section: str, *laid: str, wood: str = "ABC", lazy: dict[str, int] | None = None, monks: int = 15) -> Play:
    """Seat 1 is to lay the section."""
    return position(table(box=BARE, monks=monks), laying=section, laid=laid, wood=wood, lazy=lazy)


@pytest.mark.rule("CG-I-3e")
@pytest.mark.parametrize(
    ("section", "spaces", "gap"),
    [
        ("hut red tower", "b9 c9 b10 c10", "b11"),
        ("hut red hall", "b10 c10 d10 e10", "b11"),
        ("hut red wing", "b9 c9 c10 c11", "b10 b11"),
        ("hut red hall", "b9 c9 d9 e9", "b10 c10 b11"),
    ],
)
def test_a_section_that_leaves_a_gap_of_one_two_or_three_spaces_costs_a_lazy_monk(
    section: str, spaces: str, gap: str
) -> None:
    after = at(section).do(f"1 lay {spaces}")
    assert gap in after.gaps
    assert after.lazy == {gap.split(maxsplit=1)[0]: 1}
    assert after.supply(1) == 14
    assert after.points("lazy", 1) == -1


@pytest.mark.rule("CG-I-3e")
def test_a_gap_of_four_costs_none() -> None:
    after = at("hut green hall").do("1 lay c6 c7 c8 c9")
    assert "b9 b10 c10 b11" in after.gaps
    assert after.lazy == {}


@pytest.mark.rule("CG-I-3e")
def test_spaces_that_touch_at_corners_alone_do_not_hang_together() -> None:
    after = at("hut red hall").do("1 lay c5 c6 c7 c8")
    assert "c4" in after.gaps
    assert "c4" in after.lazy


@pytest.mark.rule("CG-I-3e")
def test_two_gaps_cost_two_lazy_monks() -> None:
    after = at("hut blue tower", C7).do("1 lay b9 c9 b10 c10")
    assert [line for line in after.told if "lazy-monk" in line] == ["1 lazy-monk c8", "1 lazy-monk b11"]
    assert after.lazy == {"c8": 1, "b11": 1}
    assert after.supply(1) == 13


@pytest.mark.rule("CG-I-3e1")
def test_a_gap_runs_across_the_border_of_two_wooden_buildings() -> None:
    after = at("hut blue tower", wood="ABCD").do("1 lay b9 c9 b10 c10")
    assert "a7 a8 a9 a10 a11 b11 a12 b12" in after.gaps
    assert after.lazy == {}


@pytest.mark.rule("CG-I-3e1")
def test_a_small_gap_across_a_border_is_one_gap() -> None:
    after = at("hut red hall", SQUARE).do("1 lay c6 d6 e6 f6")
    assert "c7 c8" in after.gaps
    assert after.lazy == {"c7": 1}


@pytest.mark.rule("CG-I-3e1")
def test_parchment_ends_a_gap() -> None:
    after = at("hut blue tower").do("1 lay b9 c9 b10 c10")
    assert "b11" in after.gaps


@pytest.mark.rule("CG-I-3e1")
def test_grass_ends_a_gap() -> None:
    before = at("hut green hall", SQUARE, C7)
    assert "c8" in before.gaps
    assert "e7" in next(gap for gap in before.gaps if "e8" in gap.split())


@pytest.mark.rule("CG-I-3e1")
def test_a_small_gap_elsewhere_is_none_of_its_players_doing() -> None:
    after = at("hut green hall", SQUARE, C7).do("1 lay h5 i5 j5 k5")
    assert {"c8", "b11"} < set(after.gaps)
    assert after.lazy == {}


@pytest.mark.rule("CG-I-3e1")
def test_a_section_that_borders_a_gap_without_a_monk_pays_for_it() -> None:
    after = at("hut green corner", SQUARE, C7).do("1 lay c11 d11 e11 e10 e9")
    assert after.lazy == {"b11": 1}


@pytest.mark.rule("CG-I-3e2")
def test_bordering_a_gap_that_holds_a_monk_costs_nothing() -> None:
    after = at("hut green corner", SQUARE, lazy={"b11": 2}).do("1 lay c11 d11 e11 e10 e9")
    assert after.lazy == {"b11": 2}


SHRINKING = "1 lay c8 d7 d8 d9"
"""A transept over the first of the gap's three spaces."""
SPLITTING = "1 lay c9 d9 d10 d11"
"""A wing over the middle one."""


@pytest.mark.rule("CG-I-3e2")
def test_a_monk_stays_in_a_shrinking_gap_and_no_second_comes() -> None:
    after = at("hut red transept", C7, B_WING, lazy={"c10": 2}).do(SHRINKING)
    assert after.lazy == {"c10": 2}
    assert (after.supply(1), after.supply(2)) == (15, 14)


@pytest.mark.rule("CG-I-3e2")
def test_a_monk_whose_space_is_covered_moves_over_to_what_is_left() -> None:
    after = at("hut red transept", C7, B_WING, lazy={"c8": 2}).do(SHRINKING)
    assert after.lazy == {"c9": 2}


@pytest.mark.rule("CG-I-3e2")
@pytest.mark.parametrize(("stays", "new"), [("c8", "c10"), ("c10", "c8")])
def test_in_a_splitting_gap_a_monk_stays_in_the_part_with_his_space_and_the_other_takes_a_new_one(
    stays: str, new: str
) -> None:
    after = at("hut red wing", C7, B_WING, lazy={stays: 2}).do(SPLITTING)
    assert after.lazy == {stays: 2, new: 1}


@pytest.mark.rule("CG-I-3e2")
def test_in_a_splitting_gap_a_monk_whose_space_is_covered_stays_in_the_first_part() -> None:
    after = at("hut red wing", C7, B_WING, lazy={"c9": 2}).do(SPLITTING)
    assert after.lazy == {"c8": 2, "c10": 1}


@pytest.mark.rule("CG-I-3e2")
def test_a_monk_of_ones_own_counts_like_any_other() -> None:
    after = at("hut red transept", C7, B_WING, lazy={"c8": 1}).do(SHRINKING)
    assert after.lazy == {"c9": 1}
    assert after.supply(1) == 14


@pytest.mark.rule("CG-I-3e3")
def test_a_monk_goes_home_to_his_own_seat_when_his_gap_is_covered() -> None:
    after = at("hut red hall", SQUARE, lazy={"b11": 2}).do("1 lay b11 c11 d11 e11")
    assert "2 lazy-monk-home b11" in after.told
    assert after.lazy == {}
    assert (after.supply(1), after.supply(2)) == (15, 15)


@pytest.mark.rule("CG-I-3e3")
def test_a_gap_of_three_is_covered_at_one_stroke() -> None:
    after = at("hut green hall", C7, B_WING, lazy={"c9": 2}).do("1 lay c8 c9 c10 c11", "1 flip none")
    assert after.lazy == {}
    assert after.supply(2) == 15


CLOISTER_BUT_F10 = (
    *CHURCH_BUT_F6,
    "2 hut yellow hall e7 e8 e9 e10",
    "2 hut yellow corner g10 h10 i10 i9 i8",
    "2 pouch red hall i7 j7 k7 l7",
)
"""A hall on f6 completes the church and borders f10, which only the workshops (E) could widen."""


@pytest.mark.rule("CG-I-3e4")
def test_a_monk_goes_home_when_a_flipped_building_widens_his_gap() -> None:
    flipping = at("pouch blue hall", *CHURCH_BUT_F6, SQUARE, lazy={"b11": 2}).do("1 lay f6 f7 f8 f9")
    after = flipping.do("1 flip D")
    assert "2 lazy-monk-home b11" in after.told
    assert after.lazy == {}
    assert after.supply(2) == 15


@pytest.mark.rule("CG-I-3e4")
def test_a_building_flipped_elsewhere_leaves_him_where_he_is() -> None:
    flipping = at("pouch blue hall", *CHURCH_BUT_F6, SQUARE, lazy={"b11": 2}).do("1 lay f6 f7 f8 f9")
    assert flipping.do("1 flip K").lazy == {"b11": 2}


@pytest.mark.rule("CG-I-3e4", "CG-I-1b")
def test_a_monk_goes_home_when_a_revealed_task_widens_his_gap() -> None:
    after = filling(table(box=BARE), laid=[SQUARE], lazy={"b11": 2}).do("dealer task progress-stables")
    assert after.told == ["- task-revealed progress-stables place 1", "- flipped D", "2 lazy-monk-home b11"]
    assert after.supply(2) == 15


@pytest.mark.rule("CG-I-3e5")
def test_a_building_flipped_in_the_same_turn_saves_from_a_lazy_monk() -> None:
    flipping = at("pouch blue hall", *CLOISTER_BUT_F10).do("1 lay f6 f7 f8 f9")
    assert flipping.lazy == {}
    assert flipping.do("1 flip E").lazy == {}


@pytest.mark.rule("CG-I-3e5")
@pytest.mark.parametrize("choice", ["K", "none"])
def test_flipping_another_or_none_does_not(choice: str) -> None:
    flipping = at("pouch blue hall", *CLOISTER_BUT_F10).do("1 lay f6 f7 f8 f9")
    assert flipping.do(f"1 flip {choice}").lazy == {"f10": 1}


@pytest.mark.rule("CG-I-3e5")
def test_all_that_a_section_brings_comes_in_the_order_of_the_steps() -> None:
    box = with_symbols(green="f6")
    game = table(box=box)
    laid = ["1 hut red hall c4 c5 c6 c7", SQUARE]
    before = position(game, laying="hut green wing", laid=laid, board=["progress-church"])
    after = before.do("1 lay d5 d6 e6 f6")
    assert after.told == [
        "1 section-laid hut green wing d5 d6 e6 f6",
        "1 builder-placed hut green wing",
        "1 task-fulfilled progress-church place 1",
    ]


BUILDER = "1 hut green hall h5 i5 j5 k5 builder"
MAKES_B11 = "1 lay b9 c9 b10 c10"


@pytest.mark.rule("CG-I-3e6")
def test_without_a_monk_at_home_a_master_builder_goes_home_instead() -> None:
    asked = at("hut blue tower", BUILDER, monks=1).do(MAKES_B11)
    assert asked.legal(1) == ["1 home hut green hall"]
    after = asked.do("1 home hut green hall")
    assert after.told == ["1 builder-home b11"]
    assert after.builders == {}
    assert after.lazy == {}
    assert after.supply(1) == 1
    assert after.due == "2"


@pytest.mark.rule("CG-I-3e6")
def test_the_loss_is_the_same_one_point() -> None:
    before = at("hut blue tower", BUILDER, monks=1)
    after = before.do(MAKES_B11, "1 home hut green hall")
    assert after.game.sheet(after.state).seats[0] == before.game.sheet(before.state).seats[0] - 2


@pytest.mark.rule("CG-I-3e6")
def test_which_of_its_master_builders_goes_is_the_seats_own_choice() -> None:
    game = table(box=BARE, monks=2)
    other = "2 hut red hall d6 e6 f6 g6 builder"
    before = position(game, laying="hut blue tower", laid=[BUILDER, other], beside=["1 H", "2 I"], wood="ABCHI")
    asked = before.do(MAKES_B11)
    assert asked.legal(1) == ["1 home hut green hall", "1 home beside H"]
    assert asked.do("1 home beside H").builders == {"hut green hall": 1, "hut red hall": 2, "I": 2}


@pytest.mark.rule("CG-I-3e6")
def test_a_master_builder_beside_a_building_goes_where_none_stands_on_a_section() -> None:
    game = table(box=BARE, monks=1)
    asked = position(game, laying="hut blue tower", beside=["1 H"], wood="ABCH").do(MAKES_B11)
    assert asked.legal(1) == ["1 home beside H"]
    assert asked.do("1 home beside H").builders == {}


@pytest.mark.rule("CG-I-3e6")
def test_only_a_master_builder_of_ones_own_can_go() -> None:
    game = table(box=BARE, monks=2)
    laid = [BUILDER, "2 hut red hall d6 e6 f6 g6 builder", "1 hut blue hall h6 i6 j6 k6"]
    before = position(game, laying="hut blue tower", laid=laid, beside=["1 H", "2 I"], wood="ABCHI")
    asked = before.do(MAKES_B11)
    nobody = ("no-builder-there", "CG-I-3e6")
    assert asked.why_not("1 home hut red hall") == nobody
    assert asked.why_not("1 home hut blue hall") == nobody
    assert asked.why_not("1 home hut red tower") == nobody
    assert asked.why_not("1 home beside I") == nobody
    assert asked.why_not("1 home beside A") == nobody


@pytest.mark.rule("CG-I-3e6")
def test_one_builder_goes_and_not_two() -> None:
    game = table(box=BARE, monks=2)
    asked = position(game, laying="hut blue tower", laid=[BUILDER], beside=["1 H"], wood="ABCH").do(MAKES_B11)
    sections = [it.section for it in asked.state.laid if it.builder]
    building = asked.state.beside[0].building
    assert asked.why_not(SendBuilderHome(Seat(0), None, None)) == ("no-builder-there", "CG-I-3e6")
    assert asked.why_not(SendBuilderHome(Seat(0), sections[0], building)) == ("no-builder-there", "CG-I-3e6")


@pytest.mark.rule("CG-I-3e6")
def test_the_builder_sent_home_for_one_gap_lies_down_in_the_next() -> None:
    game = table(box=BARE, monks=2)
    laid = [C7, BUILDER, "1 hut blue hall h6 i6 j6 k6 builder"]
    asked = position(game, laying="hut blue tower", laid=laid).do(MAKES_B11)
    after = asked.do("1 home hut blue hall")
    assert after.told == ["1 builder-home c8", "1 lazy-monk b11"]
    assert after.builders == {"hut green hall": 1}
    assert after.lazy == {"b11": 1}


@pytest.mark.rule("CG-I-3e6")
def test_the_last_monk_at_home_lies_down_before_a_builder_goes() -> None:
    asked = at("hut blue tower", C7, BUILDER, monks=2).do(MAKES_B11)
    assert asked.lazy == {"c8": 1}
    assert asked.legal(1) == ["1 home hut green hall"]
    assert asked.do("1 home hut green hall").told == ["1 builder-home b11"]


@pytest.mark.rule("CG-I-3e6")
def test_with_no_monk_at_home_and_no_builder_on_the_plan_nothing_is_owed() -> None:
    others = "2 hut green hall h5 i5 j5 k5 builder"
    after = at("hut red hall", SQUARE, others, lazy={"b11": 1}, monks=1).do("1 lay c5 c6 c7 c8")
    assert "c4" in after.gaps
    assert after.lazy == {"b11": 1}
    assert after.due == "2"


@pytest.mark.rule("CG-I-3e6")
def test_a_lazy_monk_never_goes_home_for_another() -> None:
    asked = at("hut red hall", SQUARE, BUILDER, lazy={"b11": 1}, monks=2).do("1 lay c5 c6 c7 c8")
    assert asked.legal(1) == ["1 home hut green hall"]


@pytest.mark.rule("CG-I-3e6")
def test_a_gap_that_took_nobody_costs_the_next_section_that_borders_it() -> None:
    paid = at("hut blue tower", BUILDER, monks=1).do(MAKES_B11, "1 home hut green hall")
    after = paid.do("2 take hut yellow corner", "2 lay c11 d11 e11 e10 e9")
    assert after.lazy == {"b11": 2}


def test_small_gaps_are_recognized_without_tracing_large_ones() -> None:
    layout, chance = table().setting.layout, Random(3)
    smaller = larger = 0
    for _ in range(60):
        free = layout.lettered & chance.getrandbits(layout.lettered.bit_length())
        for space in spaces_of(free):
            gap = layout.gap_at(space, free)
            found, small = layout.small_gap_at(space, free)
            assert small is (gap.bit_count() <= SMALL_GAP)
            assert found == gap if small else not found & ~gap and found.bit_count() > SMALL_GAP
            smaller, larger = smaller + small, larger + (not small)
    assert smaller
    assert larger
