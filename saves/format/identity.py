"""The keys of one program, all derive_entropy from one secret seed. `storage.identity_file` keeps the seed on disk."""

from __future__ import annotations

from typing import Final, NamedTuple

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base, crypto_sign, crypto_sign_seed_keypair

from rules.engine.entropy import derive_entropy

SEED_SIZE: Final = 32


class PublicKeys(NamedTuple):
    """How others know a client: both 32 bytes."""

    sign: bytes
    """Ed25519."""
    box: bytes
    """X25519."""


class Identity:
    """The keys of this program. They never leave it but by `public`."""

    __slots__ = ("_box", "_sign", "blinding_key", "notice", "public", "storage_key")

    def __init__(self, seed: bytes, notice: str = "") -> None:
        """`seed` is 32 bytes that nobody else knows."""
        if len(seed) != SEED_SIZE:
            raise ValueError(f"a seed has {SEED_SIZE} bytes")
        sign_public, self._sign = crypto_sign_seed_keypair(derive_entropy("galli-tui sign", seed))
        self._box = derive_entropy("galli-tui box", seed)
        self.blinding_key = derive_entropy("galli-tui blinding", seed)
        """What the blinds of this client's sealed choices are derive_entropy from."""
        self.storage_key = derive_entropy("galli-tui own", seed)
        """What this client closes for itself alone."""
        self.public = PublicKeys(sign_public, crypto_scalarmult_base(self._box))
        self.notice = notice
        """One sentence for the player if the key file was found in need of repair."""

    def signature(self, message: bytes) -> bytes:
        """64 bytes."""
        return crypto_sign(message, self._sign)[:64]

    def shared_key(self, box: bytes) -> bytes:
        """The 32 bytes that only this client and the owner of `box` can know. Raises ValueError for a false key."""
        return exchange(self._box, box)


def exchange(secret: bytes, public: bytes) -> bytes:
    """X25519. Raises ValueError for the few public keys that would make the result known to all."""
    try:
        return crypto_scalarmult(secret, public)
    except RuntimeError:
        raise ValueError("no proper key") from None
