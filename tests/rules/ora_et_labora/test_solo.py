"""The solo game and its neutral player (OL-11)."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.neutral import NeutralStep
from rules.ora_et_labora.rounds import CloseRoundStep
from rules.ora_et_labora.settling import SettlementStep
from tests.support.ora_positions import Land, OraPosition, goods, match, opened, position

NEUTRAL = Land(supply="", built={"c0": "G13"})


def step(*lands: Land, display: str, **kinds: object) -> OraPosition:
    """Return a position in which the neutral player is about to build, before a settlement phase."""
    neutral = kinds.pop("neutral", NEUTRAL)
    assert isinstance(neutral, Land)
    own = lands[0] if lands else Land()
    at = position(match("1"), own, neutral, steps=[CloseRoundStep()], round=11, display=display)
    return at.run()


@pytest.mark.rule("OL-11a")
def test_one_begins_without_goods_beside_a_neutral_player() -> None:
    at = opened("1")
    assert (at.goods(), at.goods(1)) == ({}, {})
    assert at.built(1) == {"c0": "G13", "g0": "L1b", "e1": "L2b", "g1": "L3b"}
    assert (at.forests(1), at.moors(1), at.estate(1).supply) == ([], [], ())
    assert len(at.forests()) == 3
    assert at.clergy(1) == ("",)
    assert "G13" not in at.display()


@pytest.mark.rule("OL-11b")
def test_all_buildings_left_go_to_the_neutral_land_free_and_on_any_ground() -> None:
    at = step(display="G07 G02 F11 F27")
    assert at.seat == 0
    assert at.legal("neutral")
    assert at.refused("use L1a lay") == "not-now"
    assert {line.split()[1] for line in at.legal()} == {"G07", "G02", "F11", "F27"}
    assert "neutral F11 d1" in at.legal()
    assert {line for line in at.legal() if "G02" in line} == {"neutral G02 f1"}
    assert at.refused("neutral G02 d0") == "no-room-there"
    built = at.do("neutral G02 f1", "neutral G07 d0", "neutral F11 d1", "neutral F27 f0")
    assert built.display() == []
    assert built.goods() == {}
    assert built.built(1)["f1"] == "G02"
    assert built.refused("neutral G16 c1") == "not-now"


@pytest.mark.rule("OL-11b")
def test_a_building_may_cover_an_unoccupied_one_of_its_kind() -> None:
    neutral = Land(supply="", built={"c0": "G13", "d0": "G07", "f1": "G16", "d1": "F05"}, lay="F05")
    at = step(display="G02 F11", neutral=neutral)
    assert "neutral F11 d0" in at.legal()
    assert "neutral G02 f1" in at.legal()
    for line in ("neutral F11 f1", "neutral G02 d0", "neutral F11 d1", "neutral F11 g0", "neutral G02 g1"):
        assert at.refused(line) == "no-room-there"
    covered = at.do("neutral F11 d0")
    assert "G07" in [covered.game.cards[it].key for it in covered.state.removed]
    assert covered.built(1)["d0"] == "F11"


@pytest.mark.rule("OL-11c")
def test_neutral_clergymen_come_home_as_yours_and_around_the_building() -> None:
    neutral = Land(supply="", built={"c0": "G13"}, prior="L1b", lay="L2b L3b")
    assert step(display="G07", neutral=neutral).clergy(1) == ("",)
    two = Land(supply="", built={"c0": "G13"}, lay="L2b L3b")
    built = step(Land(goods="1 coin"), display="G07", neutral=two).do("neutral G07 d0", "work G07 coins")
    assert isinstance(built.step, SettlementStep)
    assert built.clergy(1) == ("",)


@pytest.mark.rule("OL-11c")
def test_neutral_buildings_are_used_by_contract_and_you_send() -> None:
    at = position(match("1"), Land(goods="3 coin"), NEUTRAL)
    asked = at.do("contract G13 coins")
    assert asked.seat == 0
    assert asked.legal() == ["send lay", "send prior"]
    done = asked.do("send prior", "trade 1 1 - 0")
    assert done.goods() == goods("2 wood, 2 clay, 1 stone, 1 straw")
    assert (done.goods(1), done.clergy(1)) == ({}, ("G13",))
    wine = position(match("1"), Land(goods="1 wine"), NEUTRAL).do("contract L1b present", "send lay")
    assert wine.goods() == {}


@pytest.mark.rule("OL-11d")
def test_the_neutral_prior_may_work_in_a_new_building() -> None:
    built = step(Land(goods="2 coin"), display="G07 F11").do("neutral G07 d0", "neutral F11 d1")
    assert built.legal("work") == ["work G07 coins", "work F11 coins"]
    assert built.refused("work G13 coins") == "not-new"
    worked = built.do("work F11 coins")
    assert worked.goods() == goods("2 coin, 1 wood, 1 wine, 1 ceramic")
    assert worked.clergy(1)[0] == "F11"
    assert worked.legal("work") == []
    assert step(display="G07").do("neutral G07 d0").refused("work G07 coins") == "fee-too-dear"
    away = Land(supply="", built={"c0": "G13"}, prior="G13")
    assert isinstance(step(Land(goods="2 coin"), display="G07", neutral=away).do("neutral G07 d0").step, SettlementStep)


@pytest.mark.rule("OL-11e", "OL-10d")
def test_the_neutral_player_builds_before_the_last_phase_too() -> None:
    at = position(match("1"), Land(), NEUTRAL, steps=[CloseRoundStep()], round=32, display="G07")
    begun = at.run()
    assert isinstance(begun.step, NeutralStep)
    assert begun.do("neutral G07 d0", "done", "stay").over


@pytest.mark.rule("OL-11b")
def test_a_cloister_building_without_room_stays_on_display() -> None:
    full = {"c0": "G13", "c1": "G06", "d0": "G12", "d1": "F05", "e0": "F08", "f0": "G19", "f1": "F20"}
    at = step(display="G02", neutral=Land(supply="", built=full))
    assert isinstance(at.step, SettlementStep)
    assert at.display() == ["G02"]


@pytest.mark.rule("OL-3c", "OL-11d")
def test_the_fee_rises_when_the_neutral_player_builds_the_winery() -> None:
    built = step(Land(goods="1 coin"), display="F21").do("neutral F21 d0")
    assert built.refused("work F21 coins") == "fee-too-dear"
    rich = step(Land(goods="2 coin, 1 grapes"), display="F21").do("neutral F21 d0", "work F21 coins", "trade 1 1 - 0")
    assert rich.goods() == goods("1 wine")
