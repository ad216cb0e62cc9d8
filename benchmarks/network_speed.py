"""A network table, compared with bare sockets that only send, sign and verify the same bytes."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from functools import lru_cache
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final, NamedTuple

from nacl.bindings import crypto_sign_open
from nacl.signing import SigningKey

from benchmarks.network_table import CODE, GAME, LOOPBACK, PAUSE, Quiet, Seen, act, choose, serving, table_for
from benchmarks.pairing import Ratio, paired
from net.discovery.address import Address
from net.discovery.routes import Route
from net.guest.client_connection import ClientConnection
from net.guest.table_client import SpectatorClient
from net.status import Phase
from net.sync.rules_hash import check_rules
from net.wire.messages import PeerRole
from rules.engine.game import Options
from saves.format.entries import ENTRY_CONTEXT, SIGNATURE_SIZE, SUBMISSION_CONTEXT, SeatBody
from saves.format.header import COMMITTED, Player
from saves.log.match_log import links_of
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.replica import Replica

ROOT: Final = Path(__file__).parents[1]
CLIENTS: Final = 2
"""The number of guests at the table where moves are measured."""
ECHOES: Final = 40
"""In one measurement; beside them goes a whole match."""
LONGEST: Final = 120
"""Seconds after which a measurement fails."""
ENTRIES: Final = 2000
IDLE: Final = 6.0
"""Seconds for which an idle table is measured."""


def ratios() -> list[Ratio]:
    """Return the figures of a move sent to all, of a long log sent to a guest, and of an idle table."""
    return [
        paired(
            f"a move until host and {CLIENTS} guests show it, the disk not waited for",
            lambda: asyncio.run(_moves()).seconds,
            lambda: asyncio.run(_echoes(_size())),
            "bare TCP echo, signed and verified",
            unit="s",
            bound=3,
            pairs=5,
        ),
        paired(
            f"catching up {ENTRIES} entries, rules and all",
            _catching_up,
            _receiving,
            "receiving and verifying them, on all processors",
            unit="s",
            bound=2.5,
            pairs=5,
        ),
        paired(
            "a table of four with two who watch, nobody moving: the host's share of a core",
            lambda: asyncio.run(_idle()),
            lambda: 1.0,
            "one core",
            unit="",
            bound=0.05,
            pairs=3,
        ),
    ]


class Moves(NamedTuple):
    """The figures measured at a table."""

    seconds: float
    """The median for one move."""
    size: int
    """Bytes of entries for one move."""


async def _child(stack: AsyncExitStack, role: str, folder: Path, port: int) -> asyncio.subprocess.Process:
    """Start one of the programs in `network_child`; it ends when its standard input is closed."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.network_child", role, str(folder), str(port)),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    stack.push_async_callback(child.communicate, b"")
    return child


async def _moves() -> Moves:
    with tempfile.TemporaryDirectory() as base:
        async with AsyncExitStack() as stack:
            folder, seen, enough = Path(base), Seen(), asyncio.Event()
            identity = load_identity(folder)
            machine = table_for(folder / "host", identity, Options(CLIENTS + 1, "versus", 1))
            served = serving(machine, identity)

            def changed() -> None:
                act(machine, served, seen)
                if machine.phase is Phase.OVER:
                    enough.set()

            served.subscribe(changed)
            await served.open()
            stack.push_async_callback(served.close)
            children = [await _child(stack, "guest", folder / str(number), served.port) for number in range(CLIENTS)]
            async with asyncio.timeout(LONGEST):
                await enough.wait()
            match = machine.match
            outputs = [(await child.communicate(b""))[0] for child in children]
    programs = [seen.times, *map(json.loads, outputs)]
    times: list[float] = []
    for length, began in chain.from_iterable(program["made"] for program in programs):
        shown = [
            next((when for seen_length, when in program["seen"] if seen_length > length), None) for program in programs
        ]
        if None not in shown:
            times.append(max(when for when in shown if when is not None) - began)
    if not isinstance(match, Match) or not times:
        raise RuntimeError("no move was seen by everyone")
    raws = match.raw_entries()
    return Moves(median(times), sum(map(len, raws)) // max(1, len(match.events)))


async def _echoes(size: int) -> float:
    key, message = SigningKey(bytes(32)), os.urandom(size)
    times: list[float] = []
    arrived: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            await asyncio.start_server(lambda reader, writer: arrived.put_nowait((reader, writer)), LOOPBACK, 0)
        )
        port = server.sockets[0].getsockname()[1]
        for _ in range(CLIENTS):
            await _child(stack, "echo", Path(), port)
        ends = [await arrived.get() for _ in range(CLIENTS)]
        for _, writer in ends:
            writer.write(bytes(key.verify_key))
        for _ in range(ECHOES):
            await asyncio.sleep(PAUSE)
            began = perf_counter()
            signed = bytes(key.sign(message))
            for _, writer in ends:
                writer.write(len(signed).to_bytes(4, "big") + signed)
            await asyncio.gather(*(reader.readexactly(4 + len(signed)) for reader, _ in ends))
            times.append(perf_counter() - began)
        for _, writer in ends:
            writer.write(bytes(4))
            writer.close()
    return median(times)


