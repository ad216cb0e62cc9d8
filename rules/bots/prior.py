"""The bot that looks one round ahead by rollouts."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.rollout_search import SearchLimits, search
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

LIMITS: Final = SearchLimits(candidates=4, samples=2, horizon=1)
COUNTED_SAMPLES: Final = 1
"""The number of samples where moves are counted. Two of other lengths (`HORIZONS`) made the prior weaker and slower."""
MIN_TURNS: Final = 2
"""The minimum horizon in turns of all seats together."""


class Prior:
    """A bot that searches to the end of the round, in solo of the next. Implements `rules.bots.Bot`."""

    name = "prior"
    max_events = 600

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Return the candidate with the best average evaluation."""
        limits = LIMITS._replace(samples=COUNTED_SAMPLES) if game.turns_in_round else LIMITS
        return search(game, view, seat, stream, limits.fitted_to(game, MIN_TURNS), budget)[0].move
