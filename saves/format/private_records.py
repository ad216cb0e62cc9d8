"""The private records of a match file: what its owner alone needs to go on, outside the chain and never sent.

Who writes which of them is left to `match` and `followed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from rules.engine import plain
from rules.engine.plain import Plain, PlainError
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.entries import MAX_ENTRY, read_submission
from saves.format.header import bounded_blob, key_codec
from saves.format.identity import Identity
from saves.format.records import Record, RecordKind

SECRET_SIZE: Final = 32
MAX_NOTES: Final = 64
"""Notes with different keys; a program has use for about a dozen."""
_KEY: Final = key_codec()
_SEAT: Final = plain.SEAT
_RAW: Final = bounded_blob(MAX_ENTRY)


class SubmissionStatus(Enum):
    """How far a guest's signed decision has come."""

    SENT = "sent"
    """It may have left this program, so no other answer to the same question is ever signed."""
    DROPPED = "dropped"
    """It was sent, and the host does not want it; it is not sent again by itself."""


class SignedSubmission(NamedTuple):
    """The last decision of a seat that was signed to be sent."""

    submission: bytes
    status: SubmissionStatus


class PrivateState(NamedTuple):
    """What all private records of a file come to; the last of a kind counts."""

    secret: bytes | None = None
    """The dealer's, where this file belongs to the host."""
    guest: bool = False
    """Whether the file was made as the copy of a match that is hosted elsewhere."""
    nonce: bytes | None = None
    """What the guest joins with."""
    signed: Mapping[Seat, SignedSubmission] = MappingProxyType({})
    held: Mapping[Seat, bytes] = MappingProxyType({})
    """Decisions that are not to be sent yet, by seat; see `kept_box`."""
    notes: Mapping[str, Plain] = MappingProxyType({})


def secret_record(secret: bytes) -> Record:
    """Keeps the dealer's secret."""
    return _record("dealer", secret)


def guest_record() -> Record:
    """Marks the copy of a match that is hosted elsewhere."""
    return _record("guest")


def nonce_record(nonce: bytes) -> Record:
    """Keeps the nonce that a guest joins with."""
    return _record("nonce", nonce)


def sent_record(submission: bytes) -> Record:
    """Keeps a signed decision before it is sent."""
    return Record(RecordKind.PRIVATE, canonical.encode_unchecked(["sent", submission]))


def dropped_record(seat: Seat) -> Record:
    """Keeps that a decision is not to be sent: the one that is kept back, or else the one that was sent."""
    return _record("dropped", seat)


def held_record(seat: Seat, box: bytes) -> Record:
    """Keeps a decision that is held back, closed."""
    return _record("kept", seat, box)


def note_record(key: str, value: Plain) -> Record:
    """A note. Raises `PlainError` for a key that is none, `CanonicalError` for a value that is no plain data."""
    return _record("note", _KEY.decode(key), value)


def encrypt_held(identity: Identity, submission: bytes, event: Plain) -> bytes:
    """A held-back decision, closed for its own client alone.

    It may be replaced by another one whose seals have the same blinds, which nobody may see side by side.
    """
    return bytes(SecretBox(identity.storage_key).encrypt(canonical.encode([submission, event])))


def decrypt_held(identity: Identity, box: bytes) -> tuple[bytes, Plain] | None:
    """Submission and whole event of what `kept_box` has closed; None for another client."""
    try:
        match canonical.decode(SecretBox(identity.storage_key).decrypt(box)):
            case [bytes(submission), event]:
                return submission, event
            case _:
                return None
    except (CryptoError, ValueError):
        return None


def with_record(known: PrivateState, body: bytes) -> PrivateState:
    """What is known with one record more. Raises `CanonicalError` or `PlainError`."""
    match canonical.decode(body):
        case ["dealer", bytes(secret)] if len(secret) == SECRET_SIZE and known.secret is None:
            return known._replace(secret=secret)
        case ["guest"]:
            return known._replace(guest=True)
        case ["nonce", bytes(nonce)] if len(nonce) == SECRET_SIZE and known.nonce is None:
            return known._replace(nonce=nonce)
        case ["sent", submission]:
            return with_sent(known, _RAW.decode(submission))
        case ["dropped", number]:
            return _without(known, _SEAT.decode(number))
        case ["kept", number, box]:
            return known._replace(held={**known.held, _SEAT.decode(number): _RAW.decode(box)})
        case ["note", key, value] if len(known.notes) < MAX_NOTES or key in known.notes:
            return known._replace(notes={**known.notes, _KEY.decode(key): value})
        case _:
            raise PlainError("a private record that is none of ours")


def with_sent(known: PrivateState, raw: bytes) -> PrivateState:
    """What is known with this submission as the last one of its seat that was signed to be sent."""
    seat = read_submission(raw).seat
    return known._replace(
        signed={**known.signed, seat: SignedSubmission(raw, SubmissionStatus.SENT)}, held=_others(known.held, seat)
    )


def _without(known: PrivateState, seat: Seat) -> PrivateState:
    """What is kept back is gone; else what was sent is not wanted."""
    if seat in known.held or seat not in known.signed:
        return known._replace(held=_others(known.held, seat))
    return known._replace(signed={**known.signed, seat: known.signed[seat]._replace(status=SubmissionStatus.DROPPED)})


def _others(kept: Mapping[Seat, bytes], seat: Seat) -> dict[Seat, bytes]:
    return {place: box for place, box in kept.items() if place != seat}


def _record(*parts: Plain) -> Record:
    return Record(RecordKind.PRIVATE, canonical.encode(list(parts)))
