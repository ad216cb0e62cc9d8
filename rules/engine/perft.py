"""Perft: counting move sequences, as a fingerprint of the rules and a measure of their speed."""

from __future__ import annotations

from typing import Any

from rules.engine.entropy import derive_entropy
from rules.engine.referee import Referee


def perft(game: Referee[Any], state: Any, depth: int, seed: int) -> int:
    """Count the sequences of `depth` moves from a state; a match that ends sooner counts none.

    Where several seats are due, they move in seat order. Outcomes cost no depth and follow from the seed: each draw
    (source and index) always has the same entropy.
    """
    while (due := game.due(state)).dealer:
        source, index, _ = game.draw(state)
        state = game.apply(state, game.deal(state, derive_entropy("perft", seed, source, index)))
    if depth == 0:
        return 1
    if due.over:
        return 0
    moves = game.legal(state, due.seats[0])
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move), depth - 1, seed) for move in moves)
