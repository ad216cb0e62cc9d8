"""A turn: using, contracts, felling, cutting, building, and the prior who follows (OL-3, OL-5)."""

from __future__ import annotations

import pytest

from tests.support.ora_positions import Land, goods, match, position

SOME = Land(goods="9 wood, 9 clay, 9 coin")


@pytest.mark.rule("OL-3a")
@pytest.mark.parametrize("actions", [1, 2])
def test_a_turn_has_its_actions_and_no_more(actions: int) -> None:
    at = position(match(), Land(forests="c0 c1 d1"), actions=actions)
    for space in ("c0", "c1")[:actions]:
        at = at.do(f"fell {space} own")
    assert at.refused("fell d1 own") == "no-action-left"
    assert at.refused("use L1a lay") == "no-action-left"
    assert at.refused("contract L1b coins") == "no-action-left"
    assert at.refused("build G07 c0") == "no-action-left"
    assert at.legal("fell") == at.legal("use") == at.legal("build") == at.legal("contract") == []


@pytest.mark.rule("OL-3b")
def test_a_clergyman_uses_an_unoccupied_building_of_ones_own() -> None:
    at = position(match(), Land(built={"d0": "F11", "e0": "G07"}, lay="G07"), Land(built={"d0": "G16"}))
    assert at.legal("use") == [f"use {key} {who}" for key in ("F11", "L1a", "L2a", "L3a") for who in ("lay", "prior")]
    assert at.refused("use G07 lay") == "occupied"
    assert at.refused("use G16 lay") == "not-your-building"
    assert at.do("use F11 prior").clergy() == ("F11", "G07")
    assert at.do("use F11 lay").clergy() == ("", "G07", "F11")
    full = position(match(), Land(lay="L1a L2a"))
    assert full.refused("use L3a lay") == "nobody-home"
    assert full.do("use L3a prior", "take coin own").goods() == goods("2 coin")


@pytest.mark.rule("OL-3c")
def test_a_contract_pays_the_owner_who_chooses_the_clergyman() -> None:
    at = position(match(), Land(goods="1 coin"), Land(built={"d0": "F11"}))
    asked = at.do("contract F11 coins")
    assert asked.seat == 1
    assert asked.legal() == ["send lay", "send prior"]
    assert asked.goods(1) == goods("1 coin")
    done = asked.do("send prior")
    assert done.clergy(1) == ("F11",)
    assert done.goods() == goods("1 wood, 1 wine, 1 coin, 1 ceramic")
    assert done.goods(1) == goods("1 coin")
    assert (done.seat, done.legal("use")) == (0, [])


@pytest.mark.rule("OL-3c")
def test_a_present_goes_to_the_supply() -> None:
    wine = position(match(), Land(goods="1 wine"), Land(prior="L1b")).do("contract L2b present")
    assert (wine.goods(), wine.goods(1)) == ({}, {})
    whiskey = position(match("4", "ireland"), Land(goods="1 whiskey"), Land()).do("contract L2b present")
    assert (whiskey.goods(), whiskey.goods(1)) == ({}, {})
    assert position(match(), Land(goods="1 whiskey"), Land()).refused("contract L2b present") == "fee-too-dear"


@pytest.mark.rule("OL-3c")
def test_an_owner_with_one_kind_at_home_is_not_asked() -> None:
    prior = position(match(), SOME, Land(lay="L1b L3b")).do("contract L2b coins")
    assert (prior.seat, prior.clergy(1)[0]) == (0, "L2b")
    lay = position(match(), SOME, Land(prior="L1b")).do("contract L2b coins")
    assert (lay.seat, lay.clergy(1)) == (0, ("L1b", "L2b"))


@pytest.mark.rule("OL-3c")
def test_contracts_need_a_host_an_empty_building_and_the_fee() -> None:
    at = position(match(), SOME, Land(prior="L1b", lay="L2b L3b", built={"d0": "F11"}), Land(lay="L1c"))
    assert at.refused("contract F11 coins") == "no-host"
    assert at.refused("contract L1c coins") == "occupied"
    assert at.refused("contract L1a coins") == "not-anothers"
    assert position(match(), Land(), Land()).refused("contract L1b coins") == "fee-too-dear"
    assert "contract L2c coins" in at.legal("contract")


