"""Sealing and opening secrets of events. A seal is a commitment, a ciphertext, and the blind wrapped for each reader.

A seal is a function of its value, blind, context and readers' keys, so anyone who learns the blind can recompute and
compare it. Games do nothing for this: secrets are found by comparing an event with its public form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from struct import Struct
from typing import Any, Final, NamedTuple, cast

from nacl.bindings import (
    crypto_scalarmult_base,
    crypto_secretbox_easy,
    crypto_secretbox_MACBYTES,
    crypto_secretbox_open_easy,
)
from nacl.exceptions import CryptoError

from rules.engine.events import Event
from rules.engine.game_codec import GameCodec
from rules.engine.plain_data import Plain
from rules.engine.secrecy import PUBLIC, Audience, Seat, redact, secrets
from saves.format import canonical
from saves.format.entries import MAX_ENTRY, Entry, Seal, Submission
from saves.format.identity import Identity, PublicKeys, exchange

BLOCK: Final = 64
"""Ciphertexts are padded to a multiple of this, so that their length says little."""

_NONCE: Final = bytes(24)
"""Constant, since every key is used once."""

_DEALT: Final = Struct(">16sI32sI")
_CHOSEN: Final = Struct(">16sII32sI")
_HANDED: Final = Struct(">16sI32sI32s32s")


class SealError(ValueError):
    """A seal that does not open to the committed value, or is where no secret belongs."""


class SecretField(NamedTuple):
    """A place in an event's plain data where a secret belongs."""

    path: tuple[int, ...]
    audience: Audience
    value: Plain


def split_secrets(game: GameCodec[Any], event: Event) -> tuple[Plain, tuple[SecretField, ...]]:
    """Return the public form of an event, and the secrets left out of it, in order."""
    if not secrets(event):
        return game.encode_event(event), ()
    public = game.encode_event(redact(event, PUBLIC))
    return public, tuple(_secret_fields(public, game.encode_event(event), ()))


def _secret_fields(public: Plain, full: Plain, path: tuple[int, ...]) -> Iterator[SecretField]:
    """Yield the fields where the forms differ: a secret is encoded as [audience, False] or [audience, [value]]."""
    if not isinstance(public, list) or not isinstance(full, list):
        return
    for place, (hidden, known) in enumerate(zip(public, full, strict=True)):
        if hidden is False and isinstance(known, list):
            yield SecretField((*path, place), Audience(cast(int, public[0])), known[0])
        else:
            yield from _secret_fields(hidden, known, (*path, place))


def audience_at(public: Plain, path: tuple[int, ...]) -> Audience:
    """Return who may read the secret at this path. Raises `SealError` if there is none."""
    inside = public
    for step in path[:-1]:
        if not isinstance(inside, list) or step >= len(inside):
            raise SealError("a seal for a place that does not exist")
        inside = inside[step]
    if not isinstance(inside, list) or len(inside) != 2 or path[-1:] != (1,) or inside[1] is not False:
        raise SealError("a seal where there is no secret")
    audience = inside[0]
    if type(audience) is not int:
        raise SealError("a seal without an audience")
    return Audience(audience)


def fill_secrets(public: Plain, values: Mapping[tuple[int, ...], Plain]) -> Plain:
    """Return the event's plain data with these secrets filled in."""
    return _filled(public, values, ()) if values else public


def _filled(public: Plain, values: Mapping[tuple[int, ...], Plain], path: tuple[int, ...]) -> Plain:
    if path in values:
        return [values[path]]
    if not isinstance(public, list):
        return public
    return [_filled(item, values, (*path, place)) for place, item in enumerate(public)]


def entry_context(entry: Entry, place: int) -> bytes:
    """Return what binds a dealer's seal to its entry: 32 bytes from the entry's match, number and previous hash."""
    data = _DEALT.pack(entry.match, entry.number, entry.previous, place)
    return blake2b(data, digest_size=32, person=b"galli dealt").digest()


def submission_context(submission: Submission, place: int) -> bytes:
    """Return what binds a seat's seal to its submission: 32 bytes. It stops anyone from copying another's seal."""
    data = _CHOSEN.pack(submission.match, submission.seat, submission.counter, submission.answers, place)
    return blake2b(data, digest_size=32, person=b"galli chosen").digest()


def transfer_context(entry: Entry, seat: Seat, keys: PublicKeys) -> bytes:
    """Return what binds the box for a seat's new holder to its entry: 32 bytes."""
    data = _HANDED.pack(entry.match, entry.number, entry.previous, seat, *keys)
    return blake2b(data, digest_size=32, person=b"galli handed").digest()


def derive_blind(secret: bytes, context: bytes) -> bytes:
    """Return the blind of a seal, from what only its maker knows: the dealer's secret, or a client's blinding key."""
    return _keyed(secret, b"galli blind", context)


def make_seal(path: tuple[int, ...], secret: Plain, blind: bytes, context: bytes, readers: Sequence[bytes]) -> Seal:
    """Return a value sealed for the owners of these box keys. Raises ValueError for a key that keeps no secret."""
    value = canonical.encode(secret)
    ephemeral = _keyed(blind, b"galli ephemeral", context)
    public = crypto_scalarmult_base(ephemeral) if readers else b""
    return Seal(
        path,
        _commitment(blind, context, value),
        public,
        crypto_secretbox_easy(_padded(value), _NONCE, _keyed(blind, b"galli payload", context)),
        tuple(
            crypto_secretbox_easy(blind, _NONCE, _wrap_key(exchange(ephemeral, reader), public, reader, context))
            for reader in readers
        ),
    )


def open_seal(seal: Seal, blind: bytes, context: bytes) -> Plain:
    """Return the value of a seal. Raises `SealError`."""
    try:
        padded = crypto_secretbox_open_easy(seal.ciphertext, _NONCE, _keyed(blind, b"galli payload", context))
        value = _unpadded(padded)
        plain = canonical.decode(value, MAX_ENTRY)
    except (CryptoError, ValueError):
        raise SealError("it does not open") from None
    if _commitment(blind, context, value) != seal.commitment:
        raise SealError("it does not open to the committed value")
    return plain


def unwrap_blind(seal: Seal, reader: int, identity: Identity, context: bytes) -> bytes:
    """Return the blind wrapped for the reader at this index. Raises `SealError`."""
    try:
        key = _wrap_key(identity.shared_key(seal.ephemeral), seal.ephemeral, identity.public.box, context)
        return crypto_secretbox_open_easy(seal.wraps[reader], _NONCE, key)
    except (CryptoError, ValueError, IndexError):
        raise SealError("it does not open for its reader") from None


def sealed_size(size: int) -> int:
    """Return the length of the ciphertext of a value of `size` bytes."""
    return size + 1 + -(size + 1) % BLOCK + crypto_secretbox_MACBYTES


def _padded(value: bytes) -> bytes:
    """Pad as in ISO 7816-4: one byte 0x80, then zeros."""
    return value + b"\x80" + bytes(-(len(value) + 1) % BLOCK)


def _unpadded(padded: bytes) -> bytes:
    value = padded.rstrip(b"\0")[:-1]
    if _padded(value) != padded:
        raise SealError("wrong padding")
    return value


def _keyed(key: bytes, person: bytes, data: bytes) -> bytes:
    return blake2b(data, digest_size=32, key=key, person=person).digest()


def _commitment(blind: bytes, context: bytes, value: bytes) -> bytes:
    return _keyed(blind, b"galli commitment", context + value)


def _wrap_key(shared: bytes, ephemeral: bytes, reader: bytes, context: bytes) -> bytes:
    return _keyed(shared, b"galli wrap", ephemeral + reader + context)
