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
from rules.engine.kinds import Kind, Range
from rules.engine.notation import Notation
from rules.engine.secrecy import EVERYONE, HIDDEN, Audience, Seat, Secret, only

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
