"""The match file as bytes: a prefix, then framed records. Pure: what is sound, where it ends, and why.

What the records mean is left to `log`; reading and writing them to `file`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

MAGIC: Final = b"\x89galli\r\n"
"""Not text, and changed by whatever changes line ends."""
VERSION: Final = 1
MAX_RECORD: Final = 4 << 20
MAX_FILE: Final = 64 << 20
"""Bytes; no match comes near either."""
MAX_RECORDS: Final = 1 << 17
"""Twice as many as a log may have entries: each record takes memory and time, however small it is."""

_PREFIX: Final = Struct(">8sII")
"""Magic, version, CRC of both."""
_FRAME: Final = Struct(">III")
"""Length of the body, CRC of that length, CRC of the body."""


class RecordKind(Enum):
    """What a record holds; its first byte."""

    HEADER = b"H"
    PRIVATE = b"P"
    ENTRY = b"E"

    def __init__(self, tag: bytes) -> None:
        self.tag = tag
        """The same as `value`, which is slower to come by."""


_KINDS: Final = {kind.tag: kind for kind in RecordKind}


class Record(NamedTuple):
    """One record of a file."""

    kind: RecordKind
    body: bytes


class Integrity(Enum):
    """How a file ends."""

    WHOLE = "whole"
    TORN = "torn"
    """The last record is incomplete: its writing was cut short, so nobody was told that it is safe."""
    DAMAGED = "damaged"
    """Bytes that were once complete have changed."""


class PrefixKind(Enum):
    """What a file's first bytes say it is."""

    OURS = "ours"
    NEWER = "newer"
    EMPTY = "empty"
    SHORT = "short"
    """The beginning of ours, and no more."""
    DAMAGED = "damaged"
    FOREIGN = "foreign"


class Scan(NamedTuple):
    """The sound part of a file."""

    records: tuple[Record, ...]
    size: int
    """Bytes of the sound part, from the start of the file."""
    integrity: Integrity


def prefix() -> bytes:
    """The first bytes of every match file of this version."""
    head = _PREFIX.pack(MAGIC, VERSION, 0)[:-4]
    return head + crc32(head).to_bytes(4, "big")


def frame(record: Record) -> bytes:
    """A record's bytes in the file."""
    body = record.kind.tag + record.body
    length = len(body).to_bytes(4, "big")
    return _FRAME.pack(len(body), crc32(length), crc32(body)) + body


def frames(records: Iterable[Record]) -> bytes:
    """Several records' bytes, to be written in one go."""
    return b"".join(map(frame, records))


def read_prefix(data: bytes) -> PrefixKind:
    """What the file says it is. A newer version keeps the prefix's form."""
    if not data:
        return PrefixKind.EMPTY
    if len(data) < _PREFIX.size:
        return PrefixKind.SHORT if prefix().startswith(data) else PrefixKind.FOREIGN
    magic, version, crc = _PREFIX.unpack_from(data)
    if crc32(data[: _PREFIX.size - 4]) != crc:
        # One changed byte in the magic still shows whose file it was.
        alike = sum(a == b for a, b in zip(data, MAGIC, strict=False))
        return PrefixKind.DAMAGED if alike >= len(MAGIC) - 1 else PrefixKind.FOREIGN
    if magic != MAGIC:
        return PrefixKind.FOREIGN
    return PrefixKind.OURS if version == VERSION else PrefixKind.NEWER


def scan(data: bytes) -> Scan:
    """The records of a file whose prefix is ours. One with more than a match may have ends DAMAGED after those."""
    found: list[Record] = []
    place = _PREFIX.size
    while place < len(data):
        if len(found) == MAX_RECORDS:
            return Scan(tuple(found), place, Integrity.DAMAGED)
        if len(data) - place < _FRAME.size:
            return Scan(tuple(found), place, Integrity.TORN)
        length, length_crc, body_crc = _FRAME.unpack_from(data, place)
        start = place + _FRAME.size
        if crc32(data[place : place + 4]) != length_crc or not 0 < length <= MAX_RECORD:
            return Scan(tuple(found), place, _unframed(data, place))
        if start + length > len(data):
            return Scan(tuple(found), place, Integrity.TORN)
        body = data[start : start + length]
        if crc32(body) != body_crc:
            return Scan(tuple(found), place, Integrity.DAMAGED)
        kind = _KINDS.get(body[:1])
        if kind is None:
            return Scan(tuple(found), place, Integrity.DAMAGED)
        found.append(Record(kind, body[1:]))
        place = start + length
    return Scan(tuple(found), place, Integrity.WHOLE)


def _unframed(data: bytes, place: int) -> Integrity:
    """Zeros to the end are room that was set aside for a record and never filled; all else was once a record."""
    return Integrity.TORN if data.count(0, place) == len(data) - place else Integrity.DAMAGED
