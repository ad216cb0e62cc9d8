"""The SSH entrance: the cost of idle sessions for the host, and the delay of a key."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import asyncssh

from benchmarks.pairing import Ratio
from net.ssh.entrance import EntrancePrograms, SshEntrance, SshGuest
from net.ssh.pty_program import ProgramCommand

SESSIONS = 3
QUIET = 5.0
"""Seconds in which nothing happens."""
PAIRS = 5
KEYS = 100
ECHO = (sys.executable, "-c", "import tty, os; tty.setraw(0); os.write(1, b'!')\nwhile 1: os.write(1, os.read(0, 99))")


def ratios() -> list[Ratio]:
    """Return both figures."""
    return asyncio.run(_measured())


async def _measured() -> list[Ratio]:
    with TemporaryDirectory() as folder:
        async with _entrance(Path(folder)) as door:
            idle = await _idle(door)
            key = await _key(door)
    return [idle, key]


async def _idle(door: SshEntrance) -> Ratio:
    """Return the cost of idle sessions. The process is host and clients at once, so the host alone costs less."""
    shares: list[tuple[float, float]] = []
    async with AsyncExitStack() as stack:
        for _ in range(SESSIONS):
            await stack.enter_async_context(_session(door.port))
        for _ in range(PAIRS):
            spent, passed = process_time(), perf_counter()
            await asyncio.sleep(QUIET)
            shares.append((process_time() - spent, perf_counter() - passed))
    return Ratio(
        name=f"ssh: {SESSIONS} sessions in which nothing happens, share of a core",
        peer="time that passed",
        ours=median(spent for spent, _ in shares),
        peers=median(passed for _, passed in shares),
        unit="s",
        ratios=tuple(spent / passed for spent, passed in shares),
        bound=0.01,
    )


async def _key(door: SshEntrance) -> Ratio:
    """Return the time from a key to its echo: through the entrance and a program, and by asyncssh alone."""
    async with _bare() as port, _session(door.port) as ours, _session(port) as bare:
        figures = [(await _echo(ours), await _echo(bare)) for _ in range(PAIRS)]
    return Ratio(
        name="ssh: from a key to the program's answer, at the client",
        peer="asyncssh alone, without a program",
        ours=median(own for own, _ in figures),
        peers=median(other for _, other in figures),
        unit="ms",
        ratios=tuple(own / other for own, other in figures),
        bound=2.5,
    )


async def _echo(session: Any) -> float:
    """Return the median, in milliseconds."""
    times: list[float] = []
    for _ in range(KEYS):
        start = perf_counter()
        session.stdin.write(b"x")
        await session.stdout.read(1)
        times.append((perf_counter() - start) * 1000)
    return median(times)


class _Anyone(asyncssh.SSHServer):
    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        return True

    def public_key_auth_supported(self) -> bool:
        return True


@asynccontextmanager
async def _bare() -> AsyncGenerator[int, None]:
    """Start a server that echoes what is typed."""

    async def answer(process: Any) -> None:
        process.stdout.write(b"!")
        while data := await process.stdin.read(99):
            process.stdout.write(data)
        process.exit(0)

    listen: Callable[..., Any] = asyncssh.listen
    server = await listen(
        "127.0.0.1",
        0,
        server_factory=_Anyone,
        server_host_keys=[_new_key()],
        process_factory=answer,
        encoding=None,
        line_editor=False,
    )
    async with server:
        yield server.get_port()


def _new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")  # pyright: ignore[reportUnknownMemberType]


@asynccontextmanager
async def _entrance(folder: Path) -> AsyncGenerator[SshEntrance, None]:
    @contextmanager
    def program(visitor: SshGuest) -> Generator[ProgramCommand, None, None]:
        yield ProgramCommand(ECHO, {}, visitor.folder)

    door = SshEntrance(folder, EntrancePrograms(program, lambda _: True))
    door.open(0, "127.0.0.1")
    try:
        yield door
    finally:
        await door.close()


@asynccontextmanager
async def _session(port: int) -> AsyncGenerator[Any, None]:
    connect: Callable[..., Any] = asyncssh.connect
    async with (
        connect("127.0.0.1", port, known_hosts=None, config=None, username="a", client_keys=[_new_key()]) as connection,
        connection.create_process(encoding=None, term_type="xterm") as process,
    ):
        await process.stdout.read(1)
        yield process
