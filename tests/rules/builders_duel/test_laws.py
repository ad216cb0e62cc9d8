"""The laws over Builders' Duel, with and without its variant."""

from __future__ import annotations

import pytest

from rules.builders_duel.game import BOX, BuildersDuel
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
    found = checked(GAMES[game], POLICIES[policy], range(3))
    assert found.longest < DUEL.bound / 2


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_the_laws_hold_over_many_matches(game: str, policy: str) -> None:
    found = checked(GAMES[game], POLICIES[policy], range(3, 103))
    assert found.matches == 100
    assert found.longest < DUEL.bound / 2


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_is_met(game: str) -> None:
    found = checked(GAMES[game], rare_move_policy, range(200, 260))
    missing = {kind.__name__ for kind in GAMES[game].event_classes} - set(found.kinds)
    assert missing == (set[str]() if game == "chance" else {"Fall"})
