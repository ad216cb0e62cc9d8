"""The readers of a log: the public, a client with its keys, and an audit after the secret was opened.

A reader supplies blinds. `decode_entry` checks what they open, and whether it was committed to.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from saves.format.entries import Seal
from saves.format.identity import Identity
from saves.format.seals import SealError, derive_blind, unwrap_blind


class LocatedSeal(NamedTuple):
    """A seal and its position in the log."""

    seal: Seal
    entry: int
    place: int
    """Index of the seal within the entry."""
    author: int | None
    """The client that made it; None for the dealer."""
    readers: tuple[int, ...]
    """The clients that it is wrapped for."""


class SealReader(Protocol):
    """Supplies the blinds that a log is read with."""

    @property
    def secret(self) -> bytes | None:
        """The dealer's secret, if it is known."""
        ...

    @property
    def audits(self) -> bool:
        """Whether all deals are recomputed and compared."""
        ...

    def rebuilds(self, author: int | None) -> bool:
        """Return whether opened seals of this author are recomputed and compared."""
        ...

    def can_open(self, located: LocatedSeal) -> bool:
        """Return whether `blind_for` has the blind of this seal."""
        ...

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:
        """Return the blind of the seal, which is bound to this context. Raises `SealError`."""
        ...


class PublicReader:
    """Knows what is public, and opens no seal."""

    secret: bytes | None = None
    audits = False

    def rebuilds(self, author: int | None) -> bool:  # noqa: ARG002
        """Return False: without blinds nothing can be recomputed."""
        return False

    def can_open(self, located: LocatedSeal) -> bool:  # noqa: ARG002
        """Return False: the public opens no seals."""
        return False

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:  # noqa: ARG002
        """Raise `SealError`."""
        raise SealError("the public opens no seals")


class ClientReader:
    """A client with its keys, and with the dealer's secret if it is the host."""

    audits = False

    def __init__(
        self,
        identity: Identity,
        client: int,
        secret: bytes | None = None,
        handed: Mapping[tuple[int, int], bytes] = MappingProxyType({}),
    ) -> None:
        """Create the reader of client number `client`; `handed` maps (entry, place) to blinds that came with a seat."""
        self._identity = identity
        self._client = client
        self._handed = handed
        self.secret: bytes | None = secret

    def rebuilds(self, author: int | None) -> bool:
        """Return whether the author is another client, so that a seal which others cannot open is found at once."""
        return self.secret is None if author is None else author != self._client

    def can_open(self, located: LocatedSeal) -> bool:
        """Return whether the client made the seal, is one of its readers, or received its blind with a seat."""
        if located.author is None and self.secret is not None:
            return True
        return (
            located.author == self._client
            or self._client in located.readers
            or (located.entry, located.place) in self._handed
        )

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:
        """Return the blind: derived again, unwrapped, or as received with a seat."""
        if located.author is None and self.secret is not None:
            return derive_blind(self.secret, context)
        if located.author == self._client:
            return derive_blind(self._identity.blinding_key, context)
        if self._client not in located.readers:
            return self._handed[located.entry, located.place]
        return unwrap_blind(located.seal, located.readers.index(self._client), self._identity, context)


class AuditReader:
    """Anyone, once the log has opened the dealer's secret and every choice."""

    audits = True

    def __init__(self, secret: bytes, blinds: Mapping[tuple[int, int], bytes]) -> None:
        """Create a reader. `blinds` are those of choices, by entry and place."""
        self._secret = secret
        self.secret: bytes | None = secret
        self._blinds = blinds

    def rebuilds(self, author: int | None) -> bool:  # noqa: ARG002
        """Return True: an audit recomputes every seal."""
        return True

    def can_open(self, located: LocatedSeal) -> bool:
        """Return whether the seal is the dealer's, or a choice that the log opens."""
        return located.author is None or (located.entry, located.place) in self._blinds

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:
        """Return the blind: derived from the secret, or as the log opens it."""
        return (
            derive_blind(self._secret, context)
            if located.author is None
            else self._blinds[located.entry, located.place]
        )
