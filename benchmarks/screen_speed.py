"""Start-up and repaint in a pseudo-terminal, compared with an empty Textual app and a bare Line API grid."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import NamedTuple, Self

from benchmarks.pairing import Ratio, paired

STARTS = 7
KEYS = 40
QUIET = 0.04
"""Seconds without output after which a repaint is over; its last byte counts."""


def ratios() -> list[Ratio]:
    """Return the figures of the first frame, of memory, and of key to repaint at two sizes."""
    starts = [(first_frame("menu"), first_frame("empty")) for _ in range(STARTS + 1)][1:]
    found = [
        _ratio("first frame of the menu", starts, 0, 1e3, "ms", 1.5),
        _ratio("memory at the menu's first frame", starts, 1, 1 / 1024, "MB", 1.6),
    ]
    for columns, rows in ((80, 24), (200, 60)):
        with Terminal("table", columns, rows) as ours, Terminal("grid", columns, rows) as peer:
            found.append(
                paired(
                    f"key to repaint on the table at {columns}x{rows}",
                    lambda ours=ours: ours.key_to_repaint() * 1e3,
                    lambda peer=peer: peer.key_to_repaint() * 1e3,
                    "a bare grid",
                    unit="ms",
                    bound=2,
                    pairs=KEYS,
                )
            )
    return found


class Start(NamedTuple):
    """The figures of one start of an app."""

    seconds: float
    """From before the process to its first whole frame."""
    memory: int
    """In kB."""


def _ratio(name: str, starts: list[tuple[Start, Start]], field: int, scale: float, unit: str, bound: float) -> Ratio:
    """Return the ratio of one field of paired starts, ours first."""
    pairs = [(float(own[field]) * scale, float(other[field]) * scale) for own, other in starts]
    ours, peers = zip(*pairs, strict=True)
    ratios = tuple(own / other for own, other in pairs)
    return Ratio(name, "an empty Textual app", median(ours), median(peers), unit, ratios, bound)


def first_frame(name: str, home: Path | None = None) -> Start:
    """Start an app in a terminal of 120x36, with the player's files in `home`, and wait for its first whole frame."""
    reader, writer = os.pipe()
    began = time.monotonic()
    with Terminal(name, 120, 36, report=writer, home=home) as terminal:
        os.close(writer)
        report = b""
        while not report:
            ready, _, _ = select.select([reader, terminal.descriptor], [], [], 30)
            if not ready:
                raise TimeoutError(f"{name} showed nothing")
            if reader in ready:
                report = os.read(reader, 200)
            else:
                terminal.read()
    os.close(reader)
    moment, memory = report.split()
    return Start(float(moment) - began, int(memory))


class Terminal:
    """A pseudo-terminal in which one of our children runs."""

    def __init__(
        self, name: str, columns: int, rows: int, *, report: int | None = None, home: Path | None = None
    ) -> None:
        self._home = tempfile.TemporaryDirectory()
        self.descriptor, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        words = [sys.executable, "-m", "benchmarks.screen_child", name, *([str(report)] if report else [])]
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment |= {"GALLI_TUI_HOME": str(home or self._home.name)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # Installed programs are compiled, ours as well as Textual.
        self._process = subprocess.Popen(
            words,
            stdin=child,
            stdout=child,
            stderr=child,
            env=environment,
            pass_fds=[report] if report else [],
            start_new_session=True,
        )
        os.close(child)
        self.received = 0
        """Bytes that have been read."""
        self._right = True
        if report is None:
            self.settle(1.5)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self.descriptor)
        self._home.cleanup()

    def key_to_repaint(self) -> float:
        """Send an arrow key, right and left in turn; return the seconds until the last byte that it caused."""
        self.settle(QUIET)
        key = b"\x1b[C" if self._right else b"\x1b[D"
        self._right = not self._right
        began = last = time.monotonic()
        os.write(self.descriptor, key)
        deadline = began + 2
        while select.select([self.descriptor], [], [], QUIET if last > began else deadline - time.monotonic())[0]:
            self.read()
            last = time.monotonic()
        if last == began:
            raise TimeoutError("a key changed nothing on the screen")
        return last - began

    def read(self) -> bytes:
        """Return the bytes that have arrived."""
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            return b""
        self.received += len(data)
        return data

    def settle(self, quiet: float) -> None:
        """Read until nothing has arrived for this number of seconds."""
        while select.select([self.descriptor], [], [], quiet)[0] and self.read():
            pass
