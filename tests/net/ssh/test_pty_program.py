"""A program on a terminal of its own: what it reads and writes, and how it ends."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from net.ssh import pty_program
from net.ssh.pty_program import DEFAULT_SIZE, KILLED, MAX_SIZE, ProgramCommand, PtyProgram, TerminalSize, clamp_size
from tests.support.asynchronous import driven
from tests.support.paths import TESTS

CHILD = TESTS / "support" / "ssh_program.py"


@pytest.mark.parametrize(
    ("columns", "rows", "size"),
    [
        (100, 30, TerminalSize(100, 30)),
        (0, 30, DEFAULT_SIZE),
        (100, 0, DEFAULT_SIZE),
        (-1, -1, DEFAULT_SIZE),
        (2**32, 2**32, MAX_SIZE),
    ],
)
def test_a_size_is_one_that_a_screen_can_have(columns: int, rows: int, size: TerminalSize) -> None:
    assert clamp_size(columns, rows) == size


class Run:
    """The child, and what it has written."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.text = ""
        self.relieved = asyncio.Event()
        self._wrote = asyncio.Event()

    async def start(self, *keeps: int) -> PtyProgram:
        command = ProgramCommand(
            (sys.executable, "-I", str(CHILD)), {"TERM": "xterm", "GALLI_TUI_HOME": str(self.home)}, self.home, keeps
        )
        return await PtyProgram.start(command, TerminalSize(90, 25), self._heard, self.relieved.set)

    def _heard(self, data: bytes) -> None:
        self.text += data.decode()
        self._wrote.set()

    async def until(self, pattern: str) -> re.Match[str]:
        async with asyncio.timeout(30):
            while not (found := re.search(pattern, self.text)):
                self._wrote.clear()
                await self._wrote.wait()
        return found


@driven
async def test_it_reads_input_and_exits(home: Path) -> None:
    run = Run(home)
    program = await run.start()
    program.write(b"size\nexit 3\n")
    assert await program.wait() == 3
    assert "size 90 25" in run.text


@driven
async def test_its_last_output_is_read(home: Path) -> None:
    run = Run(home)
    program = await run.start()
    await run.until("ready")
    program.pause()
    program.write(b"flood 2000\nexit 0\n")
    assert await program.wait() == 0
    assert run.text.count("#") == 2000


@pytest.mark.parametrize("stall", [0, 60], ids=["idle", "busy"])
@driven
async def test_its_last_words_are_heard_though_the_kernel_hands_them_over_late(
    home: Path, monkeypatch: pytest.MonkeyPatch, stall: int
) -> None:
    run = Run(home)
    program = await run.start()
    await run.until("ready")
    program.pause()
    late = [BlockingIOError(), BlockingIOError()]
    loop = asyncio.get_running_loop()
    clock, stalled = loop.time, [0]
    monkeypatch.setattr(loop, "time", lambda: clock() + stalled[0])

    def read(descriptor: int, size: int) -> bytes:
        if late:
            stalled[0] += stall
            raise late.pop()
        return os.read(descriptor, size)

    program.write(b"flood 2000\nexit 0\n")
    monkeypatch.setattr(pty_program, "os", SimpleNamespace(**{**vars(os), "read": read}))
    assert await program.wait() == 0
    assert run.text.count("#") == 2000


@driven
async def test_it_keeps_the_files_it_is_given_and_no_others(home: Path) -> None:
    run = Run(home)
    kept, other = os.open(os.devnull, os.O_RDONLY), os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(other, True)  # noqa: FBT003
    try:
        program = await run.start(kept)
        program.write(b"fds\nexit 0\n")
        await program.wait()
    finally:
        os.close(kept)
        os.close(other)
    assert f"fds {kept} end" in run.text


@driven
async def test_a_hang_up_ends_the_program(home: Path) -> None:
    run = Run(home)
    program = await run.start()
    await run.until("ready")
    program.hang_up()
    program.write(b"nobody reads this")
    program.resize(DEFAULT_SIZE)
    assert await program.wait() == 0
    assert (home / "ended").read_text() == "SIGHUP"


@driven
async def test_a_program_asked_to_end_does(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pty_program, "KILL_AFTER", 60)  # A busy computer may take longer than a program may.
    run = Run(home)
    program = await run.start()
    await run.until("ready")
    program.end()
    assert await program.wait() == 0
    assert (home / "ended").read_text() == "SIGTERM"


@driven
async def test_a_program_that_ignores_signals_is_killed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pty_program, "KILL_AFTER", 0.01)
    for ending in (PtyProgram.end, PtyProgram.hang_up):
        run = Run(home)
        program = await run.start()
        program.write(b"deaf\n")
        await run.until(r"deaf\r\n(?s:.*)deaf")
        ending(program)
        assert await program.wait() == KILLED


@driven
async def test_a_program_that_reads_nothing_fills_its_input_and_resumes_later(home: Path) -> None:
    run = Run(home)
    program = await run.start()
    await run.until("ready")
    program.write(b"echo on\n" * (pty_program.MAX_UNREAD // 8))
    assert program.input_full
    async with asyncio.timeout(30):
        await run.relieved.wait()
    assert not program.input_full
    program.hang_up()
    await program.wait()


@driven
async def test_a_client_that_gives_up_waiting_kills_it(home: Path) -> None:
    run = Run(home)
    program = await run.start()
    number = int((await run.until(r"ready \S+ (\d+)\r"))[1])
    waiting = asyncio.create_task(program.wait())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with asyncio.timeout(30):
        assert await program.wait() == KILLED
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@driven
async def test_a_program_that_is_not_there_says_so(home: Path) -> None:
    run = Run(home)
    program = await PtyProgram.start(
        ProgramCommand((str(home / "none"),), {}, home),
        DEFAULT_SIZE,
        run._heard,  # pyright: ignore[reportPrivateUsage]
        run.relieved.set,
    )
    assert await program.wait() == 1
    assert "could not start the game" in run.text
    with pytest.raises(OSError, match="No such file"):
        await PtyProgram.start(ProgramCommand((sys.executable,), {}, home / "none"), DEFAULT_SIZE, print, print)
