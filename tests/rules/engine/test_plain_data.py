"""Codecs for plain data: one form for one value, and `PlainError` for everything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import plain_data
from rules.engine.plain_data import MAX_ITEMS, AnyCodec, Codec, Plain, PlainError
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Audience, Secret, Slot, Zone, only
from rules.engine.secrecy import Seat as SeatNumber


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Circle:
    centre: Point
    radius: int


SMALL = plain_data.integer(-3, 3)
POINT: Codec[Point] = plain_data.structure(Point, x=SMALL, y=SMALL)
CIRCLE: Codec[Circle] = plain_data.structure(Circle, centre=POINT, radius=SMALL)
SHAPE: AnyCodec = plain_data.union({"p": (Point, POINT), "c": (Circle, CIRCLE)})
CARD = plain_data.integer(0, 9)
ONE = SeatNumber(0)

GOOD: list[tuple[AnyCodec, object, Plain]] = [
    (SMALL, -3, -3),
    (plain_data.text(3), "abc", "abc"),
    (plain_data.blob(2), b"ab", b"ab"),
    (plain_data.mask(9), 0b1_0000_0001, b"\x01\x01"),
    (plain_data.mask(0), 0, b""),
    (plain_data.BOOL, True, True),
    (plain_data.optional(SMALL), None, None),
    (plain_data.optional(SMALL), 2, 2),
    (plain_data.items(SMALL), (1, 1, 0), [1, 1, 0]),
    (plain_data.items(SMALL), (), []),
    (plain_data.ascending(SMALL), (-1, 0, 3), [-1, 0, 3]),
    (POINT, Point(1, 2), [1, 2]),
    (CIRCLE, Circle(Point(0, 1), 2), [[0, 1], 2]),
    (SHAPE, Point(1, 2), ["p", 1, 2]),
    (SHAPE, Circle(Point(0, 1), 2), ["c", [0, 1], 2]),
    (plain_data.hideable(SMALL), HIDDEN, False),
    (plain_data.hideable(SMALL), 2, [2]),
    (plain_data.hideable(plain_data.optional(SMALL)), None, [None]),
    (plain_data.secret(SMALL), Secret(only(ONE), 2), [1, [2]]),
    (plain_data.secret(SMALL), Secret(EVERYONE, HIDDEN), [-1, False]),
    (plain_data.zone(CARD), Zone.of([3, 1], NOBODY), [2, [[1, 3]], 0]),
    (plain_data.zone(CARD), Zone(2, HIDDEN, only(ONE)), [2, False, 1]),
    (plain_data.zone(CARD), Zone.of([], EVERYONE), [0, [[]], -1]),
    (plain_data.slot(CARD), Slot(None, EVERYONE), [[None], -1]),
    (plain_data.slot(CARD), Slot(HIDDEN, Audience(3)), [False, 3]),
    (plain_data.slot(CARD), Slot(7, only(ONE)), [[7], 1]),
    (plain_data.SEAT, 31, 31),
]


@pytest.mark.parametrize(("codec", "value", "form"), GOOD)
def test_a_value_has_one_form_and_comes_back(codec: AnyCodec, value: object, form: Plain) -> None:
    assert repr(codec.encode(value)) == repr(form)
    assert codec.decode(form) == value


BAD: list[tuple[AnyCodec, Any]] = [
    (SMALL, 4),
    (SMALL, -4),
    (SMALL, True),
    (SMALL, "1"),
    (SMALL, 1.0),
    (SMALL, None),
    (plain_data.text(3), "abcd"),
    (plain_data.text(3), b"abc"),
    (plain_data.blob(2), b"a"),
    (plain_data.blob(2), "ab"),
    (plain_data.blob(2), bytearray(b"ab")),
    (plain_data.mask(9), b"\x02\x00"),
    (plain_data.mask(9), b"\x01"),
    (plain_data.mask(9), 257),
    (plain_data.BOOL, 1),
    (plain_data.BOOL, None),
    (plain_data.optional(SMALL), 4),
    (plain_data.items(SMALL, 2), [1, 1, 1]),
    (plain_data.items(SMALL), (1, 1)),
    (plain_data.items(SMALL), [0] * (MAX_ITEMS + 1)),
    (plain_data.items(SMALL), "1"),
    (plain_data.ascending(SMALL), [1, 1]),
    (plain_data.ascending(SMALL), [2, 1]),
    (POINT, [1]),
    (POINT, [1, 2, 3]),
    (POINT, [1, None]),
    (POINT, {"x": 1, "y": 2}),
    (CIRCLE, [0, 1, 2]),
    (SHAPE, []),
    (SHAPE, [1, 2]),
    (SHAPE, ["q", 1, 2]),
    (SHAPE, ["p", 1]),
    (SHAPE, [["p"], 1, 2]),
    (SHAPE, "p"),
    (plain_data.hideable(SMALL), True),
    (plain_data.hideable(SMALL), 2),
    (plain_data.hideable(SMALL), []),
    (plain_data.hideable(SMALL), [1, 2]),
    (plain_data.secret(SMALL), [-2, [2]]),
    (plain_data.secret(SMALL), [1 << 32, [2]]),
    (plain_data.secret(SMALL), [1, 2]),
    (plain_data.zone(CARD), [1, [[1, 3]], 0]),
    (plain_data.zone(CARD), [0, False, 0]),
    (plain_data.zone(CARD), [2, [[3, 1]], 0]),
    (plain_data.slot(CARD), [None, -1]),
    (plain_data.SEAT, 32),
]


@pytest.mark.parametrize(("codec", "form"), BAD)
def test_non_canonical_data_is_refused(codec: AnyCodec, form: Any) -> None:
    with pytest.raises(PlainError):
        codec.decode(form)


def test_an_error_says_what_was_expected_and_shows_little_of_what_came() -> None:
    with pytest.raises(PlainError, match="a number from -3 to 3") as caught:
        SMALL.decode("x" * 1_000)
    assert len(str(caught.value)) < 200


DEEP: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)
CODECS: list[AnyCodec] = [codec for codec, _, _ in GOOD]


@given(codec=st.sampled_from(CODECS), form=DEEP)
def test_any_form_is_that_of_its_value_or_refused(codec: AnyCodec, form: Plain) -> None:
    try:
        value = codec.decode(form)
    except PlainError:
        return
    assert repr(codec.encode(value)) == repr(form)


@given(bits=st.integers(0, 200), data=st.data())
def test_every_mask_comes_back(bits: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, (1 << bits) - 1))
    codec = plain_data.mask(bits)
    assert codec.decode(codec.encode(value)) == value
