"""The submissions that a client signs: moves with sealed secrets, takebacks, joins and nonces. Pure.

`storage.replica` makes them durable before they are sent; `writer` appends them to the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.events import Move
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
from saves.format.identity import Identity
from saves.format.seals import SecretField, derive_blind, make_seal, split_secrets, submission_context
from saves.log.fold import Log, LogStage, allowed_takeback, has_takeback_budget
from saves.log.nonces import joining_seats, nonce_commitment


def sign_move(log: Log, identity: Identity, move: Move) -> bytes:
    """Return a client's signed submission of a move. Raises ValueError if the seat is not asked."""
    answers = log.openers[move.seat]
    if answers is None or log.stage is not LogStage.PLAYING:
        raise ValueError("the seat is not asked")
    public, holes = split_secrets(log.config.game, move)
    submission = _draft(log, move.seat, answers, MoveBody(public, ()))
    if holes:
        submission = submission._replace(body=MoveBody(public, _sealed(log, identity, submission, holes)))
    return sign_submission(submission, identity)


def _sealed(log: Log, identity: Identity, submission: Submission, holes: Sequence[SecretField]) -> tuple[Seal, ...]:
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
    return sign_submission(_draft(log, seat, found.step.hash, TakebackBody()), identity)


def require_takeback(log: Log, seat: Seat) -> None:
    """Raise `NotNow` with the reason if the seat's last move cannot be taken back."""
    if not has_takeback_budget(log, seat):
        raise NotNow("Enough has been taken back here for now: decide, and let the match go on.")
    if log.over or allowed_takeback(log, seat) is None:
        raise NotNow("That move can no longer be taken back: something has been revealed or decided since.")


def sign_join(log: Log, identity: Identity, nonce: bytes) -> bytes:
    """Return a guest's signed join with the commitment to its nonce of 32 bytes. Raises ValueError if none is due."""
    seat, answers = _beginning(log, identity)
    if log.joins[log.clients.index(identity.public) - 1] is not None:
        raise ValueError("the client has joined")
    commitment = nonce_commitment(nonce, log.config.header.match, identity.public.sign)
    return sign_submission(_draft(log, seat, answers, JoinBody(commitment)), identity)


def sign_nonce(log: Log, identity: Identity, nonce: bytes) -> bytes:
    """Return a guest's signed opening of its nonce. Raises ValueError before all guests have joined."""
    seat, answers = _beginning(log, identity)
    if None in log.joins:
        raise ValueError("not every guest has joined")
    return sign_submission(_draft(log, seat, answers, NonceBody(nonce)), identity)


def _draft(log: Log, seat: Seat, answers: bytes, body: SubmissionBody) -> Submission:
    return Submission(log.config.header.match, seat, log.counters[seat], answers, body)


def _beginning(log: Log, identity: Identity) -> tuple[Seat, bytes]:
    """Return the seat that the guest joins with, and the hash that its next submission answers. Raises ValueError."""
    if log.stage is LogStage.COMMITTED and identity.public in log.clients[1:]:
        seat = joining_seats(log.seating)[log.clients.index(identity.public)]
        answers = log.openers[seat]
        if answers is not None:
            return seat, answers
    raise ValueError("the client has nothing to contribute")
