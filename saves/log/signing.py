"""The submissions that a client signs: moves with sealed secrets, takebacks, joins and nonces. Pure.

`storage.replica` makes them durable before they are sent; `writer` appends them to the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.engine.events import Move
from rules.engine.game_codec import GameCodec
from rules.engine.plain_data import Plain, PlainError
from rules.engine.secrecy import Seat
from saves.errors import NotNow
from saves.format.entries import (
    JoinBody,
    MoveBody,
    NonceBody,
    Seal,
    Submission,
    SubmissionBody,
    TakebackBody,
    sign_submission,
)
from saves.format.identity import Identity, PublicKeys
from saves.format.seals import (
    SealError,
    SecretField,
    derive_blind,
    fill_secrets,
    make_seal,
    open_seal,
    split_secrets,
    submission_context,
)
from saves.log.match_log import Log, LogStage, allowed_takeback, has_takeback_budget
from saves.log.nonces import joining_seats, nonce_commitment


def sign_move(log: Log, identity: Identity, move: Move) -> bytes:
    """Return a client's signed submission of a move. Raises ValueError if the seat is not asked."""
    answers = log.openers[move.seat]
    if answers is None or log.stage is not LogStage.PLAYING:
        raise ValueError("the seat is not asked")
    public, holes = split_secrets(log.config.game, move)
    submission = _submission(log, move.seat, answers, MoveBody(public, ()))
    if holes:
        submission = submission._replace(body=MoveBody(public, _make_seals(log, identity, submission, holes)))
    return sign_submission(submission, identity)


def _make_seals(log: Log, identity: Identity, submission: Submission, holes: Sequence[SecretField]) -> tuple[Seal, ...]:
    """Return the seals for what a move hides. Each is bound to all of the submission but its body."""
    seals: list[Seal] = []
    for place, hole in enumerate(holes):
        context = submission_context(submission, place)
        readers = log.seating.box_keys(log.seating.seal_readers(hole.audience, log.holders[submission.seat]))
        seals.append(make_seal(hole.path, hole.value, derive_blind(identity.blinding_key, context), context, readers))
    return tuple(seals)


def sign_takeback(log: Log, identity: Identity, seat: Seat) -> bytes:
    """Return the signed submission that takes back the seat's last move. Raises ValueError if that is not possible."""
    found = allowed_takeback(log, seat)
    if found is None or log.over:
        raise ValueError("the move cannot be taken back")
    return sign_submission(_submission(log, seat, found.step.hash, TakebackBody()), identity)


def require_takeback(log: Log, seat: Seat) -> None:
    """Raise `NotNow` with the reason if the seat's last move cannot be taken back."""
    if not has_takeback_budget(log, seat):
        raise NotNow("You have undone too often here. Play on; you can undo again later.")
    if log.over or allowed_takeback(log, seat) is None:
        raise NotNow("Can't undo: something was revealed or decided after that move.")


def sign_join(log: Log, identity: Identity, nonce: bytes) -> bytes:
    """Return a guest's signed join with the commitment to its nonce of 32 bytes. Raises ValueError if none is due."""
    seat, answers = _join_question(log, identity)
    if log.joins[log.clients.index(identity.public) - 1] is not None:
        raise ValueError("the client has joined")
    commitment = nonce_commitment(nonce, log.config.header.match, identity.public.sign)
    return sign_submission(_submission(log, seat, answers, JoinBody(commitment)), identity)


def sign_nonce(log: Log, identity: Identity, nonce: bytes) -> bytes:
    """Return a guest's signed opening of its nonce. Raises ValueError before all guests have joined."""
    seat, answers = _join_question(log, identity)
    if None in log.joins:
        raise ValueError("not every guest has joined")
    return sign_submission(_submission(log, seat, answers, NonceBody(nonce)), identity)


def _submission(log: Log, seat: Seat, answers: bytes, body: SubmissionBody) -> Submission:
    return Submission(log.config.header.match, seat, log.counters[seat], answers, body)


def _join_question(log: Log, identity: Identity) -> tuple[Seat, bytes]:
    """Return the seat that the guest joins with, and the hash that its next submission answers. Raises ValueError."""
    if log.stage is LogStage.COMMITTED and identity.public in log.clients[1:]:
        seat = joining_seats(log.seating)[log.clients.index(identity.public)]
        answers = log.openers[seat]
        if answers is not None:
            return seat, answers
    raise ValueError("the client has nothing to contribute")


def is_pending(log: Log, submission: Submission, keys: PublicKeys) -> bool:
    """Return whether a submission by the client with these keys is not in the log yet, and still answers it."""
    seat = submission.seat
    if submission.counter != log.counters[seat] or log.over or log.clients[log.holders[seat]] != keys:
        return False
    if isinstance(submission.body, TakebackBody):
        found = allowed_takeback(log, seat)
        return found is not None and found.step.hash == submission.answers
    return submission.answers == log.openers[seat]


def open_own_move(game: GameCodec[Any], identity: Identity, submission: Submission) -> Move | None:
    """Return the complete move in a submission that this identity signed; None if it contains none.

    The blinds of own seals are derived again, so what the move hides can be read.
    """
    if not isinstance(submission.body, MoveBody):
        return None
    values: dict[tuple[int, ...], Plain] = {}
    try:
        for place, seal in enumerate(submission.body.seals):
            context = submission_context(submission, place)
            values[seal.path] = open_seal(seal, derive_blind(identity.blinding_key, context), context)
        event = game.decode_event(fill_secrets(submission.body.event, values))
    except (SealError, PlainError):
        return None  # A forged record: this key cannot have signed it.
    return event if isinstance(event, Move) else None
