"""The encrypted channel between two ends that share a session: each body is sealed, numbered and opened in order.

What the bodies mean is left to `messages`, except for each side's first message, its hello.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from nacl.bindings import crypto_secretbox_easy, crypto_secretbox_open_easy, crypto_sign_open
from nacl.exceptions import CryptoError

from net.wire.key_exchange import Session
from net.wire.messages import Hello, PeerRole
from saves.format.identity import Identity, exchange

OVERHEAD: Final = 16
"""Bytes that sealing adds to a body."""

_CONTEXT: Final = b"galli-tui session 1\0"
_NONCE_SIZE: Final = 24


class Side(Enum):
    """One end of a connection."""

    GUEST = "guest"
    HOST = "host"

    @property
    def other(self) -> Side:
        """The opposite end."""
        return Side.HOST if self is Side.GUEST else Side.GUEST


class ChannelError(ValueError):
    """A body that the other side has not sealed as the next one, or an invalid hello: the connection must be closed."""


class Channel:
    """One end of a channel. Bodies must be opened in the order in which the other end sealed them, without gaps."""

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
        """Return the body sealed as the next frame, `OVERHEAD` bytes longer."""
        nonce = self._sealed.to_bytes(_NONCE_SIZE, "big")
        self._sealed += 1
        return crypto_secretbox_easy(body, nonce, self._outgoing)

    def open(self, body: bytes) -> bytes:
        """Return what the other side sealed. Raises `ChannelError`, and for every later frame after that."""
        if self._broken or len(body) < OVERHEAD:
            self._broken = True
            raise ChannelError("not sealed by the other side")
        try:
            opened = crypto_secretbox_open_easy(body, self._opened.to_bytes(_NONCE_SIZE, "big"), self._incoming)
        except CryptoError:
            self._broken = True
            raise ChannelError("not sealed by the other side as the next frame") from None
        self._opened += 1
        return opened

    def hello(self, identity: Identity, role: PeerRole) -> Hello:
        """Return this side's first message, which proves its key to this connection alone.

        The host's role is `PeerRole.HOST`.
        """
        return Hello(identity.public, identity.signature(self._signed_bytes(self._side)), role)

    def verify_hello(self, hello: Hello) -> None:
        """Check the other side's first message. Raises `ChannelError`."""
        other = self._side.other
        if (hello.role is PeerRole.HOST) != (other is Side.HOST):
            raise ChannelError("a role that the other side cannot have")
        try:
            exchange(bytes(32), hello.keys.box)
            crypto_sign_open(hello.signature + self._signed_bytes(other), hello.keys.sign)
        except (CryptoError, ValueError):
            raise ChannelError("an invalid key or signature") from None

    def _signed_bytes(self, side: Side) -> bytes:
        return _CONTEXT + side.value.encode() + self._transcript
