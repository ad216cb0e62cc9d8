"""The channel between two ends that are sure of each other: every body sealed, numbered, and opened in its order.

What the bodies mean is left to `messages`, except for the first: who each side is.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from nacl.bindings import crypto_secretbox_easy, crypto_secretbox_open_easy, crypto_sign_open
from nacl.exceptions import CryptoError

from net.wire.handshake import Session
from net.wire.messages import Hello, PeerRole
from saves.format.identity import Identity, exchange

OVERHEAD: Final = 16
"""Bytes that sealing adds to a body."""

_CONTEXT: Final = b"galli-tui session 1\0"
_NONCE: Final = 24


class Side(Enum):
    """One end of a connection."""

    GUEST = "guest"
    HOST = "host"

    @property
    def other(self) -> Side:
        """Whom this side talks to."""
        return Side.HOST if self is Side.GUEST else Side.GUEST


class ChannelError(ValueError):
    """What came was not sealed by the other side as the next frame, or proves nobody: the connection is to be ended."""


class Channel:
    """One end of a channel. Bodies are opened in the order in which the other end sealed them, all of them."""

    __slots__ = ("_broken", "_incoming", "_opened", "_outgoing", "_sealed", "_side", "_transcript")

    def __init__(self, session: Session, side: Side) -> None:
        self._side = side
        self._transcript = session.transcript
        guest, host = session.guest_key, session.host_key
        self._outgoing, self._incoming = (guest, host) if side is Side.GUEST else (host, guest)
        self._sealed = 0
        self._opened = 0
        self._broken = False

    def seal(self, body: bytes) -> bytes:
        """The next frame's body, `OVERHEAD` bytes longer."""
        nonce = self._sealed.to_bytes(_NONCE, "big")
        self._sealed += 1
        return crypto_secretbox_easy(body, nonce, self._outgoing)

    def open(self, body: bytes) -> bytes:
        """What the other side sealed. Raises `ChannelError`, and from then on always."""
        if self._broken or len(body) < OVERHEAD:
            self._broken = True
            raise ChannelError("not sealed by the other side")
        try:
            opened = crypto_secretbox_open_easy(body, self._opened.to_bytes(_NONCE, "big"), self._incoming)
        except CryptoError:
            self._broken = True
            raise ChannelError("not sealed by the other side as the next frame") from None
        self._opened += 1
        return opened

    def hello(self, identity: Identity, wish: PeerRole) -> Hello:
        """This side's first message; it proves its key to this connection alone. The host's wish is `Wish.NONE`."""
        return Hello(identity.public, identity.signature(self._said_by(self._side)), wish)

    def verify_hello(self, who: Hello) -> None:
        """Whether the other side's first message is its own. Raises `ChannelError`."""
        other = self._side.other
        if (who.role is PeerRole.HOST) != (other is Side.HOST):
            raise ChannelError("a wish that this side cannot have")
        try:
            exchange(bytes(32), who.keys.box)
            crypto_sign_open(who.signature + self._said_by(other), who.keys.sign)
        except (CryptoError, ValueError):
            raise ChannelError("a key that proves nothing") from None

    def _said_by(self, side: Side) -> bytes:
        return _CONTEXT + side.value.encode() + self._transcript
