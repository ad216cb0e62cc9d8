"""The buildings of Ireland, each used in a position of its own (OL-12i)."""

from __future__ import annotations

import pytest

from rules.engine.refusal import Refused
from tests.support.ora_positions import Land, goods, match, position, using

TRADES = [
    pytest.param("I03", "1 coin", "trade 1 1 - 0", "4 grain, 1 book", marks=pytest.mark.rule("OL-12i03")),
    pytest.param("I04", "9 grain", "trade 9 1 - 0", "9 malt, 9 straw", marks=pytest.mark.rule("OL-12i04")),
    pytest.param(
        "I05",
        "2 malt, 2 grain",
        "trade 2 1 - 0; trade 1 1 - 0",
        "1 beer, 7 coin",
        marks=pytest.mark.rule("OL-12i05"),
    ),
    pytest.param(
        "I15",
        "1 book",
        "trade 1 1 - 0; choose peat; choose clay",
        "5 peat, 3 clay",
        marks=pytest.mark.rule("OL-12i15"),
    ),
    pytest.param("I17", "1 coin", "trade 1 1 - 0", "1 book, 1 meat, 1 whiskey", marks=pytest.mark.rule("OL-12i17")),
    pytest.param(
        "I20",
        "1 beer, 1 whiskey",
        "trade 1 1 - 0; trade 1 1 - 0",
        "15 coin",
        marks=pytest.mark.rule("OL-12i20"),
    ),
    pytest.param("I21", "2 malt, 2 wood, 2 peat", "trade 2 1 - 0", "4 whiskey", marks=pytest.mark.rule("OL-12i21")),
    pytest.param(
        "I24",
        "1 coin, 3 beer, 3 whiskey",
        "trade 1 1 - 0; trade 3 1 - 0",
        "1 book, 3 reliquary",
        marks=pytest.mark.rule("OL-12i24"),
    ),
    pytest.param(
        "I25",
        "1 reliquary",
        "trade 1 1 - 0",
        "2 wood, 2 clay, 2 peat, 2 coin, 2 grain, 2 livestock, 2 stone",
        marks=pytest.mark.rule("OL-12i25"),
    ),
    pytest.param("I30", "3 meat", "trade 4 1 - 0", "1 beer, 4 ceramic", marks=pytest.mark.rule("OL-12i30")),
    pytest.param("I31", "3 coal", "trade 3 1 - 0", "9 coin, 3 whiskey", marks=pytest.mark.rule("OL-12i31")),
    pytest.param(
        "I32",
        "1 wood, 1 clay, 1 peat, 1 malt, 1 beer",
        "trade 1 1 - WoClPtMaBe",
        "1 reliquary",
        marks=pytest.mark.rule("OL-12i32"),
    ),
    pytest.param(
        "I36",
        "2 book, 2 ceramic",
        "trade 2 1 - 0",
        "2 coin, 2 clay, 2 reliquary",
        marks=pytest.mark.rule("OL-12i36"),
    ),
]
"""Building, goods before, what is done, goods after; nothing is left of the goods before."""
LIMITS = [
    ("I03", "3 coin", 1),
    ("I05", "9 malt, 9 grain", 9),
    ("I17", "3 coin", 1),
    ("I20", "2 beer", 1),
    ("I24", "3 coin", 1),
    ("I25", "2 reliquary", 1),
    ("I30", "9 meat", 4),
    ("I31", "9 coal", 3),
    ("I36", "3 book, 3 ceramic", 2),
    ("I21", "9 malt, 9 wood, 9 peat", 9),
    ("I04", "9 grain", 9),
]


@pytest.mark.parametrize(("key", "before", "lines", "after"), TRADES)
def test_a_building_trades(key: str, before: str, lines: str, after: str) -> None:
    used = using(key, before).do(*lines.split("; "))
    assert used.goods() == goods(after)
    assert used.legal("trade") == []


