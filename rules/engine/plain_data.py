"""Plain data (None, bool, int, str, bytes and lists of these) and codecs for it, one per type.

There are no maps, sets or floats, so each value has exactly one form; `saves` turns it into bytes. Decoding rejects
anything that the encoder would not produce with `PlainError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar, cast

from rules.engine.secrecy import EVERYONE, HIDDEN, Audience, HiddenType, Seat, Secret, Slot, Zone

Plain: TypeAlias = "bool | int | str | bytes | list[Plain] | None"
T = TypeVar("T")
E = TypeVar("E", bound=Enum)

MAX_ITEMS = 4096
"""The maximum length of a list in a state or event."""


class PlainError(ValueError):
    """Plain data that none of our encoders produces."""


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """A pair of inverse functions between `T` and plain data. `decode` raises `PlainError`."""

    encode: Callable[[T], Plain]
    decode: Callable[[Plain], T]


AnyCodec: TypeAlias = Codec[Any]
"""A codec among codecs of other types, inside `record` and `union` only."""


def _reject(what: str, got: object) -> PlainError:
    return PlainError(f"expected {what}, got {_describe(got)}")


def _describe(value: object) -> str:
    """Describe the kind of a foreign value in an error message, without repeating its content."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int():
            return f"the number {value}" if abs(value) < 10**18 else "a huge number"
        case str():
            return "text"
        case bytes():
            return "bytes"
        case _:
            return "a list"


def _same(value: Any) -> Any:
    return value


def integer(low: int, high: int) -> Codec[int]:
    """Return a codec for integers from `low` to `high`, inclusive."""

    def decode(plain: Plain) -> int:
        if type(plain) is not int or not low <= plain <= high:
            raise _reject(f"a number from {low} to {high}", plain)
        return plain

    return Codec(_same, decode)


def text(max_length: int = 200) -> Codec[str]:
    """Return a codec for strings of at most `max_length` characters."""

    def decode(plain: Plain) -> str:
        if type(plain) is not str or len(plain) > max_length:
            raise _reject(f"a text of at most {max_length} characters", plain)
        return plain

    return Codec(_same, decode)


def blob(size: int) -> Codec[bytes]:
    """Return a codec for exactly `size` bytes."""

    def decode(plain: Plain) -> bytes:
        if type(plain) is not bytes or len(plain) != size:
            raise _reject(f"{size} bytes", plain)
        return plain

    return Codec(_same, decode)


def mask(bits: int) -> Codec[int]:
    """Return a codec for bit masks of `bits` bits, as big-endian bytes of fixed length."""
    size = (bits + 7) // 8

    def decode(plain: Plain) -> int:
        if type(plain) is not bytes or len(plain) != size or (value := int.from_bytes(plain, "big")) >> bits:
            raise _reject(f"a mask of {bits} bits", plain)
        return value

    return Codec(lambda value: value.to_bytes(size, "big"), decode)


def optional(item: Codec[T]) -> Codec[T | None]:
    """Return a codec for None or an item."""
    return Codec(
        lambda value: None if value is None else item.encode(value),
        lambda plain: None if plain is None else item.decode(plain),
    )


def filled(item: Codec[T], empty: T) -> Codec[T]:
    """Return a codec for an item whose empty value has the form None."""

    def decode(plain: Plain) -> T:
        if plain is None:
            return empty
        if (value := item.decode(plain)) == empty:
            raise _reject("None for an empty value", plain)
        return value

    return Codec(lambda value: None if value == empty else item.encode(value), decode)


def checked(item: Codec[T], disagreement: Callable[[T], str]) -> Codec[T]:
    """Return a codec for items that agree: of any other, `disagreement` says what is wrong."""

    def decode(plain: Plain) -> T:
        value = item.decode(plain)
        if wrong := disagreement(value):
            raise PlainError(wrong)
        return value

    return Codec(item.encode, decode)


def one_of_two(first: T, second: T) -> Codec[T]:
    """Return a codec for one of two values, as False or True."""
    return Codec(lambda value: value is second, lambda plain: second if BOOL.decode(plain) else first)


def by_value(members: type[E]) -> Codec[E]:
    """Return a codec for the members of an enum of texts, by value."""
    known: dict[str, E] = {member.value: member for member in members}

    def decode(plain: Plain) -> E:
        if not isinstance(plain, str) or plain not in known:
            raise _reject(f"one of {', '.join(known)}", plain)
        return known[plain]

    return Codec(lambda member: member.value, decode)


def items(item: Codec[T], max_items: int = MAX_ITEMS) -> Codec[tuple[T, ...]]:
    """Return a codec for a list of items, in order."""

    def decode(plain: Plain) -> tuple[T, ...]:
        if not isinstance(plain, list) or len(plain) > max_items:
            raise _reject(f"a list of at most {max_items}", plain)
        return tuple(map(item.decode, plain))

    encode_item = item.encode
    if encode_item is _same:
        return Codec(cast("Callable[[tuple[T, ...]], Plain]", list), decode)
    return Codec(lambda value: [encode_item(one) for one in value], decode)


def ascending(item: Codec[int], max_items: int = MAX_ITEMS) -> Codec[tuple[int, ...]]:
    """Return a codec for strictly ascending numbers: the canonical form of a set."""
    inner = items(item, max_items)

    def decode(plain: Plain) -> tuple[int, ...]:
        value = inner.decode(plain)
        if any(a >= b for a, b in pairwise(value)):
            raise _reject("rising numbers", value)
        return value

    return Codec(inner.encode, decode)


