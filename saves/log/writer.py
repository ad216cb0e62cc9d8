"""Writing the log as its host: entries around submissions, and the host's own entries. Pure.

Every entry goes through `append_entry.append` like one from elsewhere, except that this program's own signatures are
not verified again. `storage.match` saves the entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.engine.events import Event, Move, Outcome
from rules.engine.plain_data import PlainError
from rules.engine.secrecy import Seat
from saves.faults import Fault, InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import (
    SUBMISSION_CONTEXT,
    AbandonedBody,
    CommitBody,
    Entry,
    EntryBody,
    OpenedBody,
    Opening,
    OutcomeBody,
    RekeyBody,
    Seal,
    SeatBody,
    StartBody,
    has_signature,
    read_submission,
    sign_entry,
)
from saves.format.header import HOST, DealerKind
from saves.format.identity import Identity, PublicKeys
from saves.format.seals import derive_blind, entry_context, make_seal, split_secrets, submission_context
from saves.log.append_entry import append
from saves.log.dealer import dealer_commitment, next_outcome
from saves.log.decode_entry import SealedMove
from saves.log.decryption import LocatedSeal
from saves.log.history import find_takeback
from saves.log.match_log import Log, LogStage, links_of, sealed_moves
from saves.log.nonces import opened_nonces
from saves.log.seat_transfer import missing_seals, seal_transfer, transfer_seat
from saves.log.signatures import verify_author
from saves.log.signing import sign_move


class NewEntries(NamedTuple):
    """A longer log, and the entries that were added to it."""

    log: Log
    entries: tuple[bytes, ...]


class LogWriter:
    """Appends entries with the host's keys: its identity and the dealer's secret."""

    def __init__(self, identity: Identity, secret: bytes) -> None:
        self._identity = identity
        self._secret = secret

    def append_submission(self, log: Log, submission: bytes, *, pause: bool = False) -> NewEntries:
        """Append a submission, and everything that the dealer owes after it. Raises `InvalidEntry`.

        With `pause` it stops where `is_paused` holds.
        """
        try:
            written = self._sign(log, SeatBody(submission))
        except InvalidEntry as problem:
            raise _submission_fault(log, submission, problem) from None
        return self._with_due(written, pause=pause)

    def append_due(self, log: Log, *, pause: bool = False) -> NewEntries:
        """Append what the host owes at this point: start, outcomes, and at the end the secret.

        This also completes a match that was interrupted between a move and its outcomes.
        """
        return self._with_due(NewEntries(log, ()), pause=pause)

    def append_outcome(self, log: Log, outcome: Outcome) -> NewEntries:
        """Append an outcome that is given from outside, and what is due after it. Raises `InvalidEntry`."""
        return self._with_due(self._sign(log, self._outcome(log, outcome)))

    def append_course(self, log: Log, events: Sequence[Event]) -> NewEntries:
        """Begin a log in which the host holds all seats with these events. Deal nothing. Raises `InvalidEntry`."""
        written = NewEntries(log, ())
        while written.log.stage is not LogStage.PLAYING and (body := self._due_body(written.log)) is not None:
            written = self._and_sign(written, body)
        for event in events:
            if isinstance(event, Move):
                body = SeatBody(sign_move(written.log, self._identity, event))
            else:
                body = self._outcome(written.log, event)
            written = self._and_sign(written, body)
        return written

    def append_rekey(self, log: Log, seat: Seat, keys: PublicKeys | None, bot: str | None = None) -> NewEntries:
        """Transfer a seat to the client with these keys, or without keys to the host. Raises `InvalidEntry`."""
        body = RekeyBody(seat, self._identity.public if keys is None else keys, bot, None)
        draft = Entry(log.config.header.match, log.length, log.head, body)
        seals = missing_seals(links_of(log), transfer_seat(log.seating, draft, body), seat)
        body = replace(body, transfer=seal_transfer(draft, body, seals, self._secret, log.config.reader.blind_for))
        return self._with_due(self._sign(log, body))

    def append_abandonment(self, log: Log) -> NewEntries:
        """End the match early and open the secret. Raises `InvalidEntry` if it is over."""
        return self._with_due(self._sign(log, AbandonedBody()))

    def _with_due(self, written: NewEntries, *, pause: bool = False) -> NewEntries:
        while not (pause and is_paused(written.log)) and (body := self._due_body(written.log)) is not None:
            written = self._and_sign(written, body)
        return written

    def _and_sign(self, written: NewEntries, body: EntryBody) -> NewEntries:
        log, entries = self._sign(written.log, body)
        return NewEntries(log, written.entries + entries)

    def _due_body(self, log: Log) -> EntryBody | None:
        header = log.config.header
        if log.stage is LogStage.FRESH:
            return CommitBody(dealer_commitment(self._secret, header.match))
        if log.stage is LogStage.COMMITTED:
            nonces = opened_nonces(log.joins)
            return None if nonces is None else StartBody(nonces)
        if log.stage is LogStage.CLOSED:
            return None
        if log.over:
            return OpenedBody(self._secret, self._openings(log, sealed_moves(log)))
        if log.due.dealer:
            outcome = next_outcome(header.next_dealer, self._secret, log.nonces, log.config.game, log.state)
            return None if outcome is None else self._outcome(log, outcome)
        return None

    def _sign(self, log: Log, body: EntryBody) -> NewEntries:
        """Sign an entry and append it. Signatures just made here are not verified; those of others are."""
        entry = Entry(log.config.header.match, log.length, log.head, body)
        raw = sign_entry(entry, self._identity)
        # A submission is embedded as bytes, so the entry need not be parsed again.
        grown = append(log, raw, verify=False, parsed=entry if isinstance(body, SeatBody) else None)
        if grown.last_link is not None and grown.last_link.author not in (None, HOST):
            verify_author(grown.clients, grown.last_link)
        return NewEntries(grown, (raw,))

    def _outcome(self, log: Log, outcome: Outcome) -> OutcomeBody:
        header = log.config.header
        public, holes = split_secrets(log.config.game, outcome)
        draft = Entry(header.match, log.length, log.head, OutcomeBody(public, (), ()))
        seals: list[Seal] = []
        for place, hole in enumerate(holes):
            context = entry_context(draft, place)
            readers = log.seating.box_keys(log.seating.seal_readers(hole.audience, None))
            seals.append(make_seal(hole.path, hole.value, derive_blind(self._secret, context), context, readers))
        openings = self._openings(log, log.unopened) if outcome.opens_choices else ()
        return OutcomeBody(public, tuple(seals), openings)

    def _openings(self, log: Log, moves: tuple[SealedMove, ...]) -> tuple[Opening, ...]:
        """Return the openings of these moves. The dealer is a reader of every choice, so the host can open them all."""
        found: list[Opening] = []
        for move in moves:
            for place, (seal, readers) in enumerate(zip(move.seals, move.readers, strict=True)):
                context = submission_context(move.submission, place)
                blind = log.config.reader.blind_for(LocatedSeal(seal, move.entry, place, move.author, readers), context)
                found.append(Opening(move.entry, place, blind))
        return tuple(found)


def _submission_fault(log: Log, raw: bytes, problem: InvalidEntry) -> InvalidEntry:
    """Return the fault of a rejected submission: a wrong signature before all others.

    A former holder of the seat may still answer, and should learn that it no longer decides.
    """
    try:
        submission = read_submission(raw)
    except (CanonicalError, PlainError):
        return problem
    if submission.seat >= len(log.holders) or submission.counter != log.counters[submission.seat]:
        return problem
    own = has_signature(raw, SUBMISSION_CONTEXT, log.clients[log.holders[submission.seat]].sign)
    return problem if own else InvalidEntry(Fault.SEAT_SIGNATURE, problem.entry)


def is_paused(log: Log) -> bool:
    """Return whether the dealer can wait: a new part of the game is next, and the last move can still be taken back.

    It never waits in a match with guests.
    """
    by_hand = log.config.header.next_dealer.kind is DealerKind.SCRIPTED
    if by_hand or any(log.holders) or log.over or not log.due.dealer or not log.config.game.draw(log.state).opens_round:
        return False
    last = log.last_step
    while last is not None and not isinstance(last.event, Move):
        last = last.before
    mover = None if last is None else last.event
    return isinstance(mover, Move) and find_takeback(log.config.game, log.last_step, mover.seat) is not None
