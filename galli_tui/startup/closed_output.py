"""A stand-in for an output that was closed before the start, where Python sets `sys.stdout` to None."""

from __future__ import annotations

from io import TextIOBase


class ClosedOutput(TextIOBase):
    """An output whose reader has gone before anything was printed."""

    def write(self, text: str, /) -> int:
        """Raise `BrokenPipeError` for any text, as writing to a pipe without a reader does."""
        if not text:
            return 0
        raise BrokenPipeError
