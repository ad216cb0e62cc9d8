"""The buildings of both countries and of France, each used in a position of its own (OL-12l, OL-12g, OL-12f)."""

from __future__ import annotations

import pytest

from rules.engine.refusal import Refused
from tests.support.ora_positions import Land, goods, match, position, using

THIRTEEN = (
    "1 wood, 1 clay, 1 peat, 1 grain, 1 livestock, 1 straw, 1 coal, 1 meat, 1 stone, 1 ceramic, 1 book, 1 ornament, "
    "1 reliquary"
)
TRADES = [
    pytest.param("F03", "1 coin", "trade 1 1 - 0", "6 grain", marks=pytest.mark.rule("OL-12f03")),
    pytest.param("F04", "7 grain", "trade 7 1 - 0", "7 flour, 7 straw", marks=pytest.mark.rule("OL-12f04")),
    pytest.param(
        "F05",
        "3 flour, 1 wood, 1 straw",
        "trade 3 1 - WoSw; trade 2 1 - 0",
        "1 bread, 8 coin",
        marks=pytest.mark.rule("OL-12f05"),
    ),
    pytest.param("G06", "1 coal", "trade 1 1 - Co", "5 coin", marks=pytest.mark.rule("OL-12g06")),
    pytest.param("G06", "2 coal", "trade 1 2 - CoCo", "8 coin", marks=pytest.mark.rule("OL-12g06")),
    pytest.param("G06", "4 peat, 1 wood", "trade 1 3 - WoPtPtPtPt", "10 coin", marks=pytest.mark.rule("OL-12g06")),
    pytest.param("G07", "2 peat", "trade 2 1 - 0", "3 coal, 1 coin", marks=pytest.mark.rule("OL-12g07")),
    pytest.param(
        "F08",
        "1 wood, 1 clay, 1 coin, 1 grain",
        "trade 1 1 - WoClPnGn",
        "1 bread, 7 coin",
        marks=pytest.mark.rule("OL-12f08"),
    ),
    pytest.param(
        "G12", "2 meat, 2 peat, 1 wood", "trade 5 1 - WoPtPtMtMt", "5 stone", marks=pytest.mark.rule("OL-12g12")
    ),
    pytest.param(
        "G13",
        "2 coin",
        "trade 1 1 - 0",
        "2 wood, 2 clay, 1 stone, 1 straw",
        marks=pytest.mark.rule("OL-12g13"),
    ),
    pytest.param(
        "F15",
        "1 coin",
        "trade 1 1 - 0",
        "1 book, 1 bread, 2 grapes, 2 flour",
        marks=pytest.mark.rule("OL-12f15"),
    ),
    pytest.param(
        "F17",
        "3 coin",
        "trade 3 1 - 0; trade 1 1 - 0",
        "2 book, 1 meat, 1 wine",
        marks=pytest.mark.rule("OL-12f17"),
    ),
    pytest.param(
        "G18",
        "3 clay, 1 stone, 2 peat",
        "trade 1 7 - PtPt",
        "3 ceramic, 1 ornament",
        marks=pytest.mark.rule("OL-12g18"),
    ),
    pytest.param("G18", "1 stone, 1 wood", "trade 1 1 - Wo", "1 ornament", marks=pytest.mark.rule("OL-12g18")),
    pytest.param("G19", "2 livestock, 1 straw, 1 grain", "trade 2 1 - 0", "2 meat", marks=pytest.mark.rule("OL-12g19")),
    pytest.param(
        "F20",
        "2 meat, 1 wine",
        "trade 7 1 - MtMt; trade 1 1 - 0",
        "13 coin",
        marks=pytest.mark.rule("OL-12f20"),
    ),
    pytest.param(
        "F21", "2 grapes", "trade 2 1 - 0; trade 1 1 - 0", "1 wine, 7 coin", marks=pytest.mark.rule("OL-12f21")
    ),
    pytest.param("F24", "2 bread, 2 wine", "trade 2 1 - 0", "2 reliquary", marks=pytest.mark.rule("OL-12f24")),
    pytest.param("G26", "2 wood", "trade 1 1 - 0", "1 ornament, 5 coin", marks=pytest.mark.rule("OL-12g26")),
    pytest.param("F30", "1 ceramic", "trade 1 1 - 0", "12 coin", marks=pytest.mark.rule("OL-12f30")),
    pytest.param("F35", "25 coin", "trade 1 1 - 0; trade 2 1 - 0", "3 reliquary", marks=pytest.mark.rule("OL-12f35")),
    pytest.param("F36", "1 book", "trade 1 1 - 0; trade 1 2 - 0", "1 ornament", marks=pytest.mark.rule("OL-12f36")),
    pytest.param(
        "F36", "2 ornament", "trade 1 3 - 0; trade 1 3 - 0", "2 reliquary", marks=pytest.mark.rule("OL-12f36")
    ),
    pytest.param(
        "F37", "2 wood, 1 straw, 1 grain", "trade 2 1 - 0", "1 ceramic, 2 book", marks=pytest.mark.rule("OL-12f37")
    ),
    pytest.param(
        "G39",
        "3 peat, 2 meat",
        "trade 1 1 - PtPtPt; trade 1 2 - MtMt",
        "2 book, 2 ornament",
        marks=pytest.mark.rule("OL-12g39"),
    ),
]
"""Building, goods before, what is done, goods after; nothing is left of the goods before."""
LIMITS = [
    ("F03", "3 coin", 1),
    ("F04", "9 grain", 7),
    ("G12", "9 meat, 9 coal", 5),
    ("F17", "9 coin", 3),
    ("F20", "9 grain", 7),
    ("F24", "3 bread, 3 wine", 2),
    ("G26", "4 wood", 1),
    ("F30", "2 ceramic", 1),
    ("F35", "30 coin", 1),
    ("G13", "4 coin", 1),
    ("F05", "12 flour, 12 wood", 12),
    ("F21", "12 grapes", 12),
    ("G07", "12 peat", 12),
    ("G19", "12 livestock, 12 straw", 12),
    ("F37", "12 wood, 12 straw", 12),
]
"""Building, goods, and how many times the first trade can be made with them."""


