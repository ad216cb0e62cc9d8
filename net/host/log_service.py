"""The host's log as guests use it: the entries and hashes they are sent, and the submissions they make.

It knows no connections; the table server decides who is sent what it returns.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from net.chat import clean_line
from net.host.seat_holders import borrowed_seats
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
from rules.engine.plain_data import PlainError
from saves.errors import FileChanged
from saves.faults import Fault, InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import SeatBody, Submission, read_entry, read_submission
from saves.format.header import encode_header
from saves.format.identity import PublicKeys
from saves.log.match_log import Log
from saves.storage.match import Match

MAX_HASHES: Final = 1024
"""Hashes of public states that are kept for late confirmations."""


class LogReply(NamedTuple):
    """The answer to a client that has said what it has."""

    messages: tuple[HostMessage, ...]
    sent_length: int | None
    """The number of entries that the client has afterwards; None before it has the header."""
    forked: bool = False
    """Whether the client's replica is not a prefix of this log."""


class LogService:
    """A hosted match, and how much of its log has been published."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.published = match.log.length
        """The number of entries that `new_entries` has returned, with those that were there before."""
        self.newer_copies = CopyReader()
        self.unsaved = ""
        """Why nothing more can be saved, as another program has changed the file; empty if none has."""
        self._hashes: dict[int, bytes] = {}
        self._unhashed: tuple[Log, int] | None = None
        """The log as it was last published, and the first entry for which no hash has been sent."""

    @property
    def log(self) -> Log:
        """The saved log."""
        return self.match.log

    @property
    def header(self) -> HeaderSent:
        """The message with the header of the match."""
        return HeaderSent(encode_header(self.match.header))

    def new_entries(self) -> list[Entries]:
        """Return the entries since the last call, preceded by the hashes that are still due."""
        log, since = self.log, self.published
        if log.length == since:
            return []
        due = self.new_hashes()
        self._unhashed, self.published = (log, since), log.length
        return [*due, *batches(log, since, self.match.raw_entries(since))]

    @property
    def unhashed(self) -> bool:
        """Whether `new_hashes` has something to return."""
        return self._unhashed is not None

    def new_hashes(self) -> list[Entries]:
        """Return the state hashes for the last new entries; separate, so that no move waits for its hash."""
        if self._unhashed is None:
            return []
        (log, since), self._unhashed = self._unhashed, None
        hashes = hashes_of_new_entries(log, since)
        self._remember(hashes)
        parts = [hashes[at : at + MAX_BATCH] for at in range(0, len(hashes), MAX_BATCH)]
        return [Entries(log.length, (), tuple(part), log.length) for part in parts]

    def answer(self, have: Have, peer: Peer, now: float) -> LogReply:
        """Return the next entries for a client, or the header; or ask it for entries that are missing here."""
        log = self.log
        if have.match != self.match.header.match:
            return LogReply((self.header,), None)
        if is_behind(self.match, have):
            fetch = self.newer_copies.request(self.match, peer, have, now)
            return LogReply(() if fetch is None else (fetch,), None)
        if not is_prefix(log, have):
            return self._fork_reply(have.length)
        first = have.length
        raws = self.match.raw_entries(first)[:MAX_BATCH]
        entries = next(batches(log, first, raws), Entries(first, (), (), log.length))
        end = first + len(entries.entries)
        hashes = hashes_of_rounds(log, first, end, self._hashes)
        self._remember(hashes)
        return LogReply((entries._replace(state_hashes=tuple(hashes)),), end)

    def read_replica(self, part: ReplicaEntries, peer: Peer, name: str, now: float) -> LogReply:
        """Read a part of a client's replica. Return the next request, or proof that this host did not sign it."""
        found = self.newer_copies.take(self.match, peer, name, part, now)
        if found is CopyVerdict.UNSIGNED:
            return self._fork_reply(self.newer_copies.length)
        return LogReply((found,) if isinstance(found, Fetch) else (), None)

    def _fork_reply(self, length: int) -> LogReply:
        """Return the host's own entry where a diverging replica ends: with the other one, it proves the fork."""
        number = min(length, self.log.length) - 1
        link = None if number < 0 else link_at(self.log, number)
        entries = () if link is None else (Entries(number, (link.raw,), (), self.log.length),)
        return LogReply(entries, None, forked=True)

    def mismatch(self, length: int, hash_: bytes) -> StateHash | None:
        """Return the own state hash after `length` entries if it is known and differs."""
        known = self._hashes.get(length)
        return None if known in (None, hash_) else StateHash(length, known or b"")

    def take_submission(self, keys: PublicKeys, raw: bytes) -> RefusedSubmission | None:
        """Append the submission of the guest with these keys, or return why it is refused.

        A submission that is in the log already is not refused. Raises `SaveError`; then nothing has changed.
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
        logged, author = _logged(log, submission)
        if logged == raw:
            return None
        if log.clients[log.holders[submission.seat]] != keys:
            late = author == keys or borrowed_seats(log).get(submission.seat) == keys
            return _refused(raw, Fault.STALE if late else Fault.SEAT_SIGNATURE)
        if author not in (None, keys):
            # Another player or a bot has decided for the seat meanwhile.
            return _refused(raw, Fault.STALE)
        try:
            self.match.enter(raw)
        except InvalidEntry as invalid:
            return _refused(raw, invalid.fault, invalid.detail, _forked_submissions(invalid, raw))
        except FileChanged as changed:
            self.unsaved = str(changed)
            raise
        self.unsaved = ""
        return None

    def _remember(self, hashes: list[StateHash]) -> None:
        for state in hashes:
            self._hashes.pop(state.length, None)
            self._hashes[state.length] = state.hash
        while len(self._hashes) > MAX_HASHES:
            del self._hashes[next(iter(self._hashes))]


def _refused(raw: bytes, fault: Fault, detail: str = "", evidence: tuple[bytes, ...] = ()) -> RefusedSubmission:
    return RefusedSubmission(submission_hash(raw), fault, clean_line(detail), evidence)


def _logged(log: Log, submission: Submission) -> tuple[bytes, PublicKeys | None]:
    """Return the logged submission with the same seat and number, and its author; empty if there is none."""
    if submission.counter >= log.counters[submission.seat]:
        return b"", None
    link = log.last_link
    while link is not None:
        other, body = link.submission, link.entry.body
        if other is not None and (other.seat, other.counter) == (submission.seat, submission.counter):
            raw = body.submission if isinstance(body, SeatBody) else b""
            return raw, None if link.author is None else log.clients[link.author]
        link = link.before
    return b"", None


def _forked_submissions(invalid: InvalidEntry, raw: bytes) -> tuple[bytes, ...]:
    """Return both submissions of a seat's fork. The entry that the host has signed for the second stays here."""
    if invalid.fault is not Fault.SEAT_FORK or not invalid.evidence:
        return ()
    first = read_entry(invalid.evidence[0]).body
    return (first.submission, raw) if isinstance(first, SeatBody) else ()
