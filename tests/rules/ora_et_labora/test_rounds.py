"""Setting up, rounds and their order in all modes (OL-1, OL-4, OL-9d)."""

from __future__ import annotations

import pytest

from rules.engine.entropy import derive_entropy
from rules.engine.game import Options
from rules.ora_et_labora.game import BOX
from rules.ora_et_labora.rounds import CloseRoundStep
from rules.ora_et_labora.settling import SettlementStep
from tests.support.ora_positions import MODES, Land, OraPosition, goods, match, opened, position

ROSTERS = [
    ("4", 41, 41), ("3", 33, 33), ("4s", 33, 33), ("3s", 24, 24), ("2", 24, 24), ("2L", 38, 41), ("1", 37, 41),
]  # fmt: skip
"""Mode, and the numbers of buildings in France and Ireland; the neutral one included."""
PHASES = [
    ("4", (7, 10, 16, 19)), ("3", (6, 11, 15, 20)), ("4s", (3, 5, 7, 9)), ("3s", (3, 5, 7, 9)),
    ("2", (7, 14, 21, 28)), ("2L", (7, 14, 21, 28)), ("1", (12, 16, 22, 26)),
]  # fmt: skip
TURNS = [
    ("4", [0, 1, 2, 3, 0]), ("3", [0, 1, 2, 0]), ("4s", [0, 1, 2, 3, 0]), ("3s", [0, 1, 2, 0]),
    ("2", [0]), ("2L", [0, 1]), ("1", [0]),
]  # fmt: skip


def passed(at: OraPosition, rounds: int) -> OraPosition:
    """Return the position after everybody has done nothing until a round begins, or the match is over."""
    while not at.over and at.state.round < rounds:
        at = at.do("stay" if isinstance(at.step, SettlementStep) else "end")
    return at


@pytest.mark.rule("OL-1a")
@pytest.mark.parametrize("mode", MODES)
def test_the_countries_differ_in_buildings(mode: str) -> None:
    keys = {
        country: {match(mode, country).cards[it].key for it in match(mode, country).roster}
        for country in ("france", "ireland")
    }
    assert {key[0] for key in keys["france"]} == {"F", "G"}
    assert {key[0] for key in keys["ireland"]} == {"I", "G"}
    assert BOX.meta.modes == {"solo": (1, 1), "versus": (2, 4)}


@pytest.mark.rule("OL-1b")
@pytest.mark.parametrize(("mode", "france", "ireland"), ROSTERS)
def test_each_mode_has_its_buildings(mode: str, france: int, ireland: int) -> None:
    assert (len(match(mode).roster), len(match(mode, "ireland").roster)) == (france, ireland)
    at = opened(mode)
    for it in at.state.display:
        assert at.game.stage_of(it) is None
    for stage, cards in enumerate(at.state.stages):
        assert cards
        assert {at.game.stage_of(it) for it in cards} == {stage}


@pytest.mark.rule("OL-1b")
def test_some_buildings_are_left_out_of_some_modes() -> None:
    left_out = {"2L": {"F10", "F29", "F31"}, "1": {"F10", "F14", "F29", "F31"}}
    for mode, keys in left_out.items():
        everything = {card.key for card in match().box.buildings if card.key[0] in "FG"}
        assert everything - {match(mode).cards[it].key for it in match(mode).roster} == keys
    one = BOX.new(Options(4, "versus", 1, ("one-quarry", "short-game")))
    assert {match("4s").cards[it].key for it in set(match("4s").roster) - set(one.roster)} == {"F29"}
    full = BOX.new(Options(4, "versus", 1, ("one-quarry",)))
    assert full.roster == match("4").roster, "only the short game for four may leave it out"


@pytest.mark.rule("OL-1b")
@pytest.mark.parametrize(
    ("mode", "seats", "asked"),
    [
        ("solo", 1, []),
        ("versus", 2, ["For two"]),
        ("versus", 3, ["Length"]),
        ("versus", 4, ["Length", "Quarries"]),
    ],
)
def test_each_number_of_seats_has_its_own_options(mode: str, seats: int, asked: list[str]) -> None:
    assert [option.label for option in BOX.meta.choices_for(mode, seats)] == ["Country", *asked]


