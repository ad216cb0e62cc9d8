"""Who is connected to a host: one record for each peer, who may come in, and who has been silent for too long.

What a peer may do, the host's machine decides.
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
"""Seconds without a word to a peer before it is sent a beat."""
SILENCE_TIMEOUT: Final = 20.0
"""Seconds without a word from a peer before it counts as lost."""
IDLE_TIMEOUT: Final = 60.0
"""Seconds in which a peer that lacks entries must ask for them; whoever follows the match does so at once."""


@dataclass(slots=True)
class ConnectedClient:
    """A connected guest or spectator, as far as the host keeps track of it."""

    peer: Peer
    keys: PublicKeys
    role: PeerRole
    address: str
    last_heard: float
    """When it was last heard of."""
    last_sent: float
    """When it was last sent something."""
    last_request: float
    """When it last asked for the log, or could do so first."""
    limits: PeerLimits
    """How much more it may say to all, and submit of what cannot stand."""
    sent_length: int | None = None
    """How many entries it has, those on their way counted in; None until it has said what it has."""
    lobby: Lobby | None = None
    """What it was last told of the lobby."""
    attendance: TableAttendance | None = None
    """And of who is there."""
    owed_seats: bool = False
    """Whether seats that a bot has played for it could not be given back yet."""

    def may_request(self, length: int, whole: int, now: float) -> bool:
        """Whether it may ask for what follows so many entries: always for what follows the last answer."""
        return length == self.sent_length != whole or self.limits.allow_log_request(now)


class ConnectedClients:
    """All peers that were let in, each key at most once."""

    def __init__(self) -> None:
        self.changes = 0
        """How often somebody has come or gone."""
        self._clients: dict[Peer, ConnectedClient] = {}
        self._allowances = PeerLimitsCache()

    def __iter__(self) -> Iterator[ConnectedClient]:
        return iter(tuple(self._clients.values()))

    def __len__(self) -> int:
        return len(self._clients)

    def get(self, peer: Peer) -> ConnectedClient | None:
        """None for one that was never let in, or is gone."""
        return self._clients.get(peer)

    def find(self, keys: PublicKeys) -> ConnectedClient | None:
        """The one with these keys."""
        return next((client for client in self._clients.values() if client.keys == keys), None)

    @property
    def spectators(self) -> int:
        """How many only watch."""
        return sum(client.role is PeerRole.SPECTATOR for client in self._clients.values())

    @property
    def online(self) -> frozenset[PublicKeys]:
        """The keys of all who have come to play."""
        return frozenset(client.keys for client in self._clients.values() if client.role is PeerRole.PLAYER)

    def rejection(self, wish: PeerRole, *, kept: int) -> Reason | None:
        """Why nobody more may come in with this wish. `kept` places are for others who are still away."""
        if len(self) + kept >= MAX_CONNECTIONS or (wish is PeerRole.SPECTATOR and self.spectators >= MAX_SPECTATORS):
            return Reason.FULL
        return None

    def add(self, peer: Peer, keys: PublicKeys, wish: PeerRole, address: str, now: float) -> ConnectedClient:
        """Lets somebody in."""
        rates = self._allowances.get(keys, now)
        self.changes += 1
        client = self._clients[peer] = ConnectedClient(peer, keys, wish, address, now, now, now, rates)
        return client

    def remove(self, peer: Peer) -> ConnectedClient | None:
        """Forgets a peer."""
        self.changes += 1
        return self._clients.pop(peer, None)

    def silent(self, now: float) -> list[ConnectedClient]:
        """Those who have not been heard of for too long."""
        return [client for client in self if now - client.last_heard > SILENCE_TIMEOUT]

    def idle(self, length: int, now: float) -> list[ConnectedClient]:
        """Those who lack some of so many entries, and have not asked for them for too long."""
        return [client for client in self if client.sent_length != length and now - client.last_request > IDLE_TIMEOUT]

    def need_heartbeat(self, now: float) -> list[ConnectedClient]:
        """Those who should be sent a beat."""
        return [client for client in self if now - client.last_sent >= HEARTBEAT_INTERVAL]
