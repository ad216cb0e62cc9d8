"""Whose eyes read a log: nobody's, a client's own, or those of an audit after the secret was opened.

A reader only tells blinds. What opens with them, and whether it was committed to, `log` checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from saves.format.entries import Seal
from saves.format.identity import Identity
from saves.format.seals import SealError, derive_blind, unwrap_blind


class LocatedSeal(NamedTuple):
    """A seal where a reader meets it."""

    seal: Seal
    entry: int
    place: int
    """Which of the entry's seals."""
    author: int | None
    """The client that made it; None for the dealer."""
    readers: tuple[int, ...]
    """The clients it is wrapped for."""


class SealReader(Protocol):
    """What a log is read with."""

    @property
    def secret(self) -> bytes | None:
        """The dealer's secret, if it is known."""
        ...

    @property
    def audits(self) -> bool:
        """Whether all deals are to be made again and compared."""
        ...

    def rebuilds(self, author: int | None) -> bool:
        """Whether seals of this author are to be made again, once open, and compared."""
        ...

    def can_open(self, located: LocatedSeal) -> bool:
        """Whether `blind` can be asked."""
        ...

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:
        """What opens the seal, which is bound to this context. Raises `SealError`."""
        ...


class PublicReader:
    """Sees what lies open to all."""

    secret: bytes | None = None
    audits = False

    def rebuilds(self, author: int | None) -> bool:  # noqa: ARG002
        """Opens none."""
        return False

    def can_open(self, located: LocatedSeal) -> bool:  # noqa: ARG002
        """None."""
        return False

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:  # noqa: ARG002
        """Never any."""
        raise SealError("the public opens no seals")


class ClientReader:
    """A client with its keys; with the dealer's secret as well, if it is the host."""

    audits = False

    def __init__(
        self,
        identity: Identity,
        client: int,
        secret: bytes | None = None,
        handed: Mapping[tuple[int, int], bytes] = MappingProxyType({}),
    ) -> None:
        """`client` is the identity's number; `handed` the blinds that came with a seat, by entry and place."""
        self._identity = identity
        self._client = client
        self._handed = handed
        self.secret: bytes | None = secret

    def rebuilds(self, author: int | None) -> bool:
        """All but its own: a seal that others could not open, or an audit would reject, is found at once."""
        return self.secret is None if author is None else author != self._client

    def can_open(self, located: LocatedSeal) -> bool:
        """What it made itself, what was wrapped for it, and what was handed to it."""
        if located.author is None and self.secret is not None:
            return True
        return (
            located.author == self._client
            or self._client in located.readers
            or (located.entry, located.place) in self._handed
        )

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:
        """Made again, unwrapped, or as it was handed over."""
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
        """`blinds` of choices, by entry and place."""
        self._secret = secret
        self.secret: bytes | None = secret
        self._blinds = blinds

    def rebuilds(self, author: int | None) -> bool:  # noqa: ARG002
        """All."""
        return True

    def can_open(self, located: LocatedSeal) -> bool:
        """The dealer's, and every choice that the log opens."""
        return located.author is None or (located.entry, located.place) in self._blinds

    def blind_for(self, located: LocatedSeal, context: bytes) -> bytes:
        """Made again from the secret, or as the log tells it."""
        return (
            derive_blind(self._secret, context)
            if located.author is None
            else self._blinds[located.entry, located.place]
        )
