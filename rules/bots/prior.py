"""The bot that looks ahead: moves that look good are tried in worlds that may be, and where they lead is compared."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.rollout_search import SearchLimits, search
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

LIMITS: Final = SearchLimits(candidates=4, samples=2, horizon=1)
MIN_TURNS: Final = 2
"""So many turns of all seats together it looks ahead at least."""


class Prior:
    """Looks ahead to the end of the round, alone of the next one. Implements `rules.bots.Bot`."""

    name = "prior"
    max_events = 600

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Of the moves that look best, the one that led furthest on average."""
        return search(game, view, seat, stream, LIMITS.covering_turns(game, MIN_TURNS), budget)[0].move
