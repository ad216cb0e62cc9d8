"""Numbers as players type them. Nothing else in plain mode turns what is typed into a number."""

from __future__ import annotations


def typed_number(text: str) -> int | None:
    """Return the number that a text writes in digits, with any zeros in front; None for every other text.

    A line that was read is short enough for any number in it (see `line_reader.MOST_BYTES`).
    """
    return int(text) if text.isdecimal() else None


def typed_index(text: str, count: int) -> int | None:
    """Return the index of the one of `count` things, numbered from 1, that a text means; None if it means none."""
    number = typed_number(text)
    return number - 1 if number is not None and 1 <= number <= count else None
