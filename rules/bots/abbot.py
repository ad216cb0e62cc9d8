"""The strongest bot: it looks further ahead than the prior, and longer where the choice is close."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.rollout_search import Depth, Option, World, candidates, compared, played_on
from rules.engine.entropy import Stream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

DEPTH: Final = Depth(tried=10, worlds=64, parts=2)
TURNS: Final = 4
"""So many turns of all seats together it looks ahead at least, however few seats there are."""


class Abbot:
    """Looks ahead to the end of the next round, alone of the fourth. Implements `rules.bots.Bot`."""

    name = "abbot"
    work = 8000

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: Stream, budget: Budget) -> Move:
        """Of the moves that look best, the one that led furthest on average."""
        return self.options(game, view, seat, stream, budget)[0].move

    def options(
        self, game: AnyGame, view: Any, seat: Seat, stream: Stream, budget: Budget, also: Move | None = None
    ) -> list[Option]:
        """What it has compared, the best first; a move that was made can be compared `also`, however it looks.

        Raises ValueError where the seat has nothing to decide, or could not decide so.
        """
        _check(game, view, seat, also)
        return compared(game, view, seat, stream, DEPTH.for_turns(game, TURNS), budget, also)

    def candidates(self, game: AnyGame, view: Any, seat: Seat, also: Move | None = None) -> list[tuple[Move, int]]:
        """Return the moves that `options` would compare, with their ratings. Raises ValueError as that does."""
        _check(game, view, seat, also)
        return candidates(game, view, seat, DEPTH, also)

    def worth(self, game: AnyGame, world: World, seat: Seat, move: Move, budget: Budget) -> int | None:
        """Return what a candidate leads to in one world; None where the budget does not last."""
        state = played_on(game, world, move, DEPTH.for_turns(game, TURNS).parts, budget)
        return None if state is None else game.worth(state, seat)


def _check(game: AnyGame, view: Any, seat: Seat, also: Move | None) -> None:
    legal = game.legal(view, seat)
    if not legal:
        raise ValueError("the seat has nothing to decide")
    if also is not None and also not in legal:
        raise ValueError("the seat could not decide so")
