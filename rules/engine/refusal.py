"""Why a move is refused: a code, the rule clause it rests on, and the facts. Never prose, never silent."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """One reason. `facts` are name and value pairs that a screen needs to explain it."""

    code: str
    """A short kebab-case word, stable, e.g. "covers-tree"."""
    clause: str
    """The clause of the game's rulebook, e.g. "CG-I-3a4"."""
    facts: tuple[tuple[str, int | str], ...] = ()


class Refused(Exception):
    """Raised by `apply`; the state it was asked to change is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.clause})")
        self.refusal = refusal
