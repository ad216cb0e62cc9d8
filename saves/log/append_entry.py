"""The log as one pure fold: `append` returns a log with one more entry, or raises the reason why it is not valid.

Nothing is read, written or changed: a log that could not be saved is simply dropped. Cheap checks come first, then the
rules, then signatures. Files, local matches and network matches all use this fold.
"""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

from rules.engine.events import Event, Move, Outcome
from rules.engine.plain_data import PlainError
from rules.engine.referee import Due
from saves.faults import Fault, InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import (
    MAX_ENTRIES,
    MAX_ENTRY,
    RESERVED,
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
)
from saves.format.seals import entry_context, submission_context
from saves.log.chain import ChainLink, links_since
from saves.log.dealer import dealer_commitment, next_outcome
from saves.log.decode_entry import (
    DecodedEvent,
    SealedEvent,
    SealedMove,
    call_rules,
    check_reveal,
    decode_sealed,
    open_moves,
    require,
)
from saves.log.forks import second_decision, second_entry
from saves.log.history import HistoryStep, next_depth
from saves.log.match_log import (
    Log,
    LogStage,
    allowed_takeback,
    has_takeback_budget,
    links_of,
    sealed_before,
    sealed_moves,
)
from saves.log.nonces import advance_joins, joining_seats, opened_nonces
from saves.log.seat_transfer import MAX_REKEYS, check_transfer, missing_seals, transfer_seat
from saves.log.signatures import verify_signatures

_Changes: TypeAlias = dict[str, Any]
"""New values of a log's fields, by name."""


