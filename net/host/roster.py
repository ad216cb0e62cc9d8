"""Who is connected to a host: one record for each peer, who may come in, and who has been silent for too long.

What a peer may do, the host's machine decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from net.limits.rates import Allowances, Rates
from net.wire.effects import Peer
from net.wire.messages import MAX_WATCHERS, Company, Lobby, Reason, Wish
from saves.format.identity import PublicKeys

MAX_CONNECTIONS: Final = 24
BEAT_AFTER: Final = 5.0
"""Seconds without a word to a peer before it is sent a beat."""
SILENT_AFTER: Final = 20.0
"""Seconds without a word from a peer before it counts as lost."""
IDLE_AFTER: Final = 60.0
"""Seconds in which a peer that lacks entries must ask for them; whoever follows the match does so at once."""


@dataclass(slots=True)
class Visitor:
    """A connected guest or spectator, as far as the host keeps track of it."""

    peer: Peer
    keys: PublicKeys
    wish: Wish
    address: str
    heard: float
    """When it was last heard of."""
    spoken: float
    """When it was last sent something."""
    asked: float
    """When it last asked for the log, or could do so first."""
    rates: Rates
    """How much more it may say to all, and submit of what cannot stand."""
    told: int | None = None
    """How many entries it has, those on their way counted in; None until it has said what it has."""
    lobby: Lobby | None = None
    """What it was last told of the lobby."""
    company: Company | None = None
    """And of who is there."""
    owed: bool = False
    """Whether seats that a bot has played for it could not be given back yet."""

    def may_ask(self, length: int, whole: int, now: float) -> bool:
        """Whether it may ask for what follows so many entries: always for what follows the last answer."""
        return length == self.told != whole or self.rates.ask(now)


class Roster:
    """All peers that were let in, each key at most once."""

    def __init__(self) -> None:
        self.changes = 0
        """How often somebody has come or gone."""
        self._visitors: dict[Peer, Visitor] = {}
        self._allowances = Allowances()

    def __iter__(self) -> Iterator[Visitor]:
        return iter(tuple(self._visitors.values()))

    def __len__(self) -> int:
        return len(self._visitors)

    def get(self, peer: Peer) -> Visitor | None:
        """None for one that was never let in, or is gone."""
        return self._visitors.get(peer)

    def of(self, keys: PublicKeys) -> Visitor | None:
        """The one with these keys."""
        return next((visitor for visitor in self._visitors.values() if visitor.keys == keys), None)

    @property
    def watchers(self) -> int:
        """How many only watch."""
        return sum(visitor.wish is Wish.WATCH for visitor in self._visitors.values())

    @property
    def online(self) -> frozenset[PublicKeys]:
        """The keys of all who have come to play."""
        return frozenset(visitor.keys for visitor in self._visitors.values() if visitor.wish is Wish.SEAT)

    def barrier(self, wish: Wish, *, kept: int) -> Reason | None:
        """Why nobody more may come in with this wish. `kept` places are for others who are still away."""
        if len(self) + kept >= MAX_CONNECTIONS or (wish is Wish.WATCH and self.watchers >= MAX_WATCHERS):
            return Reason.FULL
        return None

    def add(self, peer: Peer, keys: PublicKeys, wish: Wish, address: str, now: float) -> Visitor:
        """Lets somebody in."""
        rates = self._allowances.of(keys, now)
        self.changes += 1
        visitor = self._visitors[peer] = Visitor(peer, keys, wish, address, now, now, now, rates)
        return visitor

    def remove(self, peer: Peer) -> Visitor | None:
        """Forgets a peer."""
        self.changes += 1
        return self._visitors.pop(peer, None)

    def silent(self, now: float) -> list[Visitor]:
        """Those who have not been heard of for too long."""
        return [visitor for visitor in self if now - visitor.heard > SILENT_AFTER]

    def idle(self, length: int, now: float) -> list[Visitor]:
        """Those who lack some of so many entries, and have not asked for them for too long."""
        return [visitor for visitor in self if visitor.told != length and now - visitor.asked > IDLE_AFTER]

    def waiting(self, now: float) -> list[Visitor]:
        """Those who should be sent a beat."""
        return [visitor for visitor in self if now - visitor.spoken >= BEAT_AFTER]
