"""The two signed parts of a log: a client's submission, and the host's entry around it.

Encoding, decoding and signatures only. Whether an entry is valid at its position, `log.append_entry` decides.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from rules.engine import plain_data
from rules.engine.plain_data import Codec, Plain
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.header import ID_SIZE, MAX_SEATS, PUBLIC_KEYS, bounded_blob, key_codec
from saves.format.identity import Identity, PublicKeys

SIGNATURE_SIZE: Final = 64
"""Bytes of the signature at the start of whatever is signed."""
MAX_ENTRY: Final = 256 << 10
"""Bytes."""
MAX_CACHED: Final = 4 << 10
"""Bytes of a submission that is cached, so that large ones cannot fill the memory."""
MAX_ENTRIES: Final = 1 << 16
"""Entries in a log; a match with endless takebacks ends there."""
RESERVED: Final = 1024
"""The last of these entries, which hold no submission, so that outcomes due, seat transfers and the end always fit."""
MAX_TAKEN_BACK_SEALS: Final = 1024
"""Seals of choices that were taken back; no more takebacks after that. The last entry opens them all."""
MAX_SEALS: Final = 64
"""Secrets of one event."""

ENTRY_CONTEXT: Final = b"galli-tui entry 1\0"
SUBMISSION_CONTEXT: Final = b"galli-tui submission 1\0"
"""Signed data begins with its context, so that a signature of one kind is not valid for the other."""


class Seal(NamedTuple):
    """One sealed secret of an event; see `seals`."""

    path: tuple[int, ...]
    """Where the secret belongs in the event's plain data: one index per nested list."""
    commitment: bytes
    ephemeral: bytes
    """The public key that the blinds are wrapped with; empty if nobody but the maker can open the seal."""
    ciphertext: bytes
    wraps: tuple[bytes, ...]
    """The wrapped blind for each reader, in the order of their client numbers."""


class Opening(NamedTuple):
    """What opens one seal for everyone."""

    entry: int
    place: int
    """Index of the seal within the entry."""
    blind: bytes


@dataclass(frozen=True, slots=True)
class MoveBody:
    """A seat's move."""

    event: Plain
    """Its public form."""
    seals: tuple[Seal, ...]


@dataclass(frozen=True, slots=True)
class TakebackBody:
    """A seat takes back its last move: the one in the entry that the submission answers."""


@dataclass(frozen=True, slots=True)
class JoinBody:
    """A guest joins with the lowest of its seats."""

    commitment: bytes
    """To its nonce."""


@dataclass(frozen=True, slots=True)
class NonceBody:
    """A guest opens the nonce that it committed to when it joined."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class CommitBody:
    """The host's first entry."""

    commitment: bytes
    """To the dealer's secret."""


@dataclass(frozen=True, slots=True)
class StartBody:
    """The match begins."""

    nonces: tuple[bytes, ...]
    """Each guest's nonce, by client number; the host has none. They enter every draw."""


@dataclass(frozen=True, slots=True)
class SeatBody:
    """A client's submission, as received."""

    submission: bytes


@dataclass(frozen=True, slots=True)
class OutcomeBody:
    """An outcome of the dealer; if it reveals choices, with the openings of all that are sealed."""

    event: Plain
    seals: tuple[Seal, ...]
    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class RekeyBody:
    """The host transfers a seat to another client, or to itself."""

    seat: Seat
    keys: PublicKeys
    """The new holder's."""
    bot: str | None
    """The key of the bot that plays the seat from here on; None for a person."""
    transfer: Seal | None
    """The blinds of what the seat has seen so far, sealed for the new holder; None if it needs none."""


@dataclass(frozen=True, slots=True)
class AbandonedBody:
    """The host ends the match early."""


@dataclass(frozen=True, slots=True)
class OpenedBody:
    """The last entry, which opens everything that is still sealed."""

    secret: bytes
    """The dealer's."""
    openings: tuple[Opening, ...]


SubmissionBody: TypeAlias = MoveBody | TakebackBody | JoinBody | NonceBody
EntryBody: TypeAlias = CommitBody | StartBody | SeatBody | OutcomeBody | RekeyBody | AbandonedBody | OpenedBody


class Submission(NamedTuple):
    """What a client signs."""

    match: bytes
    seat: Seat
    counter: int
    """The number of submissions of this seat before it in the log; takebacks do not lower it."""
    answers: bytes
    """Hash of the entry that asked for it: for a takeback the one with the move, for a join the host's commitment, for
    a nonce the join."""
    body: SubmissionBody


class Entry(NamedTuple):
    """What the host signs."""

    match: bytes
    number: int
    """From 0."""
    previous: bytes
    """Hash of the entry before it; of the header for the first."""
    body: EntryBody


def sign_submission(submission: Submission, identity: Identity) -> bytes:
    """Return the submission's bytes: signature, then content."""
    content = canonical.encode_unchecked(_SUBMISSION.encode(submission))
    raw = identity.signature(SUBMISSION_CONTEXT + content) + content
    _SIGNED.append((raw, submission))
    return raw


