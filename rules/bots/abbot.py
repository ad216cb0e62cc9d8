"""The strongest bot: a rollout search that is wider and deeper than the prior's."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.rollout import Determinization, roll_out
from rules.bots.rollout_search import RankedMove, SearchLimits, search, select_candidates
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

LIMITS: Final = SearchLimits(candidates=10, samples=64, horizon=2)
MIN_TURNS: Final = 4
"""The minimum horizon in turns of all seats together, for tables with few seats."""


class Abbot:
    """A bot that searches to the end of the next round, in solo of the fourth. Implements `rules.bots.Bot`."""

    name = "abbot"
    max_events = 8000

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Return the candidate with the best average evaluation."""
        return self.rank_moves(game, view, seat, stream, budget)[0].move

    def rank_moves(
        self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget, also: Move | None = None
    ) -> list[RankedMove]:
        """Return the candidates with their estimated losses, best first.

        `also` adds a move to the candidates whatever its rating. Raises ValueError if the seat is not due or the move
        is illegal.
        """
        _check_decision(game, view, seat, also)
        return search(game, view, seat, stream, limits_for(game), budget, also)

    def candidates(self, game: AnyGame, view: Any, seat: Seat, also: Move | None = None) -> list[tuple[Move, int]]:
        """Return the candidates of `rank_moves` with their ratings. Raises ValueError as `rank_moves`."""
        _check_decision(game, view, seat, also)
        return select_candidates(game, view, seat, LIMITS, also)

    def evaluate(
        self, game: AnyGame, determinization: Determinization, seat: Seat, move: Move, budget: Budget
    ) -> int | None:
        """Return the evaluation of a candidate after one rollout; None if the budget runs out."""
        state = roll_out(game, determinization, move, limits_for(game).horizon, budget)
        return None if state is None else game.evaluate(state, seat)


def limits_for(game: AnyGame) -> SearchLimits:
    """Return the limits of the abbot's search in a game."""
    return LIMITS.fitted_to(game, MIN_TURNS)


def _check_decision(game: AnyGame, view: Any, seat: Seat, also: Move | None) -> None:
    legal = game.legal(view, seat)
    if not legal:
        raise ValueError("the seat has nothing to decide")
    if also is not None and also not in legal:
        raise ValueError("the seat could not decide so")
