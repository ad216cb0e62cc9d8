"""The one pure fold: a log value, and `append`, which gives the log with one entry more or says why not.

Nothing is read or written here, and nothing is changed: a log that could not be saved is simply forgotten. Cheap
checks come first, then the rules, signatures last. Files, hot seats and networks all fold through here.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from rules.engine.events import Move, Outcome
from rules.engine.game import AnyGame, Due, Event
from rules.engine.plain import PlainError
from saves.canonical import CanonicalError
from saves.course import Step, takeback_of
from saves.dealing import commitment_of, hand_of
from saves.entries import (
    ENTRY_CONTEXT,
    MAX_ENTRIES,
    MAX_ENTRY,
    SUBMISSION_CONTEXT,
    AbandonedBody,
    CommitBody,
    Entry,
    MoveBody,
    OpenedBody,
    OutcomeBody,
    SeatBody,
    StartBody,
    Submission,
    entry_hash,
    read_entry,
    read_submission,
    signed,
)
from saves.header import HOST, Header, encode_header, header_hash
from saves.problems import Fault, Problem
from saves.readers import Reader
from saves.seals import entry_context, submission_context
from saves.unsealing import Basis, SealedMove, event_of, expect, opened_moves, ruled


class Stage(Enum):
    """How far a log has come."""

    FRESH = "fresh"
    COMMITTED = "committed"
    PLAYING = "playing"
    ABANDONED = "abandoned"
    CLOSED = "closed"
    """The dealer's secret is open; nothing follows."""


class Link(NamedTuple):
    """One entry of a log, at the end of the chain that leads back to the first."""

    before: Link | None
    raw: bytes
    hash: bytes
    entry: Entry
    submission: Submission | None
    event: Event | None
    """As far as the reader knows it."""


class Log(NamedTuple):
    """A match as far as it has come, for one reader. Make it with `new_log`, go on with `append`."""

    basis: Basis
    length: int
    """Entries so far."""
    head: bytes
    """Hash of the last entry; of the header at first."""
    last: Link | None
    stage: Stage
    commitment: bytes
    nonces: tuple[bytes, ...]
    counters: tuple[int, ...]
    """By seat: how many submissions it has made."""
    openers: tuple[bytes | None, ...]
    """By seat: hash of the entry that opened the decision it owes."""
    course: Step | None
    """The events in force."""
    state: Any
    due: Due
    """Who must act; nobody once the log is closed or abandoned."""
    unopened: tuple[SealedMove, ...]
    """Sealed moves in force, to be opened by the next outcome that opens choices."""
    shelved: tuple[SealedMove, ...]
    """Sealed moves that were taken back, to be opened at the end."""

    @property
    def over(self) -> bool:
        """Whether no more moves can come: played to the end, or abandoned."""
        return self.stage in (Stage.ABANDONED, Stage.CLOSED) or (self.stage is Stage.PLAYING and self.due.over)


def new_log(header: Header, game: AnyGame, reader: Reader, *, verifies: bool = True) -> Log:
    """The log before its first entry."""
    seats = len(header.players)
    return Log(
        basis=Basis(header, game, reader, verifies),
        length=0,
        head=header_hash(encode_header(header)),
        last=None,
        stage=Stage.FRESH,
        commitment=b"",
        nonces=(),
        counters=(0,) * seats,
        openers=(None,) * seats,
        course=None,
        state=game.initial(),
        due=Due(),
        unopened=(),
        shelved=(),
    )


