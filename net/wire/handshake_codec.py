"""The bodies of the handshake's frames as bytes, and back.

Keys and confirmations are left to `key_exchange`, and the order of the bodies to `handshake`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from net.wire.frames import MAX_HANDSHAKE_BODY
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from rules.engine.plain_data import Plain, PlainError
from saves.format import canonical
from saves.format.canonical import CanonicalError

WIRE_VERSION: Final = 1
"""The version of the whole protocol."""
TABLE_ID_SIZE: Final = 8
MAX_WAIT: Final = 3600
"""Seconds that a host may ask a guest to wait."""

_NAME: Final = "galli-tui"
_SPAKE2_SIZE: Final = 33
"""Bytes of a SPAKE2 message: one for its side, then a point."""
_PRIME: Final = 2**255 - 19
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+!_-]{0,31}")
_KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_REFUSALS: Final = frozenset(
    {HandshakeFailure.WRONG_CODE, HandshakeFailure.WAIT, HandshakeFailure.CLOSED, HandshakeFailure.BUSY}
)


class TableInfo(NamedTuple):
    """A host's description of its table, sent in the clear before anything else."""

    version: str
    """The version of the host's program."""
    table_id: bytes
    """8 random bytes, made with the code."""
    game: str
    rules_version: int
    rules_hash: bytes
    """See `net.sync.rules_hash`."""


def encode_guest_greeting(version: str) -> bytes:
    """Return a guest's first body; `version` is its program's."""
    return canonical.encode([_NAME, WIRE_VERSION, version])


def encode_host_greeting(table: TableInfo) -> bytes:
    """Return a host's first body."""
    version, *rest = table
    return canonical.encode([_NAME, WIRE_VERSION, version, *rest])


def decode_greeting(body: bytes, ours: str) -> tuple[str, list[Plain]]:
    """Return the other program's version and the rest of its first body, which starts alike in every wire version.

    Raises `HandshakeError`: NOT_OURS, OLDER or NEWER. `ours` is this program's version.
    """
    match _decode_list(body, HandshakeFailure.NOT_OURS):
        case [str(name), int(wire), str(theirs), *rest] if (
            name == _NAME and type(wire) is int and wire > 0 and _VERSION.fullmatch(theirs)
        ):
            if wire != WIRE_VERSION:
                kind = HandshakeFailure.OLDER if wire < WIRE_VERSION else HandshakeFailure.NEWER
                raise HandshakeError(kind, ours=ours, theirs=theirs)
            return theirs, rest
        case _:
            raise HandshakeError(HandshakeFailure.NOT_OURS)


def decode_table_info(version: str, rest: list[Plain]) -> TableInfo:
    """Return the table in the rest of a host's greeting. Raises `HandshakeError`: MALFORMED."""
    match rest:
        case [bytes(table_id), str(game), int(rules_version), bytes(rules_hash)] if (
            len(table_id) == TABLE_ID_SIZE
            and _KEY.fullmatch(game)
            and type(rules_version) is int
            and 0 <= rules_version <= 1 << 20
            and len(rules_hash) == 32
        ):
            return TableInfo(version, table_id, game, rules_version, rules_hash)
        case _:
            raise HandshakeError(HandshakeFailure.MALFORMED)


def encode_spake2(message: bytes) -> bytes:
    """Return the body for a SPAKE2 message by the table code."""
    return canonical.encode(["code", message])


def encode_seat_spake2(message: bytes, tag: bytes) -> bytes:
    """Return the body for a guest's SPAKE2 message by a seat, which the tag identifies to the host."""
    return canonical.encode(["seat", message, tag])


def decode_guest_spake2(body: bytes) -> tuple[bytes, bytes]:
    """Return a guest's SPAKE2 message and the tag of its seat; the tag is empty if the guest comes by the code.

    Raises `HandshakeError`: MALFORMED.
    """
    match _decode_list(body):
        case ["seat", bytes(message), bytes(tag)] if len(tag) == 32:
            return _checked_spake2(message, "A"), tag
        case _:
            return _decode_spake2(body, "A"), b""


def decode_host_spake2(body: bytes) -> bytes:
    """Return a host's SPAKE2 message. Raises `HandshakeError`: MALFORMED."""
    return _decode_spake2(body, "B")


def encode_confirmation(confirmation: bytes) -> bytes:
    """Return the body for a confirmation of 32 bytes."""
    return canonical.encode(["confirm", confirmation])


def decode_confirmation(body: bytes) -> bytes:
    """Return the other side's confirmation. Raises `HandshakeError`: MALFORMED."""
    match _decode_list(body):
        case ["confirm", bytes(confirmation)] if len(confirmation) == 32:
            return confirmation
        case _:
            raise HandshakeError(HandshakeFailure.MALFORMED)


def encode_refusal(kind: HandshakeFailure, seconds: int = 0) -> bytes:
    """Return the body by which a host refuses a guest: WRONG_CODE, WAIT, CLOSED or BUSY. `seconds` is for WAIT."""
    if kind not in _REFUSALS:
        raise ValueError(f"{kind} is not told to guests")
    return canonical.encode(["no", kind.value, min(seconds, MAX_WAIT)])


def raise_if_refusal(body: bytes) -> None:
    """Raise the `HandshakeError` for a body that refuses the guest; any other body is judged by its own decoder."""
    try:
        items = _decode_list(body)
    except HandshakeError:
        return
    match items:
        case ["no", str(reason), int(seconds)] if type(seconds) is int and 0 <= seconds <= MAX_WAIT:
            for kind in _REFUSALS:
                if kind.value == reason:
                    raise HandshakeError(kind, seconds=seconds)
        case _:
            pass


def _decode_list(body: bytes, otherwise: HandshakeFailure = HandshakeFailure.MALFORMED) -> list[Plain]:
    """Return the list encoded in a body. Raises `HandshakeError` of the kind `otherwise`."""
    try:
        value = canonical.decode(body, MAX_HANDSHAKE_BODY)
    except (CanonicalError, PlainError):
        raise HandshakeError(otherwise) from None
    if not isinstance(value, list):
        raise HandshakeError(otherwise)
    return value


def _decode_spake2(body: bytes, side: str) -> bytes:
    match _decode_list(body):
        case ["code", bytes(message)]:
            return _checked_spake2(message, side)
        case _:
            raise HandshakeError(HandshakeFailure.MALFORMED)


def _checked_spake2(message: bytes, side: str) -> bytes:
    """Return a SPAKE2 message with the right side, size and range. Raises `HandshakeError`: MALFORMED."""
    # The library accepts other encodings of the point of order 1 as a proper point.
    proper = len(message) == _SPAKE2_SIZE and 1 < int.from_bytes(message[1:], "little") % (1 << 255) < _PRIME
    if not proper or message[:1] != side.encode():
        raise HandshakeError(HandshakeFailure.MALFORMED)
    return message
