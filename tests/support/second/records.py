"""The file: its prefix, and records with checksums."""

import zlib
from dataclasses import dataclass

from tests.support.second.primitives import Plain, Refused, decode, four

MAGIC = b"\x89galli\r\n"
VERSION = 1
PREFIX = MAGIC + four(VERSION) + four(zlib.crc32(MAGIC + four(VERSION)))
MOST_BYTES = 64 * 1024 * 1024
MOST_RECORDS = 131_072


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a file holds: header and entries in bytes, private records as values, and what was cut off at its end."""

    header: bytes
    privates: list[list[Plain]]
    entries: list[bytes]
    torn: bytes

    def private(self, kind: str) -> list[Plain] | None:
        """Return the last private record of a kind."""
        return next((record for record in reversed(self.privates) if record[0] == kind), None)


def record(body: bytes) -> bytes:
    """Return a record with this body."""
    length = four(len(body))
    return length + four(zlib.crc32(length)) + four(zlib.crc32(body)) + body


def read_file(data: bytes) -> MatchFile:
    """Take a file apart; refuse what has a wrong checksum, or is not in order."""
    if len(data) > MOST_BYTES:
        raise Refused("a file of more than 64 MiB")
    if data[: len(PREFIX)] != PREFIX:
        raise Refused("not the prefix of a match file")
    bodies: list[bytes] = []
    at = len(PREFIX)
    while at < len(data):
        rest = data[at:]
        if not any(rest) or len(rest) < 8:
            break
        if four(zlib.crc32(rest[:4])) != rest[4:8]:
            raise Refused("a length that does not have its checksum")
        end = 12 + int.from_bytes(rest[:4], "big")
        if len(rest) < end:
            break
        if four(zlib.crc32(rest[12:end])) != rest[8:12]:
            raise Refused("a record that does not have its checksum")
        bodies.append(rest[12:end])
        at += end
        if len(bodies) > MOST_RECORDS:
            raise Refused("too many records")
    return _sorted(bodies, data[at:])


def _sorted(bodies: list[bytes], torn: bytes) -> MatchFile:
    if not bodies or bodies[0][:1] != b"H":
        raise Refused("no header at the beginning")
    privates: list[list[Plain]] = []
    entries: list[bytes] = []
    for body in bodies[1:]:
        match body[:1]:
            case b"E":
                entries.append(body[1:])
            case b"P":
                value = decode(body[1:])
                if not isinstance(value, list) or not value:
                    raise Refused("a private record that is no list")
                privates.append(value)
            case _:
                raise Refused("a record of no known kind")
    return MatchFile(bodies[0][1:], privates, entries, torn)
