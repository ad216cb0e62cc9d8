"""A progress line on a terminal, rewritten in place; nothing on other outputs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final, TextIO

EVERY: Final = 0.2
"""The seconds between two updates."""
WIDTH: Final = 60
"""The most columns of the line."""


class ProgressLine:
    """Counts finished matches. `clock` returns seconds."""

    def __init__(
        self, total: int, done: int, stream: TextIO | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total = total
        self._before = self.done = done
        self._clock = clock
        self._begun = clock()
        self._next = self._begun + EVERY
        if total > done:
            # The first match may take a while.
            self._write(f"{done}/{total} matches")

    def one(self) -> None:
        """Count one more finished match."""
        self.done += 1
        if self._stream is not None and (now := self._clock()) >= self._next:
            self._next = now + EVERY
            self._write(self._words(now - self._begun))

    def end(self) -> None:
        """Clear the line for the next output."""
        self._write("")
        self._write("", "")

    def _words(self, seconds: float) -> str:
        new = self.done - self._before
        rate = new / seconds if seconds > 0 else 0.0
        left = f", {clock_text(round((self._total - self.done) / rate))} left" if rate else ""
        return f"{self.done}/{self._total} matches, {rate:.3g} a second{left}"

    def _write(self, words: str, fill: str = " ") -> None:
        if self._stream is not None:
            width = min(WIDTH, _columns(self._stream) - 1)
            self._stream.write("\r" + (words[:width].ljust(width) if fill else words))
            self._stream.flush()


def _columns(stream: TextIO) -> int:
    """Return the terminal's width; a longer line would wrap at every update."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or WIDTH + 1
    except (OSError, ValueError):
        return WIDTH + 1


def clock_text(seconds: int) -> str:
    """Return seconds as on a clock: "0:07", "12:30", "3:05:00"."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
