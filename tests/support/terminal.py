"""The program in a real pseudo-terminal: keys go in, and an emulator shows what a player would see."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "ctrl+p": "\x10",
    "ctrl+s": "\x13",
    "f1": "\x1bOP",
}
QUIET = 0.06
"""Seconds without output after which a program has drawn everything."""
PAUSE = 0.02
"""Seconds without output after which a program may be asked again, whether or not it has drawn everything."""
LATE = 8.0
"""Seconds after which a key that changed nothing counts as ignored."""
PATIENCE = 30.0
"""Seconds after which a wait fails."""

_UNKNOWN = re.compile(rb"\x1b\[[<>=?][0-9;:]*[a-gi-km-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\[=[0-9;]*u")
"""Private sequences that the emulator would print: keyboard protocols and questions about modes."""

_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[^\[]")


class Terminal:
    """One run of `python -m galli_tui` in a terminal. Leaving it kills the program if it still runs."""

    def __init__(
        self,
        *words: str,
        home: Path,
        columns: int = 80,
        rows: int = 24,
        command: Sequence[str] = (sys.executable, "-m", "galli_tui"),
        environment: Mapping[str, str] | None = None,
        newcomer: bool = False,
    ) -> None:
        """Start the program with the arguments `words`, adding `environment` to that of the test.

        Without arguments an empty home gets a player's name, so that the menu opens; not for a newcomer.
        """
        if not words and not newcomer and not home.exists():
            home.mkdir(mode=0o700)
        if not words and not newcomer and not any(home.iterdir()):
            (home / "settings.toml").write_text('name = "Notker"\n')
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._text: str | None = None
        """The screen as text, unless it may have changed since: the emulator takes long to tell it."""
        self.written = bytearray()
        """All output of the program."""
        self._descriptor, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        surroundings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", **os.environ, "GALLI_TUI_HOME": str(home)}
        self.modes_before = termios.tcgetattr(child)
        self._process = subprocess.Popen(
            [*command, *words],
            stdin=child,
            stdout=child,
            stderr=child,
            env=surroundings | dict(environment or {}),
            start_new_session=True,
        )
        os.close(child)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._descriptor)

    @property
    def text(self) -> str:
        """The screen, line by line."""
        if self._text is None:
            self._text = "\n".join(line.rstrip() for line in self._screen.display)
        return self._text

    @property
    def after(self) -> str:
        """The lines that the program has printed after it restored the screen."""
        _, _, after = bytes(self.written).rpartition(b"\x1b[?1049l")
        return _SEQUENCE.sub("", after.decode()).replace("\r", "").strip()

    @property
    def at_cursor(self) -> str:
        """The text from the terminal's own cursor to the end of its line."""
        cursor = self._screen.cursor
        return "" if cursor.hidden else self._screen.display[cursor.y][cursor.x :].strip()

    def press(self, *keys: str) -> None:
        """Type keys, by name or as they are."""
        for key in keys:
            os.write(self._descriptor, KEYS.get(key, key).encode())

    def send(self, data: bytes) -> int:
        """Type as many of these bytes as the terminal accepts at once; return how many it took."""
        os.set_blocking(self._descriptor, False)
        sent = 0
        try:
            while sent < len(data):
                sent += os.write(self._descriptor, data[sent : sent + 4096])
        except BlockingIOError:
            pass
        finally:
            os.set_blocking(self._descriptor, True)
        return sent

    def offer(self, data: bytes) -> int:
        """Type as many of these bytes as the program reads, allowing it some time; return how many."""
        self.settled()
        writable = select.select([], [self._descriptor], [], 1.0)[1]
        return self.send(data) if writable else 0

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal, as `kill` does."""
        self._process.send_signal(number)

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended, so that nobody would read what is typed."""
        return self._process.poll() is not None

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._process.pid

    @property
    def modes(self) -> list[Any]:
        """How the terminal treats what is typed and printed."""
        return termios.tcgetattr(self._descriptor)

    def until(self, holds: Callable[[str], bool], what: str) -> str:
        """Wait until the screen meets a condition, and return it. Fails with the current screen."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text):
            if time.monotonic() > end or not self._pump(1.0):
                raise AssertionError(f"never saw {what}; the screen was:\n{self.text}")
        return self.text

    def until_end_or(self, holds: Callable[[str], bool]) -> bool:
        """Wait until the screen meets a condition or the program has ended; return whether it has."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and not holds(self.text):
            if time.monotonic() > end:
                raise AssertionError(f"it neither ended nor went on; the screen was:\n{self.text}")
            self._pump(1.0)
        return self._process.poll() is not None

    def settled(self) -> str:
        """Return the screen once the program has been quiet for a moment."""
        while self._pump(QUIET, only_data=True):
            pass
        return self.text

    def watch(self, seconds: float) -> None:
        """Read the output for a number of seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self._pump(left):
            pass

    def watch_change(self, before: str, seconds: float) -> None:
        """Read until the screen is no longer as before and the program pauses, or for a number of seconds."""
        end = time.monotonic() + seconds
        while self.text == before and (left := end - time.monotonic()) > 0 and self._pump(left):
            pass
        while self._pump(PAUSE, only_data=True):
            pass

    def resize(self, columns: int, rows: int) -> None:
        """Resize the window."""
        self._screen.resize(rows, columns)
        self._text = None
        self.announce(columns, rows)

    def announce(self, columns: int, rows: int) -> None:
        """Report a size to the program, which the window need not have."""
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process.send_signal(signal.SIGWINCH)

    def garble(self) -> None:
        """Write something to the screen behind the program's back."""
        self._feed(b"\x1b[H" + b"#" * self._screen.columns * self._screen.lines)

    def stop(self) -> None:
        """Suspend the program, as `kill -TSTP` does, and wait until it has stopped."""
        self._process.send_signal(signal.SIGTSTP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def wait_unread(self) -> int:
        """Wait until the program has ended without reading; then read the rest and return the exit code."""
        code = self._process.wait(PATIENCE)
        while self._pump(0.05):
            pass
        return code

    def answer(self, key: str) -> str:
        """Press a key, wait until it has changed the screen, and return the screen."""
        before = self.text
        self.press(key)
        self.until(lambda screen: screen != before, f"a change after {key}")
        return self.settled()

    def insist(self, key: str) -> str:
        """Press a key until it changes the screen, since a key that comes too early for a handover is ignored."""
        before = self.text
        end = time.monotonic() + PATIENCE
        while self.text == before:
            if time.monotonic() > end:
                raise AssertionError(f"{key} never changed the screen, which is:\n{before}")
            self.press(key)
            moment = time.monotonic() + LATE
            while self.text == before and time.monotonic() < moment:
                self._pump(0.1)
        return self.settled()

    def kill(self) -> None:
        """Kill the program with SIGKILL, whatever it is doing."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def take_away(self) -> int:
        """Close the terminal without a signal to the program, and return the exit code."""
        os.close(self._descriptor)
        self._descriptor = os.open(os.devnull, os.O_RDONLY)
        return self._process.wait(PATIENCE)

    def wait(self) -> int:
        """Wait until the program has ended by itself, and return its exit code. Fails if it continues."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            if time.monotonic() > end:
                raise AssertionError(f"it never ended; the screen was:\n{self.text}")
            self._pump(0.05)
        while self._pump(QUIET, only_data=True):
            pass
        return self._process.returncode

    def _pump(self, seconds: float, *, only_data: bool = False) -> bool:
        """Read the output for a number of seconds; return False if the program has ended or wrote nothing."""
        if not select.select([self._descriptor], [], [], seconds)[0]:
            return not only_data and self._process.poll() is None
        try:
            data = os.read(self._descriptor, 1 << 16)
        except OSError:
            return False
        self.written += data
        self._feed(_UNKNOWN.sub(b"", data))
        return bool(data)

    def _feed(self, data: bytes) -> None:
        self._stream.feed(data)
        self._text = None
