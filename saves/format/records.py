"""The match file as bytes: a prefix, then framed records with checksums. Pure; `storage.file` reads and writes them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

MAGIC: Final = b"\x89galli\r\n"
"""Not text, and destroyed by any conversion of line ends."""
VERSION: Final = 1
MAX_RECORD: Final = 4 << 20
MAX_FILE: Final = 64 << 20
"""Bytes; no real match comes near these sizes."""
MAX_RECORDS: Final = 1 << 17
"""Twice the maximum of entries. It is limited because even small records take memory and time."""

_PREFIX: Final = Struct(">8sII")
"""Magic, version, CRC of both."""
_FRAME: Final = Struct(">III")
"""Length of the body, CRC of that length, CRC of the body."""


class RecordKind(Enum):
    """The kind of a record; its first byte."""

    HEADER = b"H"
    PRIVATE = b"P"
    ENTRY = b"E"

    def __init__(self, tag: bytes) -> None:
        self.tag = tag
        """The same as `value`, but faster to read."""


_KINDS: Final = {kind.tag: kind for kind in RecordKind}


class Record(NamedTuple):
    """One record of a file."""

    kind: RecordKind
    body: bytes


class Integrity(Enum):
    """How the records of a file end."""

    WHOLE = "whole"
    TORN = "torn"
    """The last record is incomplete: writing was interrupted, so nobody was told that it is saved."""
    DAMAGED = "damaged"
    """Bytes that were once complete have changed."""


class PrefixKind(Enum):
    """What a file's first bytes say it is."""

    OURS = "ours"
    NEWER = "newer"
    EMPTY = "empty"
    SHORT = "short"
    """Only a part of our prefix."""
    DAMAGED = "damaged"
    FOREIGN = "foreign"


class Scan(NamedTuple):
    """The intact part of a file."""

    records: tuple[Record, ...]
    size: int
    """Bytes of the intact part, from the start of the file."""
    integrity: Integrity


def prefix() -> bytes:
    """Return the first bytes of every match file of this version."""
    head = _PREFIX.pack(MAGIC, VERSION, 0)[:-4]
    return head + crc32(head).to_bytes(4, "big")


def frame(record: Record) -> bytes:
    """Return a record's bytes in the file."""
    body = record.kind.tag + record.body
    length = len(body).to_bytes(4, "big")
    return _FRAME.pack(len(body), crc32(length), crc32(body)) + body


def frames(records: Iterable[Record]) -> bytes:
    """Return the bytes of several records, to be written at once."""
    return b"".join(map(frame, records))


def read_prefix(data: bytes) -> PrefixKind:
    """Return what the file's first bytes say it is. Newer versions keep the form of the prefix."""
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
    """Return the records of a file with our prefix. Those beyond `MAX_RECORDS` count as damage."""
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
            return Scan(tuple(found), place, _frame_error(data, place))
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


def _frame_error(data: bytes, place: int) -> Integrity:
    """Return TORN for zeros up to the end of the file: space that was allocated and never filled; else DAMAGED."""
    return Integrity.TORN if data.count(0, place) == len(data) - place else Integrity.DAMAGED
