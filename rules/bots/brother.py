"""The greedy bot: it takes the move with the highest immediate gain."""

from __future__ import annotations

from typing import Any

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class Brother:
    """A greedy bot. Implements `rules.bots.Bot`."""

    name = "brother"
    max_events = 0

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:  # noqa: ARG002
        """Return the move with the highest gain; among equals a random one."""
        moves = game.legal(view, seat)
        if len(moves) == 1:
            return moves[0]
        gains = game.gain(view, seat, moves)
        best = max(gains)
        return stream.choice([move for move, gain in zip(moves, gains, strict=True) if gain == best])
