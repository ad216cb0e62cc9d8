"""An SSH entrance with a stand-in for the guest's program, and clients of it."""

from __future__ import annotations

import asyncio
import hashlib
import re
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncssh

from net.ssh.entrance import EntrancePrograms, SshEntrance, SshGuest
from net.ssh.pty_program import ProgramCommand
from tests.support.paths import TESTS

CHILD = TESTS / "support" / "ssh_program.py"
PATIENCE = 30.0


class Table:
    """A table whose program is the child, and which knows the guests that the test names."""

    def __init__(self) -> None:
        self.visitors: list[SshGuest] = []
        self.known: set[Path] = set()

    @contextmanager
    def program(self, visitor: SshGuest) -> Generator[ProgramCommand, None, None]:
        self.visitors.append(visitor)
        environment = {"TERM": visitor.term, "COLORTERM": visitor.colour_term, "GALLI_TUI_HOME": str(visitor.folder)}
        yield ProgramCommand((sys.executable, "-I", str(CHILD)), environment, visitor.folder)

    @property
    def house(self) -> EntrancePrograms:
        return EntrancePrograms(self.program, self.known.__contains__)


class Door(SshEntrance):
    """An entrance that notifies of every arrival and departure."""

    def __init__(self, home: Path, house: EntrancePrograms) -> None:
        self.changed = asyncio.Event()
        super().__init__(home, house, self.changed.set)


@asynccontextmanager
async def entrance(home: Path, table: Table) -> AsyncGenerator[Door, None]:
    found = Door(home, table.house)
    found.open(0, "127.0.0.1")
    try:
        yield found
    finally:
        await found.close()


def key(kind: str = "ssh-ed25519") -> asyncssh.SSHKey:
    return asyncssh.generate_private_key(kind)  # pyright: ignore[reportUnknownMemberType]


@asynccontextmanager
async def connected(door: SshEntrance, *keys: asyncssh.SSHKey, **options: Any) -> AsyncGenerator[Any, None]:
    options.setdefault("username", "anna")
    options.setdefault("client_keys", list(keys) or [key()])
    connect: Callable[..., Any] = asyncssh.connect
    options.setdefault("port", door.port)
    options.setdefault("known_hosts", None)
    async with connect("127.0.0.1", config=None, **options) as connection:
        yield connection


class Screen:
    """A session with a terminal, read as text."""

    def __init__(self, process: Any) -> None:
        self.process = process
        self.text = ""

    async def until(self, pattern: str) -> re.Match[str]:
        """Read until the pattern appears, and discard everything up to its end."""
        async with asyncio.timeout(PATIENCE):
            while not (found := re.search(pattern, self.text, re.DOTALL)):
                data = await self.process.stdout.read(1 << 16)
                assert data, f"never saw {pattern}; there was {self.text!r}"
                self.text += data.decode()
        self.text = self.text[found.end() :]
        return found

    async def ask(self, words: str, pattern: str) -> re.Match[str]:
        """Type a line and read the answer."""
        self.process.stdin.write(f"{words}\n".encode())
        return await self.until(pattern)


@asynccontextmanager
async def seated(connection: Any, **options: Any) -> AsyncGenerator[Screen, None]:
    options = {"term_type": "xterm-256color", "term_size": (100, 30), **options}
    async with connection.create_process(encoding=None, **options) as process:
        yield Screen(process)


def folder_of(home: Path, public: asyncssh.SSHKey) -> Path:
    return home / "ssh" / hashlib.sha256(public.public_data).hexdigest()


async def nobody(door: Door) -> None:
    """Wait until no session is left."""
    async with asyncio.timeout(PATIENCE):
        while door.guests:
            door.changed.clear()
            await door.changed.wait()
