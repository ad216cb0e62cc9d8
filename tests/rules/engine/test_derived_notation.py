"""The notation derived from the types of events: a round trip for each, and errors that say what was expected."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.events import Move, Outcome
from rules.engine.game_codec import NotationError
from rules.engine.kinds import Kind, Late, Letters, Most, NoneWord, PerSeat, Range, Usual
from rules.engine.notation import Notation
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Audience, Seat, Secret, only

WORDS = {"bead": ("red", "blue", "green")}
Bead = Annotated[int, Kind("bead")]
Few = Annotated[int, Range(-3, 12)]


class Knot(Enum):
    """How a string ends."""

    REEF = "reef"
    BOW = "bow"


class Clasp(NamedTuple):
    """A record in an event."""

    bead: Bead
    size: Few


@dataclass(frozen=True, slots=True)
class StringBeads(Move):
    """A move with a list at its end."""

    number: Few
    beads: tuple[Bead, ...]


@dataclass(frozen=True, slots=True)
class TieString(Move):
    """A move with all kinds of fields."""

    tag: ClassVar = "tie"
    knot: Knot
    tight: bool
    beads: tuple[Bead, ...]
    pair: tuple[Few, Bead]
    clasp: Clasp | None
    helper: Seat | None


@dataclass(frozen=True, slots=True)
class HideBead(Move):
    """A move with a secret."""

    bead: Secret[Bead]


@dataclass(frozen=True, slots=True)
class PassBead(Move):
    """A move without fields."""


@dataclass(frozen=True, slots=True)
class DrawBead(Outcome):
    """An outcome with a secret of the seat that it names."""

    seat: Seat
    seen: Audience
    bead: Secret[Bead]


@dataclass(frozen=True, slots=True)
class CountBeads(Outcome):
    """An outcome with a number."""

    count: Few


EVENTS = (StringBeads, TieString, HideBead, PassBead, CountBeads)
NOTATION = Notation(WORDS, 2, EVENTS)
ONE, TWO = Seat(0), Seat(1)

LINES = {
    "1 string-beads 3 red blue red": StringBeads(ONE, 3, (0, 1, 0)),
    "1 string-beads -1 -": StringBeads(ONE, -1, ()),
    "2 tie bow yes red,green 12,blue red:3 1": TieString(
        TWO, Knot.BOW, tight=True, beads=(0, 2), pair=(12, 1), clasp=Clasp(0, 3), helper=ONE
    ),
    "2 tie reef no - 0,red - -": TieString(TWO, Knot.REEF, tight=False, beads=(), pair=(0, 0), clasp=None, helper=None),
    "2 hide-bead green": HideBead(TWO, Secret(only(TWO), 2)),
    "2 hide-bead ?": HideBead(TWO, Secret(only(TWO), HIDDEN)),
    "1 pass-bead": PassBead(ONE),
    "dealer count-beads 7": CountBeads(7),
}


@pytest.mark.parametrize("line", LINES)
def test_an_event_is_written_in_one_line_and_read_again(line: str) -> None:
    assert NOTATION.format(LINES[line]) == line
    assert NOTATION.parse(line) == LINES[line]


def test_the_audience_of_a_secret_is_not_written() -> None:
    notation = Notation(WORDS, 2, (DrawBead,))
    assert notation.format(DrawBead(TWO, EVERYONE, Secret(only(TWO), 1))) == "dealer draw-bead 2 blue"


@given(st.integers(0, 1), st.integers(-3, 12), st.lists(st.integers(0, 2), max_size=5))
def test_every_move_survives_its_notation(seat: int, number: int, beads: list[int]) -> None:
    move = StringBeads(Seat(seat), number, tuple(beads))
    assert NOTATION.parse(NOTATION.format(move)) == move


def test_more_spaces_do_not_matter() -> None:
    assert NOTATION.parse("  1   string-beads 3  red ") == StringBeads(ONE, 3, (0,))


ERRORS = {
    "": "a seat from 1 to 2 or 'dealer'",
    "3 pass-bead": "a seat from 1 to 2 or 'dealer'",
    "0 pass-bead": "a seat from 1 to 2 or 'dealer'",
    "dealer": "a seat from 1 to 2 or 'dealer'",
    "dealer pass-bead": "a seat from 1 to 2 or 'dealer'",
    "1": "one of string-beads, tie, hide-bead, pass-bead",
    "1 sing": "one of string-beads, tie, hide-bead, pass-bead",
    "1 count-beads 7": "one of string-beads",
    "1 pass-bead now": "pass-bead: 'now' is too much",
    "1 string-beads": "string-beads: number is missing",
    "1 string-beads 3": "string-beads: beads is missing",
    "1 string-beads 13 red": "a number from -3 to 12, not '13'",
    "1 string-beads 03 red": "a number from -3 to 12, not '03'",
    "1 string-beads -0 red": "a number from -3 to 12, not '-0'",
    "1 string-beads --1 red": "a number, not '--1'",
    "1 string-beads +3 red": "a number, not '+3'",
    "1 string-beads 3.0 red": "a number, not '3.0'",
    "1 string-beads ٣ red": "a number, not",
    "1 string-beads ² red": "a number, not",
    "1 string-beads 1111111111 red": "a number, not",
    "1 string-beads 3 pink": "'pink' is no bead",
    "1 string-beads 3 red -": "'-' is no bead",
    "1 string-beads 3 red,blue": "'red,blue' is no bead",
    "2 tie bow yes red,green 12,blue red:3 3": "1 or 2, not '3'",
    "2 tie bow yes red,green 12,blue red 1": "2 words joined by colons, not 'red'",
    "2 tie bow yes red,green 12,blue red:3:1 1": "2 words joined by colons",
    "2 tie bow yes red,green 12 red:3 1": "2 words joined by commas",
    "2 tie bow yes red, 12,blue red:3 1": "'' is no bead",
    "2 tie bow true red 12,blue red:3 1": "yes or no, not 'true'",
    "2 tie loop yes red 12,blue red:3 1": "one of reef, bow, not 'loop'",
    "2 tie bow yes red 12,blue red:3": "tie: helper is missing",
    "2 hide-bead -": "'-' is no bead",
}


@pytest.mark.parametrize(("line", "message"), ERRORS.items(), ids=ERRORS)
def test_what_is_no_notation_is_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        NOTATION.parse(line)
    assert message in str(refused.value)


@given(st.text(max_size=60))
def test_any_other_text_raises_nothing_else(text: str) -> None:
    for line in (text, f"1 {text}", f"2 tie {text}", f"1 string-beads {text}"):
        try:
            event = NOTATION.parse(line)
        except NotationError:
            continue
        assert NOTATION.parse(NOTATION.format(event)) == event


Loose = Annotated[tuple[Bead, ...], Most(ascending=True)]


@dataclass(frozen=True, slots=True)
class DealBeads(Outcome):
    """An outcome with a secret set for each seat."""

    tag: ClassVar = "deal"
    sets: Annotated[tuple[Secret[Loose], ...], PerSeat()]


@dataclass(frozen=True, slots=True)
class TakeBeads(Outcome):
    """An outcome with a secret set at its end."""

    tag: ClassVar = "take"
    seat: Seat
    beads: Secret[Loose]


@dataclass(frozen=True, slots=True)
class PayBeads(Move):
    """A move with counts, which may be left out."""

    tag: ClassVar = "pay-beads"
    verb: ClassVar = "pay"
    to: Annotated[Seat, NoneWord("bank")] | None
    beads: Annotated[tuple[Few, Few, Few], Letters("letter"), Late()] | None = None


@dataclass(frozen=True, slots=True)
class PayString(Move):
    """A move with a verb of two words and a thing of two words."""

    tag: ClassVar = "pay-string"
    verb: ClassVar = "pay string"
    string: Annotated[int, Kind("string")]
    tight: bool


MORE = Notation(
    {**WORDS, "letter": "RBG", "string": ("long red", "short")}, 2, (DealBeads, TakeBeads, PayBeads, PayString)
)
MORE_LINES = {
    "dealer deal red green / ?": DealBeads((Secret(NOBODY, (0, 2)), Secret(NOBODY, HIDDEN))),
    "dealer take 2 red blue": TakeBeads(TWO, Secret(only(TWO), (0, 1))),
    "dealer take 1 ?": TakeBeads(ONE, Secret(only(ONE), HIDDEN)),
    "1 pay 2 RRG": PayBeads(ONE, TWO, (2, 0, 1)),
    "1 pay bank 0": PayBeads(ONE, None, (0, 0, 0)),
    "1 pay bank": PayBeads(ONE, None, None),
    "2 pay string long red yes": PayString(TWO, 0, tight=True),
    "2 pay string short no": PayString(TWO, 1, tight=False),
}


@pytest.mark.parametrize("line", MORE_LINES)
def test_sets_counts_and_things_of_several_words_are_written_and_read_again(line: str) -> None:
    assert MORE.format(MORE_LINES[line]) == line
    assert MORE.parse(line) == MORE_LINES[line]


def test_a_set_is_read_in_any_order() -> None:
    assert MORE.parse("dealer take 2 blue red") == MORE_LINES["dealer take 2 red blue"]


@pytest.mark.parametrize("line", ["1 pay 2 GRR", "1 PAY 2 rrg", "1 pay 2 2R1g", "1 pay 2 g2r", "1 pay 2 rgr"])
def test_letters_are_read_in_any_order_small_or_capital_and_with_numbers(line: str) -> None:
    assert MORE.parse(line) == MORE_LINES["1 pay 2 RRG"]


@pytest.mark.parametrize("line", ["1 String-Beads 3 RED", "1 string-beads 3 Red"])
def test_words_are_read_in_small_and_capital_letters(line: str) -> None:
    assert NOTATION.parse(line) == StringBeads(ONE, 3, (0,))


def test_words_that_differ_in_capitals_only_are_read_exactly() -> None:
    notation = Notation({"bead": ("red", "Red", "green")}, 2, (StringBeads,))
    assert notation.parse("1 string-beads 3 Red red GREEN").beads == (1, 0, 2)
    with pytest.raises(NotationError, match="'RED' is no bead"):
        notation.parse("1 string-beads 3 RED")


def test_a_last_field_with_a_usual_value_may_be_left_out() -> None:
    @dataclass(frozen=True, slots=True)
    class TieLoose(Move):
        bead: Bead
        knot: Annotated[Knot, Usual(Knot.BOW)]

    notation = Notation(WORDS, 2, (TieLoose,))
    assert notation.parse("1 tie-loose red") == notation.parse("1 tie-loose red bow") == TieLoose(ONE, 0, Knot.BOW)
    assert notation.parse("1 tie-loose red reef") == TieLoose(ONE, 0, Knot.REEF)
    assert notation.format(TieLoose(ONE, 0, Knot.BOW)) == "1 tie-loose red bow"
    with pytest.raises(NotationError, match="bead is missing"):
        notation.parse("1 tie-loose")


MORE_ERRORS = {
    "dealer deal red": "one for each of 2 seats, got 1",
    "dealer deal red /": "words on both sides of each '/'",
    "dealer deal red red / ?": "different things",
    "dealer take 2 ? red": "take: 'red' is too much",
    "dealer take 2": "take: beads is missing",
    "1 pay 2 RX": "letters of RBG, not 'RX'",
    "1 pay 2 R2": "letters of RBG, not 'R2'",
    "1 pay 2 0R": "letters of RBG, not '0R'",
    "1 pay 2 100R": "letters of RBG, not '100R'",
    "1 pay - R": "1 or 2, not '-'",
    "1 pay string long yes": "'long' is no string",
    "1 pay string": "pay string: string is missing",
}


@pytest.mark.parametrize(("line", "message"), MORE_ERRORS.items(), ids=MORE_ERRORS)
def test_what_is_no_such_notation_is_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        MORE.parse(line)
    assert message in str(refused.value)


def test_a_list_has_at_most_as_many_things_as_its_type_says() -> None:
    @dataclass(frozen=True, slots=True)
    class FewBeads(Outcome):
        beads: Annotated[tuple[Bead, ...], Most(1)]

    notation = Notation(WORDS, 2, (FewBeads,))
    assert notation.parse("dealer few-beads red").beads == (0,)
    with pytest.raises(NotationError, match="at most 1, got 2"):
        notation.parse("dealer few-beads red red")


def test_a_list_of_things_that_may_be_none_has_no_notation() -> None:
    @dataclass(frozen=True, slots=True)
    class LoseBeads(Outcome):
        beads: tuple[Bead | None, ...]

    with pytest.raises(TypeError, match="beads: a list of things that may be None"):
        Notation(WORDS, 2, (LoseBeads,)).format(LoseBeads((None,)))