def record(make: Callable[..., T], *codecs: AnyCodec, parts: Callable[[T], Iterable[object]] | None = None) -> Codec[T]:
    """Return a codec for a fixed sequence of fields.

    `make` takes the fields in order; `parts` yields them (default: the value is a tuple).
    """
    split = parts if parts is not None else cast("Callable[[T], Iterable[object]]", tuple)
    decoders = [codec.decode for codec in codecs]
    encoders = [codec.encode for codec in codecs]
    fields = len(decoders)

    def encode(value: T) -> Plain:
        parts = split(value)
        # Plain values skip the call: states are encoded often.
        encoded = [part if encode is _same else encode(part) for encode, part in zip(encoders, parts, strict=True)]
        return cast("list[Plain]", encoded)

    def decode(plain: Plain) -> T:
        if not isinstance(plain, list) or len(plain) != fields:
            raise _reject(f"{fields} fields", plain)
        return make(*[decode(part) for decode, part in zip(decoders, plain, strict=False)])

    return Codec(encode, decode)


def structure(make: type[T], **codecs: AnyCodec) -> Codec[T]:
    """Return a codec for a dataclass or named tuple with these fields, in this order."""
    names = tuple(codecs)
    if getattr(make, "_fields", None) == names:
        return record(make, *codecs.values())
    if len(names) > 1:
        return record(make, *codecs.values(), parts=cast("Callable[[T], Iterable[object]]", attrgetter(*names)))
    return record(make, *codecs.values(), parts=lambda value: [getattr(value, name) for name in names])


def extended(make: type[T], name: str, last: AnyCodec, /, **codecs: AnyCodec) -> Codec[T]:
    """Return a codec for a structure whose last field was added later and has a default.

    Where the field is empty, the form is the earlier one without it.
    """
    before, whole = structure(make, **codecs), structure(make, **codecs, **{name: last})

    def encode(value: T) -> Plain:
        return (whole if getattr(value, name) else before).encode(value)

    def decode(plain: Plain) -> T:
        if not isinstance(plain, list) or len(plain) != len(codecs) + 1:
            return before.decode(plain)
        value = whole.decode(plain)
        if not getattr(value, name):
            raise PlainError(f"expected nothing where there are no {name}")
        return value

    return Codec(encode, decode)


def union(cases: Mapping[str, tuple[type, AnyCodec]]) -> Codec[Any]:
    """Return a codec for one of several classes: `[tag, fields...]`, where the tag names the class."""
    encoders = {kind: (tag, codec.encode) for tag, (kind, codec) in cases.items()}
    decoders = {tag: codec.decode for tag, (_, codec) in cases.items()}

    def encode(value: object) -> Plain:
        tag, encode_fields = encoders[type(value)]
        return [tag, *cast("list[Plain]", encode_fields(value))]

    def decode(plain: Plain) -> object:
        if not isinstance(plain, list) or not plain or not isinstance(plain[0], str) or plain[0] not in decoders:
            raise _reject(f"one of {', '.join(cases)}", plain)
        return decoders[plain[0]](plain[1:])

    return Codec(encode, decode)


def hideable(item: Codec[T]) -> Codec[T | HiddenType]:
    """Return a codec for a value or `HIDDEN`: False when hidden (no item encodes as a bool), else a list of one."""

    def decode(plain: Plain) -> T | HiddenType:
        if plain is False:
            return HIDDEN
        if not isinstance(plain, list) or len(plain) != 1:
            raise _reject("a hidden or open value", plain)
        return item.decode(plain[0])

    return Codec(lambda value: False if value is HIDDEN else [item.encode(value)], decode)


SEAT: Codec[Seat] = cast("Codec[Seat]", integer(0, 31))
AUDIENCE: Codec[Audience] = cast("Codec[Audience]", integer(EVERYONE, (1 << 32) - 1))
BOOL: Codec[bool] = Codec(_same, lambda plain: plain if type(plain) is bool else _not_bool(plain))


def _not_bool(plain: Plain) -> bool:
    raise _reject("true or false", plain)


def secret(value: Codec[T]) -> Codec[Secret[T]]:
    """Return a codec for a secret with its audience."""
    return record(
        cast("Callable[..., Secret[T]]", Secret), AUDIENCE, hideable(value), parts=lambda it: (it.audience, it.value)
    )


def zone(card: Codec[int]) -> Codec[Zone]:
    """Return a codec for zones; a known zone holds as many cards as it counts."""
    inner = record(Zone, integer(0, MAX_ITEMS), hideable(ascending(card)), AUDIENCE)

    def decode(plain: Plain) -> Zone:
        value = inner.decode(plain)
        if value.cards is not HIDDEN and len(value.cards) != value.count:
            raise _reject(f"{value.count} cards", value.cards)
        if value.cards is HIDDEN and value.count == 0:
            raise _reject("an empty zone to hide nothing", plain)
        return value

    return Codec(inner.encode, decode)


def slot(card: Codec[int]) -> Codec[Slot]:
    """Return a codec for slots: empty, hidden or open."""
    return record(Slot, hideable(optional(card)), AUDIENCE)
