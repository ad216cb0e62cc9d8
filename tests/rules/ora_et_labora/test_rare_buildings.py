"""Buildings that recorded games hardly use: made once, by contract, and carried out from elsewhere (OL-12, OL-5)."""

from __future__ import annotations

import pytest

from tests.support.ora_positions import Land, OraPosition, goods, match, position, using

SOME = "2 wood, 2 clay, 2 peat, 2 grain, 2 livestock, 2 straw, 2 coal"
EVERY = f"{SOME}, 2 meat, 2 stone, 2 ceramic, 2 book, 2 ornament, 2 reliquary"
ONCE = [
    pytest.param("G02", SOME, "trade 1 1 - WoClPt; choose peat", marks=pytest.mark.rule("OL-12g02")),
    pytest.param("G06", "6 coal", "trade 1 1 - Co", marks=pytest.mark.rule("OL-12g06")),
    pytest.param("F08", SOME, "trade 1 1 - WoClPtGn", marks=pytest.mark.rule("OL-12f08")),
    pytest.param("F15", "4 coin", "trade 1 1 - 0", marks=pytest.mark.rule("OL-12f15")),
    pytest.param("I15", "4 book", "trade 1 1 - 0; choose peat; choose clay", marks=pytest.mark.rule("OL-12i15")),
    pytest.param("F23", "4 coin", "trade 1 1 - 0", marks=pytest.mark.rule("OL-12f23")),
    pytest.param("F25", EVERY, "trade 1 1 - WoClPtGnShSwCoMtSnCeBoOrRq", marks=pytest.mark.rule("OL-12f25")),
    pytest.param("I25", "3 reliquary", "trade 1 1 - 0", marks=pytest.mark.rule("OL-12i25")),
    pytest.param("I32", SOME, "trade 1 1 - WoClPtGnSh", marks=pytest.mark.rule("OL-12i32")),
    pytest.param("F33", "4 coal", "trade 1 1 - Co; take meat joker", marks=pytest.mark.rule("OL-12f33")),
    pytest.param("I33", "9 wood", "trade 1 1 - 0; take beer joker", marks=pytest.mark.rule("OL-12i33")),
    pytest.param(
        "G34",
        "2 book, 2 ceramic, 2 ornament, 2 reliquary",
        "trade 1 1 - 0",
        marks=pytest.mark.rule("OL-12g34"),
    ),
    pytest.param("I35", "10 coin, 2 whiskey, 4 reliquary", "trade 1 1 - RqRq", marks=pytest.mark.rule("OL-12i35")),
    pytest.param("G41", "20 coin", "trade 1 1 - 0; reward Bo", marks=pytest.mark.rule("OL-12g41")),
]
"""Building, goods for more than one trade, and what is done once."""


@pytest.mark.parametrize(("key", "words", "lines"), ONCE)
def test_a_trade_that_is_made_once_is_over(key: str, words: str, lines: str) -> None:
    used = using(key, words)
    first = lines.split("; ", maxsplit=1)[0]
    assert used.refused(f"trade 2 {first.split(maxsplit=2)[2]}") == "too-often"
    done = used.do(*lines.split("; "))
    assert done.legal("trade") == []
    assert done.refused(first) == "not-now"


def guest_in(key: str, guest: Land, host: Land, country: str = "france", **kinds: object) -> OraPosition:
    """Return a position in which the first seat has made a contract for a building of the second at d0."""
    at = position(match("4", country), guest, host, **kinds)  # type: ignore[arg-type]
    return at.do(f"contract {key} coins")


@pytest.mark.rule("OL-12f10", "OL-5d")
def test_under_contract_the_carpentry_takes_the_guests_forest_and_builds_on_his_land() -> None:
    host = Land(built={"d0": "F10"}, forests="c1", prior="L1b")
    guest = Land(goods="1 coin, 1 clay", forests="c0")
    used = guest_in("F10", guest, host, display="G07")
    assert used.legal("trade") == ["trade 1 1 c0 0"]
    built = used.do("trade 1 1 c0 0", "build G07 c0", "follow")
    assert (built.built()["c0"], built.clergy()) == ("G07", ("G07",))
    assert (built.forests(), built.forests(1), built.clergy(1)) == ([], ["c1"], ("L1b", "F10"))


@pytest.mark.rule("OL-12i23", "OL-5d")
def test_under_contract_the_locutory_calls_the_guests_prior_home() -> None:
    host = Land(built={"d0": "I23"}, prior="L1b")
    guest = Land(goods="3 coin, 1 clay", prior="L1a")
    used = guest_in("I23", guest, host, "ireland", display="G07").do("trade 1 1 - 0")
    assert (used.clergy(), used.clergy(1)) == (("",), ("L1b", "I23"))
    assert used.do("build G07 d0", "follow").clergy() == ("G07",)


