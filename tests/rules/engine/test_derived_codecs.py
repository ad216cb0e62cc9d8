"""Kinds and the codecs derived from them: canonical forms of annotated types, and what they reject."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, ClassVar, NamedTuple, Optional

import pytest

from rules.engine.codecs import DerivedCodecs
from rules.engine.deck import Deck
from rules.engine.kinds import (
    Bits,
    Form,
    Kind,
    Late,
    Most,
    PerSeat,
    Range,
    Text,
    alternatives,
    field_types,
    tag,
    unpack,
    without_none,
)
from rules.engine.plain_data import Plain, PlainError, by_value, one_of_two
from rules.engine.secrecy import EVERYONE, HIDDEN, Audience, Seat, Secret, Slot, Zone, only

WORDS = {"bead": ("red", "blue", "green")}
Bead = Annotated[int, Kind("bead")]
Few = Annotated[int, Range(-1, 3)]
MaybeFew = Optional[Few]  # noqa: UP045 (a value, not a type)


class Mood(Enum):
    """Two moods."""

    GLAD = "glad"
    SAD = "sad"


class Necklace(NamedTuple):
    """A record of beads."""

    first: Bead
    rest: Annotated[tuple[Bead, ...], Most(2)] = ()


class Gem:
    """A base class, known by its members."""


@dataclass(frozen=True)
class RoundStep(Gem):
    """A member with a derived tag."""

    size: Few
    shared: ClassVar = 7


@dataclass(frozen=True)
class OvalGem(Gem):
    """A member with a tag of its own."""

    tag: ClassVar = "egg"
    necklace: Necklace | None


class Chain(NamedTuple):
    """A record whose last field was added later."""

    first: Bead
    clasp: Annotated[tuple[Few, Few], Late()] | None = None


class Pair(NamedTuple):
    """A record whose fields must agree."""

    one: Few
    other: Few

    def disagreement(self) -> str:
        """Say what does not agree."""
        return "" if self.one == self.other else "a pair of two alike"


CODECS = DerivedCodecs(WORDS, 3, {Gem: (RoundStep, OvalGem)})

GOOD: list[tuple[Any, object, Plain]] = [
    (Bead, 2, 2),
    (Few, -1, -1),
    (bool, True, True),
    (Seat, Seat(2), 2),
    (Audience, only(Seat(1)), 2),
    (Mood, Mood.SAD, 1),
    (Annotated[str, Kind("bead")], "blue", "blue"),
    (Annotated[str, Text(5)], "Grün!", "Grün!"),
    (Annotated[str, Text(5, slug=True)], "a-1", "a-1"),
    (MaybeFew, None, None),
    (MaybeFew, 3, 3),
    (tuple[Few, bool], (1, False), [1, False]),
    (tuple[Few, ...], (1, 1), [1, 1]),
    (Annotated[tuple[Few, ...], Most(1)], (), []),
    (Annotated[tuple[Bead, ...], Most(2, ascending=True)], (0, 2), [0, 2]),
    (Annotated[int, Bits("bead")], 5, b"\5"),
    (Annotated[int, Bits("bead", optional=True)], 0, None),
    (Annotated[int, Bits("bead", optional=True)], 2, b"\2"),
    (Annotated[Mood, Form(by_value(Mood))], Mood.SAD, "sad"),
    (Annotated[Mood, Form(one_of_two(Mood.SAD, Mood.GLAD))], Mood.GLAD, True),
    (Annotated[Mood, Form(one_of_two(Mood.SAD, Mood.GLAD))], Mood.SAD, False),
    (Annotated[tuple[Few, ...], PerSeat()], (1, 2, 3), [1, 2, 3]),
    (Pair, Pair(2, 2), [2, 2]),
    (Chain, Chain(1), [1]),
    (Chain, Chain(1, (0, 0)), [1, [0, 0]]),
    (Necklace, Necklace(1, (0, 2)), [1, [0, 2]]),
    (Gem, RoundStep(3), ["round", 3]),
    (Gem, OvalGem(None), ["egg", None]),
    (RoundStep | OvalGem, OvalGem(Necklace(0)), ["egg", [0, []]]),
    (Secret[Few], Secret(only(Seat(0)), 1), [1, [1]]),
    (Secret[Few], Secret(only(Seat(0)), HIDDEN), [1, False]),
    (Annotated[Zone, Kind("bead")], Zone.of([2, 0], EVERYONE), [2, [[0, 2]], -1]),
    (Annotated[Slot, Kind("bead")], Slot(1, only(Seat(0))), [[1], 1]),
    (Annotated[Deck, Kind("bead")], Deck((2,), (0, 1), ()), [[2], [0, 1], []]),
]


@pytest.mark.parametrize(("annotation", "value", "form"), GOOD, ids=[f"{it[0]} {it[1]}"[:60] for it in GOOD])
def test_a_value_has_one_form(annotation: Any, value: object, form: Plain) -> None:
    codec = CODECS.of(annotation)
    assert codec.encode(value) == form
    assert codec.decode(form) == value


BAD: list[tuple[Any, Plain]] = [
    (Bead, 3),
    (Bead, -1),
    (Bead, "red"),
    (Bead, True),
    (Bead, None),
    (Few, 4),
    (Few, -2),
    (bool, 1),
    (Seat, 3),
    (Seat, -1),
    (Audience, -2),
    (Mood, 2),
    (Mood, "sad"),
    (Annotated[str, Kind("bead")], "pink"),
    (Annotated[str, Kind("bead")], 1),
    (Annotated[str, Text(5)], ""),
    (Annotated[str, Text(5)], "abcdef"),
    (Annotated[str, Text(5)], " ab"),
    (Annotated[str, Text(5)], "ab "),
    (Annotated[str, Text(5)], "a\nb"),
    (Annotated[str, Text(5)], "a\u202eb"),
    (Annotated[str, Text(5)], "a\u00adb"),
    (Annotated[str, Text(5)], b"ab"),
    (Annotated[str, Text(5, slug=True)], "A"),
    (Annotated[str, Text(5, slug=True)], "a\n"),
    (MaybeFew, False),
    (tuple[Few, bool], [1]),
    (tuple[Few, bool], [1, False, 1]),
    (tuple[Few, ...], 1),
    (tuple[Few, ...], [9]),
    (Annotated[tuple[Few, ...], Most(1)], [1, 1]),
    (Annotated[tuple[Bead, ...], Most(2, ascending=True)], [2, 0]),
    (Annotated[tuple[Bead, ...], Most(2, ascending=True)], [1, 1]),
    (Annotated[tuple[Bead, ...], Most(2, ascending=True)], [0, 1, 2]),
    (Annotated[int, Bits("bead")], b"\x08"),
    (Annotated[int, Bits("bead")], None),
    (Annotated[int, Bits("bead")], 5),
    (Annotated[int, Bits("bead", optional=True)], b"\0"),
    (Annotated[Mood, Form(by_value(Mood))], "mad"),
    (Annotated[Mood, Form(by_value(Mood))], 1),
    (Annotated[Mood, Form(one_of_two(Mood.SAD, Mood.GLAD))], 0),
    (Annotated[tuple[Few, ...], PerSeat()], [1, 2, 3, 3]),
    (Pair, [1, 2]),
    (Chain, [1, None]),
    (Chain, [1, []]),
    (Necklace, [1]),
    (Necklace, [1, [0, 0, 0]]),
    (Gem, []),
    (Gem, ["oval-gem", None]),
    (Gem, ["round"]),
    (Gem, ["round", 1, 1]),
    (Gem, [["round"], 1]),
    (Gem, "round"),
    (Secret[Few], [1, 1]),
    (Secret[Few], [1, [4]]),
    (Annotated[Zone, Kind("bead")], [2, [[2, 0]], -1]),
    (Annotated[Zone, Kind("bead")], [1, [[0, 2]], -1]),
    (Annotated[Zone, Kind("bead")], [0, False, 0]),
    (Annotated[Slot, Kind("bead")], [[3], 1]),
    (Annotated[Deck, Kind("bead")], [[], [1, 0], []]),
    (Annotated[Deck, Kind("bead")], [[], [1, 1], []]),
    (Annotated[Deck, Kind("bead")], [[3], [], []]),
    (Annotated[Deck, Kind("bead")], [[], []]),
]


@pytest.mark.parametrize(("annotation", "form"), BAD, ids=[f"{it[0]} {it[1]!r}"[:70] for it in BAD])
def test_what_the_encoder_does_not_produce_is_rejected(annotation: Any, form: Plain) -> None:
    with pytest.raises(PlainError):
        CODECS.of(annotation).decode(form)


@pytest.mark.parametrize("annotation", [int, str, float, dict[str, int], Deck, Zone, object])
def test_a_type_without_a_canonical_form_has_no_codec(annotation: Any) -> None:
    with pytest.raises(TypeError, match="no codec follows"):
        CODECS.of(annotation)


def test_the_codec_of_a_type_is_made_once() -> None:
    assert CODECS.of(Necklace) is CODECS.of(Necklace)


def test_a_tag_is_the_class_name_in_kebab_case_or_its_own() -> None:
    assert tag(Necklace) == "necklace"
    assert tag(RoundStep) == "round"
    assert tag(OvalGem) == "egg"


def test_an_annotation_is_unpacked() -> None:
    found = unpack(Annotated[int, Kind("bead"), Range(0, 1)])
    assert found.type is int
    assert found.note(Range) == Range(0, 1)
    assert found.note(Most) is None
    assert unpack(bool).notes == ()


def test_unions_and_optional_types_are_told_apart() -> None:
    assert alternatives(RoundStep | OvalGem) == (RoundStep, OvalGem)
    assert alternatives(int) == (int,)
    assert without_none(MaybeFew) == Few
    assert without_none(RoundStep | OvalGem) is None


def test_the_fields_of_a_record_are_in_order_without_class_variables() -> None:
    assert list(field_types(Necklace)) == ["first", "rest"]
    assert list(field_types(RoundStep)) == ["size"]
