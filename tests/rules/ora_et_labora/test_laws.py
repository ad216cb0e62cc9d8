"""The laws over Ora et Labora: a match of each mode in the short run, many in the long one."""

from __future__ import annotations

import pytest

from rules.engine.laws import (
    Findings,
    Policy,
    check_match,
    greedy_policy,
    losing_policy,
    random_policy,
    rare_move_policy,
)
from rules.engine.rulebook import clauses
from rules.ora_et_labora.game import BOX, OraEtLabora
from tests.support.ora_positions import MODES, match

KNOWN = frozenset(clauses(BOX.rulebook()))
POLICIES = {"random": random_policy, "rare": rare_move_policy, "greedy": greedy_policy, "losing": losing_policy}
COUNTRIES = ("france", "ireland")
SHORT = [
    ("1", "france", "rare"),
    ("1", "ireland", "random"),
    ("3s", "ireland", "rare"),
    ("4s", "france", "random"),
    ("2", "ireland", "random"),
    ("3", "france", "rare"),
    ("4", "ireland", "random"),
    ("2L", "france", "random"),
]
"""Each mode once, the countries and policies in turn."""


def checked(game: OraEtLabora, policy: Policy, seeds: range) -> Findings:
    """Check a match of each seed under all laws."""
    found = Findings()
    for seed in seeds:
        found.add(check_match(game, KNOWN, seed, policy))
    return found


@pytest.mark.parametrize(("mode", "country", "policy"), SHORT)
def test_the_laws_hold(mode: str, country: str, policy: str) -> None:
    found = checked(match(mode, country), POLICIES[policy], range(1))
    assert found.longest < OraEtLabora.bound / 2


def test_every_mode_is_checked_in_the_short_run() -> None:
    assert {mode for mode, _, _ in SHORT} == set(MODES)


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("country", COUNTRIES)
@pytest.mark.parametrize("mode", MODES)
def test_the_laws_hold_over_many_matches(mode: str, country: str, policy: str) -> None:
    matches = 10 if policy in ("random", "rare") else 2
    found = checked(match(mode, country), POLICIES[policy], range(1, 1 + matches))
    assert found.matches == matches
    assert found.longest < OraEtLabora.bound / 2


@pytest.mark.long
def test_every_kind_of_move_and_refusal_of_a_price_is_met() -> None:
    found = Findings()
    for mode in MODES:
        for country in COUNTRIES:
            for policy in (random_policy, rare_move_policy):
                found.add(checked(match(mode, country), policy, range(1)))
    assert set(found.kinds) == {kind.__name__ for kind in match().event_classes}
    assert found.otherwise > 0
    assert {"price-not-met", "too-few-goods", "fee-too-dear", "too-dear"} <= set(found.refusals)
