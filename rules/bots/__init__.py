"""Brothers who play: a bot sees its seat's view and a stream of chance, and nothing else. `bot_named` finds one."""

from __future__ import annotations

from typing import Any, Protocol

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class Bot(Protocol):
    """Who decides for a seat."""

    name: str
    max_events: int
    """Events that it may apply in thought for one decision, where work is counted and not time."""

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """A legal move for the seat, which is due. `view` is the seat's own."""
        ...


def bot_names() -> tuple[str, ...]:
    """The names of all bots, the weakest first."""
    return ("novice", "brother", "prior", "abbot")


def bot_named(name: str) -> Bot:
    """The bot of a name. Raises KeyError for an unknown one."""
    from rules.bots.abbot import Abbot
    from rules.bots.brother import Brother
    from rules.bots.novice import Novice
    from rules.bots.prior import Prior

    return {"novice": Novice, "brother": Brother, "prior": Prior, "abbot": Abbot}[name]()
