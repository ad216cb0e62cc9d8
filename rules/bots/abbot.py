"""The strongest bot: it looks further ahead than the prior, and longer where the choice is close."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.rollout_search import Determinization, RankedMove, SearchLimits, roll_out, search, select_candidates
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

LIMITS: Final = SearchLimits(candidates=10, samples=64, horizon=2)
MIN_TURNS: Final = 4
"""So many turns of all seats together it looks ahead at least, however few seats there are."""


class Abbot:
    """Looks ahead to the end of the next round, alone of the fourth. Implements `rules.bots.Bot`."""

    name = "abbot"
    max_events = 8000

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Of the moves that look best, the one that led furthest on average."""
        return self.rank_moves(game, view, seat, stream, budget)[0].move

    def rank_moves(
        self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget, also: Move | None = None
    ) -> list[RankedMove]:
        """What it has compared, the best first; a move that was made can be compared `also`, however it looks.

        Raises ValueError where the seat has nothing to decide, or could not decide so.
        """
        _check_decision(game, view, seat, also)
        return search(game, view, seat, stream, LIMITS.covering_turns(game, MIN_TURNS), budget, also)

    def candidates(self, game: AnyGame, view: Any, seat: Seat, also: Move | None = None) -> list[tuple[Move, int]]:
        """Return the moves that `options` would compare, with their ratings. Raises ValueError as that does."""
        _check_decision(game, view, seat, also)
        return select_candidates(game, view, seat, LIMITS, also)

    def evaluate(self, game: AnyGame, world: Determinization, seat: Seat, move: Move, budget: Budget) -> int | None:
        """Return what a candidate leads to in one world; None where the budget does not last."""
        state = roll_out(game, world, move, LIMITS.covering_turns(game, MIN_TURNS).horizon, budget)
        return None if state is None else game.evaluate(state, seat)


def _check_decision(game: AnyGame, view: Any, seat: Seat, also: Move | None) -> None:
    legal = game.legal(view, seat)
    if not legal:
        raise ValueError("the seat has nothing to decide")
    if also is not None and also not in legal:
        raise ValueError("the seat could not decide so")
