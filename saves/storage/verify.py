"""A match file checked from itself alone, as a stranger can: form, chain, signatures, rules; at the end every deal."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.faults import InvalidEntry
from saves.format.entries import OutcomeBody, RekeyBody
from saves.format.header import HOST, DealerKind, GameLookup, Header, game_of
from saves.format.identity import PublicKeys
from saves.log.chain import ChainLink
from saves.log.decryption import PublicReader
from saves.log.fold import Log, LogStage, links_of
from saves.storage.file import MatchFile
from saves.storage.file_contents import audit_reader, parse_records, replay
from saves.storage.open_match import was_abandoned


class SeatTransfer(NamedTuple):
    """A seat that was given to another client."""

    entry: int
    seat: Seat
    keys: PublicKeys | None
    """The new holder's; None for the host."""
    bot: str | None
    """The key of the bot that decides; None for people."""


class VerifyReport(NamedTuple):
    """What the check of one file found."""

    path: Path
    header: Header
    entries: int
    """How many are valid, from the first."""
    signatures: int
    """How many were verified in them."""
    over: bool
    abandoned: bool
    audited: bool
    """Whether the secret is open and everything hidden was checked as well."""
    deals: int
    """Outcomes that were dealt again from the opened secret and came out the same."""
    seals: int
    """Secrets that were opened, and made again; what was handed over with a seat is one."""
    notices: tuple[str, ...]
    """What is wrong with the file around the log: damage, a torn end."""
    joined: int
    """Guests whose nonces are part of every draw."""
    transfers: tuple[SeatTransfer, ...]
    """How seats changed hands, oldest first."""
    problem: InvalidEntry | None
    """The first entry that cannot stand, and why."""

    @property
    def sound(self) -> bool:
        """Whether nothing at all was found to be wrong."""
        return self.problem is None and not self.notices


def verify_file(path: Path, *, boxes: GameLookup = game_box) -> VerifyReport:
    """Checks a match file. Raises `SaveError` if it is none, or of another version."""
    file = MatchFile.view(path)
    contents = parse_records(file.records, path)
    game = game_of(contents.header, boxes)
    log, problem = replay(contents, game, PublicReader())
    audited = False
    deals = seals = 0
    valid = log.length
    auditor = audit_reader(contents.entries)
    if problem is None and auditor is not None and log.stage is LogStage.CLOSED:
        audit, problem = replay(contents, game, auditor, verify=False)
        audited = problem is None
        valid = audit.length
        deals, seals = _dealt(audit), sum(map(_seals, links_of(audit)))
    return VerifyReport(
        path=path,
        header=contents.header,
        entries=valid,
        signatures=sum(1 + (link.submission is not None) for link in links_of(log)),
        over=log.over,
        abandoned=was_abandoned(log),
        audited=audited,
        deals=deals,
        seals=seals,
        notices=file.notices,
        joined=len(log.nonces),
        transfers=_given(log),
        problem=problem,
    )


def _given(log: Log) -> tuple[SeatTransfer, ...]:
    found: list[SeatTransfer] = []
    for link in links_of(log):
        body = link.entry.body
        if isinstance(body, RekeyBody):
            keys = None if body.keys == log.clients[HOST] else body.keys
            found.append(SeatTransfer(link.entry.number, body.seat, keys, body.bot))
    return tuple(found)


def _dealt(log: Log) -> int:
    if log.config.header.dealer.kind is DealerKind.SCRIPTED:
        return 0
    return sum(isinstance(link.entry.body, OutcomeBody) for link in links_of(log))


def _seals(link: ChainLink) -> int:
    body = link.entry.body
    if isinstance(body, RekeyBody):
        return int(body.transfer is not None)
    return len(link.sealed[1])
