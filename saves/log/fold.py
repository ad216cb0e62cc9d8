"""The one pure fold: a log value, and `append`, which gives the log with one entry more or says why not.

Nothing is read or written here, and nothing is changed: a log that could not be saved is simply forgotten. Cheap
checks come first, then the rules, signatures last. Files, hot seats and networks all fold through here.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from rules.engine.events import Move, Outcome
from rules.engine.game import AnyGame, Due, Event
from rules.engine.plain import PlainError
from rules.engine.secrecy import Seat
from saves.faults import Fault, InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import (
    ENTRY_CONTEXT,
    MAX_ENTRIES,
    MAX_ENTRY,
    MAX_SHELVED,
    RESERVED,
    SUBMISSION_CONTEXT,
    AbandonedBody,
    CommitBody,
    Entry,
    JoinBody,
    MoveBody,
    NonceBody,
    OpenedBody,
    OutcomeBody,
    RekeyBody,
    SeatBody,
    StartBody,
    Submission,
    TakebackBody,
    entry_hash,
    read_entry,
    read_submission,
    signed,
)
from saves.format.header import HOST, Header, encode_header, header_hash
from saves.format.identity import PublicKeys
from saves.format.seals import entry_context, submission_context
from saves.log.chain import ChainLink, Seating, chain, seating_of
from saves.log.dealer import commitment_of, hand_of
from saves.log.decode_entry import (
    DecodedEvent,
    LogConfig,
    SealedEvent,
    SealedMove,
    check_choices,
    event_of,
    expect,
    opened_moves,
    ruled,
)
from saves.log.decryption import SealReader
from saves.log.forks import second_decision, second_entry
from saves.log.history import MAX_TAKEBACKS, HistoryStep, Takeback, TakebackBudget, next_depth, takeback_of
from saves.log.nonces import GuestNonce, begun, joining_seats, nonces_of
from saves.log.seat_transfer import MAX_REKEYS, check_handed, owed, reseated


class LogStage(Enum):
    """How far a log has come."""

    FRESH = "fresh"
    COMMITTED = "committed"
    PLAYING = "playing"
    ABANDONED = "abandoned"
    CLOSED = "closed"
    """The dealer's secret is open; nothing follows."""


class Log(NamedTuple):
    """A match as far as it has come, for one reader. Make it with `new_log`, go on with `append`."""

    basis: LogConfig
    length: int
    """Entries so far."""
    head: bytes
    """Hash of the last entry; of the header at first."""
    last: ChainLink | None
    stage: LogStage
    seating: Seating
    rekeys: int
    """How often a seat was given away."""
    commitment: bytes
    joins: tuple[GuestNonce | None, ...]
    """By guest of the header: client 1 first."""
    nonces: tuple[bytes, ...]
    counters: tuple[int, ...]
    """By seat: how many submissions it has made."""
    openers: tuple[bytes | None, ...]
    """By seat: hash of the entry that opened the decision it owes, or calls for its join or nonce."""
    course: HistoryStep | None
    """The events in force."""
    tally: TakebackBudget
    """How often seats have taken back of late."""
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
        return self.stage in (LogStage.ABANDONED, LogStage.CLOSED) or (self.stage is LogStage.PLAYING and self.due.over)

    @property
    def clients(self) -> tuple[PublicKeys, ...]:
        """All that ever held a seat, by number; the host first."""
        return self.seating.clients

    @property
    def holders(self) -> tuple[int, ...]:
        """By seat: the number of the client that holds it now."""
        return self.seating.holders

    @property
    def bots(self) -> tuple[str | None, ...]:
        """By seat: the key of the bot that decides now; None for people."""
        return self.seating.bots


class OwnSignatures(NamedTuple):
    """What the running program has signed itself, so that its signature needs no verifying, bit for bit as it is."""

    key: bytes
    """That all of it is signed with."""
    submissions: Collection[bytes]


