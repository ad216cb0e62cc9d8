"""The laws over Builders' Duel, with and without its variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.builders_duel.game import BOX, BuildersDuel
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.laws import Findings, Policy, check_match, random_policy, rare_move_policy
from rules.engine.rulebook import clauses
from tests.support.bd_positions import CALM, DUEL

KNOWN = frozenset(clauses(BOX.rulebook()))
GAMES = {"chance": DUEL, "calm": CALM}
POLICIES = {"random": random_policy, "rare": rare_move_policy}


def checked(game: BuildersDuel, policy: Policy, seeds: range) -> Findings:
    """Check a match of each seed under all laws."""
    found = Findings()
    for seed in seeds:
        found.add(check_match(game, KNOWN, seed, policy))
    return found


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_the_laws_hold(game: str, policy: str) -> None:
    found = checked(GAMES[game], POLICIES[policy], range(1))
    assert found.longest < DUEL.bound / 2


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_the_laws_hold_over_many_matches(game: str, policy: str) -> None:
    found = checked(GAMES[game], POLICIES[policy], range(1, 101))
    assert found.matches == 100
    assert found.longest < DUEL.bound / 2


def rated_policy(
    game: AnyGame, state: Any, moves: Sequence[Move], stream: RandomStream, _offered: Mapping[str, int]
) -> Move:
    """Choose the best rated move, now and then any. Finishes buildings."""
    if not stream.below(10):
        return stream.choice(moves)
    ratings = game.rate(state, moves[0].seat, moves)
    return moves[ratings.index(max(ratings))]


@pytest.mark.long
def test_every_kind_of_event_is_met() -> None:
    found = checked(DUEL, rare_move_policy, range(200, 220))
    found.add(checked(DUEL, rated_policy, range(200, 220)))
    assert {kind.__name__ for kind in DUEL.event_classes} == set(found.kinds)
