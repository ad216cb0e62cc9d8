"""A program on a terminal of its own: bytes both ways with back-pressure, sizes, and an end that leaves nothing behind.

Which program, and who sits in front of it, is left to `ssh`. POSIX only.
"""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import struct
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import Final, NamedTuple

LAUNCHER: Final = Path(__file__).with_name("pty_child.py")
KILL_AFTER: Final = 2.0
"""Seconds that a program asked to end has for it."""
KILLED: Final = 128 + signal.SIGKILL
"""The exit code, as a shell counts it, of a program that was killed."""
MAX_UNREAD: Final = 1 << 13
"""Bytes on their way to the program, above which it counts as clogged."""
CHUNK: Final = 1 << 14
RESET_SEQUENCE: Final = b"".join(
    (
        b"\x18",  # leaves a sequence that was cut off
        b"\x1b[0m\x1b[?7h",  # no colours, lines wrap
        b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l",  # no mouse
        b"\x1b[?1004l\x1b[?2004l\x1b[?2026l",  # no word of focus, no marks around a paste, no held-back drawing
        b"\x1b[<u\x1b[?1049l\x1b[?25h",  # the keyboard, the screen and the cursor of before
    )
)
"""Takes back what a program that was killed may have asked of a terminal."""


class TerminalSize(NamedTuple):
    """Of a terminal, in cells."""

    columns: int
    rows: int


DEFAULT_SIZE: Final = TerminalSize(80, 24)
MAX_SIZE: Final = TerminalSize(500, 200)
"""More cells cost the program's memory and time, and no screen has them."""


def clamp_size(columns: int, rows: int) -> TerminalSize:
    """The size a terminal says it has, kept between one cell and the largest; the usual one if it says none."""
    if columns <= 0 or rows <= 0:
        return DEFAULT_SIZE
    return TerminalSize(min(columns, MAX_SIZE.columns), min(rows, MAX_SIZE.rows))


class ProgramCommand(NamedTuple):
    """What to run."""

    argv: Sequence[str]
    """The first is the path of the program."""
    environment: Mapping[str, str]
    """All of it: nothing is inherited."""
    folder: Path
    """Where it runs."""
    inherited_files: tuple[int, ...] = ()
    """Open files that it keeps besides its terminal."""


class PtyProgram:
    """A running program. `heard` gets what it writes; `relieved` is called when it has caught up with its input."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        terminal: int,
        heard: Callable[[bytes], None],
        relieved: Callable[[], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._process = process
        self._terminal = terminal
        self._heard = heard
        self._relieved = relieved
        self._waiting = bytearray()
        self._open = True
        self._silent = False
        self._deadline: asyncio.TimerHandle | None = None
        self.resume()

    @classmethod
    async def start(
        cls, command: ProgramCommand, size: TerminalSize, heard: Callable[[bytes], None], relieved: Callable[[], None]
    ) -> PtyProgram:
        """Runs the command as the leader of a session of its own. Raises OSError."""
        terminal, inner = pty.openpty()
        try:
            os.set_blocking(terminal, False)
            _resize(terminal, size)
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-I", "-S", str(LAUNCHER), *command.argv),
                stdin=inner,
                stdout=inner,
                stderr=inner,
                env=dict(command.environment),
                cwd=command.folder,
                pass_fds=command.inherited_files,
                start_new_session=True,
            )
        except BaseException:
            os.close(terminal)
            raise
        finally:
            os.close(inner)
        return cls(process, terminal, heard, relieved)

    @property
    def input_full(self) -> bool:
        """Whether it should be written to no more until `relieved`."""
        return len(self._waiting) >= MAX_UNREAD

    def write(self, data: bytes) -> None:
        """Types at it. What comes after the end goes nowhere."""
        if not self._open:
            return
        if not self._waiting:
            self._loop.add_writer(self._terminal, self._type)
        self._waiting += data

    def resize(self, size: TerminalSize) -> None:
        """Gives its terminal another size, and tells it so."""
        if self._open:
            _resize(self._terminal, size)

    def pause(self) -> None:
        """Lets it wait with what it writes."""
        if self._open:
            self._loop.remove_reader(self._terminal)

    def resume(self) -> None:
        """Hears it again."""
        if self._open and not self._silent:
            self._loop.add_reader(self._terminal, self._hear)

    def end(self) -> None:
        """Asks it to end; what it still writes is heard. It is killed if it takes longer than the grace."""
        self._signal(signal.SIGTERM)
        self._die_soon()

    def hang_up(self) -> None:
        """Takes its terminal away, as a line does that is cut. It is killed if it takes longer than the grace."""
        self._close()
        self._signal(signal.SIGHUP)
        self._die_soon()

    async def wait(self) -> int:
        """Its exit code, as a shell counts it, once it has ended and all it wrote has been heard."""
        try:
            code = await self._process.wait()
            while self._open and not self._silent:
                if not self._hear():
                    break
        finally:
            if self._process.returncode is None:
                self._signal(signal.SIGKILL)
            if self._deadline is not None:
                self._deadline.cancel()
            self._close()
        return code if code >= 0 else 128 - code

    def _hear(self) -> bool:
        """Passes on what it has written; False if that is nothing."""
        try:
            data = os.read(self._terminal, CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""  # Linux says EIO once nobody has the terminal open any more, others that the file has ended.
        if data:
            self._heard(data)
        else:
            self._silent = True
            self._loop.remove_reader(self._terminal)
        return bool(data)

    def _type(self) -> None:
        clogged = self.input_full
        try:
            written = os.write(self._terminal, self._waiting[:CHUNK])
        except BlockingIOError:
            return
        except OSError:
            written = len(self._waiting)  # It will read nothing any more.
        del self._waiting[:written]
        if not self._waiting:
            self._loop.remove_writer(self._terminal)
        if clogged and not self.input_full:
            self._relieved()

    def _die_soon(self) -> None:
        if self._deadline is None and self._process.returncode is None:
            self._deadline = self._loop.call_later(KILL_AFTER, self._signal, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    def _close(self) -> None:
        if self._open:
            self._loop.remove_reader(self._terminal)
            self._loop.remove_writer(self._terminal)
            self._open = False
            os.close(self._terminal)


def _resize(terminal: int, size: TerminalSize) -> None:
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))
