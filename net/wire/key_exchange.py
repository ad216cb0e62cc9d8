"""The keys that both ends of a handshake derive: from the code or a seat's secret, by SPAKE2, bound to what was said.

What is sent in which order is left to `handshake`.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from hmac import compare_digest
from typing import TYPE_CHECKING, NamedTuple

from net.wire.handshake_codec import TableInfo
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from rules.engine.entropy import derive_entropy

if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B


class Session(NamedTuple):
    """The result of a handshake, the same at both ends."""

    guest_key: bytes
    """The key that the guest seals with; 32 bytes, like the next two."""
    host_key: bytes
    transcript: bytes
    """A hash of all that was said, which identifies this connection."""
    table: TableInfo
    guest_version: str


def seat_password(secret: bytes) -> bytes:
    """Return the password of a guest that holds a seat, used in place of the table code."""
    return blake2b(digest_size=32, key=secret, person=b"galli seat code").digest()


def seat_tag(secret: bytes, greetings: list[bytes], message: bytes) -> bytes:
    """Return the tag by which the host alone recognises the holder of a seat; it differs in each handshake."""
    return _keyed("galli seat", secret, derive_entropy("galli-tui seat", *greetings, message))


def find_seat(secrets: Iterable[bytes], greetings: list[bytes], message: bytes, tag: bytes) -> bytes | None:
    """Return the secret to which a tag belongs, None if it belongs to none of these."""
    return next((secret for secret in secrets if compare_digest(seat_tag(secret, greetings, message), tag)), None)


def spake2_identities(greetings: list[bytes]) -> tuple[bytes, bytes]:
    """Return the identities of guest and host for SPAKE2, which bind the keys to both greetings."""
    return derive_entropy("galli-tui guest", *greetings), derive_entropy("galli-tui host", *greetings)


def finish_spake2(spake: SPAKE2_A | SPAKE2_B | None, message: bytes) -> bytes:
    """Return the shared key, which is the same at both ends if both have the same password.

    Raises `HandshakeError`: MALFORMED.
    """
    if spake is None:
        raise HandshakeError(HandshakeFailure.MALFORMED)
    try:
        return spake.finish(message)
    except Exception:
        # The library has many ways to refuse a point, failed assertions among them.
        raise HandshakeError(HandshakeFailure.MALFORMED) from None


def transcript_hash(bodies: list[bytes]) -> bytes:
    """Return the hash of the first four bodies of a handshake."""
    return derive_entropy("galli-tui handshake", *bodies)


def confirmation(side: str, key: bytes, transcript: bytes) -> bytes:
    """Return the proof by the guest ("g") or the host ("h") that it has the shared key."""
    return _keyed(f"galli confirm {side}", key, transcript)


def derive_session(key: bytes, transcript: bytes, table: TableInfo, guest_version: str) -> Session:
    """Return the session that the shared key and the transcript make."""
    guest_key, host_key = (_keyed(person, key, transcript) for person in ("galli g2h", "galli h2g"))
    return Session(guest_key, host_key, transcript, table, guest_version)


def _keyed(person: str, key: bytes, data: bytes) -> bytes:
    return blake2b(data, digest_size=32, key=key, person=person.encode()).digest()
