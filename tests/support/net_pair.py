"""Both ends of a handshake and a channel, with fixed randomness, for the tests of `net`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from net.wire.channel import Channel, Side
from net.wire.handshake import GuestHandshake, HostHandshake
from net.wire.handshake_codec import TableInfo
from net.wire.handshake_error import HandshakeError
from net.wire.key_exchange import Session
from tests.support.pocket_match import fixed

CODE = "cellar-heron-417"
ABOUT = TableInfo("0.2.0", bytes(range(8)), "candles", 1, bytes([7]) * 32)
GUEST_VERSION = "0.2.1"

Tamper = Callable[[int, bytes], Sequence[bytes]]
"""What arrives of the body with this number."""


class Ends(NamedTuple):
    """How a handshake ended on both sides."""

    guest: GuestHandshake
    host: HostHandshake
    said: tuple[bytes, ...]
    """Every body as it was sent, in order; the guest's are 0, 2, 4."""
    error: HandshakeError | None
    """The side that finds it hangs up."""

    @property
    def sessions(self) -> tuple[Session | None, Session | None]:
        """The guest's, the host's."""
        return self.guest.session, self.host.session


def knows_all(game: str, rules_version: int, rules_hash: bytes) -> None:
    """A guest that has all rules."""


def guest(code: str = CODE, *, tag: str = "guest") -> GuestHandshake:
    """A guest's end that has not begun."""
    return GuestHandshake(code, GUEST_VERSION, knows_all, fixed(tag))


def host(code: str = CODE, about: TableInfo = ABOUT, *, tag: str = "host") -> HostHandshake:
    """A host's end that has not begun."""
    return HostHandshake(code, about, fixed(tag))


def shake(one: GuestHandshake, other: HostHandshake, tamper: Tamper = lambda _, body: [body]) -> Ends:
    """Lets both talk until neither has anything to say."""
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
    """What an untouched handshake ends with."""
    found = shake(guest(), host()).guest.session
    if found is None:
        raise ValueError("the handshake failed")
    return found


def channels() -> tuple[Channel, Channel]:
    """The guest's end and the host's."""
    shared = session()
    return Channel(shared, Side.GUEST), Channel(shared, Side.HOST)
