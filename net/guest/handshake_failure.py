"""What a failed handshake means for a session: its sentence for the player, and whether to try again."""

from __future__ import annotations

import socket
from typing import Final, NamedTuple

from net.discovery.address import Address
from net.discovery.routes import AlreadyOpen, Routes, WrongTable
from net.error_text import handshake_text
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.messages import Reason

MAX_WRONG_CODES: Final = 3
"""Times in a row that a known table may refuse the code; the first may be the fault of the connection."""
_TEMPORARY: Final = frozenset({HandshakeFailure.WAIT, HandshakeFailure.BUSY})
"""Failures after which the same attempt may be repeated."""
_OTHER_PROGRAM: Final = frozenset(
    {HandshakeFailure.NOT_OURS, HandshakeFailure.SSH, HandshakeFailure.MALFORMED, HandshakeFailure.WRONG_CODE}
)
"""Failures at a known table which mean that another program answers at its address, or pretends to be the table."""


class FailureVerdict(NamedTuple):
    """The consequences of a failed handshake."""

    final: bool
    """Whether the session is over."""
    wait: float | None = None
    """Seconds for which the host has asked not to be tried again; None if it has said nothing of that."""


class HandshakeFailures:
    """Judges the failed handshakes of one session, and counts the refusals of its code."""

    def __init__(self, routes: Routes) -> None:
        self._routes = routes
        self._wrong_codes = 0

    def connected(self) -> None:
        """Start to count again after a handshake that succeeded."""
        self._wrong_codes = 0

    def judge(self, error: HandshakeError, where: Address | socket.socket, *, known: bool) -> FailureVerdict:
        """Return what an error means. `known` tables are those at which this program has been before."""
        if isinstance(error, AlreadyOpen):
            return FailureVerdict(final=True)
        if error.kind in _TEMPORARY:
            return FailureVerdict(final=False, wait=float(error.seconds))
        if isinstance(error, WrongTable) or (known and error.kind in _OTHER_PROGRAM):
            # An address known only from an advert is not tried again: an impostor has one guess at the code.
            if not self._routes.reject(where) and error.kind is HandshakeFailure.WRONG_CODE:
                self._wrong_codes += 1
            return FailureVerdict(final=self._wrong_codes >= MAX_WRONG_CODES)
        # Nothing is proven before the handshake has succeeded, so no failure ends a session at a known table.
        return FailureVerdict(final=not known or error.kind is HandshakeFailure.NO_RULES)


def needs_code(failure: HandshakeError | Reason | None) -> bool:
    """Return whether a host that did not admit a guest by its seat may still accept its code."""
    if failure is None:
        return True
    return isinstance(failure, HandshakeError) and failure.kind in (
        HandshakeFailure.WRONG_CODE,
        HandshakeFailure.MALFORMED,
    )


def place_text(where: Address | socket.socket) -> str:
    """Return an address as it can be typed; empty for a socket."""
    return str(where) if isinstance(where, Address) else ""


def failure_text(error: HandshakeError, where: Address | socket.socket) -> str:
    """Return the sentence for a failed handshake."""
    if isinstance(error, WrongTable):
        return f"Another table is open at {place_text(where)} now; your program is looking for the right one."
    if isinstance(error, AlreadyOpen):
        return "You are at this table already, in another window: play on there, or close it and join again here."
    return handshake_text(error)
