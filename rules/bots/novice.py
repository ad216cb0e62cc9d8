"""The bot that takes any legal move, each as likely as the others: the floor that others are measured against."""

from __future__ import annotations

from typing import Any

from rules.engine.entropy import Stream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class Novice:
    """Knows the rules, and nothing of the game. Implements `rules.bots.Bot`."""

    name = "novice"

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: Stream) -> Move:
        """One of the legal moves, evenly."""
        return stream.choice(game.legal(view, seat))
