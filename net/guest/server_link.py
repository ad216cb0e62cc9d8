"""A client's link to its host: sending, heartbeats, timeouts, and why the connection or the session has ended.

The content of messages is left to `table_client`.
"""

from __future__ import annotations

from typing import Final

from net.status import ClientProblem
from net.wire.effects import Drop, Effect, Peer, Send
from net.wire.messages import GuestMessage, Heartbeat, Reason
from saves.format.identity import PublicKeys

HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds without a message to the host until a heartbeat is sent."""
SILENCE_TIMEOUT: Final = 20.0
"""Seconds without a message from the host until the connection counts as lost."""

_SILENCE: Final = ClientProblem(
    None,
    "The host has not answered for a while, so your program is reconnecting. Nothing that was played is lost.",
)
_PROTOCOL_ERROR: Final = ClientProblem(
    None,
    "The host's program sent an invalid message, so the connection was closed. Join again; if it happens again, "
    "update both programs to the same version.",
)
RECONNECT_AFTER: Final = frozenset({Reason.SILENT, Reason.IDLE, Reason.SLOW, Reason.GARBLED, Reason.FAULT})
"""Reasons of a host after which a client reconnects by itself; all others end its session."""


class ServerLink:
    """The link of one session. Connections may be lost and made again until the session has ended."""

    def __init__(self) -> None:
        self.outbox: list[Effect] = []
        """What is to be done, oldest first."""
        self.peer: Peer | None = None
        """The connection; None while the host cannot be reached."""
        self.host: PublicKeys | None = None
        """The keys of the host that answered last."""
        self.ended = False
        """Whether the session has ended."""
        self.problem: ClientProblem | None = None
        """What the player should know about the session."""
        self._last_heard = self._last_sent = 0.0

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """Use a new connection, and clear the problem of the one before."""
        self.peer, self.host = peer, host
        self._last_heard = self._last_sent = now
        if self.problem is _SILENCE or (self.problem is not None and self.problem.reason is not None):
            self.problem = None

    def heard(self, now: float) -> None:
        """Record that a message has arrived."""
        self._last_heard = now

    def check_silence(self, now: float) -> bool:
        """Drop the connection if the host has been silent for too long. Return whether it has."""
        if now - self._last_heard < SILENCE_TIMEOUT:
            return False
        self.drop(Reason.SILENT)
        self.problem = _SILENCE
        return True

    def keep_alive(self, now: float) -> None:
        """Send a heartbeat if nothing else was sent for a while."""
        if now - self._last_sent >= HEARTBEAT_INTERVAL:
            self.send(Heartbeat(), now)

    def send(self, message: GuestMessage, now: float) -> None:
        """Send a message, if the host can be reached."""
        if self.peer is not None:
            self.outbox.append(Send(self.peer, message))
            self._last_sent = now

    def drop(self, reason: Reason) -> None:
        """End the connection, if there is one. The session continues."""
        if self.peer is not None:
            self.outbox.append(Drop(self.peer, reason))
        self.peer = None

    def protocol_error(self) -> None:
        """End the session for an invalid message."""
        self.drop(Reason.PROTOCOL)
        self.ended = True
        self.problem = _PROTOCOL_ERROR

    def leave(self, sentence: str, reason: Reason = Reason.LEFT) -> None:
        """End the session by this program's own decision, which the sentence explains to the player."""
        self.drop(reason)
        self.ended = True
        self.problem = ClientProblem(None, sentence)

    def host_left(self, reason: Reason, warning: str) -> None:
        """End the connection, and for most reasons the session. A warning is shown to the player."""
        self.drop(reason)
        self.problem = ClientProblem(reason, warning)
        self.ended = reason not in RECONNECT_AFTER
