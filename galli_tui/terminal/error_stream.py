"""Output on the error stream while no app runs."""

from __future__ import annotations

import sys
from contextlib import suppress

from galli_tui.terminal.print_wrapped import wrapped


def print_error(sentence: str, program: str = "galli-tui") -> None:
    """Print an error on the error stream, wrapped between words if that is a terminal."""
    lines = f"{program}: {sentence}".splitlines()
    print("\n".join(wrapped(line, sys.stderr) for line in lines), file=sys.stderr)


def write_to_terminal(words: str) -> None:
    """Write to the terminal while no app runs; ignore a terminal that is gone."""
    if sys.__stderr__ is not None:
        with suppress(OSError):
            sys.__stderr__.write(words)
            sys.__stderr__.flush()
