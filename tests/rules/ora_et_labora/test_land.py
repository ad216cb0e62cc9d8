"""Land: districts, plots, their spaces and borders (OL-6)."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.state import neighbours, spaces
from tests.support.ora_positions import Land, OraPosition, match, position

DISTRICTS = [2, 3, 4, 4, 5, 5, 6, 7, 8]
PLOTS = [3, 4, 4, 5, 5, 5, 6, 6, 7]
RICH = Land(goods="99 coin")


def near(at: OraPosition, space: str) -> set[str]:
    """Return the spaces that border a space of the first seat."""
    names = at.game.words["space"]
    return {names[it] for it in neighbours(at.estate(), names.index(space))}


def terrain(at: OraPosition) -> dict[str, str]:
    """Return the terrain of the first seat's spaces."""
    return {at.game.words["space"][space]: it.value for space, it in spaces(at.estate()).items()}


@pytest.mark.rule("OL-6a")
@pytest.mark.parametrize(("kind", "prices"), [("district {row} plains", DISTRICTS), ("plot {plot} coast", PLOTS)])
@pytest.mark.parametrize("mode", ["4", "1"])
def test_landscapes_cost_what_the_next_one_costs(kind: str, prices: list[int], mode: str) -> None:
    at = position(match(mode), RICH)
    paid: list[int] = []
    for number in range(9):
        before = at.goods()["coin"]
        at = at.do(kind.format(row=number + 2, plot=2 * number))
        paid.append(before - at.goods()["coin"])
        at = at.with_state(turn=at.state.turn._replace(bought=False))
    assert paid == (prices[::-1] if mode == "1" else prices)
    assert at.refused(kind.format(row=11, plot=18)) == "sold-out"


@pytest.mark.rule("OL-6a")
def test_only_one_landscape_is_bought_in_a_turn_and_for_enough_coins() -> None:
    at = position(match(), RICH, actions=2)
    assert at.do("district 2 hills").refused("plot 0 coast") == "bought-already"
    assert at.do("plot 0 coast").legal("plot") == []
    assert at.do("use L1a lay", "done", "district 2 hills").goods() == {"coin": 97}
    poor = position(match(), Land(goods="1 coin"))
    assert poor.refused("district 2 hills") == "land-too-dear"
    assert poor.legal("district") == []


@pytest.mark.rule("OL-6b")
def test_a_district_lies_directly_above_or_below_with_its_cards() -> None:
    at = position(match(), RICH)
    assert at.legal("district") == [f"district {row} {side}" for row in (-1, 2) for side in ("hills", "plains")]
    assert at.refused("district 3 hills") == "not-there"
    hills = at.do("district 2 hills")
    assert (hills.moors(), hills.forests()) == (["c2"], ["d2", "e2"])
    row = [terrain(hills)[f"{column}2"] for column in "cdefg"]
    assert row == ["plains", "plains", "plains", "hillside", "hillside"]
    plains = at.do("district -1 plains")
    assert (plains.moors(), plains.forests()) == ([], ["c-1"])
    assert [terrain(plains)[f"{column}-1"] for column in "cdefg"] == ["plains"] * 4 + ["hillside"]
    further = position(match(), Land(goods="9 coin", districts="2hills -1plains"))
    assert {line.split()[1] for line in further.legal("district")} == {"-2", "3"}


@pytest.mark.rule("OL-6c")
def test_a_plot_borders_land_along_an_edge() -> None:
    at = position(match(), RICH)
    assert [line.split()[1] for line in at.legal("plot") if line.endswith("coast")] == ["-1", "0", "1"]
    assert [line.split()[1] for line in at.legal("plot") if line.endswith("mountain")] == ["-1", "0", "1"]
    coast = at.do("plot -1 coast")
    assert {space: it for space, it in terrain(coast).items() if space[0] in "ab"} == {
        "a-1": "water", "b-1": "coast", "a0": "water", "b0": "coast",
    }  # fmt: skip
    mountain = at.do("plot 1 mountain")
    assert {space: it for space, it in terrain(mountain).items() if space[0] in "hi"} == {
        "h1": "hillside", "i1": "mountain", "h2": "hillside",
    }  # fmt: skip
    beside = position(match(), Land(goods="9 coin", plots="0coast"))
    assert [line.split()[1] for line in beside.legal("plot") if line.endswith("coast")] == ["-2", "2"]
    assert beside.refused("plot 1 coast") == "not-there"
    assert beside.refused("plot 4 coast") == "not-there"


@pytest.mark.rule("OL-6d")
def test_nothing_is_bought_in_the_middle_of_an_action() -> None:
    used = position(match(), RICH).do("use L1a lay")
    assert used.legal("district") == []
    assert used.refused("district 2 hills") == "not-now"
    assert used.do("done", "district 2 hills").goods() == {"coin": 97}


@pytest.mark.rule("OL-6e")
def test_a_mountain_borders_its_two_hillsides_alone() -> None:
    at = position(match(), Land(plots="0mountain 2mountain"))
    assert near(at, "i0") == {"h0", "h1"}
    assert near(at, "h1") == {"i0", "h0", "g1", "h2"}
    assert near(at, "h0") == {"i0", "h1", "g0"}
    assert near(at, "i2") == {"h2", "h3"}


@pytest.mark.rule("OL-6f")
def test_cards_stand_on_the_ground_that_they_name() -> None:
    land = Land(goods="9 wood, 9 clay, 9 stone, 9 straw, 40 coin", plots="0coast 0mountain", forests="d0", moors="c1")
    at = position(match(), land, display="G07 F04 F11 F14 G26 F27 G28 G22")
    ground = terrain(at)
    stands: dict[str, set[str]] = {}
    for line in at.legal("build"):
        _, key, space = line.split()
        stands.setdefault(key, set()).add(ground[space])
    assert stands == {
        "G07": {"coast", "plains", "hillside"},
        "F04": {"coast", "hillside"},
        "F11": {"coast"},
        "F14": {"hillside"},
        "G26": {"coast"},
        "F27": {"hillside"},
        "G28": {"hillside", "mountain"},
        "G22": {"mountain"},
    }
    assert at.refused("build G07 d0") == "not-your-space"
    assert at.refused("build G07 a0") == "wrong-terrain"
    assert (ground["d0"], ground["c1"]) == ("plains", "plains")
