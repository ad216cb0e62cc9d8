"""The bonus round, the ends of a match and the score (OL-10)."""

from __future__ import annotations

import pytest

from rules.ora_et_labora.rounds import BonusStep, CloseRoundStep
from rules.ora_et_labora.settling import SettlementStep
from tests.support.ora_positions import Land, OraPosition, goods, match, position


def running(mode: str, *lands: Land, number: int, country: str = "france", **kinds: object) -> OraPosition:
    """Return a position after the last turn of a round, from which the next one has begun or the match has ended."""
    at = position(match(mode, country), *lands, steps=[CloseRoundStep()], round=number, **kinds)  # type: ignore[arg-type]
    return at.run()


def ended(at: OraPosition) -> OraPosition:
    """Return the position after everybody has done nothing to the end."""
    while not at.over:
        at = at.do("stay" if at.legal("stay") else "end" if at.legal("end") else at.legal()[0])
    return at


@pytest.mark.rule("OL-10a")
@pytest.mark.parametrize(("mode", "rounds"), [("4", 24), ("3", 24), ("4s", 12), ("3s", 12)])
def test_after_the_rounds_come_a_bonus_round_and_a_last_phase(mode: str, rounds: int) -> None:
    at = running(mode, number=rounds)
    steps: list[tuple[str, int]] = []
    while not at.over:
        steps.append(("bonus" if isinstance(at.step, BonusStep) else "phase", at.seat))
        at = at.do("end" if isinstance(at.step, BonusStep) else "stay")
    first = rounds % at.game.players
    order = [(first + place) % at.game.players for place in range(at.game.players)]
    assert steps == [*(("bonus", seat) for seat in order), *(("phase", seat) for seat in order)]
    assert at.state.round == rounds + 1
    assert not isinstance(running(mode, number=rounds - 1).step, BonusStep)


@pytest.mark.rule("OL-10b", "OL-2b")
def test_in_the_bonus_round_one_builds_or_sends_the_prior_anywhere() -> None:
    lands = (
        Land(goods="1 clay, 9 coin", prior="L1a", lay="L2a", forests="c0", moors="c1"),
        Land(prior="L1b", built={"d0": "G16"}, lay="G16"),
    )
    at = running("4", *lands, number=24, tokens={"wood": 4}, display="G07")
    assert at.tokens()["wood"] == 5
    assert (at.clergy(), at.clergy(1)) == (("", "L2a"), ("", "G16"))
    assert at.refused("fell c0 own") == at.refused("contract L1b coins") == at.refused("use L1a lay") == "not-now"
    visited = at.do("visit G16")
    assert visited.clergy() == ("G16", "L2a")
    assert visited.goods()["wood"] == 1
    assert visited.goods()["coin"] == 10
    assert visited.refused("visit L1a") == visited.refused("build G07 d0") == "no-action-left"
    assert at.do("visit L2a", "take grain own").goods()["grain"] == 3
    assert at.refused("visit F11") == "not-built"
    built = at.do("build G07 d0", "follow")
    assert built.goods() == goods("10 coin, 1 coal")
    assert at.do("district 2 hills", "visit L1b", "take clay own", "end").seat == 1
    assert at.do("build G07 d0", "done").refused("visit L1a") == "no-action-left"


@pytest.mark.rule("OL-10c")
def test_the_normal_game_for_two_ends_with_a_last_action() -> None:
    at = running("2", Land(prior="L1a", lay="L2a L3a"), number=28, display="G07", tokens={"wood": 4})
    assert (at.state.ending, at.step.actions) == (True, 1)
    assert (at.tokens()["wood"], at.clergy()) == (5, ("",))
    assert at.do("end").over
    for number, display in ((28, "G07 G02"), (27, "G07")):
        goes_on = running("2", number=number, display=display)
        assert not goes_on.state.ending
        assert not goes_on.over
    assert running("2", number=99, display="G07 G02 G12 F05").over


@pytest.mark.rule("OL-10c")
def test_the_long_game_for_two_ends_with_its_round() -> None:
    assert running("2L", number=28, display="G07 G02 G12").over
    assert not running("2L", number=28, display="G07 G02 G12 F05").over
    assert not running("2L", number=27, display="G07").over
    assert running("2L", number=99, display="G07 G02 G12 F05").over


@pytest.mark.rule("OL-10d")
def test_the_solo_game_ends_after_its_rounds_and_a_last_phase() -> None:
    at = running("1", number=31, display="")
    assert (at.state.round, at.step.actions) == (32, 2)
    last = at.do("end")
    assert isinstance(last.step, SettlementStep)
    assert last.do("stay").over


