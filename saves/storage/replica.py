"""A replica: the copy of a match hosted elsewhere that a guest or spectator keeps, with what its seats have signed.

A submission is on the disk before it is sent, and no question is ever answered twice. `net` decides when to send.
"""

from __future__ import annotations

from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from saves.errors import NotNow, NotYours
from saves.format.entries import Submission, read_submission
from saves.format.identity import Identity
from saves.format.private_records import (
    SECRET_SIZE,
    SignedSubmission,
    SubmissionStatus,
    decrypt_held,
    dropped_record,
    encrypt_held,
    held_record,
    nonce_record,
    sent_record,
    with_sent,
)
from saves.log.match_log import allowed_takeback
from saves.log.signing import (
    is_pending,
    open_own_move,
    require_takeback,
    sign_join,
    sign_move,
    sign_nonce,
    sign_takeback,
)
from saves.storage.replica_log import ReplicaLog


class Replica(ReplicaLog):
    """An open replica. Close it, or use it as a context manager."""

    def sign(self, move: Move, *, hold: bool = False) -> bytes:
        """Sign a move, save the submission and return it.

        With `hold` it is held back: another move can replace it until `mark_sent`. Otherwise it is to be sent, and the
        same move at the same decision gives the same bytes. Raises `Refused` or `SaveError`; in particular `NotNow` if
        another submission of the seat may have been sent.
        """
        identity = self._signer(move.seat)
        raw = self._sign_move(move, identity)
        if not hold:
            return self._save_sent(raw)
        self._require_unanswered(raw)
        self._save_private(held_record(move.seat, encrypt_held(identity, raw, self.game.encode_event(move))))
        return raw

    def mark_sent(self, seat: Seat) -> None:
        """Release the seat's held move for sending. Raises `SaveError`."""
        self.prove()
        found = self._held_move(seat)
        if found is None:
            raise NotNow("That seat has no choice that is held back.")
        self._save_sent(found[0])

    def held(self) -> tuple[bytes, ...]:
        """Return the held submissions that still answer what their seats are asked."""
        found = [self._held_move(seat) for seat in sorted(self._private.held)]
        return tuple(one[0] for one in found if one is not None)

    def decided_move(self, seat: Seat) -> Move | None:
        """Return the seat's move for the present decision, held or sent; None if there is none."""
        found = self._held_move(seat)
        return self._sent_move(seat) if found is None else found[1]

    def can_take_back(self, seat: Seat) -> bool:
        """Return whether the seat's last move can be taken back."""
        if seat not in self.seats or self._log.over:
            return False
        return allowed_takeback(self._log, seat) is not None

    def sign_takeback(self, seat: Seat) -> bytes:
        """Sign, save and return the submission that takes back the seat's last move. Raises `SaveError`."""
        identity = self._signer(seat)
        require_takeback(self._log, seat)
        return self._save_sent(sign_takeback(self._log, identity, seat))

    def sign_join(self) -> bytes:
        """Sign, save and return the submission with which this program joins before the start. Raises `SaveError`."""
        identity, nonce = self._guest(), self._private.nonce or self._random(SECRET_SIZE)
        try:
            raw = sign_join(self._log, identity, nonce)
        except ValueError:
            raise NotNow("There is nothing to join now.") from None
        if self._private.nonce is None:
            self._save_private(nonce_record(nonce))
        return self._save_sent(raw)

    def sign_nonce(self) -> bytes:
        """Sign, save and return the submission that opens this program's nonce. Raises `SaveError`."""
        if self._private.nonce is None:
            raise NotNow(
                "Your file of this match lacks the nonce you joined with, so the match cannot start: ask the host to "
                "set up a new one."
            )
        identity = self._guest()
        try:
            return self._save_sent(sign_nonce(self._log, identity, self._private.nonce))
        except ValueError:
            raise NotNow("Not every guest has joined yet.") from None

    def pending(self) -> tuple[bytes, ...]:
        """Return the submissions to be sent again: signed, not in the log yet, and still valid there."""
        return tuple(
            signed.submission
            for _, signed in sorted(self._private.signed.items())
            if signed.status is SubmissionStatus.SENT and self._is_pending(read_submission(signed.submission))
        )

    def last_signed(self) -> tuple[bytes, ...]:
        """Return for each seat the last submission that was signed here and not dropped, even if it is in the log."""
        found = {
            seat: one.submission for seat, one in self._private.signed.items() if one.status is SubmissionStatus.SENT
        }
        for seat, box in self._private.held.items():
            opened = None if self._identity is None else decrypt_held(self._identity, box)
            if opened is not None:
                found[seat] = opened[0]
        return tuple(found[seat] for seat in sorted(found))

    def drop(self, seat: Seat) -> None:
        """Drop the seat's held move; without one, stop sending its last submission. Raises `SaveError`.

        A submission that was sent may still arrive, so the seat never signs another one for the same decision.
        """
        self.prove()
        signed = self._private.signed.get(seat)
        if seat in self._private.held or (signed is not None and signed.status is SubmissionStatus.SENT):
            self._save_private(dropped_record(seat))

    def _sign_move(self, move: Move, identity: Identity) -> bytes:
        if self._log.over:
            raise NotNow("This match is over.")
        refusal = self.game.refusal(self._log.state, move)
        if refusal is not None:
            raise Refused(refusal)
        try:
            return sign_move(self._log, identity, move)
        except ValueError:
            raise NotNow("That seat has nothing to decide now.") from None

    def _signer(self, seat: Seat) -> Identity:
        identity = self._guest()
        if not 0 <= seat < len(self._log.holders):
            raise NotNow("There is no such seat at this table.")
        if not self._holds(seat):
            raise NotNow("That seat is played on another computer.")
        return identity

    def _guest(self) -> Identity:
        if self._identity is None:
            raise NotYours("You are only watching this match, so you cannot make moves.")
        self.prove()
        return self._identity

    def _save_sent(self, raw: bytes) -> bytes:
        """Save a submission to be sent, unless it is saved already."""
        seat = self._require_unanswered(raw)
        self._signed[seat] = raw
        if self._private.signed.get(seat) != SignedSubmission(raw, SubmissionStatus.SENT):
            # As `_save_private`, but faster: the record need not be parsed.
            self._file.append([sent_record(raw)])
            self._private = with_sent(self._private, raw)
        return raw

    def _require_unanswered(self, raw: bytes) -> Seat:
        """Return the seat. Raises `NotNow` if it has another submission on its way, or one for the same decision."""
        new = read_submission(raw)
        signed = self._private.signed.get(new.seat)
        if signed is None or signed.submission == raw:
            return new.seat
        old = read_submission(signed.submission)
        on_its_way = signed.status is SubmissionStatus.SENT and self._is_pending(old)
        if on_its_way or (old.counter, old.answers) == (new.counter, new.answers):
            raise NotNow(
                "That seat has already signed another decision, which may be on its way to the host, so it can no "
                "longer be changed."
            )
        return new.seat

    def _is_pending(self, submission: Submission) -> bool:
        return self._identity is not None and is_pending(self._log, submission, self._identity.public)

    def _sent_move(self, seat: Seat) -> Move | None:
        signed = self._private.signed.get(seat)
        if signed is None or signed.status is not SubmissionStatus.SENT or self._identity is None:
            return None
        submission = read_submission(signed.submission)
        return open_own_move(self.game, self._identity, submission) if self._is_pending(submission) else None

    def _held_move(self, seat: Seat) -> tuple[bytes, Move] | None:
        box = self._private.held.get(seat)
        found = None if box is None or self._identity is None else decrypt_held(self._identity, box)
        if found is None or not self._is_pending(read_submission(found[0])):
            return None
        event = self.game.decode_event(found[1])
        return (found[0], event) if isinstance(event, Move) else None
