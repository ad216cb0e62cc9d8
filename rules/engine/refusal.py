"""Refusals: a code, the rulebook clause and the facts. Reasons beside the rules have a sentence for players as well."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """Why one event is refused. `facts` are name-value pairs for its sentence on the screen."""

    code: str
    """A short, stable kebab-case word, e.g. "covers-tree"."""
    clause: str
    """The clause of the game's rulebook, e.g. "CG-I-3a4"."""
    facts: tuple[tuple[str, int | str], ...] = ()


class RefusalReason(NamedTuple):
    """A reason for which a rule refuses moves, and its sentence for players, with places for facts such as `{gold}`."""

    code: str
    clause: str
    text: str

    def refusal(self, **facts: int | str) -> Refusal:
        """Return the refusal with its facts, which must include all that the sentence names."""
        return Refusal(self.code, self.clause, tuple(facts.items()))


class Refused(Exception):
    """The exception that `apply` raises; the state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.clause})")
        self.refusal = refusal
