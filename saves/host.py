"""What the host of a match writes: entries around submissions, and all that is the dealer's. Pure; `match` saves it.

Every entry written here goes through `log.append` like one that came from elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.engine.events import Move, Outcome
from rules.engine.game import Event
from rules.engine.plain import Plain
from rules.engine.secrecy import Seat
from saves.course import takeback_of
from saves.dealing import commitment_of, hand_of
from saves.entries import (
    AbandonedBody,
    CommitBody,
    Entry,
    EntryBody,
    MoveBody,
    OpenedBody,
    Opening,
    OutcomeBody,
    Seal,
    SeatBody,
    StartBody,
    Submission,
    TakebackBody,
    sign_entry,
    sign_submission,
)
from saves.header import DealerKind
from saves.identity import Identity
from saves.log import Log, Stage, append, sealed_moves
from saves.readers import Closed
from saves.seals import audience_at, blind_of, close, entry_context, split, submission_context
from saves.unsealing import SealedMove, readers_of


class Written(NamedTuple):
    """A log that has grown, and the entries that made it grow."""

    log: Log
    entries: tuple[bytes, ...]


class Host:
    """The keys of a match's host: its identity and the dealer's secret."""

    def __init__(self, identity: Identity, secret: bytes) -> None:
        self._identity = identity
        self._secret = secret

    def enter(self, log: Log, submission: bytes, *, rest: bool = False) -> Written:
        """Writes a submission into the log, and all that the dealer owes after it. Raises `Problem`.

        With `rest` it stops where the table may rest (`at_rest`).
        """
        return self._and_owed(self._write(log, SeatBody(submission)), rest=rest)

    def owed(self, log: Log, *, rest: bool = False) -> Written:
        """Writes what the host owes at this point: the beginning, deals, and at the end its secret.

        A match whose writing was cut short between a move and its outcomes is whole again after it.
        """
        return self._and_owed(Written(log, ()), rest=rest)

    def outcome(self, log: Log, outcome: Outcome) -> Written:
        """Writes an outcome that is given from outside, and what is owed after it. Raises `Problem`."""
        return self._and_owed(self._write(log, self._outcome(log, outcome)))

    def abandon(self, log: Log) -> Written:
        """Ends the match before its time, and opens the secret. Raises `Problem` if it has ended."""
        return self._and_owed(self._write(log, AbandonedBody()))

    def _and_owed(self, written: Written, *, rest: bool = False) -> Written:
        log, entries = written
        while not (rest and at_rest(log)) and (body := self._owes(log)) is not None:
            log, more = self._write(log, body)
            entries += more
        return Written(log, entries)

    def _owes(self, log: Log) -> EntryBody | None:
        header = log.basis.header
        if log.stage is Stage.FRESH:
            return CommitBody(commitment_of(self._secret, header.match))
        if log.stage is Stage.COMMITTED:
            return StartBody(())
        if log.stage is Stage.CLOSED:
            return None
        if log.over:
            return OpenedBody(self._secret, self._openings(log, sealed_moves(log)))
        if log.due.dealer:
            outcome = hand_of(header.dealer, self._secret, log.nonces).next(log.basis.game, log.state)
            return None if outcome is None else self._outcome(log, outcome)
        return None

    def _write(self, log: Log, body: EntryBody) -> Written:
        raw = sign_entry(Entry(log.basis.header.match, log.length, log.head, body), self._identity)
        return Written(append(log, raw), (raw,))

    def _outcome(self, log: Log, outcome: Outcome) -> OutcomeBody:
        header = log.basis.header
        public, holes = split(log.basis.game, outcome)
        draft = Entry(header.match, log.length, log.head, OutcomeBody(public, (), ()))
        seals: list[Seal] = []
        for place, hole in enumerate(holes):
            context = entry_context(draft, place)
            readers = [header.clients[number].box for number in readers_of(header, hole.audience, None)]
            seals.append(close(hole.path, hole.value, blind_of(self._secret, context), context, readers))
        openings = self._openings(log, log.unopened) if outcome.opens_choices else ()
        return OutcomeBody(public, tuple(seals), openings)

    def _openings(self, log: Log, moves: tuple[SealedMove, ...]) -> tuple[Opening, ...]:
        """The dealer is among the readers of every choice, so the host can open it."""
        header = log.basis.header
        found: list[Opening] = []
        for move in moves:
            author = header.holders[move.submission.seat]
            for place, seal in enumerate(move.seals):
                context = submission_context(move.submission, place)
                readers = readers_of(header, audience_at(move.event, seal.path), author)
                blind = log.basis.reader.blind(Closed(seal, move.entry, place, author, readers), context)
                found.append(Opening(move.entry, place, blind))
        return tuple(found)


def at_rest(log: Log) -> bool:
    """Whether the dealer can wait here: a new part of the game is next, and the last move can still be taken back."""
    by_hand = log.basis.header.dealer.kind is DealerKind.SCRIPTED
    if by_hand or log.over or not log.due.dealer or not log.basis.game.draw(log.state).rest:
        return False
    last = log.course
    while last is not None and not isinstance(last.event, Move):
        last = last.before
    mover = None if last is None else last.event
    return isinstance(mover, Move) and takeback_of(log.basis.game, log.course, mover.seat) is not None


def submit_move(log: Log, identity: Identity, move: Move) -> bytes:
    """A client's submission of a move at this point of the log. Raises ValueError if the seat owes no decision."""
    answers = log.openers[move.seat]
    if answers is None:
        raise ValueError("the seat is not asked")
    header = log.basis.header
    draft = Submission(header.match, move.seat, log.counters[move.seat], answers, TakebackBody())
    public, seals = _sealed(log, identity, draft, move)
    return sign_submission(draft._replace(body=MoveBody(public, seals)), identity)


def submit_takeback(log: Log, identity: Identity, seat: Seat) -> bytes:
    """A client's submission that takes back the seat's last move. Raises ValueError if it cannot be."""
    found = takeback_of(log.basis.game, log.course, seat)
    if found is None or log.over:
        raise ValueError("the move cannot be taken back")
    header = log.basis.header
    body = TakebackBody()
    return sign_submission(Submission(header.match, seat, log.counters[seat], found.step.hash, body), identity)


def _sealed(log: Log, identity: Identity, draft: Submission, event: Event) -> tuple[Plain, tuple[Seal, ...]]:
    header = log.basis.header
    public, holes = split(log.basis.game, event)
    seals: list[Seal] = []
    for place, hole in enumerate(holes):
        context = submission_context(draft, place)
        numbers = readers_of(header, hole.audience, header.holders[draft.seat])
        readers = [header.clients[number].box for number in numbers]
        seals.append(close(hole.path, hole.value, blind_of(identity.blinding, context), context, readers))
    return public, tuple(seals)
