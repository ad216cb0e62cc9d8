"""Real programs at one table, for tests: they are started, read from, killed, and always ended."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from saves.format.records import RecordKind
from saves.storage.match_file import MatchFile
from tests.support.paths import ROOT

WAIT = 120
"""Seconds after which what should have come is given up."""


class Program:
    """One of the programs of `tests.support.table_program`."""

    def __init__(self, role: str, process: asyncio.subprocess.Process, folder: Path) -> None:
        self.role = role
        self.process = process
        self.folder = folder
        self.lines: list[str] = []

    async def until(self, word: str, least: int = 0) -> str:
        """Wait for a line that begins with this word, and return the rest; a number must reach `least`."""
        assert self.process.stdout is not None
        while True:
            async with asyncio.timeout(WAIT):
                line = (await self.process.stdout.readline()).decode()
            if not line:
                assert self.process.stderr is not None
                error = (await self.process.stderr.read()).decode()
                raise EOFError(f"ended before {word!r}: {self.lines[-3:]} {error[-3000:]}")
            self.lines.append(line.rstrip("\n"))
            first, _, rest = self.lines[-1].partition(" ")
            if first == word and (not least or int(rest) >= least):
                return rest

    async def kill(self) -> None:
        """Kill the program at once."""
        self.process.kill()
        await self.process.wait()

    async def end(self) -> int:
        """Wait for the program's end, and return its exit code. A guest ends by itself."""
        if self.process.returncode is None and self.role != "guest":
            self.process.terminate()
        async with asyncio.timeout(WAIT):
            _, error = await self.process.communicate()
        assert error == b"", error.decode()
        return await self.process.wait()

    @property
    def file(self) -> Path:
        """The file of its only match."""
        (path,) = (self.folder / "matches").glob("*.galli")
        return path

    @property
    def entries(self) -> list[bytes]:
        """The entries of its file, as bytes."""
        return [record.body for record in MatchFile.view(self.file).records if record.kind is RecordKind.ENTRY]


class Programs:
    """All programs that a test has started; they are ended with it."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._all: list[Program] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for program in self._all:
            if program.process.returncode is None:
                program.process.kill()
            await program.process.communicate()

    async def start(self, role: str, name: str, *options: str, before: Sequence[str] = ()) -> Program:
        """Start a program with a folder of this name; `before` comes first on its command line."""
        folder = self._base / name
        process = await asyncio.create_subprocess_exec(
            *before,
            sys.executable,
            "-m",
            "tests.support.table_program",
            role,
            str(folder),
            *options,
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        program = Program(role, process, folder)
        self._all.append(program)
        return program