def sign_entry(entry: Entry, identity: Identity) -> bytes:
    """Return the entry's bytes: signature, then content."""
    content = canonical.encode_unchecked(_ENTRY.encode(entry))
    return identity.signature(ENTRY_CONTEXT + content) + content


def read_submission(raw: bytes) -> Submission:
    """Return the unverified content of a submission. Raises `CanonicalError` or `PlainError`.

    One submission is read when it is signed, stored, sent and appended, so recent small ones are cached.
    """
    return _remembered(raw) if len(raw) <= MAX_CACHED else _submission(raw)


_SIGNED: Final[deque[tuple[bytes, Submission | None]]] = deque([(b"", None)], maxlen=1)
"""The submission that this program has just signed, and is about to read."""


def _submission(raw: bytes) -> Submission:
    signed, known = _SIGNED[0]
    if known is not None and signed == raw:
        return known
    return canonical.decode_as(raw[SIGNATURE_SIZE:], _SUBMISSION, MAX_ENTRY)


_remembered = lru_cache(maxsize=64)(_submission)


def read_entry(raw: bytes) -> Entry:
    """Return the unverified content of an entry. Raises `CanonicalError` or `PlainError`."""
    return canonical.decode_as(raw[SIGNATURE_SIZE:], _ENTRY, MAX_ENTRY)


def has_signature(raw: bytes, context: bytes, key: bytes) -> bool:
    """Return whether the bytes begin with a valid signature by this key in this context."""
    try:
        crypto_sign_open(raw[:SIGNATURE_SIZE] + context + raw[SIGNATURE_SIZE:], key)
    except (BadSignatureError, ValueError):
        return False
    return True


def entry_hash(raw: bytes) -> bytes:
    """Return the hash of a whole entry, signature included, which the next entry refers to: 32 bytes."""
    return blake2b(raw, digest_size=32, person=b"galli entry").digest()


def _path() -> Codec[tuple[int, ...]]:
    return plain_data.items(plain_data.integer(0, plain_data.MAX_ITEMS - 1), canonical.MAX_DEPTH)


_EVENT: Final[Codec[Plain]] = Codec(lambda value: value, lambda value: value)
"""Not checked here; the game's own codec does."""
_SEAL: Final = plain_data.structure(
    Seal,
    path=_path(),
    commitment=plain_data.blob(32),
    ephemeral=bounded_blob(32),
    ciphertext=bounded_blob(MAX_ENTRY),
    wraps=plain_data.items(plain_data.blob(48), MAX_SEATS + 1),
)
_SEALS: Final = plain_data.items(_SEAL, MAX_SEALS)
OPENINGS: Final = plain_data.items(
    plain_data.structure(
        Opening,
        entry=plain_data.integer(0, MAX_ENTRIES - 1),
        place=plain_data.integer(0, MAX_SEALS - 1),
        blind=plain_data.blob(32),
    )
)
_SUBMISSION: Final = plain_data.structure(
    Submission,
    match=plain_data.blob(ID_SIZE),
    seat=plain_data.SEAT,
    counter=plain_data.integer(0, MAX_ENTRIES),
    answers=plain_data.blob(32),
    body=plain_data.union(
        {
            "move": (MoveBody, plain_data.structure(MoveBody, event=_EVENT, seals=_SEALS)),
            "takeback": (TakebackBody, plain_data.structure(TakebackBody)),
            "join": (JoinBody, plain_data.structure(JoinBody, commitment=plain_data.blob(32))),
            "nonce": (NonceBody, plain_data.structure(NonceBody, nonce=plain_data.blob(32))),
        }
    ),
)
_ENTRY: Final = plain_data.structure(
    Entry,
    match=plain_data.blob(ID_SIZE),
    number=plain_data.integer(0, MAX_ENTRIES),
    previous=plain_data.blob(32),
    body=plain_data.union(
        {
            "commit": (CommitBody, plain_data.structure(CommitBody, commitment=plain_data.blob(32))),
            "start": (
                StartBody,
                plain_data.structure(StartBody, nonces=plain_data.items(plain_data.blob(32), MAX_SEATS)),
            ),
            "seat": (SeatBody, plain_data.structure(SeatBody, submission=bounded_blob(MAX_ENTRY))),
            "outcome": (
                OutcomeBody,
                plain_data.structure(OutcomeBody, event=_EVENT, seals=_SEALS, openings=OPENINGS),
            ),
            "rekey": (
                RekeyBody,
                plain_data.structure(
                    RekeyBody,
                    seat=plain_data.SEAT,
                    keys=PUBLIC_KEYS,
                    bot=plain_data.optional(key_codec()),
                    transfer=plain_data.optional(_SEAL),
                ),
            ),
            "abandoned": (AbandonedBody, plain_data.structure(AbandonedBody)),
            "opened": (OpenedBody, plain_data.structure(OpenedBody, secret=plain_data.blob(32), openings=OPENINGS)),
        }
    ),
)
