"""Output on the error stream while no app runs."""

from __future__ import annotations

import sys
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill

from galli_tui.terminal.capabilities import is_terminal


def print_error(sentence: str, program: str = "galli-tui") -> None:
    """Print an error on the error stream, wrapped between words if that is a terminal."""
    lines = f"{program}: {sentence}".splitlines()
    if is_terminal(sys.stderr):
        width = get_terminal_size().columns
        lines = [fill(line, width, break_long_words=False, break_on_hyphens=False) for line in lines]
    print("\n".join(lines), file=sys.stderr)


def write_to_terminal(words: str) -> None:
    """Write to the terminal while no app runs; ignore a terminal that is gone."""
    if sys.__stderr__ is not None:
        with suppress(OSError):
            sys.__stderr__.write(words)
            sys.__stderr__.flush()
