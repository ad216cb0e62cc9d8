"""A terminal that is not read holds up neither a table nor the way out; read again, it shows the right screen."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import signal
import tty
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.output import LIMIT, TerminalOutput
from tests.programs.test_network_play import hosting, port, seated
from tests.programs.test_whole_game import is_laying, prompt
from tests.support.terminal import PATIENCE, Terminal

free_port = port

FRAME = b"x" * 5000


class Line:
    """A terminal and what is written to it."""

    def __init__(self) -> None:
        self.reader, self.writer = pty.openpty()
        tty.setraw(self.writer)
        self.times_caught_up = 0

    def caught_up(self) -> None:
        self.times_caught_up += 1

    def read(self) -> bytes:
        """Everything that has come."""
        found = b""
        while select.select([self.reader], [], [], 0)[0]:
            found += os.read(self.reader, 1 << 16)
        return found

    async def read_until(self, end: bytes) -> bytes:
        found = b""
        while not found.endswith(end):
            found += self.read()
            await asyncio.sleep(0)
        return found

    def close(self) -> None:
        os.close(self.reader)
        os.close(self.writer)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()


def in_loop(line: Line, script: Callable[[TerminalOutput], Awaitable[None]]) -> None:
    """Runs a script with an output to the line."""

    async def main() -> None:
        output = TerminalOutput(line.writer, line.caught_up)
        try:
            await asyncio.wait_for(script(output), 20)
        finally:
            output.close()

    asyncio.run(main())


def test_what_is_written_arrives_in_order(line: Line) -> None:
    async def script(output: TerminalOutput) -> None:
        frames = [b"%06d" % number * 900 for number in range(10)]
        for frame in frames:
            output.write(frame)
            output.flush()
        assert await line.read_until(frames[-1]) == b"".join(frames)
        assert line.times_caught_up == 0

    in_loop(line, script)


def test_a_terminal_that_is_not_read_blocks_nothing_and_costs_no_memory(line: Line) -> None:
    async def script(output: TerminalOutput) -> None:
        for _ in range(1000):
            output.write(FRAME)
            output.flush()
        output.write(b"last")
        await asyncio.sleep(0)
        kept = 0
        while not line.times_caught_up:
            kept += len(line.read())
            await asyncio.sleep(0)
        assert 0 < kept + len(line.read()) < LIMIT + 2 * len(FRAME) + (1 << 16)
        output.write(b"again")
        output.flush()
        assert await line.read_until(b"again") == b"again"
        assert line.times_caught_up == 1

    in_loop(line, script)


def test_restoring_works_on_a_terminal_that_is_not_read(line: Line) -> None:
    async def script(output: TerminalOutput) -> None:
        for _ in range(100):
            output.write(FRAME)
            output.flush()
        output.begin_farewell()
        output.write(b"\x1b[?1049l")
        output.close()
        assert line.read().endswith(b"\x18\x1b\\\x1b[?1049l")

    in_loop(line, script)


def test_pending_frames_are_dropped_when_the_program_exits(line: Line) -> None:
    async def script(output: TerminalOutput) -> None:
        for _ in range(10):
            output.write(FRAME)
            output.flush()
        output.begin_farewell()
        output.write(b"\x1b[?1049l")
        seen = await line.read_until(b"\x1b[?1049l")
        assert len(seen) < 10 * len(FRAME)

    in_loop(line, script)


def test_a_closed_terminal_ends_the_output_quietly(line: Line) -> None:
    async def script(output: TerminalOutput) -> None:
        os.close(line.reader)
        line.reader = os.open(os.devnull, os.O_RDONLY)
        for _ in range(100):
            output.write(FRAME)
            output.flush()
            await asyncio.sleep(0)

    in_loop(line, script)
    assert line.times_caught_up == 0


def test_a_terminal_closed_during_output_is_left_quietly(line: Line) -> None:
    async def script(output: TerminalOutput) -> None:
        for _ in range(100):
            output.write(FRAME)
            output.flush()
        output.begin_farewell()
        output.write(b"\x1b[?1049l")
        os.close(line.reader)
        line.reader = os.open(os.devnull, os.O_RDONLY)
        output.close()

    in_loop(line, script)


def stall(terminal: Terminal) -> None:
    """Has the program paint much more than its line holds, none of which is read."""
    for number in range(40):
        terminal.resize(100 + number % 2, 30)
        select.select([], [], [], 0.1)
    terminal.resize(80, 24)


@pytest.mark.network
def test_a_host_whose_terminal_is_not_read_serves_its_guest_and_shows_the_right_screen_later(
    tmp_path: Path, free_port: int
) -> None:
    with hosting(tmp_path / "anna", free_port) as host, seated(host, tmp_path / "bruno", free_port) as guest:
        stall(host)
        host.press("1", "enter")
        guest.press("1", "enter")
        end = monotonic() + PATIENCE
        while "round 2 of" not in guest.text:
            assert monotonic() < end, f"the table stands still:\n{guest.text}"
            guest.watch(0.5)
            if is_laying(guest.text):
                guest.answer("tab")
                guest.answer("enter")
            elif "Waiting for Anna" in guest.text:
                host.press("tab", "enter")
            elif "Bruno" in prompt(guest.text):
                guest.press("enter")
        host.until(
            lambda screen: "Anna: choose a card" in prompt(screen) and "round 2 of" in screen, "the second round"
        )
        shown = host.settled()
        host.garble()
        host.signal(signal.SIGWINCH)
        host.until(lambda screen: screen == shown, "the same screen, painted whole")


@pytest.mark.parametrize("leave", ["q", pytest.param("SIGTERM", marks=pytest.mark.long)])
def test_exiting_restores_a_terminal_that_is_not_read(tmp_path: Path, leave: str) -> None:
    with Terminal("play", "campus-galli", "--mode", "solo", home=tmp_path) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the table")
        stall(terminal)
        if leave == "q":
            terminal.press("q", "q", "q")
        else:
            terminal.signal(signal.SIGTERM)
        assert terminal.wait_unread() == Exit.OK
        for given_back in (b"\x1b[?1003l", b"\x1b[?1049l", b"\x1b[?25h"):
            assert given_back in terminal.written
        assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"\x1b[38;")


def test_after_a_suspension_the_whole_screen_is_painted(tmp_path: Path) -> None:
    with Terminal("play", "campus-galli", "--mode", "solo", "--seed", "7", home=tmp_path) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the table")
        before = terminal.settled()
        terminal.stop()
        terminal.settled()
        terminal.garble()
        terminal.signal(signal.SIGCONT)
        terminal.until(
            lambda screen: screen == before and terminal.at_cursor.startswith("▸1 "), "the table with its cursor again"
        )