def append(log: Log, raw: bytes) -> Log:
    """The log with this entry at its end. Raises `Problem`; `log` itself stays as it is."""
    entry = _placed(log, raw)
    hash_ = entry_hash(raw)
    body = entry.body
    submission: Submission | None = None
    event: Event | None = None
    match body:
        case SeatBody():
            submission = _submission(log, entry, raw, body)
            after, event = _decide(log, entry, hash_, submission)
        case OutcomeBody():
            after, event = _deal(log, entry, hash_, body)
        case CommitBody():
            expect(log.stage is Stage.FRESH, Fault.WRONG_STAGE, entry)
            secret = log.basis.reader.secret
            expect(secret is None or commitment_of(secret, entry.match) == body.commitment, Fault.WRONG_SECRET, entry)
            after = log._replace(stage=Stage.COMMITTED, commitment=body.commitment)
        case StartBody():
            after = _start(log, entry, hash_, body)
        case AbandonedBody():
            expect(log.stage is Stage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
            after = log._replace(stage=Stage.ABANDONED, due=Due(), openers=(None,) * len(log.openers))
        case OpenedBody():
            after = _open(log, entry, body)
    if log.basis.verifies:
        verify_signatures(log.basis.header, entry, raw, submission)
    return after._replace(
        length=entry.number + 1, head=hash_, last=Link(log.last, raw, hash_, entry, submission, event)
    )


def links_of(log: Log) -> list[Link]:
    """All entries, oldest first."""
    found: list[Link] = []
    link = log.last
    while link is not None:
        found.append(link)
        link = link.before
    found.reverse()
    return found


def sealed_moves(log: Log) -> tuple[SealedMove, ...]:
    """All moves whose seals the log has not opened, taken back or not, by entry."""
    return tuple(sorted(log.unopened + log.shelved, key=lambda move: move.entry))


# An entry in its place


def _placed(log: Log, raw: bytes) -> Entry:
    """The entry, if it is one of this match and comes next."""
    if len(raw) > MAX_ENTRY:
        raise Problem(Fault.TOO_LARGE, log.length)
    try:
        entry = read_entry(raw)
    except (CanonicalError, PlainError) as error:
        raise Problem(Fault.UNREADABLE, log.length, str(error)) from None
    expect(entry.match == log.basis.header.match, Fault.OTHER_MATCH, entry)
    if entry.number < log.length:
        raise _second(log, entry, raw)
    expect(entry.number == log.length, Fault.GAP, entry)
    expect(entry.number < MAX_ENTRIES, Fault.TOO_MANY, entry)
    expect(entry.previous == log.head, Fault.BROKEN_CHAIN, entry)
    return entry


def _second(log: Log, entry: Entry, raw: bytes) -> Problem:
    """What it means that a number comes again: nothing, a forgery, or the host's fork."""
    known = next(link for link in links_of(log) if link.entry.number == entry.number)
    if known.raw == raw:
        return Problem(Fault.DUPLICATE, entry.number)
    if not signed(raw, ENTRY_CONTEXT, log.basis.header.clients[HOST].sign):
        return Problem(Fault.HOST_SIGNATURE, entry.number)
    return Problem(Fault.HOST_FORK, entry.number, evidence=(known.raw, raw))


def verify_signatures(header: Header, entry: Entry, raw: bytes, submission: Submission | None) -> None:
    """Raises the `Problem` unless the host has signed the entry, and the seat's client what is in it."""
    expect(signed(raw, ENTRY_CONTEXT, header.clients[HOST].sign), Fault.HOST_SIGNATURE, entry)
    if submission is not None and isinstance(entry.body, SeatBody):
        key = header.clients[header.holders[submission.seat]].sign
        expect(signed(entry.body.submission, SUBMISSION_CONTEXT, key), Fault.SEAT_SIGNATURE, entry)


# What seats decide


def _submission(log: Log, entry: Entry, raw: bytes, body: SeatBody) -> Submission:
    """The submission, if it is this match's and the seat's next."""
    try:
        submission = read_submission(body.submission)
    except (CanonicalError, PlainError) as error:
        raise Problem(Fault.UNREADABLE, entry.number, str(error)) from None
    expect(submission.match == entry.match, Fault.OTHER_MATCHS_DECISION, entry)
    expect(submission.seat < len(log.counters), Fault.NO_SUCH_SEAT, entry)
    if submission.counter < log.counters[submission.seat]:
        raise _second_decision(log, entry, raw, submission, body.submission)
    expect(submission.counter == log.counters[submission.seat], Fault.SKIPPED, entry)
    return submission


def _second_decision(log: Log, entry: Entry, raw: bytes, submission: Submission, own: bytes) -> Problem:
    """What it means that a counter comes again: a replay, a forgery, or the seat's fork."""
    header = log.basis.header
    for link in links_of(log):
        was = link.submission
        if was is None or (was.seat, was.counter) != (submission.seat, submission.counter):
            continue
        if isinstance(link.entry.body, SeatBody) and link.entry.body.submission == own:
            break
        if not signed(raw, ENTRY_CONTEXT, header.clients[HOST].sign):
            return Problem(Fault.HOST_SIGNATURE, entry.number)
        if not signed(own, SUBMISSION_CONTEXT, header.clients[header.holders[was.seat]].sign):
            return Problem(Fault.SEAT_SIGNATURE, entry.number)
        return Problem(Fault.SEAT_FORK, entry.number, f"first in entry {link.entry.number}", (link.raw, raw))
    return Problem(Fault.REPLAYED, entry.number)


def _decide(log: Log, entry: Entry, hash_: bytes, submission: Submission) -> tuple[Log, Event | None]:
    expect(log.stage is Stage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    seat = submission.seat
    counters = (*log.counters[:seat], submission.counter + 1, *log.counters[seat + 1 :])
    if not isinstance(submission.body, MoveBody):
        return _take_back(log, entry, hash_, submission, counters), None
    expect(seat in log.due.seats, Fault.OUT_OF_TURN, entry)
    expect(submission.answers == log.openers[seat], Fault.STALE, entry)
    public, seals = submission.body.event, submission.body.seals
    bind = partial(submission_context, submission)
    event = event_of(log.basis, entry, public, seals, bind, log.basis.header.holders[seat])
    expect(isinstance(event, Move) and event.seat == seat, Fault.NOT_AN_EVENT, entry)
    unopened = log.unopened
    if seals:
        unopened += (SealedMove(entry.number, submission, public, seals),)
    return _apply(log, entry, hash_, event, seat, counters=counters, unopened=unopened), event


def _take_back(log: Log, entry: Entry, hash_: bytes, submission: Submission, counters: tuple[int, ...]) -> Log:
    game = log.basis.game
    found = ruled(entry, takeback_of, game, log.course, submission.seat)
    if found is None or found.step.hash != submission.answers:
        raise Problem(Fault.NO_TAKEBACK, entry.number)
    course, state = found.step.before, found.step.state
    for step in found.kept:
        course = step._replace(before=course, state=state)
        state = ruled(entry, game.apply, state, step.event)
    taken = tuple(move for move in log.unopened if move.entry == found.step.entry)
    return _turned(
        log,
        entry,
        hash_,
        state,
        actor=None if found.redealt else submission.seat,
        counters=counters,
        course=course,
        unopened=tuple(move for move in log.unopened if move not in taken),
        shelved=log.shelved + taken,
    )


# What the dealer deals


def _deal(log: Log, entry: Entry, hash_: bytes, body: OutcomeBody) -> tuple[Log, Event]:
    basis = log.basis
    expect(log.stage is Stage.PLAYING and log.due.dealer, Fault.NOT_DEALERS_TURN, entry)
    event = event_of(log.basis, entry, body.event, body.seals, partial(entry_context, entry), None)
    if not isinstance(event, Outcome):
        raise Problem(Fault.NOT_AN_EVENT, entry.number)
    opened = opened_moves(entry, log.unopened if event.opens_choices else (), body.openings, basis.game)
    if opened:
        _check_choices(log, entry, opened, event)
    if basis.reader.audits and basis.reader.secret is not None:
        hand = hand_of(basis.header.dealer, basis.reader.secret, log.nonces)
        expected = ruled(entry, hand.next, basis.game, log.state)
        expect(expected in (None, event), Fault.MISDEALT, entry)
    return _apply(log, entry, hash_, event, None, unopened=() if opened else log.unopened), event


def _check_choices(log: Log, entry: Entry, opened: dict[int, Event], outcome: Outcome) -> None:
    """That the outcome shows what was chosen: whoever could not see the choices follows them again, now open."""
    first = min(opened)
    later: list[Step] = []
    step = log.course
    while step is not None and step.entry >= first:
        later.append(step)
        step = step.before
    if all(opened.get(step.entry, step.event) == step.event for step in later):
        return
    state = later[-1].state
    for step in reversed(later):
        state = ruled(entry, log.basis.game.apply, state, opened.get(step.entry, step.event))
    refusal = ruled(entry, log.basis.game.refusal, state, outcome)
    expect(refusal is None, Fault.ILLEGAL, entry, "it does not show what was chosen")


# Beginning and end


def _start(log: Log, entry: Entry, hash_: bytes, body: StartBody) -> Log:
    expect(log.stage is Stage.COMMITTED, Fault.WRONG_STAGE, entry)
    expect(body.nonces == (), Fault.WRONG_START, entry)
    return _turned(log, entry, hash_, log.state, actor=None, stage=Stage.PLAYING, nonces=body.nonces)


def _open(log: Log, entry: Entry, body: OpenedBody) -> Log:
    expect(log.over and log.stage is not Stage.CLOSED, Fault.WRONG_STAGE, entry)
    expect(commitment_of(body.secret, entry.match) == log.commitment, Fault.WRONG_SECRET, entry)
    opened_moves(entry, sealed_moves(log), body.openings, log.basis.game)
    return log._replace(stage=Stage.CLOSED, due=Due(), unopened=(), shelved=())


# States


def _apply(log: Log, entry: Entry, hash_: bytes, event: Event, actor: int | None, **changes: Any) -> Log:
    state = ruled(entry, log.basis.game.apply, log.state, event)
    course = Step(log.course, entry.number, hash_, event, log.state)
    return _turned(log, entry, hash_, state, actor, course=course, **changes)


def _turned(log: Log, entry: Entry, hash_: bytes, state: Any, actor: int | None, **changes: Any) -> Log:
    """The log at a new state, and with these other fields.

    A seat's decision stays the one it was only while other seats act; None acts for all.
    """
    due = ruled(entry, log.basis.game.due, state)
    openers = tuple(
        None if seat not in due.seats else hash_ if actor is None or seat == actor or opener is None else opener
        for seat, opener in enumerate(log.openers)
    )
    return log._replace(state=state, due=due, openers=openers, **changes)
