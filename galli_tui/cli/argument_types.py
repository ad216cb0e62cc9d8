"""The types of arguments on the command line. Each raises `ArgumentTypeError` with a sentence for the player."""

from __future__ import annotations

from argparse import ArgumentTypeError
from itertools import pairwise

from galli_tui.terminal.safe_text import sanitize

MOST_DIGITS = 18
"""The most digits of a number on the command line."""
MOST_SEATS = 32
"""The most seats that `--seats` accepts."""


def natural(word: str) -> int:
    """Return a number of at least 0."""
    return _at_least(0, word)


def positive(word: str) -> int:
    """Return a number of at least 1."""
    return _at_least(1, word)


def seat_counts(word: str) -> tuple[int, ...]:
    """Return ascending numbers of seats: "2", "1-4", "1,3"."""
    least, dash, most = word.partition("-")
    counts = range(positive(least), positive(most) + 1) if dash else [positive(part) for part in word.split(",")]
    if not 0 < len(counts) <= MOST_SEATS or any(one >= next_one for one, next_one in pairwise(counts)):
        raise ArgumentTypeError(
            f"numbers of seats must be in ascending order, such as 1-4 or 1,3, not {sanitize(word, 40)!r}"
        )
    return tuple(counts)


def port_number(word: str) -> int:
    """Return the number of a port."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 5 and 0 < int(word) < 65536):
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {sanitize(word, 40)!r}")
    return int(word)


def table_size(word: str) -> tuple[int, int]:
    """Return the columns and lines of a picture: "120x36"."""
    columns, _, lines = word.partition("x")
    if not (word.isascii() and columns.isdecimal() and lines.isdecimal() and len(word) <= 7):
        raise ArgumentTypeError(f"a size is columns x lines, such as 120x36, not {sanitize(word, 40)!r}")
    if not (80 <= int(columns) <= 300 and 24 <= int(lines) <= 100):
        raise ArgumentTypeError("a size is between 80x24 and 300x100")
    return int(columns), int(lines)


def _at_least(least: int, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS and int(word) >= least):
        expected = f"expected a number of at least {least} with at most {MOST_DIGITS} digits"
        raise ArgumentTypeError(f"{expected}, not {sanitize(word, 40)!r}")
    return int(word)
