"""A headless program that hosts, joins or watches a table: `python -m tests.support.table_program ROLE`.

Its seats are played by chance, but as people play: through the machine's own `submit`. What has happened is told on
standard output, a line each: "port N", "entries N", "over STATE LOG", "gone SENTENCE". A host stays until SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from net.discovery.address import parse_address
from net.discovery.listening_sockets import ALL_INTERFACES
from net.discovery.routes import Route
from net.guest import client_connection, seat_client, server_link, table_client
from net.guest.client_connection import ClientConnection
from net.guest.seat_client import SeatClient
from net.host import roster
from net.host.host_actions import HostTableServer, new_table, saved_table
from net.host.listener import TableListener
from net.host.lobby import MatchSetup
from net.host.table_state import TableSettings
from net.status import Phase
from net.sync.rules_hash import check_rules, rules_hash, standard_components_hash
from net.wire import peer_connection
from net.wire.handshake_codec import TableInfo
from net.wire.messages import Lobby, PeerRole, SeatKind
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.registry import game_meta
from saves.format.header import COMMITTED, Player
from saves.log.public_hash import public_hash
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.replica import Replica

CODE = "abbey-acorn-417"
TABLE = b"tabletwo"
VERSION = "1.0"
IMPATIENT = {
    client_connection: {"RETRY_DELAYS": (0.05, 0.1, 0.2, 0.5), "STABLE_AFTER": 2.0},
    peer_connection: {"HANDSHAKE_TIMEOUT": 5.0},
    roster: {"HEARTBEAT_INTERVAL": 1.0, "SILENCE_TIMEOUT": 5.0},
    seat_client: {"RETRY_AFTER": 1.0},
    server_link: {"HEARTBEAT_INTERVAL": 1.0, "SILENCE_TIMEOUT": 5.0},
    table_client: {"RETRY_AFTER": 1.0},
}
"""Shorter waits, in seconds, where a bad line is not to hold up a test for long."""


def report(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def by_chance(match: Match | Replica, seat: Seat, seed: int) -> Move:
    """Return a random move of a seat that is due."""
    stream = RandomStream(derive_entropy("net child", seed, seat, match.log.length))
    return bot_named("novice").decide(match.game, match.view(seat), seat, stream, EventBudget(0))


def record(match: Match | Replica) -> str:
    """Return what two programs compare at the end: the hashes of the public state and of all entries."""
    entries = blake2b(digest_size=16)
    for raw in match.raw_entries():
        entries.update(len(raw).to_bytes(4, "big") + raw)
    return f"over {public_hash(match.log).hex()} {entries.hexdigest()}"


class LogReporter:
    """Reports each new length of the log, and the end once."""

    def __init__(self) -> None:
        self._length = -1
        self._over = False

    def look(self, match: Match | Replica, phase: Phase) -> None:
        """Report what is new."""
        if match.log.length != self._length:
            self._length = match.log.length
            report(f"entries {self._length}")
        if phase is Phase.OVER and not self._over:
            self._over = True
            report(record(match))


async def act_on(news: asyncio.Event, act: Callable[[], bool], stop: asyncio.Event) -> None:
    """Act on every change, until nothing is left to do or the program is told to stop."""
    news.set()
    stopping = asyncio.ensure_future(stop.wait())
    while not stop.is_set():
        changed = asyncio.ensure_future(news.wait())
        await asyncio.wait([changed, stopping], return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()
        news.clear()
        if not act():
            break
    stopping.cancel()


def stopped_by_signal() -> asyncio.Event:
    """Return an event that is set at SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    return stop


async def host(wanted: Namespace) -> None:
    """Host a new match, or resume the one in the folder."""
    folder, matches = Path(wanted.folder), Path(wanted.folder) / "matches"
    identity = load_identity(folder)
    game = str(wanted.game)
    meta = game_meta(game)
    house = TableSettings(identity.public, "Anna", code=CODE)
    saved = sorted(matches.glob("*.galli"))

    def make(settled: MatchSetup) -> Match:
        players = [Player(place.name, place.colour, place.bot) for place in settled.assignments]
        return Match.create(
            matches,
            game,
            settled.options,
            players,
            COMMITTED,
            identity=identity,
            now=int(time.time()),
            guests=settled.clients,
            holders=settled.holders,
        )

    if saved:
        machine = saved_table(house, Match.open(saved[0], identity))
    else:
        machine = new_table(
            house, meta, Options(wanted.seats, "versus", wanted.level), standard_components_hash(game), make
        )
        machine.seat_here(Seat(0), "Anna")
    about = TableInfo(VERSION, TABLE, game, meta.rules_version, rules_hash(game))
    hosts = ALL_INTERFACES if wanted.interfaces is None else ("127.0.0.1",)
    serving = TableListener(
        machine,
        identity,
        about,
        CODE,
        name="Anna",
        ports=(wanted.port,),
        hosts=hosts,
        interfaces=wanted.interfaces,
    )
    news, reporter = asyncio.Event(), LogReporter()
    serving.subscribe(news.set)
    stop = stopped_by_signal()
    await serving.open()
    report(f"port {serving.port}")

    def act() -> bool:
        play_host(machine, serving, wanted.seed)
        if isinstance(machine.match, Match) and machine.phase is not Phase.LOBBY:
            reporter.look(machine.match, machine.phase)
        return True

    try:
        await act_on(news, act, stop)
    finally:
        await serving.close()
    for fault in serving.errors:
        raise fault


