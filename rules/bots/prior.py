"""The bot that looks ahead: moves that look good are tried in worlds that may be, and where they lead is compared."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.rollout_search import Depth, compared
from rules.engine.entropy import Stream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

DEPTH: Final = Depth(tried=4, worlds=2, parts=1)
TURNS: Final = 2
"""So many turns of all seats together it looks ahead at least."""


class Prior:
    """Looks ahead to the end of the round, alone of the next one. Implements `rules.bots.Bot`."""

    name = "prior"
    work = 600

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: Stream, budget: Budget) -> Move:
        """Of the moves that look best, the one that led furthest on average."""
        return compared(game, view, seat, stream, DEPTH.for_turns(game, TURNS), budget)[0].move
