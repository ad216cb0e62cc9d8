"""How a duel is won is told by what decides it; points are never named."""

from __future__ import annotations

import pytest

from galli_tui.game_api.progress_text import match_status, outcome_name
from galli_tui.games.builders_duel.texts import TEXTS
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.builders_duel.game import META
from rules.engine.game import Options
from rules.registry import game_box
from tests.support.app_driver import Driver, drive
from tests.support.bd_positions import Duel, Has, turn_of
from tests.support.table_positions import at_table

EQUAL = {"I": "wood"}


def won(philip: Has, waleran: Has) -> tuple[str, str]:
    """Return the reason of the last round's result, and its words."""
    duel = turn_of(1, 12, holder=2, philip=philip, waleran=waleran)
    return told(duel.do("1 end") if duel.due == "1" else duel)


def told(duel: Duel) -> tuple[str, str]:
    sheet = duel.game.sheet(duel.state)
    return sheet.reason, TEXTS.outcome(sheet)


@pytest.mark.rule("BD-7a")
def test_the_first_to_finish_wins_by_that() -> None:
    built = {"I": "wood stone wool", "II": "wood sand stone", "III": "sand wool"}
    duel = turn_of(2, 8, waleran=Has(worked="ore", built=built)).do("2 build III ore")
    assert told(duel) == ("building", "by finishing the building first")
    assert outcome_name(duel.game, duel.game.sheet(duel.state)) == told(duel)[1]


@pytest.mark.rule("BD-7b")
def test_sections_come_first_in_an_outcome() -> None:
    philip, waleran = Has(built={"I": "wood sand"}, gold=40), Has(built={"I": "wood stone wool"}, gold=0)
    assert won(philip, waleran) == ("sections", "with 1 section to 0")


@pytest.mark.rule("BD-7c")
@pytest.mark.parametrize(
    ("philip", "waleran", "reason", "words"),
    [
        (Has(), Has(built=EQUAL), "materials", "with 1 material to 0, after equal sections"),
        (Has(gold=5), Has(gold=3), "gold", "with 5 gold to 3, all else equal"),
        (Has(gold=5), Has(gold=5), "side", "since Philip wins a full tie"),
    ],
)
def test_an_outcome_names_the_tie_breaker(philip: Has, waleran: Has, reason: str, words: str) -> None:
    assert won(philip, waleran) == (reason, words)


def duel_table() -> InMemoryTable:
    game = game_box(META.key).new(Options(2, "versus", 1))
    players = (TablePlayer("Anna", "blue", here=True), TablePlayer("Bruno", "red", here=True))
    return InMemoryTable(game, players, 1)


def test_the_score_sheet_has_counts_and_no_total() -> None:
    async def script(app: Driver) -> None:
        await app.press("s")
        assert "Anna (Philip) leads since Philip wins a full tie." in app.text
        assert any("Finished sections" in line and line.count(" 0") >= 2 for line in app.lines)
        assert "Total" not in app.text
        assert "points" not in app.text
        assert "pts" not in app.text

    drive(at_table(duel_table()), script)


def test_the_header_counts_sections() -> None:
    async def script(app: Driver) -> None:
        assert "sections" in app.line(0)
        assert "Builders' Duel · round 1" in app.line(0)
        assert "points" not in app.line(0)

    drive(at_table(duel_table()), script, (120, 36))


def test_a_match_in_play_has_a_status() -> None:
    assert match_status(duel_table()).startswith("round 1")


def test_goods_and_materials_are_listed_as_in_a_sentence() -> None:
    duel = turn_of(1)
    work, build = duel.game.parse("1 work 1 wood sand sand"), duel.game.parse("1 build III wood wool ore")
    goods, materials = TEXTS.names(duel.game, work)["goods"], TEXTS.names(duel.game, build)["materials"]
    assert not callable(goods)
    assert goods[3] == "wood and 2 sand"
    assert not callable(materials)
    assert materials[3] == "beam, cloth and bell"