def append(log: Log, raw: bytes, *, verify: bool = True, parsed: Entry | None = None) -> Log:
    """Return the log with one more entry. Raises `InvalidEntry`; `log` itself never changes.

    Without `verify` the caller verifies the signatures. `parsed` is the content of an entry that this program has just
    made.
    """
    entry = _next_entry(log, raw, parsed)
    hash_ = entry_hash(raw)
    body = entry.body
    submission: Submission | None = None
    author: int | None = None
    event: Event | None = None
    readers: tuple[tuple[int, ...], ...] = ()
    match body:
        case SeatBody():
            submission = _next_submission(log, entry, raw, body)
            author = log.holders[submission.seat]
            match submission.body:
                case MoveBody() as move:
                    changes, (event, readers) = _move(log, entry, hash_, submission, move)
                case TakebackBody():
                    changes = _take_back(log, entry, hash_, submission)
                case JoinBody() | NonceBody() as join:
                    changes = _join(log, entry, hash_, submission, join)
        case OutcomeBody():
            changes, (event, readers) = _deal(log, entry, hash_, body)
        case CommitBody():
            changes = _commit(log, entry, hash_, body)
        case StartBody():
            changes = _start(log, entry, hash_, body)
        case RekeyBody():
            changes = _rekey(log, entry, body)
        case AbandonedBody():
            require(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
            changes = {"stage": LogStage.ABANDONED, "due": Due(), "openers": (None,) * len(log.openers)}
        case OpenedBody():
            changes = _close(log, entry, body)
    link = ChainLink(log.last_link, raw, hash_, entry, submission, event, author, readers)
    if verify:
        verify_signatures(log.clients, link)
    return log._replace(length=entry.number + 1, head=hash_, last_link=link, **changes)


# Position in the chain


def _next_entry(log: Log, raw: bytes, parsed: Entry | None) -> Entry:
    """Return the entry if it belongs to this match and comes next."""
    if len(raw) > MAX_ENTRY:
        raise InvalidEntry(Fault.TOO_LARGE, log.length)
    try:
        entry = read_entry(raw) if parsed is None else parsed
    except (CanonicalError, PlainError) as error:
        raise InvalidEntry(Fault.UNREADABLE, log.length, str(error)) from None
    require(entry.match == log.config.header.match, Fault.OTHER_MATCH, entry)
    if entry.number < log.length:
        raise second_entry(links_since(log.last_link, entry.number)[0], log.clients, raw)
    require(entry.number == log.length, Fault.GAP, entry)
    require(entry.number < MAX_ENTRIES, Fault.TOO_MANY, entry)
    require(entry.previous == log.head, Fault.BROKEN_CHAIN, entry)
    return entry


# Submissions of seats


def _next_submission(log: Log, entry: Entry, raw: bytes, body: SeatBody) -> Submission:
    """Return the submission if it belongs to this match and is the seat's next."""
    try:
        submission = read_submission(body.submission)
    except (CanonicalError, PlainError) as error:
        raise InvalidEntry(Fault.UNREADABLE, entry.number, str(error)) from None
    require(submission.match == entry.match, Fault.WRONG_MATCH, entry)
    require(submission.seat < len(log.counters), Fault.NO_SUCH_SEAT, entry)
    require(entry.number < MAX_ENTRIES - RESERVED, Fault.TOO_MANY, entry, "the last entries are reserved for the end")
    if submission.counter < log.counters[submission.seat]:
        raise second_decision(links_of(log), log.clients, entry, raw, submission, body.submission)
    require(submission.counter == log.counters[submission.seat], Fault.SKIPPED, entry)
    return submission


def _next_counters(log: Log, submission: Submission) -> tuple[int, ...]:
    seat = submission.seat
    return (*log.counters[:seat], submission.counter + 1, *log.counters[seat + 1 :])


def _join(log: Log, entry: Entry, hash_: bytes, submission: Submission, body: JoinBody | NonceBody) -> _Changes:
    require(log.stage is LogStage.COMMITTED, Fault.WRONG_STAGE, entry)
    seat = submission.seat
    joins = advance_joins(log.joins, log.seating, entry, seat, body)
    require(submission.answers == log.openers[seat], Fault.STALE, entry)
    opener = hash_ if isinstance(body, JoinBody) else None
    openers = (*log.openers[:seat], opener, *log.openers[seat + 1 :])
    return {"counters": _next_counters(log, submission), "joins": joins, "openers": openers}


def _move(
    log: Log, entry: Entry, hash_: bytes, submission: Submission, body: MoveBody
) -> tuple[_Changes, DecodedEvent]:
    require(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    seat = submission.seat
    require(seat in log.due.seats, Fault.OUT_OF_TURN, entry)
    require(submission.answers == log.openers[seat], Fault.STALE, entry)
    author = log.holders[seat]
    sealed = SealedEvent(body.event, body.seals, partial(submission_context, submission))
    decoded = decode_sealed(log.config, log.seating, entry, sealed, author)
    event = decoded.event
    require(isinstance(event, Move) and event.seat == seat, Fault.NOT_AN_EVENT, entry)
    unopened = log.unopened
    if body.seals:
        unopened += (SealedMove(entry.number, submission, author, body.event, body.seals, decoded.readers),)
    counters = _next_counters(log, submission)
    return _apply(log, entry, hash_, event, seat, unopened=unopened, counters=counters), decoded


def _take_back(log: Log, entry: Entry, hash_: bytes, submission: Submission) -> _Changes:
    require(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    game = log.config.game
    seat = submission.seat
    require(has_takeback_budget(log, seat), Fault.NO_TAKEBACK, entry, "too many takebacks since the match advanced")
    found = call_rules(entry, allowed_takeback, log, seat)
    if found is None or found.step.hash != submission.answers:
        raise InvalidEntry(Fault.NO_TAKEBACK, entry.number)
    last_step, state = found.step.before, found.step.state
    for step in found.kept:
        last_step = step._replace(before=last_step, depth=next_depth(last_step), state=state)
        state = call_rules(entry, game.apply, state, step.event)
    if log.practice:
        unopened = sealed_before(log, found.step)
    else:
        unopened = tuple(move for move in log.unopened if move.entry != found.step.entry)
    taken = tuple(move for move in log.unopened if move not in unopened)
    return _at_state(
        log,
        entry,
        hash_,
        state,
        actor=None if found.redealt else seat,
        last_step=last_step,
        budget=log.budget.after_takeback(seat),
        counters=_next_counters(log, submission),
        unopened=unopened,
        taken_back=log.taken_back + taken,
    )


# Outcomes of the dealer


def _deal(log: Log, entry: Entry, hash_: bytes, body: OutcomeBody) -> tuple[_Changes, DecodedEvent]:
    config = log.config
    require(log.stage is LogStage.PLAYING and log.due.dealer, Fault.NOT_DEALERS_TURN, entry)
    sealed = SealedEvent(body.event, body.seals, partial(entry_context, entry))
    decoded = decode_sealed(config, log.seating, entry, sealed, None)
    event = decoded.event
    if not isinstance(event, Outcome):
        raise InvalidEntry(Fault.NOT_AN_EVENT, entry.number)
    opened = open_moves(entry, log.unopened if event.opens_choices else (), body.openings, config.game)
    if opened:
        check_reveal(entry, config.game, log.last_step, opened, event)
    secret = config.reader.secret
    if config.reader.audits and secret is not None:
        dealer = config.header.dealer
        expected = call_rules(entry, next_outcome, dealer, secret, log.nonces, config.game, log.state)
        require(expected in (None, event), Fault.MISDEALT, entry)
    return _apply(log, entry, hash_, event, None, unopened=() if opened else log.unopened), decoded


# Start, end and seat transfers


def _commit(log: Log, entry: Entry, hash_: bytes, body: CommitBody) -> _Changes:
    require(log.stage is LogStage.FRESH, Fault.WRONG_STAGE, entry)
    secret = log.config.reader.secret
    require(secret is None or dealer_commitment(secret, entry.match) == body.commitment, Fault.WRONG_SECRET, entry)
    joining = joining_seats(log.seating).values()
    openers = tuple(hash_ if seat in joining else None for seat in log.config.header.seats)
    return {"stage": LogStage.COMMITTED, "commitment": body.commitment, "openers": openers}


def _start(log: Log, entry: Entry, hash_: bytes, body: StartBody) -> _Changes:
    require(log.stage is LogStage.COMMITTED, Fault.WRONG_STAGE, entry)
    require(body.nonces == opened_nonces(log.joins), Fault.WRONG_START, entry)
    return _at_state(log, entry, hash_, log.state, actor=None, stage=LogStage.PLAYING, nonces=body.nonces)


def _rekey(log: Log, entry: Entry, body: RekeyBody) -> _Changes:
    require(log.stage is LogStage.PLAYING and not log.due.over, Fault.WRONG_STAGE, entry)
    require(log.rekeys < MAX_REKEYS, Fault.WRONG_REKEY, entry, f"more than {MAX_REKEYS} times in a match")
    seating = transfer_seat(log.seating, entry, body)
    missing = missing_seals(links_of(log), seating, body.seat)
    check_transfer(entry, body, missing, seating.holders[body.seat], log.config.reader)
    return {"seating": seating, "rekeys": log.rekeys + 1}


def _close(log: Log, entry: Entry, body: OpenedBody) -> _Changes:
    require(log.over and log.stage is not LogStage.CLOSED, Fault.WRONG_STAGE, entry)
    require(dealer_commitment(body.secret, entry.match) == log.commitment, Fault.WRONG_SECRET, entry)
    open_moves(entry, sealed_moves(log), body.openings, log.config.game)
    return {"stage": LogStage.CLOSED, "due": Due(), "unopened": (), "taken_back": ()}


# States


def _apply(log: Log, entry: Entry, hash_: bytes, event: Event, actor: int | None, **changes: Any) -> _Changes:
    """Return the changes that an event makes to the log, besides these."""
    state = call_rules(entry, log.config.game.apply, log.state, event)
    last_step = HistoryStep(log.last_step, next_depth(log.last_step), entry.number, hash_, event, log.state)
    budget = log.budget.after_event(last_step)
    return _at_state(log, entry, hash_, state, actor, last_step=last_step, budget=budget, **changes)


def _at_state(log: Log, entry: Entry, hash_: bytes, state: Any, actor: int | None, **changes: Any) -> _Changes:
    """Return these changes and those that a new state makes.

    The question to a seat stays the same only while other seats act; `actor` None stands for all seats.
    """
    due = call_rules(entry, log.config.game.due, state)
    openers = tuple(
        None if seat not in due.seats else hash_ if actor is None or seat == actor or opener is None else opener
        for seat, opener in enumerate(log.openers)
    )
    return {"state": state, "due": due, "openers": openers, **changes}
