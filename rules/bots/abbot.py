"""The strongest bot: it looks further ahead than the prior, and longer where the choice is close."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.foresight import Depth, Option, compared
from rules.engine.entropy import Stream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

DEPTH: Final = Depth(tried=10, worlds=64, parts=2)
TURNS: Final = 4
"""So many turns of all seats together it looks ahead at least, however few seats there are."""
BESIDE: Final = 5
"""So many moves that look best are compared with one that was made."""


class Abbot:
    """Looks ahead to the end of the next round, alone of the fourth. Implements `rules.bots.Bot`."""

    name = "abbot"
    work = 8000

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: Stream, budget: Budget) -> Move:
        """Of the moves that look best, the one that led furthest on average."""
        return self.options(game, view, seat, stream, budget)[0].move

    def options(self, game: AnyGame, view: Any, seat: Seat, stream: Stream, budget: Budget) -> list[Option]:
        """What it has compared, the best first. Raises ValueError where the seat has nothing to decide."""
        if not game.legal(view, seat):
            raise ValueError("the seat has nothing to decide")
        return compared(game, view, seat, stream, DEPTH.for_turns(game, TURNS), budget)

    def beside(self, game: AnyGame, view: Any, seat: Seat, move: Move, stream: Stream, budget: Budget) -> list[Option]:
        """What it thinks of a move beside a few others, the best first. Raises ValueError for one that is not legal."""
        if move not in game.legal(view, seat):
            raise ValueError("the seat could not decide so")
        depth = DEPTH.for_turns(game, TURNS)._replace(tried=BESIDE)
        return compared(game, view, seat, stream, depth, budget, move)
