"""Forged match files, as made without the keys: one thing is changed, and everything that needs no key is adjusted.

Checksums, lengths and the one form of every value are always right. The hashes of what comes after are put right as
well, and where it is asked for, every signature is made anew by another key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from rules.engine.plain_data import Plain
from saves.format import canonical
from saves.format.entries import ENTRY_CONTEXT, SIGNATURE_SIZE, SUBMISSION_CONTEXT, entry_hash
from saves.format.header import header_hash
from saves.format.identity import Identity
from saves.format.records import Record, RecordKind

FORGER = Identity(bytes([66]) * 32)
PREVIOUS = 2
BODY = 3
"""Where an entry holds the hash of the one before it, and what it is about."""
ANSWERS = 3
"""Where a submission holds the hash of the entry that it answers."""


class Forgery(NamedTuple):
    """A forged file."""

    what: str
    """Names it, e.g. "entry 4 at 3.1, signed anew"."""
    records: tuple[Record, ...]


def forgeries(records: Sequence[Record]) -> Iterator[Forgery]:
    """Yield a forgery of each value in header and entries, with old and new signatures, and of their order."""
    yield from _in_header(records)
    for place, record in enumerate(records):
        if record.kind is RecordKind.ENTRY:
            yield from _in_entry(records, place)
    yield from _in_order(records)


def private_forgeries(records: Sequence[Record]) -> Iterator[Forgery]:
    """Yield a forgery of each value in a private record, each record omitted, and some added."""
    for place, record in enumerate(records):
        if record.kind is RecordKind.PRIVATE:
            for path, value in _changed(canonical.decode(record.body)):
                yield Forgery(f"private record {place} at {path}", _with(records, place, canonical.encode(value)))
            yield Forgery(f"private record {place} left out", (*records[:place], *records[place + 1 :]))
    entries = [record.body for record in records if record.kind is RecordKind.ENTRY]
    some = canonical.decode(entries[-1][SIGNATURE_SIZE:])
    extras: tuple[list[Plain], ...] = (
        ["guest"],
        ["nonce", bytes(32)],
        ["dealer", bytes(32)],
        ["sent", entries[-1]],
        ["sent", bytes(SIGNATURE_SIZE) + canonical.encode(some)],
        ["kept", 0, bytes(80)],
        ["kept", 63, b""],
        ["dropped", 0],
        ["note", "theme", bytes(1 << 16)],
        ["unheard-of", 1],
    )
    for extra in extras:
        record = Record(RecordKind.PRIVATE, canonical.encode(extra))
        yield Forgery(f"a private record {extra[0]!r} put in", (*records, record))


def taken_over(records: Sequence[Record], by: Identity = FORGER) -> tuple[Record, ...]:
    """Return the match as if this key had hosted it: new signatures and hashes, old seals."""
    header = cast("list[Plain]", canonical.decode(records[0].body))
    keys = cast("list[list[Plain]]", header[9])
    keys[0] = [by.public.sign, by.public.box]
    first = Record(RecordKind.HEADER, canonical.encode(header))
    return _mended((first, *records[1:]), 1, by)


def _in_header(records: Sequence[Record]) -> Iterator[Forgery]:
    for path, value in _changed(canonical.decode(records[0].body)):
        forged = _with(records, 0, canonical.encode(value))
        yield Forgery(f"header at {path}", forged)
        yield Forgery(f"header at {path}, hashes put right", _mended(forged, 1))
        yield Forgery(f"header at {path}, signed anew", _mended(forged, 1, FORGER))


def _in_entry(records: Sequence[Record], place: int) -> Iterator[Forgery]:
    raw = records[place].body
    number = sum(record.kind is RecordKind.ENTRY for record in records[:place])
    for at in (0, SIGNATURE_SIZE // 2, SIGNATURE_SIZE - 1):
        spoiled = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        forged = _mended(_with(records, place, spoiled), place + 1)
        yield Forgery(f"entry {number}, byte {at} of its signature", forged)
    for path, value in _changed(canonical.decode(raw[SIGNATURE_SIZE:])):
        yield from _signed_each_way(records, place, number, path, value)


def _signed_each_way(records: Sequence[Record], place: int, number: int, path: str, value: Plain) -> Iterator[Forgery]:
    """Yield a changed entry with its old signature, and with the forger's on it and all later ones."""
    packed = canonical.encode(value)
    old = _with(records, place, records[place].body[:SIGNATURE_SIZE] + packed)
    yield Forgery(f"entry {number} at {path}", _mended(old, place + 1))
    new = _with(records, place, FORGER.signature(ENTRY_CONTEXT + packed) + packed)
    yield Forgery(f"entry {number} at {path}, signed anew", _mended(new, place + 1, FORGER))


