"""The two signed things of a log, in their one form: a client's submission, and the host's entry around it.

Bytes in, values out, and back. Whether an entry may stand where it is, `log` decides.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from rules.engine import plain
from rules.engine.plain import Codec, Plain
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.header import ID_SIZE, MAX_SEATS, PUBLIC_KEYS, bounded_blob, key_codec
from saves.format.identity import Identity, PublicKeys

SIGNATURE_SIZE: Final = 64
"""Bytes; signed things begin with theirs."""
MAX_ENTRY: Final = 256 << 10
"""Bytes."""
MAX_CACHED: Final = 4 << 10
"""Bytes of a submission that is remembered: nobody fills the memory with large ones."""
MAX_ENTRIES: Final = 1 << 16
"""No log has more; a match that is played on and on with takebacks ends there."""
RESERVED: Final = 1024
"""Of them, those that no submission takes: outcomes that are owed, seats given away, and the end always fit."""
MAX_TAKEN_BACK_SEALS: Final = 1024
"""Seals of choices that were taken back; with more, nobody takes back. The last entry opens them all."""
MAX_SEALS: Final = 64
"""Secrets of one event."""

ENTRY_CONTEXT: Final = b"galli-tui entry 1\0"
SUBMISSION_CONTEXT: Final = b"galli-tui submission 1\0"
"""What is signed begins with its context, so no signature of one kind passes for the other's."""


class Seal(NamedTuple):
    """One secret of an event, closed. How it is made and opened: see `seals`."""

    path: tuple[int, ...]
    """Where it belongs: the place in the event's plain data, list by list."""
    commitment: bytes
    ephemeral: bytes
    """The public key that the blinds are wrapped with; empty when nobody is to open the seal but its maker."""
    ciphertext: bytes
    wraps: tuple[bytes, ...]
    """The blind for each client that may open it, in the order of their numbers."""


class Opening(NamedTuple):
    """What opens one seal for everybody."""

    entry: int
    place: int
    """Which of the entry's seals."""
    blind: bytes


@dataclass(frozen=True, slots=True)
class MoveBody:
    """A seat's move."""

    event: Plain
    """As the public may know it."""
    seals: tuple[Seal, ...]


@dataclass(frozen=True, slots=True)
class TakebackBody:
    """A seat takes back its last move: the one in the entry that the submission answers."""


@dataclass(frozen=True, slots=True)
class JoinBody:
    """A guest takes part, by the lowest of its seats."""

    commitment: bytes
    """To its nonce."""


@dataclass(frozen=True, slots=True)
class NonceBody:
    """A guest opens what it committed to when it joined."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class CommitBody:
    """The host's first entry."""

    commitment: bytes
    """Of the dealer's secret."""


@dataclass(frozen=True, slots=True)
class StartBody:
    """The match begins."""

    nonces: tuple[bytes, ...]
    """Each guest's, by its number as a client; the host brings none. They are part of every draw from here on."""


@dataclass(frozen=True, slots=True)
class SeatBody:
    """A client's submission, as it came."""

    submission: bytes


@dataclass(frozen=True, slots=True)
class OutcomeBody:
    """What the dealer deals; where it opens choices, the openings of all that are sealed."""

    event: Plain
    seals: tuple[Seal, ...]
    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class RekeyBody:
    """The host gives a seat to another client, or takes it itself."""

    seat: Seat
    keys: PublicKeys
    """The new holder's."""
    bot: str | None
    """The key of the bot that decides from here on; None for people."""
    transfer: Seal | None
    """What the new holder needs to read all that the seat ever saw: see `handing`. None if it can already."""


@dataclass(frozen=True, slots=True)
class AbandonedBody:
    """The host ends the match before its time."""


@dataclass(frozen=True, slots=True)
class OpenedBody:
    """The last entry: whatever was still closed."""

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
    """How many submissions of this seat the log held before; takebacks do not lower it."""
    answers: bytes
    """Hash of the entry that opened the decision: for a takeback the one that holds the move, for a join the
    host's commitment, for a nonce the join."""
    body: SubmissionBody


class Entry(NamedTuple):
    """What the host signs."""

    match: bytes
    number: int
    """From 0."""
    previous: bytes
    """Hash of the entry before; of the header for the first."""
    body: EntryBody


def sign_submission(submission: Submission, identity: Identity) -> bytes:
    """The submission's bytes: signature, then content."""
    content = canonical.encode_unchecked(_SUBMISSION.encode(submission))
    raw = identity.signature(SUBMISSION_CONTEXT + content) + content
    _SIGNED.append((raw, submission))
    return raw


