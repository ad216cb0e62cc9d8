"""A match file checked from itself alone, as a stranger can: form, chain, signatures, rules; at the end every deal."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rules.registry import game_box
from saves.chain import Link
from saves.contents import auditor_of, contents_of, fold_all
from saves.entries import MoveBody, OutcomeBody, SeatBody
from saves.file import MatchFile
from saves.header import Boxes, DealerKind, Header, game_of
from saves.log import Log, Stage, links_of
from saves.problems import Problem
from saves.readers import Public
from saves.reading import was_abandoned


class Report(NamedTuple):
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
    """Secrets that were opened, and made again."""
    notices: tuple[str, ...]
    """What is wrong with the file around the log: damage, a torn end."""
    problem: Problem | None
    """The first entry that cannot stand, and why."""

    @property
    def sound(self) -> bool:
        """Whether nothing at all was found to be wrong."""
        return self.problem is None and not self.notices


def verify_file(path: Path, *, boxes: Boxes = game_box) -> Report:
    """Checks a match file. Raises `SaveError` if it is none, or of another version."""
    file = MatchFile.view(path)
    contents = contents_of(file.records, path)
    game = game_of(contents.header, boxes)
    log, problem = fold_all(contents, game, Public())
    audited = False
    deals = seals = 0
    auditor = auditor_of(contents.entries)
    if problem is None and auditor is not None and log.stage is Stage.CLOSED:
        audit, problem = fold_all(contents, game, auditor, verifies=False)
        audited = problem is None
        deals, seals = _dealt(audit), sum(map(_seals, links_of(audit)))
    return Report(
        path=path,
        header=contents.header,
        entries=log.length if problem is None else problem.entry,
        signatures=sum(1 + (link.submission is not None) for link in links_of(log)),
        over=log.over,
        abandoned=was_abandoned(log),
        audited=audited,
        deals=deals,
        seals=seals,
        notices=file.notices,
        problem=problem,
    )


def _dealt(log: Log) -> int:
    if log.basis.header.dealer.kind is DealerKind.SCRIPTED:
        return 0
    return sum(isinstance(link.entry.body, OutcomeBody) for link in links_of(log))


def _seals(link: Link) -> int:
    body = link.entry.body
    if isinstance(body, OutcomeBody):
        return len(body.seals)
    if isinstance(body, SeatBody) and link.submission is not None and isinstance(link.submission.body, MoveBody):
        return len(link.submission.body.seals)
    return 0