@pytest.mark.rule("OL-1c", "OL-1d")
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "1"])
def test_everybody_begins_with_a_heartland(mode: str) -> None:
    at, short = OraPosition(match(mode), match(mode).opening()), mode.endswith("s")
    for seat in range(at.game.players):
        assert at.goods(seat) == goods("1 wood, 1 clay, 1 peat, 1 coin, 1 grain, 1 livestock")
        assert at.forests(seat) == (["e0", "d1"] if short else ["d0", "e0", "d1"])
        assert at.moors(seat) == (["c1"] if short else ["c0", "c1"])
        letter = "abcd"[seat]
        assert at.built(seat) == {"g0": f"L1{letter}", "e1": f"L2{letter}", "g1": f"L3{letter}"}
        assert [at.game.settlements[it].key for it in at.estate(seat).supply] == ["S1", "S2", "S3", "S4"]
        assert at.clergy(seat) == ("",)
    assert at.game.lay_brothers == (1 if short else 2)


@pytest.mark.rule("OL-1d")
@pytest.mark.parametrize(("mode", "lay"), [("4", 2), ("3s", 1)])
def test_so_many_clergymen_can_go(mode: str, lay: int) -> None:
    at = position(match(mode), Land(lay=" ".join(["L1a", "L2a"][:lay])))
    assert at.refused("use L3a lay") == "nobody-home"
    assert at.legal("use")[-1].endswith("prior")


@pytest.mark.rule("OL-1e")
@pytest.mark.parametrize("mode", ["4", "2"])
def test_who_begins_is_drawn_and_the_start_passes_on(mode: str) -> None:
    game = match(mode)
    drawn = {game.format(game.deal(game.initial(), derive_entropy("first", number))) for number in range(40)}
    assert drawn == {f"dealer begins {seat + 1}" for seat in range(game.players)}
    for first in range(game.players):
        at = opened(mode, first=first)
        assert at.seat == first
        assert passed(at, 2).seat == (first + 1) % game.players
    assert position(match("1")).state.first == 0


@pytest.mark.rule("OL-4a")
def test_a_round_begins_with_the_return_the_wheel_and_the_phase() -> None:
    lands = (Land(prior="L1a", lay="L2a L3a"), Land(prior="L1b", lay="L2b"))
    at = position(match(), *lands, steps=[CloseRoundStep()], round=6)
    begun = at.run()
    assert isinstance(begun.step, SettlementStep)
    assert (begun.state.round, begun.tokens()["wood"]) == (7, 2)
    assert begun.clergy() == ("",)
    assert begun.clergy(1) == ("L1b", "L2b")
    assert begun.display() == at.display()
    assert len(passed(begun, 8).display()) > len(at.display())


@pytest.mark.rule("OL-4b")
@pytest.mark.parametrize(("mode", "order"), TURNS)
def test_the_turns_of_a_round(mode: str, order: list[int]) -> None:
    at = opened(mode)
    seats: list[int] = []
    while at.state.round == 1:
        seats.append(at.seat)
        at = at.do("end")
    assert seats == order
    actions = {"2": [2], "2L": [2, 1], "1": [2]}.get(mode, [1] * len(order))
    first = opened(mode)
    for number in actions:
        assert first.step.actions == number
        first = first.do("end")


@pytest.mark.rule("OL-4c")
@pytest.mark.parametrize("mode", MODES)
def test_clergymen_come_home_only_if_none_is_there(mode: str) -> None:
    lay = "L2a" if mode.endswith("s") else "L2a L3a"
    for land, after in ((Land(prior="L1a", lay=lay), ("",)), (Land(lay=lay), ("", *lay.split()))):
        at = position(match(mode), land, steps=[CloseRoundStep()], round=1)
        assert at.run().clergy() == after


@pytest.mark.rule("OL-9d")
@pytest.mark.parametrize(("mode", "rounds"), PHASES)
def test_settlement_phases_begin_their_rounds(mode: str, rounds: tuple[int, ...]) -> None:
    assert match(mode).mode.phases == rounds
    at = opened(mode)
    seen: list[int] = []
    while not at.over and at.state.round <= 30 and not at.state.round > match(mode).mode.rounds > 0:
        if isinstance(at.step, SettlementStep) and at.state.round not in seen:
            seen.append(at.state.round)
        at = at.do(next(line for line in (*at.legal("stay"), *at.legal("end"), *at.legal())))
    assert tuple(seen) == rounds
