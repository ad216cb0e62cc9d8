"""The clients that are connected to a table, with their limits and timeouts.

What a client may do is left to the table server.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from net.limits.rates import PeerLimits, PeerLimitsCache
from net.wire.effects import Peer
from net.wire.messages import MAX_SPECTATORS, Lobby, PeerRole, Reason, TableAttendance
from saves.format.identity import PublicKeys

MAX_CONNECTIONS: Final = 24
HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds without a message to a client until it is sent a heartbeat."""
SILENCE_TIMEOUT: Final = 20.0
"""Seconds without a message from a client until it counts as lost."""
IDLE_TIMEOUT: Final = 60.0
"""Seconds in which a client that lacks entries must ask for them; one that follows the match asks at once."""


@dataclass(slots=True)
class ConnectedClient:
    """A connected guest or spectator. Times are in seconds by the clock of the table server."""

    peer: Peer
    keys: PublicKeys
    role: PeerRole
    address: str
    last_heard: float
    """When its last message came."""
    last_sent: float
    """When it was last sent a message."""
    last_request: float
    """When it last asked for the log, or first could."""
    limits: PeerLimits
    sent_length: int | None = None
    """The number of entries that it has or is being sent; None until it has said what it has."""
    lobby: Lobby | None = None
    """The lobby as it was last sent."""
    attendance: TableAttendance | None = None
    """The attendance as it was last sent."""
    owed_seats: bool = False
    """Whether seats that a bot has played for it could not be returned yet."""

    def may_request(self, first: int, length: int, now: float) -> bool:
        """Return whether it may ask for the entries from `first` on; always if the last reply ended there.

        `length` is that of the log.
        """
        return first == self.sent_length != length or self.limits.allow_log_request(now)


class ConnectedClients:
    """All clients that were admitted, each key at most once."""

    def __init__(self) -> None:
        self.changes = 0
        """The number of arrivals and departures so far."""
        self._clients: dict[Peer, ConnectedClient] = {}
        self._limits = PeerLimitsCache()

    def __iter__(self) -> Iterator[ConnectedClient]:
        return iter(tuple(self._clients.values()))

    def __len__(self) -> int:
        return len(self._clients)

    def get(self, peer: Peer) -> ConnectedClient | None:
        """Return a client; None if it was never admitted or has gone."""
        return self._clients.get(peer)

    def find(self, keys: PublicKeys) -> ConnectedClient | None:
        """Return the client with these keys."""
        return next((client for client in self._clients.values() if client.keys == keys), None)

    @property
    def spectators(self) -> int:
        """The number of spectators."""
        return sum(client.role is PeerRole.SPECTATOR for client in self._clients.values())

    @property
    def online(self) -> frozenset[PublicKeys]:
        """The keys of all connected guests, without spectators."""
        return frozenset(client.keys for client in self._clients.values() if client.role is PeerRole.PLAYER)

    def rejection(self, role: PeerRole, *, reserved: int) -> Reason | None:
        """Return why there is no room for another client. `reserved` places are for guests that are away."""
        if len(self) + reserved >= MAX_CONNECTIONS or (
            role is PeerRole.SPECTATOR and self.spectators >= MAX_SPECTATORS
        ):
            return Reason.FULL
        return None

    def add(self, peer: Peer, keys: PublicKeys, role: PeerRole, address: str, now: float) -> ConnectedClient:
        """Add a client and return it."""
        limits = self._limits.get(keys, now)
        self.changes += 1
        client = self._clients[peer] = ConnectedClient(peer, keys, role, address, now, now, now, limits)
        return client

    def remove(self, peer: Peer) -> ConnectedClient | None:
        """Remove a client and return it."""
        self.changes += 1
        return self._clients.pop(peer, None)

    def silent(self, now: float) -> list[ConnectedClient]:
        """Return the clients that have sent nothing for too long."""
        return [client for client in self if now - client.last_heard > SILENCE_TIMEOUT]

    def idle(self, length: int, now: float) -> list[ConnectedClient]:
        """Return the clients that lack some of the log's entries and have not asked for them for too long."""
        return [client for client in self if client.sent_length != length and now - client.last_request > IDLE_TIMEOUT]

    def need_heartbeat(self, now: float) -> list[ConnectedClient]:
        """Return the clients that have not been sent anything for a while."""
        return [client for client in self if now - client.last_sent >= HEARTBEAT_INTERVAL]
