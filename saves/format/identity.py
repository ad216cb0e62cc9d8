"""The keys of one program, all derived from one secret seed. `storage.identity_file` keeps the seed on disk."""

from __future__ import annotations

from typing import Final, NamedTuple

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base, crypto_sign, crypto_sign_seed_keypair

from rules.engine.entropy import derive_entropy

SEED_SIZE: Final = 32


class PublicKeys(NamedTuple):
    """A client's public keys, 32 bytes each."""

    sign: bytes
    """Ed25519."""
    box: bytes
    """X25519."""


class Identity:
    """All keys of this program. Only `public` leaves it."""

    __slots__ = ("_box", "_sign", "blinding_key", "notice", "public", "storage_key")

    def __init__(self, seed: bytes, notice: str = "") -> None:
        """Derive all keys from a secret `seed` of 32 bytes."""
        if len(seed) != SEED_SIZE:
            raise ValueError(f"a seed has {SEED_SIZE} bytes")
        sign_public, self._sign = crypto_sign_seed_keypair(derive_entropy("galli-tui sign", seed))
        self._box = derive_entropy("galli-tui box", seed)
        self.blinding_key = derive_entropy("galli-tui blinding", seed)
        """Derives the blinds of this client's sealed choices."""
        self.storage_key = derive_entropy("galli-tui own", seed)
        """Encrypts what only this client may read."""
        self.public = PublicKeys(sign_public, crypto_scalarmult_base(self._box))
        self.notice = notice
        """A sentence for the player if the key file was readable by others."""

    def signature(self, message: bytes) -> bytes:
        """Return the signature of a message: 64 bytes."""
        return crypto_sign(message, self._sign)[:64]

    def shared_key(self, box: bytes) -> bytes:
        """Return the 32 bytes shared with the owner of public key `box`. Raises ValueError for a bad key."""
        return exchange(self._box, box)


def exchange(secret: bytes, public: bytes) -> bytes:
    """Return the X25519 shared secret. Raises ValueError for the few public keys that make it known to everyone."""
    try:
        return crypto_scalarmult(secret, public)
    except RuntimeError:
        raise ValueError("not a valid key") from None