@pytest.mark.rule("OL-3c", "OL-12f21", "OL-12i21")
@pytest.mark.parametrize(("country", "key"), [("france", "F21"), ("ireland", "I21")])
def test_contracts_cost_two_coins_once_drink_is_made(country: str, key: str) -> None:
    land = Land(goods="2 clay, 2 straw, 2 coin")
    built = position(match("4", country), land, Land(lay="L1b L3b"), display=key, actions=2).do(f"build {key} d0")
    done = built.do("done", "contract L2b coins")
    assert (done.goods(), done.goods(1)) == ({}, goods("2 coin"))
    poor = position(match("4", country), Land(goods="1 coin"), Land(), raised=True)
    assert poor.refused("contract L2b coins") == "fee-too-dear"


@pytest.mark.rule("OL-3d")
def test_felling_and_cutting_take_a_card_and_a_good() -> None:
    at = position(match(), Land(forests="c0 d0", moors="c1"), tokens={"wood": 6, "peat": 4})
    felled = at.do("fell d0 own")
    assert (felled.forests(), felled.goods(), felled.clergy()) == (["c0"], goods("6 wood"), ("",))
    cut = at.do("cut c1 own")
    assert (cut.moors(), cut.goods()) == ([], goods("5 peat"))
    assert at.refused("fell c1 own") == "no-card-there"
    assert at.refused("cut c0 own") == "no-card-there"


@pytest.mark.rule("OL-3e")
def test_a_building_is_paid_and_put_on_an_empty_space() -> None:
    at = position(match(), Land(goods="3 wood, 2 clay", forests="c0"), Land(), display="F04 G12")
    built = at.do("build G12 d0")
    assert (built.built()["d0"], built.goods(), built.display()) == ("G12", goods("2 wood, 2 clay"), ["F04"])
    assert at.refused("build G12 c0") == "not-your-space"
    assert at.refused("build G12 e1") == "not-your-space"
    assert at.refused("build G07 d0") == "not-on-display"
    assert position(match(), Land(), display="G12").refused("build G12 d0") == "too-dear"


@pytest.mark.rule("OL-3f")
def test_a_cloister_building_borders_another_one() -> None:
    at = position(match(), Land(goods="2 wood", plots="0mountain"), display="G02")
    assert at.legal("build") == ["build G02 f1", "build G02 h1"]
    assert at.refused("build G02 f0") == "no-cloister-near"
    further = position(match(), Land(goods="2 wood", built={"f1": "G16"}), display="G02")
    assert further.legal("build") == ["build G02 f0"]
    other = position(match(), Land(goods="2 wood", built={"f1": "G07"}), display="G02")
    assert other.refused("build G02 f0") == "no-cloister-near"


@pytest.mark.rule("OL-3g")
def test_the_prior_follows_into_the_new_building() -> None:
    at = position(match(), Land(goods="1 clay, 1 peat"), display="G07").do("build G07 d0")
    assert at.legal() == ["follow", "done"]
    used = at.do("follow", "trade 1 1 - 0")
    assert (used.clergy(), used.goods()) == (("G07",), goods("2 coal, 1 coin"))
    assert at.do("done").legal("use") == []
    away = position(match(), Land(goods="1 clay", prior="L1a"), display="G07").do("build G07 d0")
    assert away.legal("follow") == []


@pytest.mark.rule("OL-3h")
def test_one_may_do_without_an_action() -> None:
    at = position(match(), SOME, actions=2)
    assert "end" in at.legal()
    assert at.do("end").over
    assert at.do("use L1a lay", "done", "end").over


