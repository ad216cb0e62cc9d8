"""The bot that takes any legal move, each as likely as the others: the floor that others are measured against."""

from __future__ import annotations

from typing import Any

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class Novice:
    """Knows the rules, and nothing of the game. Implements `rules.bots.Bot`."""

    name = "novice"
    max_events = 0

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:  # noqa: ARG002
        """One of the legal moves, evenly."""
        return stream.choice(game.legal(view, seat))
