"""The child programs of `network_speed`: `python -m benchmarks.network_child ROLE FOLDER PORT`.

`guest` plays random moves, `idle` takes a seat and does nothing, and `watch` is a spectator; each prints what it saw
when standard input ends. `echo` verifies what it receives and sends it back. `host` offers a long match to others who
catch up, and sends the same entries over a bare socket as well.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from time import perf_counter

from nacl.signing import VerifyKey

from benchmarks.network_table import CODE, LOOPBACK, Quiet, Seen, choose, saved_table_in, serving
from net.discovery.address import Address
from net.discovery.routes import Route
from net.guest.client_connection import ClientConnection
from net.guest.seat_client import SeatClient
from net.guest.table_client import SpectatorClient
from net.status import Phase
from net.sync.rules_hash import check_rules
from net.wire.messages import Lobby, PeerRole, SeatKind
from rules.engine.secrecy import Seat
from saves.storage.identity_file import load_identity
from saves.storage.replica import Replica


async def visitor(role: str, folder: Path, port: int) -> None:
    """Run a guest that plays, a guest that takes a seat and does nothing, or a spectator."""
    wish = PeerRole.SPECTATOR if role == "watch" else PeerRole.PLAYER
    identity = load_identity(folder)
    copies: list[Replica] = []
    seen = Seen()

    def make(header: bytes) -> Replica:
        copies.append(Replica.follow(folder, header, identity if wish is PeerRole.PLAYER else None, disk=Quiet()))
        return copies[-1]

    machine = SeatClient(identity.public, make) if wish is PeerRole.PLAYER else SpectatorClient(identity.public, make)
    way = Route((Address(LOOPBACK, port),))
    visit = ClientConnection(
        machine, identity, way, CODE, role=wish, version="1.0", check_rules=check_rules, interfaces=[]
    )

    lobby: Lobby | None = None

    def changed() -> None:
        nonlocal lobby
        if copies:
            seen.note(copies[-1].log.length)
        if isinstance(machine, SeatClient):
            if visit.status.lobby is not lobby:
                lobby = visit.status.lobby
                sit_down(machine, visit)
            if role == "guest":
                play(machine, visit, seen)

    visit.subscribe(changed)
    visit.open()
    await wait_for_end_of_input()
    await visit.close()
    for copy in copies:
        copy.close()
    sys.stdout.write(json.dumps(seen.times) + "\n")


def sit_down(machine: SeatClient, visit: ClientConnection) -> None:
    """Take the first free seat, then say that it is ready."""
    status = visit.status
    if status.phase is Phase.LOBBY and status.lobby is not None:
        own = [seat for seat in status.lobby.seats if seat.yours]
        free = [number for number, seat in enumerate(status.lobby.seats) if seat.kind is SeatKind.OPEN]
        if not own and free:
            machine.take_seat(Seat(free[0]), f"Guest {free[0]}", "", visit.now)
            visit.pump()
        elif own and not own[0].ready:
            machine.ready(True, visit.now)  # noqa: FBT003
            visit.pump()


def play(machine: SeatClient, visit: ClientConnection, seen: Seen) -> None:
    """Make a random move a moment after the seat is asked."""
    status, copy = visit.status, machine.replica
    if status.phase is not Phase.PLAYING or not isinstance(copy, Replica):
        return
    for seat in status.seats:
        if seat in copy.due.seats and seat not in (*status.sending, *status.withheld):

            def decide(seat: Seat = seat, copy: Replica = copy) -> None:
                move, length = choose(copy, seat), copy.log.length
                alone = len(copy.due.seats) == 1
                began = perf_counter()
                machine.submit(move, visit.now)
                visit.pump()
                if alone:
                    seen.made(length, began)

            seen.later(copy.log.length, decide)


async def echo(port: int) -> None:
    """Verify everything that is received, and send it back."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    key = VerifyKey(await reader.readexactly(32))
    while size := int.from_bytes(await reader.readexactly(4), "big"):
        signed = await reader.readexactly(size)
        key.verify(signed)
        writer.write(size.to_bytes(4, "big") + signed)
    writer.close()


async def host(folder: Path) -> None:
    """Host a long match; print the port of its table and the port that sends the same entries without it."""
    identity = load_identity(folder)
    machine = saved_table_in(folder, identity)
    everything = b"".join(machine.match.raw_entries()) if machine.match is not None else b""
    served = serving(machine, identity)
    await served.open()
    machine.begin(served.now)

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(1)
        writer.write(everything)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(send, LOOPBACK, 0) as server:
        sys.stdout.write(f"{served.port} {server.sockets[0].getsockname()[1]}\n")
        sys.stdout.flush()
        await wait_for_end_of_input()
    await served.close()


async def wait_for_end_of_input() -> None:
    """Wait until standard input ends."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()


def main() -> None:
    """Run the role that the command line names."""
    role, folder, port = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    match role:
        case "echo":
            asyncio.run(echo(port))
        case "host":
            asyncio.run(host(folder))
        case _:
            asyncio.run(visitor(role, folder, port))


if __name__ == "__main__":
    main()
