"""Refusals: a code, the rulebook clause, and the facts. Never prose, never silent."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """The reason why an event is refused. `facts` are name-value pairs for the explanation on screen."""

    code: str
    """A short, stable kebab-case word, e.g. "covers-tree"."""
    clause: str
    """The clause of the game's rulebook, e.g. "CG-I-3a4"."""
    facts: tuple[tuple[str, int | str], ...] = ()


class Refused(Exception):
    """The exception that `apply` raises; the state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.clause})")
        self.refusal = refusal
