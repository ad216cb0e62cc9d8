"""Canonical bytes: each value has one form, and all other bytes are rejected."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.engine.plain_data import MAX_ITEMS, Plain
from saves.format.canonical import MAX_DEPTH, CanonicalError, decode, encode

SCALARS = st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.text() | st.binary()
VALUES: st.SearchStrategy[Plain] = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=6), max_leaves=30)


@given(VALUES)
def test_a_value_survives_its_encoding(value: Plain) -> None:
    assert decode(encode(value)) == value


@given(st.binary(max_size=40))
@example(b"\xdd\xff\xff\xff\xff")
@example(b"\xc6\xff\xff\xff\xff")
@example(b"\xdf\xff\xff\xff\xff")
@example(b"\xc7\x00\x05")
@example(b"\xd6\xff\x00\x00\x00\x00")
def test_bytes_are_a_values_one_form_or_refused(data: bytes) -> None:
    try:
        value = decode(data)
    except CanonicalError:
        return
    assert encode(value) == data


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no bytes"),
        (b"\x93\x01\x02", "a list that breaks off"),
        (b"\x01\x02", "two values"),
        (b"\xcc\x05", "a number in a longer form than it needs"),
        (b"\xdc\x00\x01\x05", "a list in a longer form than it needs"),
        (b"\xd9\x01a", "a text in a longer form than it needs"),
        (b"\xcb" + bytes(8), "a float"),
        (b"\x80", "an empty map"),
        (b"\x81\x01\x02", "a map"),
        (b"\xd4\x05\x00", "an extension"),
        (b"\xd6\xff\x00\x00\x00\x01", "a time stamp"),
        (b"\xa1\xff", "a text that is no UTF-8"),
        (b"\xc1", "a byte that msgpack never uses"),
        (b"\x91" * 2000 + b"\x01", "a nest too deep for the parser"),
        (b"\x91" * (MAX_DEPTH + 1) + b"\x01", "a nest too deep for us"),
        (b"\xdd\x7f\xff\xff\xff", "a list that claims to be huge"),
        (b"\xdb\x7f\xff\xff\xff", "a text that claims to be huge"),
    ],
)
def test_non_canonical_bytes_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(CanonicalError):
        decode(data)


@pytest.mark.parametrize(
    "value", [1.5, {}, (1, 2), bytearray(b"x"), {1}, object(), [1, (2,)], 1 << 64, -(1 << 63) - 1, "\ud800"]
)
def test_a_value_that_is_not_plain_data_has_no_bytes(value: object) -> None:
    with pytest.raises(CanonicalError):
        encode(value)  # type: ignore[arg-type]


def test_a_recursive_list_has_no_bytes() -> None:
    value: list[Plain] = []
    value.append(value)
    with pytest.raises(CanonicalError):
        encode(value)


def test_lists_nest_as_deep_as_allowed_and_no_deeper() -> None:
    value: Plain = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert decode(encode(value)) == value
    with pytest.raises(CanonicalError):
        encode([value])


def test_lists_are_as_long_as_allowed_and_no_longer() -> None:
    value: list[Plain] = [0] * MAX_ITEMS
    assert decode(encode(value)) == value
    with pytest.raises(CanonicalError):
        encode([*value, 0])
    with pytest.raises(CanonicalError):
        decode(msgpack.packb([0] * (MAX_ITEMS + 1)))


def test_bytes_beyond_the_readers_limit_are_refused_before_they_are_read() -> None:
    assert decode(encode(b"x" * 50), 52) == b"x" * 50
    with pytest.raises(CanonicalError, match="at most 51"):
        decode(encode(b"x" * 50), 51)
