"""Output to a terminal that may stop reading, as a stalled SSH session or a stopped emulator does.

Nothing here waits for the terminal, except for a moment when the program gives it back. Unread output is kept up to a
limit and dropped beyond it; once the terminal has read all that was kept, the owner is told to repaint.
"""

from __future__ import annotations

import asyncio
import os
import select
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

LIMIT: Final = 1 << 16
"""The bytes that may wait for the terminal before more are dropped: two whole frames of a large one."""
_PATIENCE: Final = 1.0
"""The seconds for which `close` waits for the terminal to read."""
_ABORT: Final = b"\x18\x1b\\"
"""Ends an escape sequence, or a string, that was cut off."""


class TerminalOutput:
    """The output to one terminal, until `close`. Belongs to the event loop in which it was created."""

    def __init__(self, descriptor: int, caught_up: Callable[[], object]) -> None:
        """Open the terminal; call `caught_up` in the loop once output was dropped and the terminal reads again.

        Raises OSError if the terminal cannot be opened for writing without blocking.
        """
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._caught_up = caught_up
        self._waiting = bytearray()
        self._scheduled = False
        self._watched = False
        self._dropped = False
        self._farewell: bytearray | None = None
        self._closed = False
        self._descriptor = _open_again(descriptor)
        try:
            self._loop.add_writer(self._descriptor, self._send)
            self._loop.remove_writer(self._descriptor)
        except OSError:  # Some systems cannot watch a terminal.
            os.close(self._descriptor)
            raise

    def write(self, data: bytes) -> None:
        """Write all of the data, soon, or drop all of it."""
        if self._closed:
            return
        if self._farewell is not None:
            self._farewell += data
        elif len(self._waiting) > LIMIT:
            self._dropped = True
            return
        self._waiting += data
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon_threadsafe(self._flush_scheduled)

    def flush(self) -> None:
        """Write at once what the terminal accepts. On another thread than the loop's, leave it to the loop."""
        if self._waiting and threading.get_ident() == self._thread:
            self._send()

    def begin_farewell(self) -> None:
        """Drop queued frames: what is written from now on restores the terminal, and must reach it."""
        self._farewell = bytearray()
        if self._waiting:
            self._waiting = bytearray(_ABORT)

    def close(self) -> None:
        """Wait briefly for the terminal to read; if it does not, replace what is unread by the farewell."""
        if self._closed:
            return
        if not self._drained() and self._farewell:
            with suppress(termios.error):
                termios.tcflow(self._descriptor, termios.TCOON)
                termios.tcflush(self._descriptor, termios.TCOFLUSH)
            self._waiting = bytearray(_ABORT + self._farewell)
            self._send()
        self._end()

    def _flush_scheduled(self) -> None:
        self._scheduled = False
        self.flush()

    def _drained(self) -> bool:
        end = monotonic() + _PATIENCE
        while self._waiting:
            if not select.select([], [self._descriptor], [], max(0.0, end - monotonic()))[1]:
                return False
            self._send()
        return True

    def _send(self) -> None:
        """Write what the terminal accepts. The loop calls again as soon as it accepts more."""
        try:
            while self._waiting:
                sent = os.write(self._descriptor, bytes(self._waiting))
                del self._waiting[:sent]
        except BlockingIOError:
            if not self._watched:
                self._watched = True
                self._loop.add_writer(self._descriptor, self._send)
            return
        except OSError:  # The terminal is gone, which the app finds out by itself.
            self._end()
            return
        if self._watched:
            self._watched = False
            self._loop.remove_writer(self._descriptor)
        if self._dropped:
            self._dropped = False
            self._caught_up()

    def _end(self) -> None:
        if self._closed:
            return
        if self._watched:
            self._loop.remove_writer(self._descriptor)
        self._closed = True
        self._waiting.clear()
        os.close(self._descriptor)


def _open_again(descriptor: int) -> int:
    """Open the terminal a second time, since the shell's own descriptor must go on to wait."""
    flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK
    try:
        return os.open(os.ttyname(descriptor), flags)
    except OSError:  # After `su`, it belongs to another user.
        os.tcgetpgrp(descriptor)  # Raises OSError if it is not the terminal that /dev/tty stands for.
        return os.open("/dev/tty", flags)
