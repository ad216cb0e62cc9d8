"""Verifying a match file from its own content: form, chain, signatures and rules; after the end also every deal."""

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
from saves.log.match_log import Log, LogStage, links_of
from saves.storage.file_contents import audit_reader, parse_records, replay
from saves.storage.match_file import MatchFile
from saves.storage.open_match import was_abandoned


class SeatTransfer(NamedTuple):
    """A seat that was transferred to another client."""

    entry: int
    seat: Seat
    keys: PublicKeys | None
    """The new holder's; None for the host."""
    bot: str | None
    """The key of the bot that plays the seat; None for a person."""


class VerifyReport(NamedTuple):
    """The result of verifying one file."""

    path: Path
    header: Header
    entries: int
    """The number of valid entries at the start."""
    signatures: int
    """The number of signatures verified in them."""
    over: bool
    abandoned: bool
    audited: bool
    """Whether the secret is open and everything hidden was verified too."""
    deals: int
    """Outcomes that were recomputed from the opened secret."""
    seals: int
    """Secrets that were opened and sealed again to compare; the box of a seat transfer counts as one."""
    notices: tuple[str, ...]
    """Faults of the file around the log: damage, a torn end."""
    joined: int
    """Guests whose nonces enter every draw."""
    transfers: tuple[SeatTransfer, ...]
    """Seat transfers, oldest first."""
    problem: InvalidEntry | None
    """The first invalid entry."""

    @property
    def sound(self) -> bool:
        """Whether no fault was found."""
        return self.problem is None and not self.notices


def verify_file(path: Path, *, boxes: GameLookup = game_box) -> VerifyReport:
    """Verify a match file. Raises `SaveError` if it is not one, or of another version."""
    return verify_match(MatchFile.view(path), boxes=boxes)


def verify_match(file: MatchFile, *, boxes: GameLookup = game_box) -> VerifyReport:
    """Verify the records of an open file. Raises `SaveError` for another version."""
    contents = parse_records(file.records, file.path)
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
        deals, seals = _count_deals(audit), sum(map(_count_seals, links_of(audit)))
    return VerifyReport(
        path=file.path,
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
        transfers=_transfers(log),
        problem=problem,
    )


def _transfers(log: Log) -> tuple[SeatTransfer, ...]:
    found: list[SeatTransfer] = []
    for link in links_of(log):
        body = link.entry.body
        if isinstance(body, RekeyBody):
            keys = None if body.keys == log.clients[HOST] else body.keys
            found.append(SeatTransfer(link.entry.number, body.seat, keys, body.bot))
    return tuple(found)


def _count_deals(log: Log) -> int:
    if log.config.header.dealer.kind is DealerKind.SCRIPTED:
        return 0
    return sum(isinstance(link.entry.body, OutcomeBody) for link in links_of(log))


def _count_seals(link: ChainLink) -> int:
    body = link.entry.body
    if isinstance(body, RekeyBody):
        return int(body.transfer is not None)
    return len(link.sealed[1])
