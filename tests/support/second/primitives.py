"""Canonical bytes and the two hashes, as `docs/match-log.md` defines them."""

import hashlib
from typing import TypeAlias, cast

import msgpack

Plain: TypeAlias = "None | bool | int | str | bytes | list[Plain]"

MOST_ITEMS = 4_096
DEEPEST = 32


class Refused(Exception):
    """Say why bytes are refused, and at which entry of a log, if at one."""

    def __init__(self, why: str, entry: int | None = None) -> None:
        super().__init__(why if entry is None else f"entry {entry}: {why}")
        self.entry = entry


def encode(value: Plain) -> bytes:
    """Return the canonical bytes of a value."""
    return msgpack.packb(value, use_bin_type=True)


def decode(data: bytes) -> Plain:
    """Return the value of canonical bytes; refuse any other bytes."""
    try:
        found: object = msgpack.unpackb(data, raw=False, max_array_len=MOST_ITEMS, max_map_len=0, max_ext_len=0)
    except (ValueError, msgpack.UnpackException) as fault:
        raise Refused("not msgpack") from fault
    _check_depth(found, 0)
    value = cast("Plain", found)
    if encode(value) != data:
        raise Refused("not the shortest form")
    return value


def _check_depth(value: object, depth: int) -> None:
    if isinstance(value, list):
        if depth == DEEPEST:
            raise Refused("nested too deep")
        for item in cast("list[object]", value):
            _check_depth(item, depth + 1)
    elif value is not None and not isinstance(value, (bool, int, str, bytes)):
        raise Refused("a kind of value that does not occur")


def part_hash(*parts: bytes | str | int) -> bytes:
    """Return the hash `H` of the parts."""
    digest = hashlib.blake2b(digest_size=32)
    for part in parts:
        match part:
            case bytes():
                tagged = b"b" + part
            case str():
                tagged = b"s" + part.encode()
            case int():
                tagged = b"i" + str(part).encode()
        digest.update(len(tagged).to_bytes(8, "big") + tagged)
    return digest.digest()


def personal_hash(person: str, data: bytes, key: bytes = b"") -> bytes:
    """Return the hash `B` of the data."""
    return hashlib.blake2b(data, digest_size=32, key=key, person=person.encode("ascii")).digest()


def four(number: int) -> bytes:
    """Return a number as 4 bytes, big-endian."""
    return number.to_bytes(4, "big")