@pytest.mark.rule("OL-12i29", "OL-5d", "OL-5g")
def test_under_contract_the_forest_hut_takes_the_guests_forest() -> None:
    host = Land(built={"d0": "I29"}, forests="c0 c1", prior="L1b")
    assert guest_in("I29", Land(goods="1 coin"), host, "ireland").legal("trade") == []
    used = guest_in("I29", Land(goods="1 coin", forests="d0"), host, "ireland").do("trade 1 1 d0 0")
    assert (used.forests(), used.forests(1)) == ([], ["c0", "c1"])
    assert used.goods() == goods("2 livestock, 2 wood, 1 stone")


@pytest.mark.rule("OL-12i38", "OL-12g41", "OL-5d")
@pytest.mark.parametrize(
    ("key", "words", "points"), [("I38", "1 coin, 1 beer", 3), ("G41", "6 coin", 4)], ids=["festival", "brotherhood"]
)
def test_under_contract_the_guests_land_is_rewarded(key: str, words: str, points: int) -> None:
    host = Land(built={"d0": key, "f1": "G16", "f0": "G18"}, forests="c0", prior="L1b")
    guest = Land(goods=words, built={"f1": "G02"}, forests="c0 c1", moors="d1")
    used = guest_in(key, guest, host, "ireland").do("trade 1 1 - 0")
    assert (used.seat, used.step.points) == (0, points)


@pytest.mark.rule("OL-12i37", "OL-12g28", "OL-12f32", "OL-5d")
def test_under_contract_the_guest_lays_founds_and_fells_on_his_land() -> None:
    laid = guest_in("I37", Land(goods="1 coin, 1 book"), Land(built={"d0": "I37"}, prior="L1b"), "ireland")
    laid = laid.do("trade 1 1 - 0", "district 2 hills", "done")
    assert (len(laid.estate().districts), len(laid.estate(1).districts), laid.state.plots) == (1, 0, 9)
    castle = Land(built={"h0": "G28"}, plots="0mountain", prior="L1b")
    founded = guest_in("G28", Land(goods="2 coin, 1 wood"), castle).do("settle S1 c0 WoPn")
    assert (len(founded.estate().settlements), len(founded.estate(1).settlements)) == (1, 0)
    host = Land(built={"d0": "F32"}, forests="c0", moors="c1", prior="L1b")
    cleared = guest_in("F32", Land(goods="2 coin", moors="d1"), host).do("trade 1 1 - 0")
    assert cleared.legal("fell") == []
    assert cleared.do("cut d1 own").goods() == goods("2 peat")


@pytest.mark.rule("OL-12f40", "OL-12i40", "OL-5e")
def test_what_is_on_display_is_carried_out_as_if_it_stood_there() -> None:
    other = Land(built={"d0": "F11"}, prior="F11")
    priory = using("F40", display="G01 G07", others=(other,)).do("carry-out G01")
    assert priory.legal("carry-out") == ["carry-out F11"]
    assert priory.do("carry-out F11").goods() == goods("1 wood, 1 wine, 1 coin, 1 ceramic")
    palace = using("F40", "1 wine", display="F27 G07", others=(other,)).do("carry-out F27", "trade 1 1 - 0")
    assert palace.legal("carry-out") == ["carry-out F11"]
    house = using("I40", "5 coin", display="G41 G07").do("carry-out G41", "trade 1 1 - 0")
    assert house.step.points == 2, "the Office alone: a card on display is no building on your land"


@pytest.mark.rule("OL-12i20", "OL-7c")
def test_in_the_alehouse_each_half_is_made_once() -> None:
    used = using("I20", "2 beer, 2 whiskey")
    assert used.do("trade 1 1 - 0", "trade 1 1 - 0").goods() == goods("1 beer, 1 whiskey, 15 coin")
    assert used.do("done", "trade 1 1 - 0").goods() == goods("2 beer, 1 whiskey, 7 coin")


@pytest.mark.rule("OL-12i36")
def test_the_camera_may_be_used_once_only() -> None:
    done = using("I36", "2 book, 2 ceramic").do("trade 1 1 - 0")
    assert done.goods() == goods("1 book, 1 ceramic, 1 coin, 1 clay, 1 reliquary")


@pytest.mark.rule("OL-12f35")
def test_the_forger_sells_the_dearer_reliquary_too_where_the_cheap_one_is_left_out() -> None:
    assert using("F35", "10 coin").do("done", "trade 1 1 - 0").goods() == goods("1 reliquary")
    assert using("F35", "14 coin").do("trade 1 1 - 0").legal("trade") == []


@pytest.mark.rule("OL-12g39")
def test_the_estate_takes_energy_or_food_each_time() -> None:
    used = using("G39", "2 coal, 4 meat")
    assert used.do("trade 1 1 - CoCo", "trade 1 2 - MtMt").goods() == goods("2 book, 2 ornament, 2 meat")
    twice = used.do("trade 1 2 - MtMt", "trade 1 2 - MtMt")
    assert twice.goods() == goods("2 book, 2 ornament, 2 coal")
    assert twice.legal("trade") == []