@pytest.mark.parametrize(("key", "before", "lines", "after"), TRADES)
def test_a_building_trades(key: str, before: str, lines: str, after: str) -> None:
    used = using(key, before).do(*lines.split("; "))
    assert used.goods() == goods(after)


@pytest.mark.rule("OL-5c", "OL-7b")
@pytest.mark.parametrize(("key", "before", "lines", "after"), TRADES)
def test_with_one_good_less_the_trade_is_refused(key: str, before: str, lines: str, after: str) -> None:
    assert after
    for good, number in goods(before).items():
        if (key, good) == ("F20", "meat"):
            continue
        less = {**goods(before), good: number - 1}
        words = ", ".join(f"{many} {name}" for name, many in less.items())
        with pytest.raises(Refused):
            using(key, words).do(*lines.split("; "))


@pytest.mark.rule("OL-5c")
@pytest.mark.parametrize(("key", "before", "most"), LIMITS)
def test_a_trade_is_made_as_often_as_the_building_says(key: str, before: str, most: int) -> None:
    used = using(key, before)
    offered = [line.split() for line in used.legal("trade")]
    assert {int(words[1]) for words in offered if words[2] == "1"} == set(range(1, most + 1))
    if most < 9:
        assert used.refused(f"trade {most + 1} 1 - 0") == "too-often"


@pytest.mark.rule("OL-5a")
@pytest.mark.parametrize(("key", "before", "lines", "after"), TRADES)
def test_a_trade_may_be_left_out(key: str, before: str, lines: str, after: str) -> None:
    assert lines != after
    left = using(key, before)
    while left.legal("done"):
        left = left.do("done")
    gained = {"G07": "1 coal, 1 coin", "F37": "1 ceramic"}.get(key, "")
    assert left.goods() == {**goods(before), **goods(gained)}
    assert left.legal("end") == ["end"]


