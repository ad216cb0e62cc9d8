"""The private records of a match file, which its owner needs to resume the match: outside the chain, never sent."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from rules.engine import plain_data
from rules.engine.plain_data import Plain, PlainError
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.entries import MAX_ENTRY, read_submission
from saves.format.header import bounded_blob, key_codec
from saves.format.identity import Identity
from saves.format.records import Record, RecordKind

SECRET_SIZE: Final = 32
MAX_NOTES: Final = 64
"""Notes with different keys."""
_KEY: Final = key_codec()
_SEAT: Final = plain_data.SEAT
_RAW: Final = bounded_blob(MAX_ENTRY)


class SubmissionStatus(Enum):
    """Whether a guest's signed submission is to be sent."""

    SENT = "sent"
    """It may have left this program, so no other answer to the same question is ever signed."""
    DROPPED = "dropped"
    """It was sent and the host rejected it, so it is not sent again."""


class SignedSubmission(NamedTuple):
    """The last submission of a seat that was signed to be sent."""

    submission: bytes
    status: SubmissionStatus


class PrivateState(NamedTuple):
    """The state after all private records of a file; the last record of a kind counts."""

    secret: bytes | None = None
    """The dealer's, in the host's file."""
    guest: bool = False
    """Whether the file was created as a replica of a match hosted elsewhere."""
    nonce: bytes | None = None
    """The guest's nonce."""
    signed: Mapping[Seat, SignedSubmission] = MappingProxyType({})
    held: Mapping[Seat, bytes] = MappingProxyType({})
    """Encrypted decisions that are not to be sent yet, by seat; see `encrypt_held`."""
    notes: Mapping[str, Plain] = MappingProxyType({})


def secret_record(secret: bytes) -> Record:
    """Return the record of the dealer's secret."""
    return _record("dealer", secret)


def guest_record() -> Record:
    """Return the record that marks a replica."""
    return _record("guest")


def nonce_record(nonce: bytes) -> Record:
    """Return the record of the nonce that a guest joins with."""
    return _record("nonce", nonce)


def sent_record(submission: bytes) -> Record:
    """Return the record of a signed submission, written before it is sent."""
    return Record(RecordKind.PRIVATE, canonical.encode_unchecked(["sent", submission]))


def dropped_record(seat: Seat) -> Record:
    """Return the record that drops the seat's held decision, or else the one that was sent."""
    return _record("dropped", seat)


def held_record(seat: Seat, box: bytes) -> Record:
    """Return the record of a held decision, encrypted."""
    return _record("kept", seat, box)


def note_record(key: str, value: Plain) -> Record:
    """Return the record of a note. Raises `PlainError` for an invalid key, `CanonicalError` for an invalid value."""
    return _record("note", _KEY.decode(key), value)


def encrypt_held(identity: Identity, submission: bytes, event: Plain) -> bytes:
    """Return a held decision encrypted for its own client alone.

    It may be replaced by another decision whose seals have the same blinds, and nobody may compare the two.
    """
    return bytes(SecretBox(identity.storage_key).encrypt(canonical.encode([submission, event])))


def decrypt_held(identity: Identity, box: bytes) -> tuple[bytes, Plain] | None:
    """Return the submission and full event from `encrypt_held`; None for another client."""
    try:
        match canonical.decode(SecretBox(identity.storage_key).decrypt(box)):
            case [bytes(submission), event]:
                return submission, event
            case _:
                return None
    except (CryptoError, ValueError):
        return None


def with_record(known: PrivateState, body: bytes) -> PrivateState:
    """Return the state after one more record. Raises `CanonicalError` or `PlainError`."""
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
            raise PlainError("an unknown private record")


def with_sent(known: PrivateState, raw: bytes) -> PrivateState:
    """Return the state after this submission was signed to be sent."""
    seat = read_submission(raw).seat
    return known._replace(
        signed={**known.signed, seat: SignedSubmission(raw, SubmissionStatus.SENT)}, held=_others(known.held, seat)
    )


def _without(known: PrivateState, seat: Seat) -> PrivateState:
    """Return the state after the held decision of the seat was dropped, or else the one that was sent."""
    if seat in known.held or seat not in known.signed:
        return known._replace(held=_others(known.held, seat))
    return known._replace(signed={**known.signed, seat: known.signed[seat]._replace(status=SubmissionStatus.DROPPED)})


def _others(kept: Mapping[Seat, bytes], seat: Seat) -> dict[Seat, bytes]:
    return {place: box for place, box in kept.items() if place != seat}


def _record(*parts: Plain) -> Record:
    return Record(RecordKind.PRIVATE, canonical.encode(list(parts)))
