"""What is easily got wrong: each a position in which the wrong reading would give another result."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.rounds import CloseRoundStep
from rules.ora_et_labora.settling import SettlementStep
from tests.support.ora_positions import Land, goods, match, opened, position, using


@pytest.mark.rule("OL-2b")
def test_the_wheel_turns_with_the_round_and_not_with_the_turn() -> None:
    for mode, turns in (("4", 5), ("3", 4), ("2", 1), ("2L", 2), ("1", 1)):
        at = opened(mode)
        for _ in range(turns - 1):
            at = at.do("end")
            assert at.tokens()["wood"] == 1
        assert at.do("end").tokens()["wood"] == 2


@pytest.mark.rule("OL-4a", "OL-9c")
def test_a_phase_comes_after_return_and_wheel_and_before_its_buildings() -> None:
    land = Land(prior="L1a", lay="L2a L3a")
    at = position(match(), land, steps=[CloseRoundStep()], round=6, tokens={"wood": 3}).run()
    assert isinstance(at.step, SettlementStep)
    assert (at.tokens()["wood"], at.clergy()) == (4, ("",))
    assert at.display() == position(match()).display()
    assert "S5" not in [at.game.settlements[it].key for it in at.estate().supply]
    late = at.do("stay", "stay", "stay", "stay")
    assert set(late.display()) > set(at.display())


@pytest.mark.rule("OL-4c", "OL-3c")
def test_a_contract_can_bring_clergymen_home_or_keep_them_away() -> None:
    last = Land(prior="L1b", lay="L2b", built={"d0": "F11"})
    at = position(match("2"), Land(goods="1 coin"), last, steps=[*position(match("2")).state.agenda, CloseRoundStep()])
    assert at.do("end").clergy(1) == ("L1b", "L2b")
    assert at.do("contract F11 coins", "end").clergy(1) == ("",)


@pytest.mark.rule("OL-7d", "OL-7f")
def test_a_tile_of_five_coins_spent_as_food_costs_points() -> None:
    land = Land(goods="5 coin, 1 bread, 1 grain, 1 wood", supply="S1")
    at = position(match(), land, steps=[SettlementStep(position(match()).seat)])
    assert at.legal("settle")[0] == "settle S1 c0 WoGn"
    before = at.points()["coins"]
    assert before - at.do("settle S1 c0 WoPn").points()["coins"] == 2
    assert at.do("settle S1 c0 WoBr").points()["coins"] == before


@pytest.mark.rule("OL-7c", "OL-7d", "OL-3c")
def test_drink_is_food_coins_points_and_a_present() -> None:
    at = position(match(), Land(goods="1 wine, 1 wood"), Land(), steps=[SettlementStep(position(match()).seat)])
    assert at.do("settle S1 c0 WoWn").goods() == {}
    assert at.do("sell 1").goods() == goods("1 wood, 1 coin")
    assert at.points()["goods"] == 1
    given = position(match(), Land(goods="1 wine"), Land()).do("contract L1b present")
    assert (given.goods(), given.goods(1), given.points()["goods"]) == ({}, {}, 0)


@pytest.mark.rule("OL-3g")
def test_the_prior_follows_only_into_the_building_just_built() -> None:
    land = Land(goods="1 clay, 1 peat", built={"e0": "F11"})
    at = position(match("2"), land, display="G07", actions=2).do("build G07 d0")
    assert at.refused("use F11 prior") == "not-now"
    later = at.do("done")
    assert later.refused("follow") == "not-now"
    assert later.do("use G07 prior").clergy() == ("G07",)


@pytest.mark.rule("OL-10h")
@pytest.mark.parametrize(("key", "value"), [("G07", -2), ("G26", -2), ("G19", -3), ("G22", -4)])
def test_a_bad_neighbour_counts(key: str, value: int) -> None:
    alone = position(match(), Land(settled={"d1": "S2"}))
    beside = position(match(), Land(settled={"d1": "S2"}, built={"d0": key}))
    assert beside.points()["settlements"] - alone.points()["settlements"] == value


@pytest.mark.rule("OL-10h")
def test_a_shanty_town_is_a_bad_neighbour_too() -> None:
    both = position(match(), Land(settled={"d1": "S2", "d0": "S1"}))
    assert both.points()["settlements"] == (1 + 2 - 3) + (-3 + 1)


@pytest.mark.rule("OL-6e", "OL-12f09")
def test_the_lower_hillside_of_a_mountain_plot_borders_the_mountain() -> None:
    land = Land(built={"h1": "F09", "i0": "G22"}, plots="0mountain")
    used = position(match(), land).do("use F09 lay")
    assert used.legal("carry-out") == ["carry-out G22", "carry-out L3a"]


@pytest.mark.rule("OL-12g41", "OL-12i38")
def test_the_brotherhood_counts_buildings_and_the_festival_cards_still_there() -> None:
    land = Land(built={"d0": "G41", "f1": "G16"}, forests="c0 c1", moors="d1", settled={"e0": "S1"})
    assert using("G41", "5 coin", land=land).do("trade 1 1 - 0").step.points == 6
    ground = Land(built={"d0": "I38", "f1": "G16"}, forests="c0", moors="d1")
    assert using("I38", "1 beer", land=ground).do("trade 1 1 - 0").step.points == 2


@pytest.mark.rule("OL-5a", "OL-12f17", "OL-12f21", "OL-12f05", "OL-12i05")
@pytest.mark.parametrize(
    ("key", "words", "first", "after"),
    [
        ("F17", "1 coin", "trade 1 1 - 0", "1 meat, 1 wine"),
        ("F21", "1 grapes", "trade 1 1 - 0", "7 coin"),
        ("F05", "1 flour, 1 straw", "trade 1 1 - Sw", "4 coin"),
        ("I05", "1 malt, 1 grain", "trade 1 1 - 0", "7 coin"),
    ],
)
def test_the_second_half_may_use_what_the_first_made(key: str, words: str, first: str, after: str) -> None:
    assert using(key, words).do(first, "trade 1 1 - 0").goods() == goods(after)


@pytest.mark.rule("OL-12g18", "OL-12f20", "OL-12i20", "OL-12i24")
@pytest.mark.parametrize(
    ("key", "words", "lines", "after"),
    [
        ("G18", "1 stone, 1 wood", "trade 1 1 - Wo", "1 ornament"),
        ("F20", "1 wine, 1 wood", "done; trade 1 1 - 0", "1 wood, 6 coin"),
        ("I20", "1 whiskey", "trade 1 1 - 0", "7 coin"),
        ("I24", "1 beer, 1 whiskey", "done; trade 1 1 - 0", "1 reliquary"),
    ],
)
def test_independent_halves_stand_alone(key: str, words: str, lines: str, after: str) -> None:
    assert using(key, words).do(*lines.split("; ")).goods() == goods(after)


@pytest.mark.rule("OL-7d")
def test_a_straw_is_half_an_energy() -> None:
    assert using("F05", "1 flour, 1 straw").legal("trade") == ["trade 1 1 - Sw"]
    assert using("F05", "3 flour, 3 straw").do("trade 3 1 - SwSwSw").goods() == goods("3 bread")
    assert using("G06", "5 straw").legal("trade") == []
    assert using("G06", "6 straw").do("trade 1 1 - SwSwSwSwSwSw").goods() == goods("5 coin")


@pytest.mark.rule("OL-3c", "OL-6a", "OL-4c")
def test_with_two_actions_the_landscape_and_the_return_follow_the_turn() -> None:
    at = position(match("2"), Land(goods="99 coin"), actions=2)
    bought = at.do("district 2 hills", "use L1a lay", "done")
    assert bought.refused("district 3 hills") == "bought-already"
    both = position(match("2"), Land(lay="L1a"), actions=2).do("use L2a lay", "done", "use L3a prior", "done")
    assert both.clergy() == ("L3a", "L1a", "L2a")


@pytest.mark.rule("OL-3c")
def test_in_the_same_turn_the_raised_fee_holds_at_once() -> None:
    land = Land(goods="2 clay, 2 straw, 1 coin")
    at = position(match("2"), land, display="F21", actions=2).do("build F21 d0", "done")
    assert at.refused("contract L1b coins") == "fee-too-dear"


@pytest.mark.rule("OL-6a", "OL-12i37")
def test_landscapes_for_nothing_make_the_next_ones_dearer() -> None:
    used = using("I37", "1 book, 3 coin").do("trade 1 1 - 0", "district 2 plains", "plot 0 coast")
    assert used.do("district 3 plains").goods() == {}


@pytest.mark.rule("OL-12f09", "OL-12f40")
def test_a_garden_on_display_has_no_neighbours() -> None:
    used = using("F40", display="F09 G16").do("carry-out F09")
    assert used.goods() == goods("1 grapes")
    assert used.legal("carry-out") == []


@pytest.mark.rule("OL-10b")
def test_several_clergymen_may_stand_on_a_building_in_the_bonus_round() -> None:
    lands = (Land(), Land(built={"d0": "G16"}, lay="G16"))
    at = position(match(), *lands, steps=[CloseRoundStep()], round=24).run()
    done = at.do("visit G16", "end", "visit G16", "end")
    assert (done.clergy(), done.clergy(1)) == (("G16",), ("G16", "G16"))
    assert done.goods(1)["clay"] == 1


@pytest.mark.rule("OL-12f33", "OL-12i33", "OL-2c")
def test_without_the_joker_nothing_is_shipped() -> None:
    assert using("F33", "1 coal", mode="1", tokens={"joker": None}).legal("trade") == []
    assert using("I33", "3 wood", mode="1", tokens={"joker": None}).legal("trade") == []
    assert using("F33", "1 coal", mode="1").legal("trade") != []


@pytest.mark.rule("OL-7h")
def test_with_all_wonders_gone_the_trade_is_not_possible() -> None:
    words = "1 book, 1 ceramic, 1 ornament, 1 reliquary"
    assert using("G34", words, others=(Land(wonders=8),)).legal("trade") == []
    assert using("I35", "5 coin, 1 whiskey, 2 reliquary", others=(Land(wonders=8),)).legal("trade") == []
