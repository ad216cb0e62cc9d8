"""Plain data as bytes and back, each value in exactly one form: msgpack without maps, floats or extensions."""

from __future__ import annotations

from itertools import chain
from typing import Final, TypeVar, cast

import msgpack

from rules.engine.plain_data import MAX_ITEMS, Codec, Plain

MAX_DEPTH: Final = 32
"""Depth to which lists nest."""
MAX_BYTES: Final = 1 << 20
"""Size of a value, unless the caller allows for more."""

_PACKER: Final = msgpack.Packer()
"""Shared, since each packer has a large buffer. It calls no Python code, so threads cannot interleave in it."""
_KINDS: Final[frozenset[type]] = frozenset({type(None), bool, int, str, bytes, list})


T = TypeVar("T")


class CanonicalError(ValueError):
    """Bytes that are no plain data in canonical form, or a value that has no such form."""


def encode(plain: Plain) -> bytes:
    """Return the bytes of a value. Raises `CanonicalError` if it is not plain data."""
    _check(plain)
    try:
        return encode_unchecked(plain)
    except (ValueError, OverflowError, TypeError) as error:
        raise CanonicalError(f"not plain data: {error}") from None


def encode_unchecked(plain: Plain) -> bytes:
    """Return the bytes of a codec's result, which is known to be plain data."""
    return _PACKER.pack(plain)


def decode(data: bytes, max_bytes: int = MAX_BYTES) -> Plain:
    """Return the value of these bytes. Raises `CanonicalError` for bytes that `encode` would not have produced."""
    return decode_as(data, ANY, max_bytes)


def decode_as(data: bytes, codec: Codec[T], max_bytes: int = MAX_BYTES) -> T:
    """Return what the codec decodes from these bytes. Raises `CanonicalError`, or `PlainError` from the codec.

    Codecs accept only plain data, so the value is not checked separately; `ANY` checks it itself.
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
        raise CanonicalError("not in canonical form")
    return codec.decode(cast(Plain, value))


def _check(value: object) -> None:
    """Check a value level by level, so that depth needs no recursion. Raises `CanonicalError`."""
    level: list[object] = [value]
    for _ in range(MAX_DEPTH + 1):
        kinds = set(map(type, level))
        if not kinds <= _KINDS:
            raise CanonicalError(f"{min(kind.__name__ for kind in kinds - _KINDS)} is not plain data")
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
