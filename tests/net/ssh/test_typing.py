"""How fast the SSH entrance takes what a client types, by a clock of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import asyncssh
import pytest

from net.limits.bandwidth import Backpressure
from net.ssh import server
from net.ssh.pty_program import PtyProgram, TerminalSize
from net.ssh.server import SshTerminal

AT_ONCE, A_SECOND = 8192, 2048
"""What docs/wire.md says, in bytes."""


class Clock:
    """An event loop's clock and its timers."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._timers: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[[], None]) -> object:
        self._timers.append((self.now + delay, call))
        return self._timers[-1]

    def advance(self, seconds: float) -> None:
        self.now += seconds
        due = [timer for timer in self._timers if timer[0] <= self.now]
        self._timers = [timer for timer in self._timers if timer[0] > self.now]
        for _, call in due:
            call()


class Client:
    """A client's side of the channel, and a program that reads everything at once."""

    input_full = False

    def __init__(self) -> None:
        self.heard = True
        """Whether the client's bytes are taken from its connection."""
        self.written = 0

    def pause_reading(self) -> None:
        self.heard = False

    def resume_reading(self) -> None:
        self.heard = True

    def write(self, data: bytes) -> None:
        self.written += len(data)

    def resize(self, size: TerminalSize) -> None:
        assert size == TerminalSize(80, 24)

    def resume(self) -> None:
        pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(server.asyncio, "get_running_loop", lambda: clock)
    return clock


def typing(clock: Clock, *, piece: int, seconds: int, steps: int) -> int:
    """The bytes that reach the program of a client that types a piece at each step while it is heard."""
    client = Client()
    channel = cast("asyncssh.SSHServerChannel[bytes]", client)
    terminal = SshTerminal(channel, "anna", "xterm", TerminalSize(80, 24), Backpressure())
    terminal.attach(cast("PtyProgram", client))
    for _ in range(seconds * steps):
        if client.heard:
            terminal.typed(b"a" * piece)
        clock.advance(1 / steps)
    return client.written


@pytest.mark.parametrize("piece", [1, 64, 4096])
def test_a_client_that_types_without_end_is_held_to_two_kibibytes_a_second(clock: Clock, piece: int) -> None:
    seconds, steps = 60, 1 << 13
    allowed = AT_ONCE + A_SECOND * seconds
    assert allowed * 0.9 < typing(clock, piece=piece, seconds=seconds, steps=steps) <= allowed + piece


@pytest.mark.parametrize(("piece", "steps"), [(1, 20), (6, 300)])
def test_a_fast_typist_and_a_moved_mouse_are_never_held_back(clock: Clock, piece: int, steps: int) -> None:
    assert typing(clock, piece=piece, seconds=60, steps=steps) == piece * steps * 60