@pytest.mark.rule("OL-10e")
def test_the_highest_score_wins_and_equal_ones_share_the_win() -> None:
    lands = (Land(goods="1 book"), Land(goods="1 book"), Land(goods="1 clay"))
    at = position(match("3"), *lands)
    sheet = at.game.sheet(at.state)
    assert (sheet.seats, sheet.winners) == ((2, 2, 0), (0, 1))
    alone = position(match("3"), Land(), Land(goods="1 reliquary"))
    assert alone.game.sheet(alone.state).winners == (1,)
    land = Land(goods="1 book, 5 coin", wonders=1, built={"d0": "G07"}, settled={"f0": "S2"})
    points = position(match(), land).points()
    assert points == {"goods": 2, "coins": 2, "wonders": 30, "buildings": 4 + 1, "settlements": 1 + 3}
    assert position(match(), land).game.sheet(position(match(), land).state).seats[0] == sum(points.values())


@pytest.mark.rule("OL-10e")
def test_the_solo_score_has_a_rank() -> None:
    at = position(match("1"), Land(wonders=8, goods="8 reliquary"))
    sheet = at.game.sheet(at.state)
    assert (sheet.team, sheet.band) == (304, "priory")


@pytest.mark.rule("OL-7f", "OL-7a")
@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("1 wine", 1),
        ("1 book", 2),
        ("1 ceramic", 3),
        ("1 ornament", 4),
        ("1 reliquary", 8),
        ("4 coin", 0),
        ("5 coin", 2),
        ("14 coin", 4),
        (
            "9 wood, 9 clay, 9 peat, 9 coal, 9 grain, 9 straw, 9 livestock, 9 meat, 9 stone, 9 flour, 9 bread",
            0,
        ),
    ],
)
def test_goods_have_points(words: str, points: int) -> None:
    at = position(match(), Land(goods=words))
    assert at.game.sheet(at.state).seats[0] == points


@pytest.mark.rule("OL-10f")
@pytest.mark.parametrize(
    ("country", "words", "points"),
    [
        ("france", "4 coin, 1 wine", 2),
        ("france", "4 coin, 2 wine", 3),
        ("france", "3 coin, 2 wine", 2),
        ("france", "9 coin, 1 wine", 4),
        ("ireland", "3 coin, 1 whiskey", 2),
        ("ireland", "1 coin, 2 whiskey", 2),
        ("ireland", "8 coin, 1 whiskey", 4),
        ("ireland", "2 coin, 1 whiskey", 1),
    ],
)
def test_drink_is_sold_at_the_end_where_that_gains(country: str, words: str, points: int) -> None:
    at = position(match("4", country), Land(goods=words))
    assert at.game.sheet(at.state).seats[0] == points


@pytest.mark.rule("OL-10g")
def test_buildings_and_settlements_show_points() -> None:
    at = position(match(), Land(built={"d0": "G26", "f0": "F25", "c0": "F04"}, settled={"f1": "S5"}))
    assert at.points()["buildings"] == 15 + 0 + 10 - 1


@pytest.mark.rule("OL-10h")
def test_a_settlement_counts_what_borders_it() -> None:
    at = position(match(), Land(settled={"f1": "S2"}))
    assert at.points()["settlements"] == 1 + 2 + 2
    near = position(match(), Land(settled={"f1": "S2", "f0": "S1"}, built={"e0": "G07"}))
    assert near.points()["settlements"] == (1 + 2 + 2 - 3) + (-3 + 3 - 2 + 1)
    coast = position(match(), Land(settled={"b0": "S4"}, plots="0coast", forests="c0", moors="c1"))
    assert coast.points()["settlements"] == 6 + 3
    boat = position(match("4", "ireland"), Land(settled={"b0": "S4"}, plots="0coast", built={"a0": "I11"}))
    assert boat.points()["settlements"] == 6 + 6


@pytest.mark.rule("OL-10h", "OL-6e")
def test_a_mountain_counts_for_both_hillsides_of_its_plot() -> None:
    land = Land(settled={"h0": "S2", "h1": "S3"}, plots="0mountain", built={"i0": "G22"})
    assert position(match(), land).points()["settlements"] == (1 + 3 + 2 - 4) + (2 + 2 + 1 - 4)


@pytest.mark.rule("OL-10a", "OL-7h")
def test_a_whole_match_of_doing_nothing_ends() -> None:
    at = ended(running("3", number=20))
    assert at.over
    assert at.game.refusal(at.state, at.game.parse("1 end")) is not None
