"""Level I, 3a: which section a card lets its player take, and when none can be taken."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.campus_galli.box import COLOURS
from rules.campus_galli.laying_sections import TakeFromHut, TakeFromPouch
from rules.engine.entropy import derive_entropy
from rules.engine.secrecy import Seat
from tests.support.play import Play
from tests.support.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, position

SHAPES = ("hall", "tower", "wing", "transept", "corner")


def playing(card: str, *laid: str, wood: str = "ABC") -> Play:
    """Seat 1 is to take a section with the card."""
    return position(turns=[f"1 {card}", "2 angel-2"], laid=laid, wood=wood)


def takes(play: Play) -> set[str]:
    """What seat 1 may take, without its number."""
    return {line.removeprefix("1 take ") for line in play.legal(1)}


def hut(*colours: str) -> set[str]:
    """All shapes of these colours, from the hut."""
    return {f"hut {colour} {shape}" for colour in colours for shape in SHAPES}


def pouch(*shapes: str) -> set[str]:
    """These shapes, from the pouch."""
    return {f"pouch {shape}" for shape in shapes}


@pytest.mark.rule("CG-I-3a8")
def test_a_red_card_takes_its_colour_from_the_hut_in_any_shape() -> None:
    assert takes(playing("build-red-1")) == hut("red")


@pytest.mark.rule("CG-I-3a8")
def test_a_red_card_with_two_colours_takes_either() -> None:
    assert takes(playing("build-green-yellow")) == hut("green", "yellow")


@pytest.mark.rule("CG-I-3a8")
def test_the_grand_master_builder_takes_any_section_from_the_hut() -> None:
    assert takes(playing("master-1")) == hut(*COLOURS)


@pytest.mark.rule("CG-I-3a8")
def test_a_red_card_does_not_take_another_colour() -> None:
    assert playing("build-red-1").why_not("1 take hut blue hall") == ("card-does-not-allow", "CG-I-3a8")


@pytest.mark.rule("CG-I-3a8")
def test_a_red_card_does_not_reach_into_the_pouch() -> None:
    assert playing("master-1").why_not("1 take pouch hall") == ("card-does-not-allow", "CG-I-3a8")


@pytest.mark.rule("CG-I-3a9")
def test_a_blue_card_feels_for_its_shape() -> None:
    assert takes(playing("pray-wing")) == pouch("wing")


@pytest.mark.rule("CG-I-3a9")
def test_a_blue_card_with_two_shapes_feels_for_either() -> None:
    assert takes(playing("pray-hall-tower")) == pouch("hall", "tower")


@pytest.mark.rule("CG-I-3a9")
def test_the_grand_seer_feels_for_any_shape() -> None:
    assert takes(playing("seer-1")) == pouch(*SHAPES)


@pytest.mark.rule("CG-I-3a9")
def test_a_blue_card_does_not_take_another_shape_nor_from_the_hut() -> None:
    at = playing("pray-wing")
    assert at.why_not("1 take pouch hall") == ("card-does-not-allow", "CG-I-3a9")
    assert at.why_not("1 take hut red wing") == ("card-does-not-allow", "CG-I-3a9")


@pytest.mark.rule("CG-I-3a9")
def test_the_colour_of_a_section_from_the_pouch_is_known_only_once_it_is_drawn() -> None:
    felt = playing("pray-wing").do("1 take pouch wing")
    assert felt.told == ["1 shape-felt wing"]
    assert felt.due == "dealer pouch"
    drawn = felt.do("dealer felt yellow wing")
    assert drawn.told == ["1 section-taken pouch yellow wing"]
    assert "pouch yellow wing" in felt.pouch
    assert "pouch yellow wing" not in drawn.pouch


@pytest.mark.rule("CG-I-3a10")
def test_a_double_coloured_card_declared_for_the_pouch_feels_for_its_shape() -> None:
    assert takes(playing("double-tower-1 pouch")) == pouch("tower")


@pytest.mark.rule("CG-I-3a10")
def test_a_double_coloured_card_declared_for_the_hut_takes_its_shape_in_any_colour() -> None:
    assert takes(playing("double-tower-1 hut")) == {f"hut {colour} tower" for colour in COLOURS}


@pytest.mark.rule("CG-I-3a10")
def test_what_was_declared_binds() -> None:
    refused = ("card-does-not-allow", "CG-I-3a10")
    assert playing("double-tower-1 pouch").why_not("1 take hut red tower") == refused
    assert playing("double-tower-1 hut").why_not("1 take pouch tower") == refused


@pytest.mark.rule("CG-I-3a11")
def test_the_angel_takes_any_section_from_the_hut_or_any_shape_from_the_pouch() -> None:
    assert takes(playing("angel-1")) == hut(*COLOURS) | pouch(*SHAPES)


@pytest.mark.rule("CG-I-3a", "CG-I-3a11")
def test_a_section_gone_from_the_hut_cannot_be_taken() -> None:
    at = playing("angel-1", "2 hut red hall c4 c5 c6 c7")
    assert at.why_not("1 take hut red hall") == ("not-in-hut", "CG-I-3a")


@pytest.mark.rule("CG-I-3a")
@pytest.mark.parametrize("section", [-1, 45])
def test_an_unknown_section_cannot_be_taken(section: int) -> None:
    assert playing("angel-1").why_not(TakeFromHut(Seat(0), section)) == ("not-in-hut", "CG-I-3a")


@pytest.mark.rule("CG-I-0b", "CG-I-3a")
def test_a_joker_is_in_neither_hut_nor_pouch() -> None:
    at = playing("angel-1")
    jokers = [number for number, section in enumerate(at.setting.box.sections) if section.colour is None]
    assert [at.why_not(TakeFromHut(Seat(0), number))[0] for number in jokers] == ["not-in-hut"] * 5


@pytest.mark.rule("CG-I-3a")
@pytest.mark.parametrize("shape", [-1, 5])
def test_an_unknown_shape_cannot_be_taken_from_the_pouch(shape: int) -> None:
    assert playing("angel-1").why_not(TakeFromPouch(Seat(0), shape)) == ("not-in-pouch", "CG-I-3a")


HALLS_OF_THE_POUCH = (
    "2 pouch red hall c4 c5 c6 c7",
    "2 pouch green hall d5 e5 f5 g5",
    "2 pouch blue hall d6 e6 f6 g6",
    "2 pouch yellow hall h5 i5 j5 k5",
)


@pytest.mark.rule("CG-I-3a")
def test_a_shape_gone_from_the_pouch_cannot_be_taken() -> None:
    at = playing("angel-1", *HALLS_OF_THE_POUCH)
    assert at.why_not("1 take pouch hall") == ("not-in-pouch", "CG-I-3a")
    assert "pouch hall" not in takes(at)
    assert "hut red hall" in takes(at)


@pytest.mark.rule("CG-I-3a12")
def test_a_draw_is_even_over_the_sections_of_the_shape_that_lie_in_the_pouch() -> None:
    felt = playing("pray-hall", HALLS_OF_THE_POUCH[0]).do("1 take pouch hall")
    drawn = Counter(felt.game.format(felt.game.deal(felt.state, derive_entropy("hall", i))) for i in range(3_000))
    assert set(drawn) == {f"dealer felt {colour} hall" for colour in ("green", "blue", "yellow")}
    assert all(900 < count < 1_100 for count in drawn.values())


@pytest.mark.rule("CG-I-3a12")
def test_the_dealer_cannot_draw_another_shape_nor_what_is_gone() -> None:
    felt = playing("pray-hall", HALLS_OF_THE_POUCH[0]).do("1 take pouch hall")
    assert felt.why_not("dealer felt red wing") == ("bad-draw", "CG-I-3a12")
    assert felt.why_not("dealer felt red hall") == ("bad-draw", "CG-I-3a12")


@pytest.mark.rule("CG-I-3a12")
def test_a_section_drawn_from_the_pouch_must_be_laid() -> None:
    drawn = playing("pray-wing").do("1 take pouch wing", "dealer felt red wing")
    assert {line.split()[1] for line in drawn.legal(1)} == {"lay"}


B9_TOWER = "2 hut blue tower b9 b10 c9 c10"
ALL_BUT_B11 = (
    *CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
    "2 pouch blue hall e6 e7 e8 e9",
    "2 hut green transept c8 d7 d8 d9",
    B9_TOWER,
)
"""With D and E in parchment, b11 can be reached along row 11 alone."""


@pytest.mark.rule("CG-I-3a13")
def test_only_shapes_that_have_a_place_can_be_taken() -> None:
    at = playing("angel-1", *ALL_BUT_B11)
    assert {line.split()[-1] for line in takes(at)} == {"hall", "wing", "transept"}
    assert at.why_not("1 take hut yellow tower") == ("no-place", "CG-I-3a13")
    assert at.why_not("1 take pouch tower") == ("no-place", "CG-I-3a13")


@pytest.mark.rule("CG-I-3a13")
def test_a_section_must_be_taken_where_one_can_be() -> None:
    assert all(" take " in line for line in playing("build-red-1").legal(1))


@pytest.mark.rule("CG-I-3a13")
def test_a_card_whose_shape_is_used_up_is_spent_without_effect() -> None:
    before = position(turns=["1 angel-1", "2 pray-hall"], laid=HALLS_OF_THE_POUCH)
    after = before.do("1 take hut red hall", "1 lay h6 i6 j6 k6")
    assert "2 card-spent pray-hall" in after.told
    assert after.cards_played(2)[-1] == "pray-hall"
    assert len(after.state.laid) == 5


@pytest.mark.rule("CG-I-3a13")
def test_a_card_whose_shape_fits_nowhere_is_spent_without_effect() -> None:
    before = position(
        turns=["1 angel-1", "2 pray-tower"], laying="hut blue tower", laid=[it for it in ALL_BUT_B11 if it != B9_TOWER]
    )
    after = before.do("1 lay b9 c9 b10 c10")
    assert "2 card-spent pray-tower" in after.told
    assert "pouch red tower" in after.pouch


@pytest.mark.rule("CG-I-3a13")
def test_a_declared_card_is_spent_where_what_was_declared_is_used_up() -> None:
    before = position(turns=["1 angel-1", "2 double-hall-1 pouch"], laying="hut red hall", laid=HALLS_OF_THE_POUCH)
    assert "2 card-spent double-hall-1" in before.do("1 lay h6 i6 j6 k6").told