@pytest.mark.rule("OL-12l1", "OL-12l2", "OL-12l3", "OL-2f")
def test_the_printed_buildings_produce() -> None:
    start = position(match(), tokens={"clay": 3, "grain": 4, "livestock": 1, "coin": 0, "joker": 12})
    assert start.do("use L1a lay", "take clay own").goods() == goods("4 clay")
    assert start.do("use L2a lay", "take grain own").goods() == goods("5 grain")
    assert start.do("use L2a lay", "take livestock own").goods() == goods("2 livestock")
    assert start.do("use L3a lay", "take coin own").goods() == {}
    taken = start.do("use L3a lay", "take coin joker")
    assert taken.goods() == goods("10 coin")
    assert (taken.tokens()["joker"], taken.tokens()["coin"]) == (0, 0)
    assert start.do("use L2a lay").refused("take clay own") == "other-good"


@pytest.mark.rule("OL-12g01")
def test_the_priory_carries_out_a_building_with_any_prior() -> None:
    own = Land(goods="1 wood", built={"d0": "G01", "e0": "G16"}, prior="")
    other = Land(built={"d0": "F11"}, prior="F11")
    third = Land(built={"d0": "G07"}, lay="G07")
    used = position(match(), own, other, third).do("use G01 lay")
    assert used.legal() == ["carry-out F11", "done"]
    assert used.do("carry-out F11").goods() == goods("2 wood, 1 wine, 1 coin, 1 ceramic")
    assert used.refused("carry-out G07") == "not-carried-out"
    itself = position(match(), own).do("use G01 prior")
    assert itself.legal() == ["end"]


@pytest.mark.rule("OL-12g02", "OL-7e")
def test_the_cloister_courtyard_gives_six_of_a_basic_good() -> None:
    used = using("G02", "1 wood, 1 clay, 1 coin").do("trade 1 1 - WoClPn")
    assert used.legal("choose") == [f"choose {good}" for good in ("wood", "clay", "peat", "coin", "grain", "livestock")]
    assert used.refused("choose stone") == "other-good"
    given = used.do("choose peat")
    assert given.goods() == goods("6 peat")
    assert given.legal("choose") == []
    assert using("G02", "9 wood, 9 clay").legal("trade") == []


@pytest.mark.rule("OL-12f09")
def test_the_cloister_garden_carries_out_an_unoccupied_neighbour() -> None:
    own = Land(built={"f0": "F09", "f1": "G16", "e0": "F11", "d0": "G07"}, lay="F11", settled={"c0": "S1"})
    used = position(match(), own).do("use F09 lay")
    assert used.goods() == goods("1 grapes")
    assert used.legal("carry-out") == ["carry-out G16", "carry-out L1a"]
    assert used.refused("carry-out F11") == "not-carried-out"
    assert used.do("carry-out G16").goods()["peat"] == 1


@pytest.mark.rule("OL-12f10", "OL-5g", "OL-5h", "OL-3g")
def test_the_carpentry_takes_a_forest_for_a_build_action() -> None:
    land = Land(goods="2 clay, 1 wood", built={"d0": "F10"}, forests="c0 c1")
    used = position(match(), land).do("use F10 lay")
    assert used.legal("trade") == ["trade 1 1 c0 0", "trade 1 1 c1 0"]
    assert used.refused("trade 1 1 d1 0") == "no-forest"
    assert used.refused("trade 1 1 - 0") == "no-forest"
    cleared = used.do("trade 1 1 c0 0")
    assert (cleared.forests(), cleared.goods()) == (["c1"], goods("2 clay, 1 wood"))
    built = cleared.do("build G07 c0", "follow")
    assert built.built()["c0"] == "G07"
    assert built.clergy() == ("G07", "F10")
    assert built.goods() == goods("1 clay, 1 wood, 1 coal, 1 coin")
    assert built.legal("build") == []


@pytest.mark.rule("OL-12f11", "OL-5b")
def test_the_harbor_promenade_gives_at_once() -> None:
    assert using("F11").goods() == goods("1 wood, 1 wine, 1 coin, 1 ceramic")


