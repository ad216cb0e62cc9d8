"""How the commands of recorded games are read: in positions, by lists of commands written for this."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.secrecy import Seat
from rules.ora_et_labora.neutral import NeutralStep
from rules.ora_et_labora.rounds import BonusStep, CloseRoundStep
from rules.ora_et_labora.settling import SettlementStep
from tests.rules.ora_et_labora.recorded_games import Recording, options_of
from tests.rules.ora_et_labora.written_games import COLOURS, config
from tests.support.ora_positions import MODES, Land, OraPosition, goods, match, position

PHASES: dict[Any, str] = {SettlementStep: "settle A", NeutralStep: "neutral A", BonusStep: "bonus"}


def played(at: OraPosition, *lines: str) -> tuple[OraPosition, Recording]:
    """Return the position after commands such as "USE G12 ShPt", and what read them.

    A star marks the prior; a word with a colon before the command is its phase.
    """
    commands: list[dict[str, Any]] = []
    phase = PHASES.get(type(at.step), "action")
    for number, line in enumerate(lines, 1):
        if ":" in line:
            phase = line.split(":")[0]
        command, *words = line.split(":")[-1].split()
        prior = command.endswith("*")
        seat = COLOURS[at.seat]
        commands.append(
            {"n": number, "player": seat, "phase": phase, "command": command.strip("*"), "args": words, "prior": prior}
        )
    seats = [*COLOURS[: at.game.players]]
    recording = Recording({"config": config(at.game), "seats": seats, "commands": commands, "checkpoints": []})
    recording.state = at.state
    for _ in recording.play():
        pass
    return OraPosition(at.game, recording.state), recording


@pytest.mark.parametrize(
    ("config", "mode"),
    [
        ({"players": 4, "length": "long"}, "4"),
        ({"players": 3, "length": "long"}, "3"),
        ({"players": 4, "length": "short"}, "4s"),
        ({"players": 3, "length": "short"}, "3s"),
        ({"players": 2, "length": "short"}, "2"),
        ({"players": 2, "length": "long"}, "2L"),
        ({"players": 1, "length": "long"}, "1"),
        ({"players": 1}, "1"),
    ],
)
@pytest.mark.parametrize("country", ["france", "ireland"])
def test_the_mode_is_read(config: dict[str, Any], mode: str, country: str) -> None:
    options = options_of({**config, "country": country})
    assert options.seats == MODES[mode].seats
    assert options == match(mode, country).options


USES: dict[str, list[tuple[str, str, str, str, int]]] = {
    "goods come in any order": [
        ("F05", "3 flour, 1 peat", "BrBrPtFlFlFl", "1 bread, 8 coin", 0),
        ("F20", "2 livestock, 1 wine", "WnShSh", "10 coin", 0),
        ("G12", "4 livestock, 1 peat, 1 wood", "PtShWoShShSh", "3 stone", 0),
        ("G39", "3 peat, 2 coal", "PtCoPtCoPt", "2 book, 2 ornament", 0),
        ("G39", "2 coal, 2 meat", "MtCoMtCo", "2 book, 2 ornament", 0),
        ("F33", "1 peat, 1 wood", "Mt PtWo", "2 meat", 0),
        ("I14", "", "BeGn", "1 book, 2 grain, 1 beer", 0),
        ("I15", "1 book", "WoWoWo ClClClClCl", "5 clay, 3 wood", 0),
        ("I15", "1 book", "Wo Cl", "5 wood, 3 clay", 0),
        ("G02", "1 clay, 1 wood, 1 flour", "ClWoFl Sh", "6 livestock", 0),
        ("F17", "3 coin", "BoPnPnPn", "2 book, 1 meat, 1 wine", 0),
        ("G18", "3 clay, 1 stone, 2 peat", "PtSnClPtClCl", "3 ceramic, 1 ornament", 0),
        ("F36", "1 book", "Bo Ce", "1 ornament", 0),
    ],
    "coins are paid as tiles of five and as drink": [
        ("F35", "15 coin", "NiNiNi", "2 reliquary", 0),
        ("G41", "5 coin", "Ni Bo", "1 book", 0),
        ("G13", "2 wine", "WnWn", "2 wood, 2 clay, 1 stone, 1 straw", 0),
        ("F03", "1 wine", "Wn", "6 grain", 0),
        ("I17", "1 whiskey", "Wh", "1 coin, 1 book, 1 meat, 1 whiskey", 0),
        ("I35", "6 coin, 1 whiskey, 3 ornament, 1 book", "NiWhOrOrOrBo", "1 coin", 0),
        ("I32", "6 coin, 1 wood, 1 clay, 1 peat", "NiPnWoClPt", "1 reliquary", 0),
    ],
    "what is paid too much is lost": [
        ("G06", "1 coal, 1 wood", "CoWo", "5 coin", 0),
        ("G12", "1 meat, 1 coal", "MtCo", "2 stone", 0),
        ("F33", "2 coal", "CoCo Mt", "2 meat", 0),
        ("G39", "3 coal", "CoCoCo", "1 book, 1 ornament", 0),
    ],
    "what is not named is left out": [
        ("F21", "2 grapes", "GpGp", "2 wine", 0),
        ("F17", "3 coin", "PnPnPn", "3 book", 0),
        ("I05", "1 malt, 1 grain", "MaGn", "1 beer", 0),
        ("I24", "1 coin, 1 beer, 1 whiskey", "BeWh", "1 coin, 1 reliquary", 0),
        ("F05", "1 flour, 1 straw", "FlSw", "1 bread", 0),
        ("F21", "1 wine, 1 grapes", "", "1 wine, 1 grapes", 0),
        ("G07", "2 peat", "", "1 coal, 1 coin, 2 peat", 0),
        ("F04", "2 grain", "", "2 grain", 0),
    ],
    "a fixed trade may stand bare": [
        ("G13", "2 coin", "", "2 wood, 2 clay, 1 stone, 1 straw", 0),
        ("F15", "1 coin", "", "1 book, 1 bread, 2 grapes, 2 flour", 0),
        ("F24", "2 bread, 2 wine", "", "2 reliquary", 0),
        ("F30", "1 ceramic", "", "12 coin", 0),
        ("G34", "1 book, 1 ceramic, 1 ornament, 1 reliquary", "", "", 0),
        ("I36", "2 book, 2 ceramic", "", "2 coin, 2 clay, 2 reliquary", 0),
        ("I09", "5 livestock", "", "5 livestock, 5 coin", 0),
    ],
    "goods of no use are counted": [
        ("F11", "", "WoWnPnCe", "1 wood, 1 wine, 1 coin, 1 ceramic", 4),
        ("F04", "8 grain", "GnGnGnGnGnGnGnGn", "1 grain, 7 flour, 7 straw", 1),
        ("F24", "2 bread, 1 wine", "BrBrWn", "1 bread, 1 reliquary", 1),
    ],
}
"""By what they show: a building, the goods before, the words of the command, the goods after, how many are ignored."""


CASES = [pytest.param(*case, id=f"{why}: {case[0]} {case[2]}") for why, cases in USES.items() for case in cases]


@pytest.mark.parametrize(("key", "before", "line", "after", "ignored"), CASES)
def test_a_use_is_read(key: str, before: str, line: str, after: str, ignored: int) -> None:
    game = match("4", "ireland" if key.startswith("I") else "france")
    land = Land(goods=before, built={"d0": key}, forests="d1 e0", moors="c1")
    at, recording = played(position(game, land), f"USE {key} {line}".strip())
    assert (at.goods(), recording.ignored) == (goods(after), ignored)


@pytest.mark.parametrize("joker", ["GnJo", "JoGn", "Jo Gn"])
def test_the_joker_is_named_anywhere(joker: str) -> None:
    at = position(match(), Land(), tokens={"grain": 3, "joker": 12})
    after, _ = played(at, f"USE LR2 {joker}")
    assert (after.goods(), after.tokens()["grain"], after.tokens()["joker"]) == (goods("10 grain"), 3, 0)
    felled, _ = played(position(match(), Land(forests="d0"), tokens={"joker": 12}), "FELL_TREES 1 0 Jo")
    assert felled.goods() == goods("10 wood")


def test_the_host_answers_in_any_place() -> None:
    at = position(match(), Land(goods="1 coin, 1 grain"), Land())
    for lines, clergy in (
        (("WORK_CONTRACT LG1 Pn", "WITH PRIOR", "USE LG1"), ("L1b",)),
        (("WORK_CONTRACT LG1 Pn", "CONVERT Gn", "WITH PRIOR", "USE LG1"), ("L1b",)),
        (("WORK_CONTRACT LG1 Pn", "WITH LAYBROTHER", "USE LG1"), ("", "L1b")),
        (("WORK_CONTRACT LG1 Pn", "USE LG1", "COMMIT"), ("", "L1b")),
    ):
        after, _ = played(at, *lines)
        assert after.clergy(1) == clergy
        assert after.goods()["clay"] == 2
    lone = position(match(), Land(goods="1 coin"), Land(lay="L2b L3b"))
    assert played(lone, "WORK_CONTRACT LG1 Pn", "WITH LAYBROTHER", "USE LG1")[0].clergy(1)[0] == "L1b"


def test_a_contract_of_which_nothing_is_made_is_over_with_the_action() -> None:
    at = position(match("2"), Land(goods="1 coin, 2 grain"), Land(), steps=[*position(match("2")).state.agenda])
    after, recording = played(at, "WORK_CONTRACT LG1 Pn", "WITH PRIOR", "COMMIT")
    assert recording.contracted is None
    assert after.goods() == goods("2 grain")


@pytest.mark.parametrize(("mode", "actions"), [("1", 2), ("2", 2), ("2L", 2), ("3", 1)])
def test_a_turn_ends_with_its_last_action(mode: str, actions: int) -> None:
    at = position(match(mode), Land(), Land(), actions=actions, steps=None)
    at = at.with_state(agenda=(CloseRoundStep(), *at.state.agenda))
    lines = ["USE LR1", "COMMIT", "COMMIT"][: actions + 1]
    after, _ = played(at, *lines)
    assert after.state.round == 2
    assert at.state.round == 1
    if actions == 2:
        assert played(at, *lines[:2], "CONVERT Pn")[0].state.round == 1


def test_conversions_come_at_any_time() -> None:
    land = Land(goods="2 grain, 2 wine, 3 peat, 1 clay")
    at = position(match(), land, display="G07")
    after, _ = played(
        at, "CONVERT GnWn", "BUILD G07 3 0", "CONVERT Gn", "USE* G07 PtPt", "CONVERT", "CONVERT NiPnPnPnPnPn"
    )
    assert after.goods() == goods("2 straw, 1 wine, 2 coin, 3 coal, 1 peat")
    settling = position(match(), land, steps=[SettlementStep(Seat(0)), SettlementStep(Seat(1))])
    after, _ = played(settling, "CONVERT Wn", "SETTLE S01 3 0 PtGn", "CONVERT Gn", "COMMIT")
    assert after.goods() == goods("1 straw, 1 wine, 1 coin, 2 peat, 1 clay")
    assert after.seat == 1


def test_land_is_bought_on_all_sides_before_or_after_the_action() -> None:
    at = position(match(), Land(goods="20 coin, 1 grain", forests="d0"))
    for line, rows, plots in (
        ("BUY_DISTRICT -1 HILLS", [-1], []),
        ("BUY_DISTRICT 2 PLAINS", [2], []),
        ("BUY_PLOT -1 COAST", [], [-1]),
        ("BUY_PLOT 1 MOUNTAIN", [], [1]),
    ):
        for lines in ((line, "FELL_TREES 1 0", "COMMIT"), ("FELL_TREES 1 0", line, "COMMIT")):
            after, _ = played(at, *lines)
            assert [it.row for it in after.estate().districts] == rows
            assert [it.row for it in after.estate().plots] == plots
    settling = position(match(), Land(goods="3 coin, 1 wood, 1 grain"), steps=[SettlementStep(Seat(0))])
    for lines in (("BUY_DISTRICT 2 HILLS", "SETTLE S1 3 2 WoGn"), ("SETTLE S1 3 0 WoGn", "BUY_DISTRICT 2 HILLS")):
        after, _ = played(settling, *lines)
        assert after.goods() == goods("1 coin")
        assert len(after.estate().settlements) == 1


def test_the_bulwark_lays_its_landscapes_in_any_order() -> None:
    at = position(match("4", "ireland"), Land(goods="1 book", built={"d0": "I37"}))
    for lines in (("BUY_DISTRICT 2 HILLS", "BUY_PLOT 0 COAST"), ("BUY_PLOT 0 COAST", "BUY_DISTRICT 2 HILLS")):
        after, _ = played(at, "USE I37 Bo", *lines, "COMMIT")
        assert (len(after.estate().districts), len(after.estate().plots)) == (1, 1)


def test_grants_are_taken_by_the_commands_that_follow() -> None:
    land = Land(goods="3 coin, 1 clay, 2 grain, 1 peat", built={"d0": "F10", "e0": "F32"}, forests="d1", moors="c0")
    at = position(match(), land, display="G07")
    built, _ = played(at, "USE F10 1 1", "BUILD G07 1 1", "USE* G07 Pt", "COMMIT")
    assert built.built()["d1"] == "G07"
    assert built.goods() == goods("4 coin, 2 grain, 2 coal")
    declined, _ = played(at, "USE F10", "COMMIT")
    assert declined.forests() == ["d1"]
    for lines in (("FELL_TREES 1 1", "CUT_PEAT 0 0"), ("CUT_PEAT 0 0", "FELL_TREES 1 1")):
        cleared, _ = played(at, "USE F32 Pn", *lines, "COMMIT")
        assert cleared.goods() == goods("2 coin, 1 clay, 2 grain, 3 peat, 2 wood")
    castle = position(match(), Land(goods="1 wood, 1 grain", built={"h0": "G28"}, plots="0mountain"))
    settled, _ = played(castle, "USE G28", "SETTLE S1 3 0 WoGn", "COMMIT")
    assert len(settled.estate().settlements) == 1


def test_in_the_bonus_round_the_prior_goes_anywhere_or_follows() -> None:
    steps = [BonusStep(Seat(0), 1), BonusStep(Seat(1), 1)]
    at = position(match(), Land(goods="1 clay, 1 peat"), Land(built={"d0": "G07"}, lay="G07"), steps=steps, round=25)
    visited, _ = played(at, "USE G07 Pt", "COMMIT")
    assert visited.goods() == goods("1 clay, 2 coal, 1 coin")
    assert visited.seat == 1
    built, _ = played(position(match(), Land(goods="1 clay"), steps=steps, display="G07"), "BUILD G07 3 0", "USE* G07")
    assert built.goods() == goods("1 coal, 1 coin")


@pytest.mark.parametrize("neutral", ["N", "W"])
@pytest.mark.parametrize("commits", [True, False])
def test_in_the_solo_game_the_neutral_player_builds_and_works(neutral: str, commits: bool) -> None:
    land = Land(goods="3 coin, 2 grain, 1 peat")
    at = position(match("1"), land, steps=[CloseRoundStep()], round=11, display="G07 G12").run()
    between = ["COMMIT"] if commits else []
    build = ["BUILD G12 1 0", *between, "CONVERT Gn", "BUILD G07 2 0", *between]
    worked, _ = played(at, *build, "WORK_CONTRACT G07 Pn", "USE G07 Pt", *between, "settle A:COMMIT")
    assert worked.goods() == goods("3 coin, 1 grain, 1 straw, 2 coal")
    assert worked.clergy(1)[0] == "G07"
    assert isinstance(worked.step, type(position(match("1")).step))
    idle, _ = played(at, *build, "settle A:SETTLE S1 3 0 PtPn", "COMMIT")
    assert idle.clergy(1) == ("",)
    turn = position(match("1"), land, actions=2)
    hired, _ = played(turn, f"WORK_CONTRACT L{neutral}2 Pn WITH_PRIOR", f"USE L{neutral}2 Sh", "COMMIT")
    assert (hired.clergy(1), hired.goods()["livestock"]) == (("L2b",), 2)
