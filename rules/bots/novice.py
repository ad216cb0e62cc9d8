"""The random bot: the baseline that other bots are measured against."""

from __future__ import annotations

from typing import Any

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class Novice:
    """A bot that moves at random. Implements `rules.bots.Bot`."""

    name = "novice"
    max_events = 0

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:  # noqa: ARG002
        """Return a random legal move, each equally likely."""
        return stream.choice(game.legal(view, seat))
