"""Tellings: the sentences that say what happened, kept beside the rule that makes it happen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, NamedTuple, TypeAlias

from rules.engine.kinds import Kind, Range
from rules.engine.secrecy import Seat

_FIELD = re.compile(r"\{(\w+)(?::([\w-]+))?\}")
DEALER: Final = "The dealer"
"""The name of no seat."""
Fact = Annotated[int, Range(-1_000_000, 1_000_000)]


class Told(NamedTuple):
    """Something that the last event brought about: a telling, the seat concerned, and its numbers."""

    key: Annotated[str, Kind("telling")]
    seat: Seat | None
    facts: tuple[Fact, ...] = ()


Names: TypeAlias = Mapping[str, Sequence[str] | Callable[[tuple[int, ...]], str]]
"""For each kind the names of its things, or a function of a fact and those after it."""


class Telling(NamedTuple):
    """A sentence with places for names and numbers: "{seat} takes {card:card} for {gold} gold.".

    `{seat}` is the player's name, `{other}` that of the other player at a table for two; `{name:kind}` the name of a
    thing, `{name:seat}` that of a player, `{name}` a number. A fact may occur more than once.
    """

    key: str
    """A stable kebab-case word."""
    text: str
    """Empty if it is not worth a sentence."""
    short: str = ""
    """Its form in the short log, if it has another one there. It continues the line if it begins with a semicolon."""
    without_seat: str = ""
    """Its form if no seat is concerned, if it has another one then."""

    def __call__(self, seat: Seat | None = None, **facts: int) -> Told:
        """Return the telling with its facts."""
        return Told(self.key, seat, tuple(facts[name] for name in self.facts))

    @property
    def facts(self) -> tuple[str, ...]:
        """The names of the facts that its sentence contains."""
        return tuple(dict.fromkeys(name for name, _ in _FIELD.findall(self.text) if name not in ("seat", "other")))

    def sentence(self, told: Told, players: Sequence[str], names: Names, *, short: bool = False) -> str:
        """Return the sentence, or its short form. `names` has a name for each thing of each kind."""

        def word(field: re.Match[str]) -> str:
            name, kind = field[1], field[2]
            if name == "seat":
                return DEALER if told.seat is None else players[told.seat]
            if name == "other":
                return players[1 - (told.seat or 0)]
            facts = told.facts[self.facts.index(name) :]
            if not kind:
                return str(facts[0])
            if kind == "seat":
                return players[facts[0]]
            known = names[kind]
            return known(facts) if callable(known) else known[facts[0]]

        text = self.without_seat if told.seat is None and self.without_seat else self.text
        return _FIELD.sub(word, (short and self.short) or text)
