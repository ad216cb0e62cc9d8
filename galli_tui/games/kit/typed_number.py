"""Numbers of one or two digits, typed one digit soon after the other."""

from __future__ import annotations

from typing import Final, NamedTuple

SOON: Final = 1.0
"""Seconds after a digit in which another one belongs to the same number."""


def may_go_on(number: int, most: int) -> bool:
    """Return whether a number up to `most` may follow from this one by another digit."""
    return 0 < number * 10 <= most


def span_words(first: int, last: int) -> str:
    """Return the numbers from one to another in words: "1", "1 to 7"."""
    return str(first) if first == last else f"{first} to {last}"


class TypedNumber(NamedTuple):
    """The digit that the next one may belong to."""

    digit: int = 0
    until: float = 0.0
    """The time until which it may."""

    def add(self, digit: int, most: int, now: float) -> tuple[int, TypedNumber]:
        """Return the number that a digit makes now, with the one before it if that is a choice; and what may follow."""
        whole = self.digit * 10 + digit
        number = whole if now < self.until and whole <= most else digit
        return number, TypedNumber(number, now + SOON) if may_go_on(number, most) else TypedNumber()
