"""Every building as the rules and the second implementation carry it out, from positions with random goods."""

from __future__ import annotations

from typing import Final

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.ora_et_labora.goods import GOODS
from tests.support.ora_positions import Land, OraPosition, match, position
from tests.support.second_ora_box import CARDS, EFFECTS
from tests.support.second_ora_check import Compared, compare_turn

SPARE: Final[tuple[str, ...]] = ("d0", "e0", "f0", "c1", "d1", "f1", "h0", "h1", "b0", "b1", "f2", "g2")
"""Spaces for cards; the land has a district below and plots on both sides."""
FOREIGN = {"france": ("malt", "beer", "whiskey"), "ireland": ("flour", "bread", "grapes", "wine")}


def random_position(key: str, mode: str, chance: RandomStream) -> OraPosition:
    """Return a turn of the first seat, which has a building, some others, goods and cards, as chance will have it."""
    country = CARDS[key].get("country", ("france", "ireland")[chance.below(2)])
    game = match(mode, country)
    keys = [game.cards[number].key for number in game.roster]
    if key not in keys:
        return random_position(key, "4", chance)
    most = (2, 5, 9, 16)[chance.below(4)]
    held = {good: chance.below(most + 1) for good in GOODS if good not in FOREIGN[country] and chance.below(5)}
    words = ", ".join(f"{number} {good}" for good, number in held.items() if number)
    spare, others = chance.sample(SPARE, len(SPARE)), chance.sample([it for it in keys if it not in (key, "G13")], 8)
    cards = [it for it in spare[5:] if it[0] in "cdef"]
    built: dict[str, str] = dict(zip(spare, (key, *others[:3]), strict=False))
    lay = others[1] if mode != "3s" and chance.below(2) else ""
    prior = others[0] if chance.below(2) else ""
    own = Land(
        words,
        built,
        {spare[4]: "S1"},
        forests=" ".join(cards[:2]),
        moors=" ".join(cards[2:4]),
        supply="S2 S3 S4",
        districts="2hills",
        plots="0mountain 0coast",
        prior=prior,
        lay=lay,
    )
    rival = Land("3 coin", {"d0": others[3], "f1": others[4]}, prior=others[3])
    lands = (own, rival) if mode != "1" else (own,)
    return position(game, *lands, display=" ".join(others[5:]), round=5)


def check(key: str, seeds: range) -> Compared:
    """Compare what both make of a building in random positions."""
    found = Compared()
    for seed in seeds:
        mode = ("4", "3s", "2L", "1")[seed % 4]
        at = random_position(key, mode, RandomStream(derive_entropy(f"second {key}", seed)))
        found.add(compare_turn(at.game, at.state, f"1 use {key} lay", seed))
    return found


@pytest.mark.parametrize("key", CARDS)
def test_both_carry_out_a_building_alike(key: str) -> None:
    found = check(key, range(4))
    assert found.events >= 4
    assert found.accepted > 0


@pytest.mark.parametrize("key", CARDS)
def test_a_wrong_effect_would_be_found(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFECTS, key, "+Rq")
    with pytest.raises(AssertionError):
        check(key, range(4))


@pytest.mark.long
@pytest.mark.parametrize("key", CARDS)
def test_both_carry_out_a_building_alike_in_many_positions(key: str) -> None:
    check(key, range(4, 60))