@pytest.mark.rule("OL-12f14", "OL-12f31", "OL-12g22", "OL-12f29", "OL-2e")
@pytest.mark.parametrize(("key", "good"), [("F14", "grapes"), ("F31", "grapes"), ("G22", "stone"), ("F29", "stone")])
def test_grapevines_and_quarries_produce(key: str, good: str) -> None:
    used = using(key, tokens={good: 2, "joker": 5})
    assert used.do(f"take {good} own").goods() == {good: 3}
    before = using(key, tokens={"joker": 5})
    assert before.legal("take") == [f"take {good} joker"]
    assert before.refused(f"take {good} own") == "not-on-wheel"
    assert before.do(f"take {good} joker").goods() == {good: 6}


@pytest.mark.rule("OL-12g16")
def test_the_chapter_house_gives_one_of_each_basic_good() -> None:
    assert using("G16").goods() == goods("1 wood, 1 clay, 1 peat, 1 coin, 1 grain, 1 livestock")


@pytest.mark.rule("OL-12f23")
def test_the_bathhouse_calls_all_clergymen_home() -> None:
    land = Land(built={"d0": "F23", "e0": "G07"}, prior="G07")
    used = using("F23", "1 coin", land=land).do("trade 1 1 - 0")
    assert used.goods() == goods("1 book, 1 ceramic")
    assert used.clergy() == ("",)
    assert using("F23", "1 coin", land=land).do("done").clergy() == ("G07", "F23")


@pytest.mark.rule("OL-12f25", "OL-7h")
def test_the_chamber_of_wonders_takes_thirteen_different_goods() -> None:
    used = using("F25", THIRTEEN)
    done = used.do("trade 1 1 - WoClPtGnShSwCoMtSnCeBoOrRq")
    assert (done.goods(), done.estate().wonders, done.state.wonders) == ({}, 1, 7)
    assert done.points()["wonders"] == 30
    assert using("F25", THIRTEEN.replace("1 clay, ", "")).legal("trade") == []
    out = using("F25", THIRTEEN, others=(Land(wonders=8),))
    assert out.legal("trade") == []


@pytest.mark.rule("OL-12f27", "OL-5e")
def test_the_palace_carries_out_an_occupied_building_for_a_wine() -> None:
    own = Land(goods="1 wine", built={"d0": "F27", "e0": "G16"})
    other = Land(built={"d0": "F11", "e0": "G07"}, lay="F11")
    used = position(match(), own, other).do("use F27 lay", "trade 1 1 - 0")
    assert used.legal("carry-out") == ["carry-out F11"]
    done = used.do("carry-out F11")
    assert done.goods() == goods("1 wood, 1 wine, 1 coin, 1 ceramic")
    assert (done.clergy(), done.clergy(1)) == (("", "F27"), ("", "F11"))
    assert position(match(), Land(built={"d0": "F27"}), other).do("use F27 lay").legal("carry-out") == []


@pytest.mark.rule("OL-12g28", "OL-5h")
def test_the_castle_founds_a_settlement() -> None:
    used = using("G28", "1 grain, 1 wood")
    assert "settle S1 c0 WoGn" in used.legal("settle")
    assert used.refused("settle S4 c0 WoGn") == "wrong-terrain"
    done = used.do("settle S1 c0 WoGn")
    assert done.goods() == {}
    assert (len(done.estate().settlements), len(done.estate().supply)) == (1, 3)
    assert done.legal("settle") == []


@pytest.mark.rule("OL-12f32", "OL-5h")
def test_the_calefactory_fells_and_cuts() -> None:
    land = Land(built={"d0": "F32"}, forests="c0 c1", moors="d1")
    used = using("F32", "1 coin", land=land, tokens={"wood": 4, "peat": 6}).do("trade 1 1 - 0")
    assert used.legal("fell")[0] == "fell c0 own"
    both = used.do("fell c0 own")
    assert both.legal("fell") == []
    assert both.do("cut d1 own").goods() == goods("5 wood, 6 peat")
    assert used.do("cut d1 own", "fell c1 own").goods() == goods("5 wood, 6 peat")
    assert used.do("cut d1 own", "done").goods() == goods("6 peat")