@pytest.mark.parametrize(("key", "before", "lines", "after"), TRADES)
def test_with_one_good_less_the_trade_is_refused(key: str, before: str, lines: str, after: str) -> None:
    assert after
    for good, number in goods(before).items():
        less = {**goods(before), good: number - 1}
        words = ", ".join(f"{many} {name}" for name, many in less.items())
        with pytest.raises(Refused):
            using(key, words).do(*lines.split("; "))


@pytest.mark.parametrize(("key", "before", "most"), LIMITS)
def test_a_trade_is_made_as_often_as_the_building_says(key: str, before: str, most: int) -> None:
    used = using(key, before)
    assert [int(line.split()[1]) for line in used.legal("trade")] == list(range(1, most + 1))


@pytest.mark.rule("OL-12i08")
@pytest.mark.parametrize("good", ["beer", "whiskey"])
def test_the_false_lighthouse_gives_coins_and_a_drink(good: str) -> None:
    used = using("I08")
    assert used.legal("choose") == ["choose beer", "choose whiskey"]
    assert used.do(f"choose {good}").goods() == {"coin": 3, good: 1}


@pytest.mark.rule("OL-12i09")
@pytest.mark.parametrize(("livestock", "coins"), [(0, 0), (1, 3), (4, 3), (5, 5), (8, 5), (9, 6), (20, 6)])
def test_the_spinning_mill_pays_for_livestock_that_one_keeps(livestock: int, coins: int) -> None:
    wanted = {good: number for good, number in (("livestock", livestock), ("coin", coins)) if number}
    assert using("I09", f"{livestock} livestock").goods() == wanted


@pytest.mark.rule("OL-12i10")
def test_the_cottage_carries_out_an_unoccupied_neighbour() -> None:
    own = Land(built={"d0": "I10", "e0": "I11", "c0": "G16"}, prior="G16")
    used = position(match("4", "ireland"), own).do("use I10 lay")
    assert used.goods() == goods("1 malt")
    assert used.legal("carry-out") == ["carry-out I11"]
    assert used.do("carry-out I11").goods() == goods("1 wood, 2 malt, 1 coin, 1 peat")


@pytest.mark.rule("OL-12i11", "OL-6f")
def test_the_houseboat_stands_on_water() -> None:
    assert using("I11").goods() == goods("1 wood, 1 malt, 1 coin, 1 peat")
    land = Land(goods="1 wood", plots="0coast")
    turn = position(match("4", "ireland"), land, display="I11 G07")
    assert turn.legal("build") == ["build I11 a0", "build I11 a1"]
    assert turn.refused("build I11 b0") == "wrong-terrain"


@pytest.mark.rule("OL-12i14")
def test_the_sacred_site_gives_a_book_a_pair_and_a_drink() -> None:
    assert using("I14").do("choose malt", "choose whiskey").goods() == goods("1 book, 2 malt, 1 whiskey")
    assert using("I14").do("choose grain", "choose beer").goods() == goods("1 book, 2 grain, 1 beer")


@pytest.mark.rule("OL-12i15")
def test_the_druids_house_gives_two_different_goods() -> None:
    used = using("I15", "1 book").do("trade 1 1 - 0", "choose peat")
    assert "choose peat" not in used.legal("choose")
    assert used.refused("choose peat") == "other-good"


@pytest.mark.rule("OL-12i23", "OL-5h")
def test_the_locutory_calls_the_prior_home_and_grants_a_building() -> None:
    land = Land(built={"d0": "I23", "e0": "G16"}, prior="G16")
    used = using("I23", "2 coin, 1 clay", land=land).do("trade 1 1 - 0")
    assert used.goods() == goods("1 clay")
    assert used.clergy() == ("", "I23")
    assert "build G07 c0" in used.legal("build")
    built = used.do("build G07 c0")
    assert built.legal() == ["follow", "done"]
    assert built.do("follow").clergy() == ("G07", "I23")
    assert using("I23", "1 coin", land=land).legal("trade") == []


