"""A guest's line to its host: what is sent over it, when it is silent for too long, and what ended the visit.

What is said over it is left to `follower`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.status import ClientProblem
from net.wire.effects import Drop, Effect, Peer, Send
from net.wire.messages import GuestMessage, Heartbeat, Reason
from saves.format.identity import PublicKeys

HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds without anything sent."""
SILENCE_TIMEOUT: Final = 20.0
"""Seconds without anything heard."""

_SILENCE: Final = ClientProblem(
    None,
    "Nothing has been heard from the host for a while, so this program connects anew. Nothing that was played is lost.",
)
_NONSENSE: Final = ClientProblem(
    None,
    "The host's program said something that cannot be read or has no place at this point, so the connection was ended: "
    "join again, and if it happens again, bring both programs to one version.",
)
RECONNECT_AFTER: Final = frozenset({Reason.SILENT, Reason.IDLE, Reason.SLOW, Reason.GARBLED, Reason.FAULT})
"""After these a guest comes back by itself; all others end its visit."""


class ServerLink:
    """The line of one visit, which may be lost and stand again until the visit has ended."""

    def __init__(self, do: Callable[[Effect], None]) -> None:
        """`do` is given what is to be done."""
        self.peer: Peer | None = None
        """None while the host cannot be reached."""
        self.host: PublicKeys | None = None
        """Who answered last."""
        self.ended = False
        """Whether the visit has."""
        self.problem: ClientProblem | None = None
        """What the player is to know of the visit."""
        self._do = do
        self._heard = self._spoke = 0.0

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """It stands, and what was wrong with it before is past."""
        self.peer, self.host = peer, host
        self._heard = self._spoke = now
        if self.problem is _SILENCE or (self.problem is not None and self.problem.reason is not None):
            self.problem = None

    def heard(self, now: float) -> None:
        """The host says something."""
        self._heard = now

    def check_silence(self, now: float) -> bool:
        """Whether the host has been silent for too long; then the line is dropped."""
        if now - self._heard < SILENCE_TIMEOUT:
            return False
        self.drop(Reason.SILENT)
        self.problem = _SILENCE
        return True

    def keep_alive(self, now: float) -> None:
        """Lets the host hear something, if it has not for a while."""
        if now - self._spoke >= HEARTBEAT_INTERVAL:
            self.send(Heartbeat(), now)

    def send(self, message: GuestMessage, now: float) -> None:
        """Says something, if the host can be reached."""
        if self.peer is not None:
            self._do(Send(self.peer, message))
            self._spoke = now

    def drop(self, reason: Reason) -> None:
        """Ends the connection, if there is one; the visit goes on."""
        if self.peer is not None:
            self._do(Drop(self.peer, reason))
        self.peer = None

    def protocol_error(self) -> None:
        """Ends the visit for a message that has no place."""
        self.drop(Reason.PROTOCOL)
        self.ended = True
        self.problem = _NONSENSE

    def leave(self, sentence: str, reason: Reason = Reason.LEFT) -> None:
        """Ends the visit by this program's own decision."""
        self.drop(reason)
        self.ended = True
        self.problem = ClientProblem(None, sentence)

    def host_left(self, reason: Reason, warning: str) -> None:
        """The host ends the connection, and mostly the visit. `warning` is what else the player is to know."""
        self.drop(reason)
        self.problem = ClientProblem(reason, warning)
        self.ended = reason not in RECONNECT_AFTER
