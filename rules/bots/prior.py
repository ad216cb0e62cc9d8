"""The bot that looks ahead: moves that look good are tried in worlds that may be, and where they lead is compared."""

from __future__ import annotations

from typing import Any, Final

from rules.bots.budget import Budget
from rules.bots.foresight import best_first, played_on, sampled
from rules.engine.entropy import Stream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

TRIED: Final = 6
"""Moves that are looked at more closely."""
WORLDS: Final = 8


class Prior:
    """Looks ahead over sampled worlds. Implements `rules.bots.Bot`."""

    name = "prior"
    work = 1200

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: Stream, budget: Budget) -> Move:
        """Of the moves that look best, the one that led furthest on average."""
        tried = best_first(game, view, seat)[:TRIED]
        if len(tried) == 1:
            return tried[0]
        sums = dict.fromkeys(range(len(tried)), 0)
        for _ in range(WORLDS):
            world = sampled(game, view, stream)
            found: list[int] = []
            for place in sums:
                state = played_on(game, world, tried[place], budget)
                if state is None:
                    return tried[_best(sums)]
                found.append(game.worth(state, seat))
            for place, worth in zip(sums, found, strict=True):
                sums[place] += worth
        return tried[_best(sums)]


def _best(sums: dict[int, int]) -> int:
    return max(sums, key=sums.__getitem__)