def _in_order(records: Sequence[Record]) -> Iterator[Forgery]:
    """Yield logs with entries omitted, doubled and swapped, and later ones renumbered."""
    places = [place for place, record in enumerate(records) if record.kind is RecordKind.ENTRY]
    for place in places[:-1]:
        following = place + 1
        disorders = {
            "left out": (*records[:place], *records[following:]),
            "doubled": (*records[:following], records[place], *records[following:]),
            "swapped": (*records[:place], records[following], records[place], *records[following + 1 :]),
        }
        for what, forged in disorders.items():
            yield Forgery(f"record {place} {what}", forged)
            yield Forgery(f"record {place} {what}, signed anew", _mended(forged, place, FORGER))


def _changed(value: Plain, path: tuple[int, ...] = ()) -> Iterator[tuple[str, Plain]]:
    """Yield the value with each part changed in turn, inside submissions too."""
    whole = value

    def put(into: Plain, at: tuple[int, ...], new: Plain) -> Plain:
        if not at:
            return new
        assert isinstance(into, list)
        return [*into[: at[0]], put(into[at[0]], at[1:], new), *into[at[0] + 1 :]]

    def walk(inner: Plain, at: tuple[int, ...]) -> Iterator[tuple[str, Plain]]:
        told = ".".join(map(str, at)) or "the top"
        for what, new in _others(inner):
            yield f"{told} ({what})", put(whole, at, new)
        if isinstance(inner, list):
            for number, item in enumerate(inner):
                yield from walk(item, (*at, number))

    yield from walk(value, path)


def _others(value: Plain) -> Iterator[tuple[str, Plain]]:
    """Yield other values near this one."""
    if isinstance(value, bool):
        yield "turned", not value
    elif value is None:
        yield "zero", 0
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
        yield "huge", (1 << 63) - 1
    elif isinstance(value, str):
        yield "longer", f"{value}x"
        yield "steering", f"\x1b[2J{value}"
        yield "empty", ""
    elif isinstance(value, bytes):
        yield "longer", value + b"\0"
        yield "empty", b"" if value else b"\1"
        if value:
            yield "a bit turned", bytes([value[0] ^ 1]) + value[1:]
        yield from _submission(value)
    else:
        yield "longer", [*value, None]
        yield "none", None
        if value:
            yield "shorter", value[:-1]
        if len(value) > 1:
            yield "turned round", value[::-1] if value[::-1] != value else [*value, 0]


def _submission(raw: bytes) -> Iterator[tuple[str, Plain]]:
    """Yield changes of a submission's content, with the old signature and the forger's; nothing for other bytes."""
    try:
        content = canonical.decode(raw[SIGNATURE_SIZE:])
    except canonical.CanonicalError:
        return
    if isinstance(content, list) and len(content) == 5:
        for path, value in _changed(content):
            packed = canonical.encode(value)
            yield f"submission at {path}", raw[:SIGNATURE_SIZE] + packed
            yield f"submission at {path}, signed anew", FORGER.signature(SUBMISSION_CONTEXT + packed) + packed


def _mended(records: Sequence[Record], start: int, by: Identity | None = None) -> tuple[Record, ...]:
    """Return the records with all entries from an index on renumbered, chained and, given a key, signed."""
    found = list(records[:start])
    entries = [record.body for record in found if record.kind is RecordKind.ENTRY]
    head = entry_hash(entries[-1]) if entries else header_hash(records[0].body)
    number = len(entries)
    hashes: dict[Plain, Plain] = {}
    for record in records[start:]:
        if record.kind is not RecordKind.ENTRY:
            found.append(record)
            continue
        content = canonical.decode(record.body[SIGNATURE_SIZE:])
        assert isinstance(content, list)
        if isinstance(content[PREVIOUS], bytes):
            hashes[content[PREVIOUS]] = head
        content[1], content[PREVIOUS] = number, head
        match content[BODY]:
            case ["seat", bytes(submission)] if by is not None:
                content[BODY] = ["seat", _answered(submission, hashes, by)]
            case _:
                pass
        packed = canonical.encode(content)
        signature = record.body[:SIGNATURE_SIZE] if by is None else by.signature(ENTRY_CONTEXT + packed)
        found.append(Record(RecordKind.ENTRY, signature + packed))
        head, number = entry_hash(signature + packed), number + 1
    return tuple(found)


def _answered(submission: bytes, hashes: dict[Plain, Plain], by: Identity) -> bytes:
    """Return the submission, signed by this key, with the changed hash of the entry it answers."""
    content = canonical.decode(submission[SIGNATURE_SIZE:])
    assert isinstance(content, list)
    answers = content[ANSWERS]
    content[ANSWERS] = hashes.get(answers, answers) if isinstance(answers, bytes) else answers
    packed = canonical.encode(content)
    return by.signature(SUBMISSION_CONTEXT + packed) + packed


def _with(records: Sequence[Record], place: int, body: bytes) -> tuple[Record, ...]:
    return (*records[:place], records[place]._replace(body=body), *records[place + 1 :])
