"""From the records of a match file to its log: parsing them, choosing the reader, and replaying all entries."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from rules.engine.game import AnyGame
from rules.engine.plain_data import PlainError
from saves.errors import Damaged, quoted
from saves.faults import InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import OpenedBody, OutcomeBody, read_entry
from saves.format.header import HOST, Header, decode_header
from saves.format.identity import Identity, PublicKeys
from saves.format.private_records import PrivateState, with_record
from saves.format.records import Record, RecordKind
from saves.log.append_entry import append
from saves.log.chain import ChainLink, links_since
from saves.log.decryption import AuditReader, ClientReader, PublicReader, SealReader
from saves.log.match_log import Log, new_log
from saves.log.seat_transfer import received_blinds
from saves.log.signatures import OwnSignatures, verify_signatures

MIN_PARALLEL: Final = 16
"""Fewer signatures are verified faster without threads."""


class FileContents(NamedTuple):
    """The parsed records of a match file, not verified."""

    header: Header
    private: PrivateState
    entries: tuple[bytes, ...]

    @property
    def hosted(self) -> bool:
        """Whether the file is the host's, which can deal; else it is a replica."""
        return self.private.secret is not None


def parse_records(records: Sequence[Record], path: Path) -> FileContents:
    """Return the contents of a file with at least one record. Raises `Damaged` or `NewerVersion`."""
    header: Header | None = None
    private = PrivateState()
    entries: list[bytes] = []
    for number, record in enumerate(records):
        try:
            if (record.kind is RecordKind.HEADER) != (number == 0):
                raise PlainError("the header is in the wrong place")
            if record.kind is RecordKind.HEADER:
                header = decode_header(record.body)
            elif record.kind is RecordKind.ENTRY:
                entries.append(record.body)
            else:
                private = with_record(private, record.body)
        except (CanonicalError, PlainError) as error:
            what = "a header" if number == 0 else "an entry or note"
            raise Damaged(
                f"{quoted(path)} contains {what} that is not valid ({error}): restore the file from a backup.",
                number,
            ) from None
    if header is None:
        raise Damaged(f"{quoted(path)} contains no header: restore the file from a backup.", 0)
    return FileContents(header, private, tuple(entries))


def client_number(header: Header, identity: Identity | None) -> int | None:
    """Return the identity's number among the clients of the match; None for a stranger."""
    if identity is None or identity.public not in header.clients:
        return None
    return header.clients.index(identity.public)


def reader_for(contents: FileContents, identity: Identity | None) -> SealReader:
    """Return the reader that may know the most: the host, a guest, everyone once all is open, else the public."""
    if identity is not None and client_number(contents.header, identity) == HOST and contents.hosted:
        return ClientReader(identity, HOST, contents.private.secret)
    return audit_reader(contents.entries) or _guest_reader(contents, identity)


def _guest_reader(contents: FileContents, identity: Identity | None) -> SealReader:
    if identity is None:
        return PublicReader()
    client, blinds = received_blinds(contents.header, contents.entries, identity)
    return PublicReader() if client is None else ClientReader(identity, client, handed=blinds)


def audit_reader(entries: Sequence[bytes]) -> AuditReader | None:
    """Return the reader with all that the log opens; None unless its last entry opens the secret.

    `append` verifies what it opens.
    """
    try:
        last = read_entry(entries[-1]).body if entries else None
        if not isinstance(last, OpenedBody):
            return None
        bodies = [read_entry(raw).body for raw in entries]
    except (CanonicalError, PlainError):
        return None
    blinds = {
        (opening.entry, opening.place): opening.blind
        for body in bodies
        if isinstance(body, OutcomeBody | OpenedBody)
        for opening in body.openings
    }
    return AuditReader(last.secret, blinds)


def replay(
    contents: FileContents, game: AnyGame, reader: SealReader, *, verify: bool = True
) -> tuple[Log, InvalidEntry | None]:
    """Return the valid part of the log, and the fault of the entry after that.

    Signatures are verified last, all at once; `verify` is false only for bytes that were verified before.
    """
    return append_all(new_log(contents.header, game, reader), contents.entries, verify=verify)


def append_all(
    log: Log,
    entries: Sequence[bytes],
    *,
    verify: bool = True,
    on_append: Callable[[Log], None] | None = None,
    own: OwnSignatures | None = None,
) -> tuple[Log, InvalidEntry | None]:
    """Return the log with the valid ones of these entries appended, and the fault of the entry after that.

    `on_append` is called with the log after each entry, before signatures are verified. Signatures in `own` are
    trusted.
    """
    grown, problem = _fold(log, entries, on_append)
    unsigned = find_bad_signature(grown.clients, links_since(grown.last_link, log.length), own) if verify else None
    if unsigned is not None:
        problem = unsigned
        grown, _ = _fold(log, entries[: unsigned.entry - log.length])
    return grown, problem


def _fold(
    log: Log, entries: Iterable[bytes], seen: Callable[[Log], None] | None = None
) -> tuple[Log, InvalidEntry | None]:
    for raw in entries:
        try:
            log = append(log, raw, verify=False)
        except InvalidEntry as problem:
            return log, problem
        if seen is not None:
            seen(log)
    return log, None


def find_bad_signature(
    clients: tuple[PublicKeys, ...], links: Sequence[ChainLink], own: OwnSignatures | None
) -> InvalidEntry | None:
    """Return the fault of the first entry with an invalid signature; None if there is none.

    Threads share the work, since PyNaCl releases the GIL.
    """
    if len(links) < MIN_PARALLEL:
        return _first_bad(clients, own, links)
    parts = os.cpu_count() or 1
    share = max(1, -(-len(links) // parts))
    with ThreadPoolExecutor(parts) as pool:
        shares = [links[at : at + share] for at in range(0, len(links), share)]
        found = pool.map(partial(_first_bad, clients, own), shares)
        return next((problem for problem in found if problem is not None), None)


def _first_bad(
    clients: tuple[PublicKeys, ...], own: OwnSignatures | None, links: Sequence[ChainLink]
) -> InvalidEntry | None:
    for link in links:
        try:
            verify_signatures(clients, link, own)
        except InvalidEntry as problem:
            return problem
    return None
