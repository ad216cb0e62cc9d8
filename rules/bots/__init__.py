"""Bots: each sees only its seat's view and a random stream. `bot_named` makes one."""

from __future__ import annotations

from typing import Any, Protocol

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class Bot(Protocol):
    """A player for a seat."""

    name: str
    max_events: int
    """The maximum number of simulated events per decision, where work and not time is limited."""

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Return a legal move for the seat, which is due. `view` is the seat's own."""
        ...


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, weakest first."""
    return ("novice", "brother", "prior", "abbot")


def bot_named(name: str) -> Bot:
    """Return the bot with this name. Raises KeyError for an unknown name."""
    from rules.bots.abbot import Abbot
    from rules.bots.brother import Brother
    from rules.bots.novice import Novice
    from rules.bots.prior import Prior

    return {"novice": Novice, "brother": Brother, "prior": Prior, "abbot": Abbot}[name]()
