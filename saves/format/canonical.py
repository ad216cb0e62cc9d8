"""Plain data as bytes and back, one form each: msgpack without maps, floats or extensions, limited and checked.

What a list means is left to whoever asked for it.
"""

from __future__ import annotations

from itertools import chain
from typing import Final, TypeVar, cast

import msgpack

from rules.engine.plain import MAX_ITEMS, Codec, Plain

MAX_DEPTH: Final = 32
"""No value nests lists deeper."""
MAX_BYTES: Final = 1 << 20
"""No value takes more bytes, unless its reader allows for more."""

_PACKER: Final = msgpack.Packer()
"""One for all, as each has a large buffer of its own. It calls nothing of Python's, so no two threads meet in it."""
_KINDS: Final[frozenset[type]] = frozenset({type(None), bool, int, str, bytes, list})


T = TypeVar("T")


class CanonicalError(ValueError):
    """Bytes that are no value of ours, or not in the one form that it has; or a value that has no such form."""


def encode(plain: Plain) -> bytes:
    """The bytes of a value. Raises `CanonicalError` for what is not plain data."""
    _check(plain)
    try:
        return encode_unchecked(plain)
    except (ValueError, OverflowError, TypeError) as error:
        raise CanonicalError(f"not plain data: {error}") from None


def encode_unchecked(plain: Plain) -> bytes:
    """The bytes of what a codec has made, which needs no check."""
    return _PACKER.pack(plain)


def decode(data: bytes, max_bytes: int = MAX_BYTES) -> Plain:
    """The value of these bytes. Raises `CanonicalError` for anything that `encode` would not have made."""
    return decode_as(data, ANY, max_bytes)


def decode_as(data: bytes, codec: Codec[T], max_bytes: int = MAX_BYTES) -> T:
    """What the codec makes of these bytes. Raises `CanonicalError`, or `PlainError` from the codec.

    Codecs accept plain data alone, so what they have looked at need not be looked at twice; `ANY` looks itself.
    """
    if len(data) > max_bytes:
        raise CanonicalError(f"{len(data)} bytes where at most {max_bytes} are allowed")
    try:
        value = msgpack.unpackb(
            data,
            max_str_len=max_bytes,
            max_bin_len=max_bytes,
            max_array_len=MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
        again = _PACKER.pack(value)
    except (msgpack.UnpackException, ValueError, OverflowError, TypeError, RecursionError, MemoryError) as error:
        raise CanonicalError(f"not readable: {type(error).__name__}") from None
    if again != data:
        raise CanonicalError("not the canonical form of its value")
    return codec.decode(cast(Plain, value))


def _check(value: object) -> None:
    """Level by level, so that depth costs no recursion."""
    level: list[object] = [value]
    for _ in range(MAX_DEPTH + 1):
        kinds = set(map(type, level))
        if not kinds <= _KINDS:
            raise CanonicalError(f"{min(kind.__name__ for kind in kinds - _KINDS)} is no plain data")
        if list not in kinds:
            return
        lists = [cast("list[object]", item) for item in level if type(item) is list]
        if max(map(len, lists)) > MAX_ITEMS:
            raise CanonicalError(f"a list longer than {MAX_ITEMS}")
        level = list(chain.from_iterable(lists))
    raise CanonicalError(f"lists nested deeper than {MAX_DEPTH}")


def _checked(plain: Plain) -> Plain:
    _check(plain)
    return plain


ANY: Final[Codec[Plain]] = Codec(_checked, _checked)
"""Any plain data."""