@lru_cache(maxsize=1)
def _size() -> int:
    return asyncio.run(_moves()).size


async def _idle() -> float:
    with tempfile.TemporaryDirectory() as base:
        async with AsyncExitStack() as stack:
            folder, seen, begun = Path(base), Seen(), asyncio.Event()
            identity = load_identity(folder)
            machine = table_for(folder / "host", identity, Options(4, "versus", 1))
            served = serving(machine, identity)

            def changed() -> None:
                status = machine.status
                if status.spectators == 2:
                    act(machine, served, seen)
                if machine.match is not None and machine.match.log.due.seats:
                    begun.set()

            served.subscribe(changed)
            await served.open()
            stack.push_async_callback(served.close)
            for number, role in enumerate(("idle", "idle", "idle", "watch", "watch")):
                await _child(stack, role, folder / str(number), served.port)
            async with asyncio.timeout(LONGEST):
                await begun.wait()
            await asyncio.sleep(1)
            began, used = perf_counter(), process_time()
            await asyncio.sleep(IDLE)
            return (process_time() - used) / (perf_counter() - began)


class Long(NamedTuple):
    """A long match, hosted by another process."""

    key: bytes
    """The key that all entries are signed with."""
    entries: int
    port: int
    bare_port: int
    """The port that sends the same entries over a bare socket."""
    size: int
    """The bytes of the entries."""
    signed: tuple[bytes, ...]
    """Every signature with the message it signs."""


@lru_cache(maxsize=1)
def _long() -> Long:
    """Create a match of level I with many takebacks."""
    stack = ExitStack()
    atexit.register(stack.close)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    identity = load_identity(folder)
    players = [Player("Anna", "red"), Player("Bruno", "blue")]
    options = Options(2, "versus", 1)
    with Match.create(folder, GAME, options, players, COMMITTED, identity=identity, now=0, disk=Quiet()) as match:
        while match.log.length < ENTRIES:
            seat = match.due.seats[0]
            move = choose(match, seat)
            match.submit(move)
            for _ in range(40):
                if match.can_take_back(seat) and match.log.length < ENTRIES - 1:
                    match.take_back(seat)
                    match.submit(move)
        raws, signed = match.raw_entries(), list[bytes]()
        for link in links_of(match.log):
            signed.append(_signed(link.raw, ENTRY_CONTEXT))
            if isinstance(link.entry.body, SeatBody):
                signed.append(_signed(link.entry.body.submission, SUBMISSION_CONTEXT))
    child = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.network_child", "host", str(folder), "0"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    )
    stack.callback(child.kill)
    if child.stdout is None:
        raise RuntimeError("the host says nothing")
    port, bare_port = map(int, child.stdout.readline().split())
    return Long(identity.public.sign, len(raws), port, bare_port, sum(map(len, raws)), tuple(signed))


def _signed(raw: bytes, context: bytes) -> bytes:
    """Return signature and signed message in the form that PyNaCl takes."""
    return raw[:SIGNATURE_SIZE] + context + raw[SIGNATURE_SIZE:]


def _catching_up() -> float:
    with tempfile.TemporaryDirectory() as base:
        return asyncio.run(_caught_up(Path(base), _long()))


async def _caught_up(folder: Path, long: Long) -> float:
    """Return the seconds from the first byte of the log to the last state."""
    copies: list[Replica] = []

    def make(header: bytes) -> Replica:
        copies.append(Replica.follow(folder, header, None, disk=Quiet()))
        return copies[-1]

    identity = load_identity(folder)
    machine = SpectatorClient(identity.public, make)
    way = Route((Address(LOOPBACK, long.port),))
    visit = ClientConnection(
        machine, identity, way, CODE, role=PeerRole.SPECTATOR, version="1.0", check_rules=check_rules, interfaces=[]
    )
    began, done = 0.0, asyncio.Event()

    def changed() -> None:
        nonlocal began
        if copies and not began:
            began = perf_counter()
        if copies and copies[-1].log.length >= long.entries:
            done.set()

    visit.subscribe(changed)
    visit.open()
    async with asyncio.timeout(LONGEST):
        await done.wait()
    took = perf_counter() - began
    await visit.close()
    copies[-1].close()
    return took


def _receiving() -> float:
    long = _long()
    return asyncio.run(_received(long))


async def _received(long: Long) -> float:
    """Receive the same bytes and verify every signature, on all processors as we do."""
    reader, writer = await asyncio.open_connection(LOOPBACK, long.bare_port)
    began = perf_counter()
    writer.write(b"!")
    await reader.readexactly(long.size)
    parts = os.cpu_count() or 1
    with ThreadPoolExecutor(parts) as pool:
        list(pool.map(_verify, [(long.signed[part::parts], long.key) for part in range(parts)]))
    took = perf_counter() - began
    writer.close()
    return took


def _verify(part: tuple[Sequence[bytes], bytes]) -> None:
    """Verify some entries; PyNaCl lets other threads run meanwhile."""
    signed, key = part
    for one in signed:
        crypto_sign_open(one, key)
