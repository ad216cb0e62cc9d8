"""Both ends of a handshake and a channel, with fixed randomness, for the tests of `net`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from net.wire.channel import Channel, Side
from net.wire.handshake import GuestHandshake, HostHandshake
from net.wire.handshake_codec import TableInfo
from net.wire.handshake_error import HandshakeError
from net.wire.key_exchange import Session
from tests.support.sample_match import fixed

CODE = "cellar-heron-417"
ABOUT = TableInfo("0.2.0", bytes(range(8)), "candles", 1, bytes([7]) * 32)
GUEST_VERSION = "0.2.1"

Tamper = Callable[[int, bytes], Sequence[bytes]]
"""The bodies that arrive in place of the one with this number."""


class Ends(NamedTuple):
    """How a handshake ended on both sides."""

    guest: GuestHandshake
    host: HostHandshake
    said: tuple[bytes, ...]
    """All bodies as they were sent, in order; the guest's are 0, 2, 4."""
    error: HandshakeError | None
    """The first error; the side that finds it disconnects."""

    @property
    def sessions(self) -> tuple[Session | None, Session | None]:
        """The session of the guest and that of the host."""
        return self.guest.session, self.host.session


def knows_all(game: str, rules_version: int, rules_hash: bytes) -> None:
    """Accept all rules, as a guest that has them."""


def guest(code: str = CODE, *, tag: str = "guest") -> GuestHandshake:
    """Return a guest's end that has not begun."""
    return GuestHandshake(code, GUEST_VERSION, knows_all, fixed(tag))


def host(code: str = CODE, about: TableInfo = ABOUT, *, tag: str = "host") -> HostHandshake:
    """Return a host's end that has not begun."""
    return HostHandshake(code, about, fixed(tag))


def shake(one: GuestHandshake, other: HostHandshake, tamper: Tamper = lambda _, body: [body]) -> Ends:
    """Exchange bodies until neither side sends another."""
    said: list[bytes] = []
    waiting = one.start()
    other.start()
    for turn in range(12):
        receiver = one if turn % 2 else other
        answers: list[bytes] = []
        for body in waiting:
            said.append(body)
            for arriving in tamper(len(said) - 1, body):
                try:
                    answers += receiver.receive(arriving)
                except HandshakeError as error:
                    return Ends(one, other, tuple(said), error)
                if receiver.session is not None:
                    break
        if not answers:
            break
        waiting = answers
    return Ends(one, other, tuple(said), None)


def session() -> Session:
    """Return the session of a handshake without tampering."""
    found = shake(guest(), host()).guest.session
    if found is None:
        raise ValueError("the handshake failed")
    return found


def channels() -> tuple[Channel, Channel]:
    """Return the guest's end of a channel and the host's."""
    shared = session()
    return Channel(shared, Side.GUEST), Channel(shared, Side.HOST)
