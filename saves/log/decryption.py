"""Whose eyes read a log: nobody's, a client's own, or those of an audit after the secret was opened.

A reader only tells blinds. What opens with them, and whether it was committed to, `log` checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from saves.format.entries import Seal
from saves.format.identity import Identity
from saves.format.seals import SealError, blind_of, unwrap


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

    def remakes(self, author: int | None) -> bool:
        """Whether seals of this author are to be made again, once open, and compared."""
        ...

    def opens(self, closed: LocatedSeal) -> bool:
        """Whether `blind` can be asked."""
        ...

    def blind(self, closed: LocatedSeal, context: bytes) -> bytes:
        """What opens the seal, which is bound to this context. Raises `SealError`."""
        ...


class PublicReader:
    """Sees what lies open to all."""

    secret: bytes | None = None
    audits = False

    def remakes(self, author: int | None) -> bool:  # noqa: ARG002
        """Opens none."""
        return False

    def opens(self, closed: LocatedSeal) -> bool:  # noqa: ARG002
        """None."""
        return False

    def blind(self, closed: LocatedSeal, context: bytes) -> bytes:  # noqa: ARG002
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

    def remakes(self, author: int | None) -> bool:
        """All but its own: a seal that others could not open, or an audit would reject, is found at once."""
        return self.secret is None if author is None else author != self._client

    def opens(self, closed: LocatedSeal) -> bool:
        """What it made itself, what was wrapped for it, and what was handed to it."""
        if closed.author is None and self.secret is not None:
            return True
        return (
            closed.author == self._client
            or self._client in closed.readers
            or (closed.entry, closed.place) in self._handed
        )

    def blind(self, closed: LocatedSeal, context: bytes) -> bytes:
        """Made again, unwrapped, or as it was handed over."""
        if closed.author is None and self.secret is not None:
            return blind_of(self.secret, context)
        if closed.author == self._client:
            return blind_of(self._identity.blinding, context)
        if self._client not in closed.readers:
            return self._handed[closed.entry, closed.place]
        return unwrap(closed.seal, closed.readers.index(self._client), self._identity, context)


class AuditReader:
    """Anyone, once the log has opened the dealer's secret and every choice."""

    audits = True

    def __init__(self, secret: bytes, blinds: Mapping[tuple[int, int], bytes]) -> None:
        """`blinds` of choices, by entry and place."""
        self._secret = secret
        self.secret: bytes | None = secret
        self._blinds = blinds

    def remakes(self, author: int | None) -> bool:  # noqa: ARG002
        """All."""
        return True

    def opens(self, closed: LocatedSeal) -> bool:
        """The dealer's, and every choice that the log opens."""
        return closed.author is None or (closed.entry, closed.place) in self._blinds

    def blind(self, closed: LocatedSeal, context: bytes) -> bytes:
        """Made again from the secret, or as the log tells it."""
        return blind_of(self._secret, context) if closed.author is None else self._blinds[closed.entry, closed.place]