@pytest.mark.rule("OL-5a")
def test_parts_come_in_order_and_may_be_left_out() -> None:
    land = Land(goods="1 coin", built={"d0": "F17"})
    used = position(match(), land).do("use F17 lay", "trade 1 1 - 0")
    assert used.legal("trade") == ["trade 1 1 - 0"]
    assert used.do("trade 1 1 - 0").goods() == goods("1 meat, 1 wine")
    assert used.do("done").goods() == goods("1 book")


@pytest.mark.rule("OL-5d")
def test_whoever_carries_out_an_effect_pays_and_gains() -> None:
    guest = Land(goods="1 coin, 1 peat", prior="L1a", lay="L2a L3a", forests="c0")
    host = Land(goods="5 peat", built={"d0": "G07"}, prior="L1b", forests="c0 c1")
    done = position(match(), guest, host).do("contract G07 coins", "trade 1 1 - 0")
    assert done.goods() == goods("2 coal, 1 coin")
    assert done.goods(1) == goods("5 peat, 1 coin")
    bath = Land(built={"d0": "F23"}, prior="L1b", lay="L2b")
    home = position(match(), Land(goods="2 coin", prior="L1a", lay="L2a L3a"), bath)
    home = home.do("contract F23 coins", "trade 1 1 - 0")
    assert home.clergy() == ("",)
    assert len(home.clergy(1)) == 3
    court = Land(goods="1 coin", forests="c0")
    office = Land(built={"d0": "F38"}, prior="L1b", forests="c1")
    cleared = position(match(), court, office).do("contract F38 coins")
    assert cleared.legal("trade") == ["trade 1 1 c0 0"]


@pytest.mark.rule("OL-5e", "OL-5f")
def test_chains_go_as_deep_as_they_can_but_never_twice_through_a_building() -> None:
    own = Land(goods="1 wine", built={"f0": "F09", "f1": "G01", "e0": "F27"})
    other = Land(built={"d0": "G16"}, prior="G16")
    third = Land(built={"d0": "G07"}, prior="G07")
    at = position(match(), own, other, third)
    deep = at.do("use F09 lay", "carry-out G01", "carry-out G16")
    assert deep.goods() == goods("1 wine, 1 grapes, 1 wood, 1 clay, 1 peat, 1 coin, 1 grain, 1 livestock")
    palace = at.do("use F09 lay", "carry-out F27", "trade 1 1 - 0")
    assert palace.refused("carry-out F09") == "carried-already"
    assert palace.legal("carry-out") == ["carry-out G07", "carry-out G16"]
    assert palace.do("carry-out G16").clergy() == ("", "F09")


@pytest.mark.rule("OL-5f")
def test_a_second_action_may_carry_out_the_same_building_again() -> None:
    land = Land(goods="25 coin, 1 wine", built={"d0": "G01"}, plots="0mountain")
    other = Land(built={"d0": "G16"}, prior="G16")
    first = position(match("2L"), land, other, actions=2, display="F27").do("use G01 lay", "carry-out G16")
    second = first.do("build F27 h0", "follow", "trade 1 1 - 0", "carry-out G16")
    assert second.goods() == goods("2 wood, 2 clay, 2 peat, 2 coin, 2 grain, 2 livestock")


@pytest.mark.rule("OL-7c")
def test_grain_becomes_straw_and_wine_becomes_coins_at_any_time() -> None:
    at = position(match(), Land(goods="3 grain, 2 wine"))
    assert at.do("straw 2").goods() == goods("1 grain, 2 straw, 2 wine")
    assert at.do("sell 2").goods() == goods("3 grain, 2 coin")
    assert at.refused("straw 4") == "nothing-to-convert"
    assert at.refused("sell 3") == "nothing-to-convert"
    inside = at.do("use L1a lay", "straw 1", "sell 1")
    assert inside.goods() == goods("2 grain, 1 straw, 1 wine, 1 coin")
    whiskey = position(match("4", "ireland"), Land(goods="2 whiskey")).do("sell 2")
    assert whiskey.goods() == goods("4 coin")
    assert position(match(), Land(goods="2 clay, 1 grain"), display="F05").do("build F05 d0").goods() == {}
