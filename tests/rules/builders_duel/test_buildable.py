"""Whether a 1x card helps to build now: it makes something cheaper, or possible that was not (BD-6e, BD-6f)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.builders_duel.buildable import buildable, helps_to_build
from rules.builders_duel.one_use import UseScaffold, UseTwoSites
from rules.engine.secrecy import Seat
from tests.support.bd_positions import DUEL, Has, turn_of

SEAT = Seat(0)


def test_what_can_be_built_includes_building_nothing_and_the_gold_left() -> None:
    state = turn_of(1, philip=Has(gold=3, worked="wood")).state
    found = buildable(DUEL, state, SEAT)
    assert found[state.sides[SEAT].sections] == 3
    assert set(found.values()) == {3, 1}


@pytest.mark.rule("BD-6e")
@pytest.mark.parametrize(
    ("has", "helps"),
    [
        (Has(gold=9), False),
        (Has(gold=9, worked="wood"), False),
        (Has(gold=3, worked="wood sand"), False),
        (Has(gold=4, worked="wood sand"), True),
        (Has(gold=9, worked="wood sand"), True),
        (Has(gold=0, worked="wood sand"), False),
    ],
    ids=["nothing-worked", "one-costs-the-same", "too-dear-still", "possible-only-now", "cheaper", "no-gold"],
)
def test_the_scaffold_helps_where_it_makes_building_cheaper(has: Has, helps: bool) -> None:
    state = turn_of(1, philip=replace(has, kept="a-scaffold")).state
    assert helps_to_build(DUEL, state, UseScaffold(SEAT)) == helps


@pytest.mark.rule("BD-6f")
@pytest.mark.parametrize(
    ("has", "helps"),
    [
        (Has(gold=9), False),
        (Has(gold=9, worked="wood"), False),
        (Has(gold=2, worked="wood sand"), False),
        (Has(gold=9, worked="wood sand"), True),
    ],
    ids=["nothing-worked", "one-good-only", "gold-for-one-only", "both"],
)
def test_two_sites_help_where_a_second_section_can_be_built_in(has: Has, helps: bool) -> None:
    state = turn_of(1, philip=replace(has, kept="b-two-sites")).state
    assert helps_to_build(DUEL, state, UseTwoSites(SEAT)) == helps


@pytest.mark.rule("BD-6f")
def test_two_sites_help_after_the_only_building_allowed() -> None:
    duel = turn_of(1, philip=Has(gold=9, worked="wood sand", kept="b-two-sites")).do("1 build I wood")
    assert helps_to_build(DUEL, duel.state, UseTwoSites(SEAT))


def test_while_cards_are_to_be_used_nothing_is_said_against_a_1x_card() -> None:
    state = turn_of(1, cards={1: "a-income3"}, philip=Has(kept="a-scaffold", cells="1")).state
    assert helps_to_build(DUEL, state, UseScaffold(SEAT))