def sign_entry(entry: Entry, identity: Identity) -> bytes:
    """The entry's bytes: signature, then content."""
    content = canonical.encode_unchecked(_ENTRY.encode(entry))
    return identity.signature(ENTRY_CONTEXT + content) + content


def read_submission(raw: bytes) -> Submission:
    """The content, unverified. Raises `CanonicalError` or `PlainError`.

    The same bytes are looked at by whoever signs, keeps, sends and enters them, so the last small ones are remembered.
    """
    return _remembered(raw) if len(raw) <= MAX_CACHED else _submission(raw)


_SIGNED: Final[deque[tuple[bytes, Submission | None]]] = deque([(b"", None)], maxlen=1)
"""What this program has signed last, and will look at next."""


def _submission(raw: bytes) -> Submission:
    signed, known = _SIGNED[0]
    if known is not None and signed == raw:
        return known
    return canonical.decode_as(raw[SIGNATURE_SIZE:], _SUBMISSION, MAX_ENTRY)


_remembered = lru_cache(maxsize=64)(_submission)


def read_entry(raw: bytes) -> Entry:
    """The content, unverified. Raises `CanonicalError` or `PlainError`."""
    return canonical.decode_as(raw[SIGNATURE_SIZE:], _ENTRY, MAX_ENTRY)


def has_signature(raw: bytes, context: bytes, key: bytes) -> bool:
    """Whether the bytes bear this key's signature, made in this context."""
    try:
        crypto_sign_open(raw[:SIGNATURE_SIZE] + context + raw[SIGNATURE_SIZE:], key)
    except (BadSignatureError, ValueError):
        return False
    return True


def entry_hash(raw: bytes) -> bytes:
    """What the next entry follows: 32 bytes that stand for the whole entry, signature included."""
    return blake2b(raw, digest_size=32, person=b"galli entry").digest()


def _path() -> Codec[tuple[int, ...]]:
    return plain.items(plain.integer(0, plain.MAX_ITEMS - 1), canonical.MAX_DEPTH)


_EVENT: Final[Codec[Plain]] = Codec(lambda value: value, lambda value: value)
"""The game's own codec looks at it."""
_SEAL: Final = plain.structure(
    Seal,
    path=_path(),
    commitment=plain.blob(32),
    ephemeral=bounded_blob(32),
    ciphertext=bounded_blob(MAX_ENTRY),
    wraps=plain.items(plain.blob(48), MAX_SEATS + 1),
)
_SEALS: Final = plain.items(_SEAL, MAX_SEALS)
OPENINGS: Final = plain.items(
    plain.structure(
        Opening,
        entry=plain.integer(0, MAX_ENTRIES - 1),
        place=plain.integer(0, MAX_SEALS - 1),
        blind=plain.blob(32),
    )
)
_SUBMISSION: Final = plain.structure(
    Submission,
    match=plain.blob(ID_SIZE),
    seat=plain.SEAT,
    counter=plain.integer(0, MAX_ENTRIES),
    answers=plain.blob(32),
    body=plain.union(
        {
            "move": (MoveBody, plain.structure(MoveBody, event=_EVENT, seals=_SEALS)),
            "takeback": (TakebackBody, plain.structure(TakebackBody)),
            "join": (JoinBody, plain.structure(JoinBody, commitment=plain.blob(32))),
            "nonce": (NonceBody, plain.structure(NonceBody, nonce=plain.blob(32))),
        }
    ),
)
_ENTRY: Final = plain.structure(
    Entry,
    match=plain.blob(ID_SIZE),
    number=plain.integer(0, MAX_ENTRIES),
    previous=plain.blob(32),
    body=plain.union(
        {
            "commit": (CommitBody, plain.structure(CommitBody, commitment=plain.blob(32))),
            "start": (StartBody, plain.structure(StartBody, nonces=plain.items(plain.blob(32), MAX_SEATS))),
            "seat": (SeatBody, plain.structure(SeatBody, submission=bounded_blob(MAX_ENTRY))),
            "outcome": (
                OutcomeBody,
                plain.structure(OutcomeBody, event=_EVENT, seals=_SEALS, openings=OPENINGS),
            ),
            "rekey": (
                RekeyBody,
                plain.structure(
                    RekeyBody,
                    seat=plain.SEAT,
                    keys=PUBLIC_KEYS,
                    bot=plain.optional(key_codec()),
                    transfer=plain.optional(_SEAL),
                ),
            ),
            "abandoned": (AbandonedBody, plain.structure(AbandonedBody)),
            "opened": (OpenedBody, plain.structure(OpenedBody, secret=plain.blob(32), openings=OPENINGS)),
        }
    ),
)
