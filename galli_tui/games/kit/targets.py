"""Targets of clicks that name a part of the table: a kind, then numbers, each of them a part of what comes before."""

from __future__ import annotations


def target_parts(target: str) -> tuple[str, list[int]]:
    """Return the kind of a target and its numbers: "section" and [0, 2] for "section 0 2"."""
    kind, *rest = target.split(" ")
    return kind, [int(it) for it in rest if it.isdecimal()]


def target_and_wholes(target: str) -> list[str]:
    """Return a target and what it is part of, the nearest first.

    "section 0 2" yields "section 0 2", "section 0" and "section".
    """
    numbers = len(target_parts(target)[1])
    return [target.rsplit(" ", cut)[0] for cut in range(numbers + 1)]
