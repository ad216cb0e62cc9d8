"""Tellings: the sentences that say what happened, kept beside the rule that makes it happen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from rules.engine.kinds import Kind, Range, Words
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
Fact = Annotated[int, Range(-1_000_000, 1_000_000)]


class Told(NamedTuple):
    """Something that the last event brought about: a telling, the seat concerned, and its numbers."""

    key: Annotated[str, Kind("telling")]
    seat: Seat | None
    facts: tuple[Fact, ...] = ()


class Telling(NamedTuple):
    """A sentence with places for names and numbers: "{seat} takes {card:card} for {gold} gold.".

    `{seat}` is the player's name, `{other}` that of the other player at a table for two; `{name:kind}` the name of a
    thing, `{name}` a number.
    """

    key: str
    """A stable kebab-case word."""
    text: str

    def __call__(self, seat: Seat | None = None, **facts: int) -> Told:
        """Return the telling with its facts."""
        return Told(self.key, seat, tuple(facts[name] for name, _ in self.fields))

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The names of the facts with their kinds; no kind for a plain number."""
        return tuple((name, kind) for name, kind in _FIELD.findall(self.text) if name not in ("seat", "other"))

    def sentence(self, told: Told, players: Sequence[str], names: Words | Mapping[str, Sequence[str]]) -> str:
        """Return the sentence. `names` has a name for each thing of each kind."""
        facts = iter(told.facts)

        def word(field: re.Match[str]) -> str:
            name, kind = field[1], field[2]
            if name == "seat":
                return players[told.seat or 0]
            if name == "other":
                return players[1 - (told.seat or 0)]
            fact = next(facts)
            return names[kind][fact] if kind else str(fact)

        return _FIELD.sub(word, self.text)


class RefusalReason(NamedTuple):
    """Why a move is refused: a code, the clause, and a sentence with places for facts as in `Telling`."""

    code: str
    clause: str
    text: str

    def refusal(self, **facts: int | str) -> Refusal:
        """Return the refusal with its facts."""
        return Refusal(self.code, self.clause, tuple(facts.items()))
