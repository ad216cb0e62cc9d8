"""The host's log as guests meet it: what each is sent of it, which submissions it takes, and whether states agree.

It knows no connections; whatever it returns is for one guest or for all, as the host's machine sees fit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from net.chat import clean_line
from net.host.hosted_match import borrowed_seats
from net.sync.entry_batches import batches, hashes_of_new_entries, hashes_of_rounds, is_prefix, link_at
from net.sync.older_copy import CopyReader, CopyVerdict, is_behind
from net.wire.effects import Peer
from net.wire.messages import (
    MAX_BATCH,
    Entries,
    Fetch,
    Have,
    HeaderSent,
    HostMessage,
    RefusedSubmission,
    ReplicaEntries,
    StateHash,
    submission_hash,
)
from rules.engine.plain import PlainError
from saves.errors import FileChanged
from saves.faults import Fault, InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import SeatBody, Submission, read_entry, read_submission
from saves.format.header import encode_header
from saves.format.identity import PublicKeys
from saves.log.log import Log
from saves.storage.match import Match

MAX_CHECKS: Final = 1024
"""Hashes of public states that are kept, for confirmations that come late."""


class LogReply(NamedTuple):
    """What somebody is sent who has said what it has."""

    messages: tuple[HostMessage, ...]
    sent_length: int | None
    """How many entries it has after them; None before it has the header."""
    forked: bool = False
    """Whether what it has is not the beginning of this log."""


class LogService:
    """An open match, and how much of it has been sent to those who follow."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.published = match.log.length
        """How many entries `news` has told of."""
        self.newer_copies = CopyReader()
        self.unsaved = ""
        """Why nothing more is written to the match's file, as another program has changed it; empty if none has."""
        self._hashes: dict[int, bytes] = {}
        self._unchecked: tuple[Log, int] | None = None
        """The log as `news` told of it last, and from which entry on: its checks are still to be made."""

    @property
    def log(self) -> Log:
        """As far as it is durable."""
        return self.match.log

    @property
    def header(self) -> HeaderSent:
        """The match's."""
        return HeaderSent(encode_header(self.match.header))

    def new_entries(self) -> list[Entries]:
        """What was written since the last time; before it the checks that were left of what came before."""
        log, since = self.log, self.published
        if log.length == since:
            return []
        found = self.new_hashes()
        self._unchecked, self.published = (log, since), log.length
        return [*found, *batches(log, since, self.match.raw_entries(since))]

    @property
    def unhashed(self) -> bool:
        """Whether `checks` has something to tell."""
        return self._unchecked is not None

    def new_hashes(self) -> list[Entries]:
        """A check after each entry of the last news: apart from them, so that nobody waits for hashes to see a move."""
        if self._unchecked is None:
            return []
        (log, since), self._unchecked = self._unchecked, None
        checks = hashes_of_new_entries(log, since)
        self._remember(checks)
        parts = [checks[at : at + MAX_BATCH] for at in range(0, len(checks), MAX_BATCH)]
        return [Entries(log.length, (), tuple(part), log.length) for part in parts]

    def answer(self, have: Have, peer: Peer, now: float) -> LogReply:
        """Return the next entries for a peer that has this much, or the header; ask for entries that are not here."""
        log = self.log
        if have.match != self.match.header.match:
            return LogReply((self.header,), None)
        if is_behind(self.match, have):
            fetch = self.newer_copies.request(self.match, peer, have, now)
            return LogReply(() if fetch is None else (fetch,), None)
        if not is_prefix(log, have):
            return self._parted(have.length)
        first = have.length
        raws = self.match.raw_entries(first)[:MAX_BATCH]
        entries = next(batches(log, first, raws), Entries(first, (), (), log.length))
        told = first + len(entries.entries)
        checks = hashes_of_rounds(log, first, told, self._hashes)
        self._remember(checks)
        return LogReply((entries._replace(state_hashes=tuple(checks)),), told)

    def read_replica(self, part: ReplicaEntries, peer: Peer, name: str, now: float) -> LogReply:
        """Read a part of a peer's copy; return what to ask next, or what shows that this host has not signed it."""
        found = self.newer_copies.take(self.match, peer, name, part, now)
        if found is CopyVerdict.UNSIGNED:
            return self._parted(self.newer_copies.length)
        return LogReply((found,) if isinstance(found, Fetch) else (), None)

    def _parted(self, length: int) -> LogReply:
        """The own entry beside the last one of a copy that is not the beginning of this log."""
        number = min(length, self.log.length) - 1
        link = None if number < 0 else link_at(self.log, number)
        shown = () if link is None else (Entries(number, (link.raw,), (), self.log.length),)
        return LogReply(shown, None, forked=True)

    def mismatch(self, length: int, hash_: bytes) -> StateHash | None:
        """The hash here after so many entries, if it is known and another one."""
        known = self._hashes.get(length)
        return None if known in (None, hash_) else StateHash(length, known or b"")

    def take_submission(self, keys: PublicKeys, raw: bytes) -> RefusedSubmission | None:
        """Enters what the guest with these keys has submitted, unless it stands already; or says why it cannot stand.

        Raises `SaveError`; then nothing happened.
        """
        try:
            submission = read_submission(raw)
        except (CanonicalError, PlainError):
            return _refused(raw, Fault.UNREADABLE)
        log = self.log
        if submission.match != self.match.header.match:
            return _refused(raw, Fault.WRONG_MATCH)
        if submission.seat >= len(log.holders):
            return _refused(raw, Fault.NO_SUCH_SEAT)
        standing, author = _standing(log, submission)
        if standing == raw:
            return None
        if log.clients[log.holders[submission.seat]] != keys:
            late = author == keys or borrowed_seats(log).get(submission.seat) == keys
            return _refused(raw, Fault.STALE if late else Fault.SEAT_SIGNATURE)
        if author not in (None, keys):
            # Somebody else, a bot perhaps, has decided for the seat meanwhile.
            return _refused(raw, Fault.STALE)
        try:
            self.match.enter(raw)
        except InvalidEntry as problem:
            return _refused(raw, problem.fault, problem.detail, _submissions(problem, raw))
        except FileChanged as changed:
            self.unsaved = str(changed)
            raise
        self.unsaved = ""
        return None

    def _remember(self, checks: list[StateHash]) -> None:
        for check in checks:
            self._hashes.pop(check.length, None)
            self._hashes[check.length] = check.hash
        while len(self._hashes) > MAX_CHECKS:
            del self._hashes[next(iter(self._hashes))]


def _refused(raw: bytes, fault: Fault, detail: str = "", evidence: tuple[bytes, ...] = ()) -> RefusedSubmission:
    return RefusedSubmission(submission_hash(raw), fault, clean_line(detail), evidence)


def _standing(log: Log, submission: Submission) -> tuple[bytes, PublicKeys | None]:
    """The submission of the same seat and number that the log holds, and who made it; nothing if it holds none."""
    if submission.counter >= log.counters[submission.seat]:
        return b"", None
    link = log.last_link
    while link is not None:
        was, body = link.submission, link.entry.body
        if was is not None and (was.seat, was.counter) == (submission.seat, submission.counter):
            raw = body.submission if isinstance(body, SeatBody) else b""
            return raw, None if link.author is None else log.clients[link.author]
        link = link.before
    return b"", None


def _submissions(problem: InvalidEntry, raw: bytes) -> tuple[bytes, ...]:
    """Both submissions of a seat's fork. An entry that the host signed around the second must never leave it."""
    if problem.fault is not Fault.SEAT_FORK or not problem.evidence:
        return ()
    first = read_entry(problem.evidence[0]).body
    return (first.submission, raw) if isinstance(first, SeatBody) else ()