@pytest.mark.rule("OL-12f33")
def test_the_shipping_company_gives_what_the_joker_yields() -> None:
    used = using("F33", "1 coal", tokens={"joker": 7}).do("trade 1 1 - Co")
    assert used.legal("take") == ["take meat joker", "take bread joker", "take wine joker"]
    for good in ("meat", "bread", "wine"):
        taken = used.do(f"take {good} joker")
        assert (taken.goods(), taken.tokens()["joker"]) == ({good: 7}, 0)
    assert used.refused("take meat own") == "other-good"
    assert using("F33", "1 coal", tokens={"joker": None}).legal("trade") == []


@pytest.mark.rule("OL-12g34")
def test_the_sacristy_makes_a_wonder_of_four_goods() -> None:
    used = using("G34", "1 book, 1 ceramic, 1 ornament, 1 reliquary")
    assert used.do("trade 1 1 - 0").estate().wonders == 1
    for missing in ("1 book, ", "1 ceramic, ", "1 ornament, "):
        words = "1 book, 1 ceramic, 1 ornament, 1 reliquary".replace(missing, "")
        assert using("G34", words).legal("trade") == []


@pytest.mark.rule("OL-12f38", "OL-5g")
def test_the_printing_office_takes_four_forests() -> None:
    land = Land(built={"d0": "F38"}, forests="c0 c1 d1 f0 f1")
    used = using("F38", land=land).do("trade 1 1 c0 0", "trade 1 1 c1 0", "trade 1 1 d1 0", "trade 1 1 f0 0")
    assert used.goods() == goods("4 book")
    assert used.forests() == ["f1"]
    assert used.legal("trade") == []


@pytest.mark.rule("OL-12f40", "OL-5e")
def test_the_hospice_carries_out_a_building_on_display() -> None:
    used = using("F40", display="G16 F11 F09")
    assert used.legal("carry-out") == ["carry-out F09", "carry-out F11", "carry-out G16"]
    assert used.do("carry-out F11").goods() == goods("1 wood, 1 wine, 1 coin, 1 ceramic")
    assert used.do("carry-out F09").goods() == goods("1 grapes")
    assert used.do("carry-out F11").display() == ["F09", "F11", "G16"]
    assert used.refused("carry-out G07") == "not-carried-out"


@pytest.mark.rule("OL-12g41", "OL-5i")
@pytest.mark.parametrize(("mode", "each"), [("4", 8), ("2", 8), ("2L", 6), ("1", 4)])
def test_the_house_of_the_brotherhood_rewards_cloister_buildings(mode: str, each: int) -> None:
    land = Land(built={"d0": "G41", "e0": "G02", "f1": "G18", "c0": "G07"})
    used = using("G41", "5 coin", land=land, mode=mode).do("trade 1 1 - 0")
    assert used.step.points == each
    assert used.refused("reward " + "Bo" * (each // 2 + 1)) == "other-reward"
    assert used.refused("reward Wo") == "other-reward"
    assert used.do("reward " + "Bo" * (each // 2)).goods() == {"book": each // 2}


@pytest.mark.rule("OL-12g41")
def test_in_the_long_game_for_two_a_half_is_rounded_down() -> None:
    used = using("G41", "5 coin", land=Land(built={"d0": "G41", "f1": "G18"}), mode="2L").do("trade 1 1 - 0")
    assert used.step.points == 4


@pytest.mark.rule("OL-5i")
def test_a_reward_is_listed_as_full_mixes_and_accepted_in_part() -> None:
    land = Land(built={"d0": "G41", "e0": "G02", "f1": "G18"})
    used = using("G41", "5 coin", land=land).do("trade 1 1 - 0")
    assert len(used.legal("reward")) > 3
    worth = {"Bo": 2, "Ce": 3, "Or": 4, "Rq": 8}
    for line in used.legal("reward"):
        codes = line.split()[1]
        points = sum(worth[codes[at : at + 2]] for at in range(0, len(codes), 2))
        assert points in (7, 8)
    assert used.do("reward Bo").goods() == goods("1 book")