def play_host(machine: HostTableServer, serving: TableListener, seed: int) -> None:
    """Do what the host's player does next."""
    if machine.phase is Phase.LOBBY and not machine.obstacles:
        machine.begin(serving.now)
        serving.pump()
    book = machine.match
    if machine.phase is Phase.PLAYING and isinstance(book, Match):
        own = [seat for seat in book.due.seats if book.log.holders[seat] == 0]
        if own:
            machine.submit(by_chance(book, own[0], seed))
            serving.pump()


async def guest(wanted: Namespace) -> None:
    """Join or rejoin a table, and play to the end."""
    folder, matches = Path(wanted.folder), Path(wanted.folder) / "matches"
    identity = load_identity(folder)
    copies: list[Replica] = []

    def make(header: bytes) -> Replica:
        copies.append(Replica.follow(matches, header, identity))
        return copies[-1]

    saved = sorted(matches.glob("*.galli"))
    copies += [Replica.open(path, identity) for path in saved]
    machine = SeatClient(identity.public, make, copies[-1] if copies else None)
    way = Route((parse_address(wanted.at),)) if wanted.at else Route(table_id=TABLE)
    visit = ClientConnection(
        machine,
        identity,
        way,
        CODE,
        role=PeerRole.PLAYER,
        version=VERSION,
        check_rules=check_rules,
        interfaces=wanted.interfaces,
    )
    news, reporter = asyncio.Event(), LogReporter()
    visit.subscribe(news.set)
    visit.open()

    seen: Lobby | None = None

    def act() -> bool:
        nonlocal seen
        status = visit.status
        if status.phase is Phase.LOBBY and status.lobby is not None and status.lobby is not seen:
            seen = status.lobby
            sit_down(machine, visit, seen, wanted.name)
        play_guest(machine, visit, wanted.seed)
        if copies:
            reporter.look(copies[-1], machine.phase)
        return visit.status.phase not in (Phase.OVER, Phase.ENDED, Phase.STOPPED)

    try:
        await act_on(news, act, stopped_by_signal())
    finally:
        status = visit.status
        await visit.close()
        for copy in copies:
            copy.close()
    if status.problem is not None:
        report(f"gone {status.problem}")
    for fault in visit.errors:
        raise fault


def sit_down(machine: SeatClient, visit: ClientConnection, lobby: Lobby, name: str) -> None:
    """Do what the guest's player does in a changed lobby."""
    own = [seat for seat in lobby.seats if seat.yours]
    free = [number for number, seat in enumerate(lobby.seats) if seat.kind is SeatKind.OPEN]
    if not own and free:
        machine.take_seat(Seat(free[0]), name, "", visit.now)
        visit.pump()
    elif own and not own[0].ready:
        machine.ready(True, visit.now)  # noqa: FBT003
        visit.pump()


def play_guest(machine: SeatClient, visit: ClientConnection, seed: int) -> None:
    """Do what the guest's player does next in the match."""
    status, copy = visit.status, machine.replica
    if status.phase is Phase.PLAYING and isinstance(copy, Replica):
        for seat in status.seats:
            if seat in copy.due.seats and seat not in (*status.sending, *status.withheld):
                machine.submit(by_chance(copy, seat, seed), visit.now)
                visit.pump()


async def sniff(wanted: Namespace) -> None:
    """Report, at SIGTERM, the addresses to which anything was sent over the interfaces here."""
    every = socket.htons(3)
    found: set[str] = set()
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, every) as sock:
        sock.setblocking(False)  # noqa: FBT003

        def heard() -> None:
            packet = sock.recv(65535)
            kind = int.from_bytes(packet[12:14], "big")
            if kind == 0x0800:
                found.add(socket.inet_ntop(socket.AF_INET, packet[30:34]))
            elif kind == 0x86DD:
                found.add(socket.inet_ntop(socket.AF_INET6, packet[38:54]))

        loop = asyncio.get_running_loop()
        loop.add_reader(sock, heard)
        report("listening")
        await stopped_by_signal().wait()
        loop.remove_reader(sock)
    report(f"sent {' '.join(sorted(found))}")


def main() -> None:
    """Read the command line and run the role."""
    parser = ArgumentParser()
    parser.add_argument("role", choices=("host", "guest", "sniff"))
    parser.add_argument("folder")
    parser.add_argument("--game", default="campus-galli")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--name", default="Bruno")
    parser.add_argument("--at", default="", help="where the table is; it is looked for otherwise")
    parser.add_argument("--alone", dest="interfaces", action="store_const", const=[], default=None)
    parser.add_argument("--impatient", action="store_true", help="wait less than usual before trying again")
    wanted = parser.parse_args()
    for module, waits in IMPATIENT.items() if wanted.impatient else ():
        for name, wait in waits.items():
            assert hasattr(module, name)
            setattr(module, name, wait)
    asyncio.run({"host": host, "guest": guest, "sniff": sniff}[wanted.role](wanted))


if __name__ == "__main__":
    main()