def new_log(header: Header, game: AnyGame, reader: SealReader) -> Log:
    """The log before its first entry."""
    seats = len(header.players)
    return Log(
        basis=LogConfig(header, game, reader),
        length=0,
        head=header_hash(encode_header(header)),
        last=None,
        stage=LogStage.FRESH,
        seating=seating_of(header),
        rekeys=0,
        commitment=b"",
        joins=(None,) * (len(header.clients) - 1),
        nonces=(),
        counters=(0,) * seats,
        openers=(None,) * seats,
        course=None,
        tally=TakebackBudget(0, (0,) * seats),
        state=game.initial(),
        due=Due(),
        unopened=(),
        shelved=(),
    )


def append(log: Log, raw: bytes, *, verifies: bool = True, known: Entry | None = None) -> Log:
    """The log with this entry at its end. Raises `InvalidEntry`; `log` itself stays as it is.

    Without `verifies` its signatures are left to the caller. `known` is what is in it, where this program has written
    it itself just now.
    """
    entry = _placed(log, raw, known)
    hash_ = entry_hash(raw)
    body = entry.body
    submission: Submission | None = None
    author: int | None = None
    read: DecodedEvent | None = None
    match body:
        case SeatBody():
            submission = _submission(log, entry, raw, body)
            author = log.holders[submission.seat]
            after, read = _decide(log, entry, hash_, submission)
        case OutcomeBody():
            after, read = _deal(log, entry, hash_, body)
        case CommitBody():
            after = _commit(log, entry, hash_, body)
        case StartBody():
            after = _start(log, entry, hash_, body)
        case RekeyBody():
            after = _rekey(log, entry, body)
        case AbandonedBody():
            expect(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
            after = log._replace(stage=LogStage.ABANDONED, due=Due(), openers=(None,) * len(log.openers))
        case OpenedBody():
            after = _open(log, entry, body)
    event, readers = (None, ()) if read is None else read
    link = ChainLink(log.last, raw, hash_, entry, submission, event, author, readers)
    if verifies:
        verify_signatures(log.clients, link)
    return after._replace(length=entry.number + 1, head=hash_, last=link)


def takeback(log: Log, seat: Seat) -> Takeback | None:
    """As `takeback_of`, at this point of a log, as long as it is `allowed`.

    The host, being the dealer, can open what others have chosen in secret: none of its seats chooses anew after that.
    """
    found = takeback_of(log.basis.game, log.course, seat)
    if found is None or not allowed(log, seat):
        return None
    if log.holders[seat] != HOST:
        return found
    chosen = any(move.author != HOST and move.entry > found.step.entry for move in log.unopened)
    return None if chosen else found


def allowed(log: Log, seat: Seat) -> bool:
    """Whether the seat has not yet taken back so often that its moves might fill the log, or the box of openings."""
    loops = log.holders[seat] != HOST and log.tally.taken[seat] >= MAX_TAKEBACKS
    return not loops and sum(len(move.seals) for move in log.shelved) < MAX_SHELVED


def links_of(log: Log) -> list[ChainLink]:
    """All entries, oldest first."""
    return chain(log.last)


def sealed_moves(log: Log) -> tuple[SealedMove, ...]:
    """All moves whose seals the log has not opened, taken back or not, by entry."""
    return tuple(sorted(log.unopened + log.shelved, key=lambda move: move.entry))


# An entry in its place


def _placed(log: Log, raw: bytes, known: Entry | None) -> Entry:
    """The entry, if it is one of this match and comes next."""
    if len(raw) > MAX_ENTRY:
        raise InvalidEntry(Fault.TOO_LARGE, log.length)
    try:
        entry = read_entry(raw) if known is None else known
    except (CanonicalError, PlainError) as error:
        raise InvalidEntry(Fault.UNREADABLE, log.length, str(error)) from None
    expect(entry.match == log.basis.header.match, Fault.OTHER_MATCH, entry)
    if entry.number < log.length:
        raise second_entry(chain(log.last, entry.number)[0], log.clients, raw)
    expect(entry.number == log.length, Fault.GAP, entry)
    expect(entry.number < MAX_ENTRIES, Fault.TOO_MANY, entry)
    expect(entry.previous == log.head, Fault.BROKEN_CHAIN, entry)
    return entry


def verify_signatures(clients: tuple[PublicKeys, ...], link: ChainLink, own: OwnSignatures | None = None) -> None:
    """Raises the `InvalidEntry` unless the host has signed the entry, and its author what is in it."""
    expect(signed(link.raw, ENTRY_CONTEXT, clients[HOST].sign), Fault.HOST_SIGNATURE, link.entry)
    verify_author(clients, link, own)


def verify_author(clients: tuple[PublicKeys, ...], link: ChainLink, own: OwnSignatures | None = None) -> None:
    """Raises the `InvalidEntry` unless the submission in the entry, if there is one, is signed by its author."""
    body = link.entry.body
    if link.author is not None and isinstance(body, SeatBody):
        key = clients[link.author].sign
        if own is not None and key == own.key and body.submission in own.submissions:
            return
        expect(signed(body.submission, SUBMISSION_CONTEXT, key), Fault.SEAT_SIGNATURE, link.entry)


# What seats decide


def _submission(log: Log, entry: Entry, raw: bytes, body: SeatBody) -> Submission:
    """The submission, if it is this match's and the seat's next."""
    try:
        submission = read_submission(body.submission)
    except (CanonicalError, PlainError) as error:
        raise InvalidEntry(Fault.UNREADABLE, entry.number, str(error)) from None
    expect(submission.match == entry.match, Fault.OTHER_MATCHS_DECISION, entry)
    expect(submission.seat < len(log.counters), Fault.NO_SUCH_SEAT, entry)
    expect(entry.number < MAX_ENTRIES - RESERVED, Fault.TOO_MANY, entry, "what is left is kept for ending the match")
    if submission.counter < log.counters[submission.seat]:
        raise second_decision(links_of(log), log.clients, entry, raw, submission, body.submission)
    expect(submission.counter == log.counters[submission.seat], Fault.SKIPPED, entry)
    return submission


def _decide(log: Log, entry: Entry, hash_: bytes, submission: Submission) -> tuple[Log, DecodedEvent | None]:
    match submission.body:
        case JoinBody() | NonceBody() as body:
            return _begin(log, entry, hash_, submission, body), None
        case TakebackBody():
            return _take_back(log, entry, hash_, submission), None
        case MoveBody() as body:
            return _move(log, entry, hash_, submission, body)


def _begin(log: Log, entry: Entry, hash_: bytes, submission: Submission, body: JoinBody | NonceBody) -> Log:
    expect(log.stage is LogStage.COMMITTED, Fault.WRONG_STAGE, entry)
    seat = submission.seat
    joins = begun(log.joins, log.seating, entry, seat, body)
    expect(submission.answers == log.openers[seat], Fault.STALE, entry)
    opener = hash_ if isinstance(body, JoinBody) else None
    openers = (*log.openers[:seat], opener, *log.openers[seat + 1 :])
    return log._replace(counters=_counted(log, submission), joins=joins, openers=openers)


def _counted(log: Log, submission: Submission) -> tuple[int, ...]:
    seat = submission.seat
    return (*log.counters[:seat], submission.counter + 1, *log.counters[seat + 1 :])


def _move(log: Log, entry: Entry, hash_: bytes, submission: Submission, body: MoveBody) -> tuple[Log, DecodedEvent]:
    expect(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    seat = submission.seat
    expect(seat in log.due.seats, Fault.OUT_OF_TURN, entry)
    expect(submission.answers == log.openers[seat], Fault.STALE, entry)
    author = log.holders[seat]
    draft = SealedEvent(body.event, body.seals, partial(submission_context, submission))
    read = event_of(log.basis, log.seating, entry, draft, author)
    expect(isinstance(read.event, Move) and read.event.seat == seat, Fault.NOT_AN_EVENT, entry)
    unopened = log.unopened
    if body.seals:
        unopened += (SealedMove(entry.number, submission, author, body.event, body.seals, read.readers),)
    counters = _counted(log, submission)
    return _apply(log, entry, hash_, read.event, seat, unopened=unopened, counters=counters), read


def _take_back(log: Log, entry: Entry, hash_: bytes, submission: Submission) -> Log:
    expect(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    game = log.basis.game
    expect(allowed(log, submission.seat), Fault.NO_TAKEBACK, entry, "too many takebacks since the match came further")
    found = ruled(entry, takeback, log, submission.seat)
    if found is None or found.step.hash != submission.answers:
        raise InvalidEntry(Fault.NO_TAKEBACK, entry.number)
    course, state = found.step.before, found.step.state
    for step in found.kept:
        course = step._replace(before=course, depth=next_depth(course), state=state)
        state = ruled(entry, game.apply, state, step.event)
    taken = tuple(move for move in log.unopened if move.entry == found.step.entry)
    return _turned(
        log,
        entry,
        hash_,
        state,
        actor=None if found.redealt else submission.seat,
        course=course,
        tally=log.tally.less(submission.seat),
        counters=_counted(log, submission),
        unopened=tuple(move for move in log.unopened if move not in taken),
        shelved=log.shelved + taken,
    )


# What the dealer deals


def _deal(log: Log, entry: Entry, hash_: bytes, body: OutcomeBody) -> tuple[Log, DecodedEvent]:
    basis = log.basis
    expect(log.stage is LogStage.PLAYING and log.due.dealer, Fault.NOT_DEALERS_TURN, entry)
    draft = SealedEvent(body.event, body.seals, partial(entry_context, entry))
    read = event_of(basis, log.seating, entry, draft, None)
    event = read.event
    if not isinstance(event, Outcome):
        raise InvalidEntry(Fault.NOT_AN_EVENT, entry.number)
    opened = opened_moves(entry, log.unopened if event.opens_choices else (), body.openings, basis.game)
    if opened:
        check_choices(entry, basis.game, log.course, opened, event)
    if basis.reader.audits and basis.reader.secret is not None:
        hand = hand_of(basis.header.dealer, basis.reader.secret, log.nonces)
        expected = ruled(entry, hand.next, basis.game, log.state)
        expect(expected in (None, event), Fault.MISDEALT, entry)
    return _apply(log, entry, hash_, event, None, unopened=() if opened else log.unopened), read


# Beginning and end, and who holds a seat


def _commit(log: Log, entry: Entry, hash_: bytes, body: CommitBody) -> Log:
    expect(log.stage is LogStage.FRESH, Fault.WRONG_STAGE, entry)
    secret = log.basis.reader.secret
    expect(secret is None or commitment_of(secret, entry.match) == body.commitment, Fault.WRONG_SECRET, entry)
    joining = joining_seats(log.seating).values()
    openers = tuple(hash_ if seat in joining else None for seat in log.basis.header.seats)
    return log._replace(stage=LogStage.COMMITTED, commitment=body.commitment, openers=openers)


def _start(log: Log, entry: Entry, hash_: bytes, body: StartBody) -> Log:
    expect(log.stage is LogStage.COMMITTED, Fault.WRONG_STAGE, entry)
    expect(body.nonces == nonces_of(log.joins), Fault.WRONG_START, entry)
    return _turned(log, entry, hash_, log.state, actor=None, stage=LogStage.PLAYING, nonces=body.nonces)


def _rekey(log: Log, entry: Entry, body: RekeyBody) -> Log:
    expect(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    expect(log.rekeys < MAX_REKEYS, Fault.WRONG_REKEY, entry, f"more than {MAX_REKEYS} times in a match")
    seating = reseated(log.seating, entry, body)
    owing = owed(links_of(log), seating, body.seat)
    check_handed(entry, body, owing, seating.holders[body.seat], log.basis.reader)
    return log._replace(seating=seating, rekeys=log.rekeys + 1)


def _open(log: Log, entry: Entry, body: OpenedBody) -> Log:
    expect(log.over and log.stage is not LogStage.CLOSED, Fault.WRONG_STAGE, entry)
    expect(commitment_of(body.secret, entry.match) == log.commitment, Fault.WRONG_SECRET, entry)
    opened_moves(entry, sealed_moves(log), body.openings, log.basis.game)
    return log._replace(stage=LogStage.CLOSED, due=Due(), unopened=(), shelved=())


# States


def _apply(log: Log, entry: Entry, hash_: bytes, event: Event, actor: int | None, **changes: Any) -> Log:
    state = ruled(entry, log.basis.game.apply, log.state, event)
    course = HistoryStep(log.course, next_depth(log.course), entry.number, hash_, event, log.state)
    return _turned(log, entry, hash_, state, actor, course=course, tally=log.tally.after(course), **changes)


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
