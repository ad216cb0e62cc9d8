"""A table on the loopback interface and what its programs record; for `network_speed` and `network_child`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from net.host.host_actions import HostTableServer, new_table, saved_table
from net.host.listener import TableListener
from net.host.lobby import MatchSetup
from net.host.table_state import TableSettings
from net.status import Phase
from net.sync.rules_hash import rules_hash, standard_components_hash
from net.wire.handshake_codec import TableInfo
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.registry import game_meta
from saves.format.header import COMMITTED, Player
from saves.format.identity import Identity
from saves.storage.disk import Disk
from saves.storage.match import Match
from saves.storage.replica import Replica

GAME: Final = "campus-galli"
CODE: Final = "abbey-acorn-417"
LOOPBACK: Final = "127.0.0.1"
PAUSE: Final = 0.03
"""Seconds before a decision, so that all programs have handled the previous one."""


class Quiet(Disk):
    """A disk without syncs, since its speed is not what is measured."""

    def sync(self, handle: int) -> None:
        """Do nothing."""


class Seen:
    """The times at which a program saw each length of the log and made each decision."""

    def __init__(self) -> None:
        self.times: dict[str, list[tuple[int, float]]] = {"seen": [], "made": []}
        self._asked = -1

    def note(self, length: int) -> None:
        """Record that the state after this number of entries has arrived."""
        seen = self.times["seen"]
        if not seen or seen[-1][0] < length:
            seen.append((length, perf_counter()))

    def made(self, length: int, began: float) -> None:
        """Record a decision made after this number of entries, and when it began."""
        self.times["made"].append((length, began))

    def later(self, length: int, decide: Callable[[], None]) -> None:
        """Schedule a decision, at most one for each length of the log; it is dropped if the log has grown meanwhile."""

        def due() -> None:
            if length == self._asked:
                decide()

        if length != self._asked:
            self._asked = length
            asyncio.get_running_loop().call_later(PAUSE, due)


def choose(match: Match | Replica, seat: Seat) -> Move:
    """Return a random move of a seat that is asked."""
    stream = RandomStream(derive_entropy("network speed", seat, match.log.length))
    return bot_named("novice").decide(match.game, match.view(seat), seat, stream, EventBudget(0))


def table_for(folder: Path, identity: Identity, options: Options) -> HostTableServer:
    """Return a new table with a local player on the first seat."""

    def make(settled: MatchSetup) -> Match:
        return Match.create(
            folder,
            GAME,
            settled.options,
            [Player(place.name, place.colour, place.bot) for place in settled.assignments],
            COMMITTED,
            identity=identity,
            now=0,
            guests=settled.clients,
            holders=settled.holders,
            disk=Quiet(),
        )

    house = TableSettings(identity.public, "Host", code=CODE)
    machine = new_table(house, game_meta(GAME), options, standard_components_hash(GAME), make)
    machine.seat_here(Seat(0), "Host")
    return machine


def saved_table_in(folder: Path, identity: Identity) -> HostTableServer:
    """Return the table of the only match in a folder."""
    (path,) = folder.glob("*.galli")
    return saved_table(TableSettings(identity.public, "Host", code=CODE), Match.open(path, identity, disk=Quiet()))


def serving(machine: HostTableServer, identity: Identity) -> TableListener:
    """Return a listener for the table on a free port of the loopback interface, not advertised."""
    about = TableInfo("1.0", bytes(8), GAME, game_meta(GAME).rules_version, rules_hash(GAME))
    return TableListener(machine, identity, about, CODE, name="Host", ports=(0,), hosts=(LOOPBACK,), interfaces=[])


def act(machine: HostTableServer, served: TableListener, seen: Seen) -> None:
    """Make the host's next step: begin the match, or decide a moment after the seat is asked."""
    if machine.phase is Phase.LOBBY and not machine.obstacles:
        machine.begin(served.now)
        served.pump()
    match = machine.match
    if not isinstance(match, Match):
        return
    seen.note(match.log.length)
    own = [seat for seat in match.due.seats if match.log.holders[seat] == 0]
    if machine.phase is Phase.PLAYING and own:

        def decide(match: Match = match) -> None:
            move, length = choose(match, own[0]), match.log.length
            alone = len(match.due.seats) == 1
            began = perf_counter()
            machine.submit(move)
            served.pump()
            if alone:
                seen.made(length, began)

        seen.later(match.log.length, decide)