@pytest.mark.rule("OL-12i27", "OL-5e")
def test_the_grand_manor_carries_out_an_occupied_building_for_a_whiskey() -> None:
    own = Land(goods="1 whiskey", built={"d0": "I27", "e0": "G16"}, prior="G16")
    other = Land(built={"d0": "I11"}, lay="I11")
    used = position(match("4", "ireland"), own, other).do("use I27 lay", "trade 1 1 - 0")
    assert (
        used.legal("carry-out") == ["carry-out I11", "carry-out G16"]
        or used.legal("carry-out")
        == [
            "carry-out I11",
            "carry-out G16",
        ][::-1]
    )
    assert used.refused("carry-out I27") == "not-carried-out"
    assert used.do("carry-out I11").goods() == goods("1 wood, 1 malt, 1 coin, 1 peat")


@pytest.mark.rule("OL-12i29")
def test_the_forest_hut_takes_a_forest() -> None:
    used = using("I29", land=Land(built={"d0": "I29"}, forests="c0 c1"))
    done = used.do("trade 1 1 c1 0")
    assert (done.forests(), done.goods()) == (["c0"], goods("2 livestock, 2 wood, 1 stone"))
    assert done.legal("trade") == []
    assert using("I29").legal("trade") == []


@pytest.mark.rule("OL-12i33")
def test_the_cooperage_gives_what_the_joker_yields() -> None:
    used = using("I33", "3 wood", tokens={"joker": 4}).do("trade 1 1 - 0")
    assert used.legal("take") == ["take beer joker", "take whiskey joker"]
    taken = used.do("take beer joker")
    assert (taken.goods(), taken.tokens()["joker"]) == (goods("5 beer"), 0)
    assert using("I33", "2 wood").legal("trade") == []


@pytest.mark.rule("OL-12i35", "OL-7d", "OL-7f")
def test_the_round_tower_takes_goods_worth_points() -> None:
    used = using("I35", "5 coin, 1 whiskey, 1 reliquary, 2 ceramic")
    done = used.do("trade 1 1 - CeCeRq")
    assert (done.goods(), done.estate().wonders) == ({}, 1)
    assert using("I35", "5 coin, 1 whiskey, 1 reliquary, 1 ceramic, 1 book").legal("trade") == []
    coins = using("I35", "10 coin, 1 whiskey, 1 reliquary, 1 ornament").do("trade 1 1 - OrRqNi")
    assert (coins.goods(), coins.estate().wonders) == ({}, 1)
    assert using("I35", "4 coin, 1 whiskey, 2 reliquary").legal("trade") == []


@pytest.mark.rule("OL-12i37", "OL-5h")
def test_the_bulwark_lays_a_district_and_a_plot_for_nothing() -> None:
    used = using("I37", "1 book, 2 coin").do("trade 1 1 - 0", "district 2 plains", "plot 0 mountain")
    assert used.goods() == goods("2 coin")
    assert (used.state.districts, used.state.plots) == (8, 8)
    assert (len(used.estate().districts), len(used.estate().plots)) == (1, 1)
    assert used.legal("district") == []
    rich = using("I37", "1 book, 3 coin").do("trade 1 1 - 0", "district 2 plains", "plot 0 coast")
    assert rich.do("district 3 hills").goods() == {}


@pytest.mark.rule("OL-12i38", "OL-5i")
def test_the_festival_ground_rewards_forests_and_moors() -> None:
    land = Land(built={"d0": "I38"}, forests="c0 c1 d1", moors="f0 f1")
    used = using("I38", "1 beer", land=land).do("trade 1 1 - 0")
    assert used.step.points == 5
    assert used.do("reward CeBo").goods() == goods("1 ceramic, 1 book")
    assert used.refused("reward CeCe") == "other-reward"
    bare = using("I38", "1 beer").do("trade 1 1 - 0")
    assert bare.legal("end") == ["end"]


@pytest.mark.rule("OL-12i40")
def test_the_guesthouse_carries_out_a_building_on_display() -> None:
    used = using("I40", display="G16 I11 G28")
    assert used.legal("carry-out") == ["carry-out I11", "carry-out G16", "carry-out G28"]
    assert used.do("carry-out G16").goods()["clay"] == 1
