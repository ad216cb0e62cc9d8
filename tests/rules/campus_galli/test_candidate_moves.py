"""Search asks for the move that looks best alone: it is the one that rating all legal moves puts first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.bots.rollout import greedy_move
from rules.bots.rollout_search import sort_by_rating
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import AnyGame, Options
from rules.engine.secrecy import Seat
from rules.registry import game_box

TABLES = [
    *(Options(seats, mode, level) for level in (1, 2, 3) for seats, mode in ((1, "solo"), (3, "coop"), (2, "versus"))),
]


def decisions(game: AnyGame, seed: int) -> Iterator[tuple[Any, Seat]]:
    """Every decision of a match in which half of the moves are chance and half look best, so that it gets far."""
    state, stream = game.initial(), RandomStream(derive_entropy("contenders", seed))
    while not (due := game.due(state)).over:
        if due.dealer:
            state = game.apply(state, game.deal(state, stream.bytes32()))
            continue
        seat = stream.choice(due.seats)
        yield state, seat
        best = sort_by_rating(game, state, seat)
        state = game.apply(state, best[0][0] if stream.below(2) else stream.choice(best)[0])


@pytest.mark.parametrize("options", TABLES, ids=lambda it: f"{it.level}-{it.mode}-{it.seats}")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_the_best_rated_move_is_found_without_rating_all(options: Options, seed: int) -> None:
    game = game_box("campus-galli").new(options)
    for state, seat in decisions(game, seed):
        legal, found = game.legal(state, seat), game.candidate_moves(state, seat)
        places = [legal.index(move) for move in found]
        assert places == sorted(set(places))
        assert greedy_move(game, state, seat) == sort_by_rating(game, state, seat)[0][0]
