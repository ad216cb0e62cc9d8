"""The sample game as the only one of a registry."""

from __future__ import annotations

from rules.engine.game import GameBox
from tests.sample_game.game import BOX, META


def boxes(key: str) -> GameBox:
    """Return a registry with this game only."""
    return {META.key: BOX}[key]
