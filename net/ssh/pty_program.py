"""A program on a pseudo-terminal of its own: bytes both ways with back-pressure, sizes, and a clean end.

Which program runs, and for whom, is left to `entrance`. POSIX only.
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
"""Seconds that a program has to end when asked."""
LAST_LOOKS: Final = 100
LOOK_AGAIN: Final = 0.01
"""How often to look in vain for last output after its end, and the seconds in between.

Another program may hold its terminal open. Looks are counted, not seconds: a busy machine may not run us for seconds.
"""
KILLED: Final = 128 + signal.SIGKILL
"""The exit code of a killed program, as a shell reports it."""
MAX_UNREAD: Final = 1 << 13
"""Unread bytes of input from which on the program should be sent no more."""
CHUNK: Final = 1 << 14
RESET_SEQUENCE: Final = b"".join(
    (
        b"\x18",  # ends an incomplete sequence
        b"\x1b[0m\x1b[?7h",  # no colours, lines wrap
        b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l",  # no mouse
        b"\x1b[?1004l\x1b[?2004l\x1b[?2026l",  # no focus reports, no bracketed paste, no synchronized output
        b"\x1b[<u\x1b[?1049l\x1b[?25h",  # keyboard mode, main screen and cursor as before
    )
)
"""Undoes the terminal modes that a killed program may have left behind."""


class TerminalSize(NamedTuple):
    """The size of a terminal, in cells."""

    columns: int
    rows: int


DEFAULT_SIZE: Final = TerminalSize(80, 24)
MAX_SIZE: Final = TerminalSize(500, 200)
"""No screen is larger, and more cells would cost the program memory and time."""


def clamp_size(columns: int, rows: int) -> TerminalSize:
    """Return a reported size, limited to `MAX_SIZE`; `DEFAULT_SIZE` if there is none."""
    if columns <= 0 or rows <= 0:
        return DEFAULT_SIZE
    return TerminalSize(min(columns, MAX_SIZE.columns), min(rows, MAX_SIZE.rows))


class ProgramCommand(NamedTuple):
    """A program to run."""

    argv: Sequence[str]
    """The first item is the path of the program."""
    environment: Mapping[str, str]
    """The whole environment; nothing is inherited."""
    folder: Path
    """The working folder."""
    inherited_files: tuple[int, ...] = ()
    """File descriptors that it inherits besides its terminal."""


class PtyProgram:
    """A running program on its terminal."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        terminal: int,
        on_output: Callable[[bytes], None],
        on_input_drained: Callable[[], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._process = process
        self._terminal = terminal
        self._on_output = on_output
        self._on_input_drained = on_input_drained
        self._input = bytearray()
        self._open = True
        self._output_ended = False
        self._kill_timer: asyncio.TimerHandle | None = None
        self.resume()

    @classmethod
    async def start(
        cls,
        command: ProgramCommand,
        size: TerminalSize,
        on_output: Callable[[bytes], None],
        on_input_drained: Callable[[], None],
    ) -> PtyProgram:
        """Start a program as the leader of a session of its own. Raises OSError.

        `on_output` is called with what it writes, and `on_input_drained` when it has read enough to be sent more.
        """
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
        return cls(process, terminal, on_output, on_input_drained)

    @property
    def input_full(self) -> bool:
        """Whether it should be sent no more input until it has read some."""
        return len(self._input) >= MAX_UNREAD

    def write(self, data: bytes) -> None:
        """Send input to the program; ignored after its end."""
        if not self._open:
            return
        if not self._input:
            self._loop.add_writer(self._terminal, self._write_input)
        self._input += data

    def resize(self, size: TerminalSize) -> None:
        """Change the size of its terminal. The system signals it to the program."""
        if self._open:
            _resize(self._terminal, size)

    def pause(self) -> None:
        """Stop reading its output, so that it has to wait."""
        if self._open:
            self._loop.remove_reader(self._terminal)

    def resume(self) -> None:
        """Read its output again."""
        if self._open and not self._output_ended:
            self._loop.add_reader(self._terminal, self._read_output)

    def end(self) -> None:
        """Ask it to end, and keep reading its output. It is killed if it is too slow."""
        self._signal(signal.SIGTERM)
        self._kill_later()

    def hang_up(self) -> None:
        """Close its terminal, as a lost connection does. It is killed if it is too slow to end."""
        self._close()
        self._signal(signal.SIGHUP)
        self._kill_later()

    async def wait(self) -> int:
        """Return its exit code, as a shell reports it, when it has ended and all its output has been read."""
        try:
            code = await self._process.wait()
            looks = LAST_LOOKS
            while looks and self._open and not self._output_ended:
                # A busy kernel hands over the last output a moment after the exit, and only then reports the end.
                if self._read_output():
                    looks = LAST_LOOKS
                elif not self._output_ended:
                    looks -= 1
                    await asyncio.sleep(LOOK_AGAIN)
        finally:
            if self._process.returncode is None:
                self._signal(signal.SIGKILL)
            if self._kill_timer is not None:
                self._kill_timer.cancel()
            self._close()
        return code if code >= 0 else 128 - code

    def _read_output(self) -> bool:
        """Read a piece of output; False if there is none."""
        try:
            data = os.read(self._terminal, CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""  # Linux reports EIO when the terminal is no longer open elsewhere, others the end of the file.
        if data:
            self._on_output(data)
        else:
            self._output_ended = True
            self._loop.remove_reader(self._terminal)
        return bool(data)

    def _write_input(self) -> None:
        was_full = self.input_full
        try:
            written = os.write(self._terminal, self._input[:CHUNK])
        except BlockingIOError:
            return
        except OSError:
            written = len(self._input)  # The program reads no more.
        del self._input[:written]
        if not self._input:
            self._loop.remove_writer(self._terminal)
        if was_full and not self.input_full:
            self._on_input_drained()

    def _kill_later(self) -> None:
        if self._kill_timer is None and self._process.returncode is None:
            self._kill_timer = self._loop.call_later(KILL_AFTER, self._signal, signal.SIGKILL)

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
