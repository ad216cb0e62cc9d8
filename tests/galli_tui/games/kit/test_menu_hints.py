"""Hints stand in place of a menu, beside the board, and hide nothing that is needed to judge them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.hints import HintList
from galli_tui.screens.table.prompt import CLICK_AGAIN_FOR_HINT
from galli_tui.widgets.rich_text import RichText
from rules.bots.rollout_search import RankedMove
from rules.builders_duel.building import Build
from rules.campus_galli.laying_sections import LaySectionStep
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bd_tables import building, claiming, using
from tests.support.bot_backends import InstantAdvice
from tests.support.ora_positions import Land, match, position
from tests.support.ora_tables import OraTable, ora_table
from tests.support.table_positions import at_table, played


def ora() -> OraTable:
    return OraTable(
        position(match("3"), Land("9 wood, 9 clay, 9 stone, 9 straw, 30 coin", forests="d0 e0", moors="c0"))
    )


TABLES = {"claiming": claiming, "using": using, "building": building, "ora": ora}


def advised(name: str) -> InMemoryTable:
    table = TABLES[name]()
    table.advice = InstantAdvice(table.game, 40)
    return table


def last_move(table: InMemoryTable) -> Move | None:
    """Return the last move that has been made."""
    return next((it.event for it in table.timeline(PUBLIC, 1) if isinstance(it.event, Move)), None)


OWN = {
    "claiming": ("seals 1/4", "wood ○", "wool ··○●", "1x Oath", "○beam", "■block", "III"),
    "building": ("seals 1/4", "wood ○", "wool ··○●", "1x Oath", "○beam", "■block", "III"),
    "ora": ("9 wood", "9 clay", "9 stone", "9 straw", "0 peat", "0 livestock"),
}
"""What a player has, by the decision."""


@pytest.mark.parametrize("name", OWN)
def test_own_goods_and_sections_stay_on_the_screen_beside_every_hint_at_80x24(name: str) -> None:
    table = advised(name)

    async def script(driver: Driver) -> None:
        await driver.press("h")
        for _ in range(5):
            assert [it for it in OWN[name] if it not in driver.text] == []
            await driver.press("down")
        assert not driver.app.screen.query(HintList)

    drive(at_table(table), script, SIZES[0])


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", OWN)
def test_every_hint_says_what_it_leads_to_and_is_never_cut(name: str, size: tuple[int, int]) -> None:
    table = advised(name)

    async def script(driver: Driver) -> None:
        await driver.press("h")
        rows = [it for it in driver.lines if re.search(r"[▸ ]\d [a-z].* (best|equal\??|-\d+½?\??) ?$", it)]
        assert len(rows) == 5
        assert not any("…" in it for it in rows)

    drive(at_table(table), script, size)


@pytest.mark.parametrize(
    ("name", "unit"), [("claiming", " final gold (est.)"), ("using", " final gold (est.)"), ("ora", " final (est.)")]
)
def test_the_heading_names_the_unit_of_the_estimates_unless_it_is_that_of_scores(name: str, unit: str) -> None:
    table = advised(name)

    async def script(driver: Driver) -> None:
        await driver.press("h")
        assert unit in driver.text

    drive(at_table(table), script, SIZES[0])


class Equal(InstantAdvice):
    """Finds all moves equal."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        return [it._replace(loss=0.0) for it in await super().options(seat, view)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["claiming", "ora"])
def test_hints_that_are_all_equal_say_so_once(name: str, size: tuple[int, int]) -> None:
    table = TABLES[name]()
    table.advice = Equal(table.game, 40)

    async def script(driver: Driver) -> None:
        await driver.press("h")
        assert len(re.findall(r"[▸ ]\d [a-z]", driver.text)) >= 5
        assert driver.text.count("all 5 equal") == 1
        assert "Hints, all equal: " in driver.text
        assert not re.search(r" (best|equal) *\n", driver.text.replace("all 5 equal", ""))
        assert "est." not in driver.text

    drive(at_table(table), script, size)


def test_a_hint_is_shown_on_the_board_before_it_is_selected() -> None:
    table = advised("building")

    async def script(driver: Driver) -> None:
        assert "■mortar ●cloth" in driver.text
        await driver.press("h")
        assert "■mortar ■cloth" in driver.text
        assert "Finished sections" in driver.text
        await driver.press("escape")
        assert "■mortar ●cloth" in driver.text
        assert last_move(table) is None

    drive(at_table(table), script)


def test_enter_selects_a_hint_on_its_page_and_again_makes_its_move() -> None:
    table = advised("building")

    async def script(driver: Driver) -> None:
        await driver.press("h", "2")
        assert "▸2 install mortar" in driver.text
        assert "enter select" in driver.line(-1)
        await driver.press("enter")
        assert "Hints" not in driver.text
        assert "← build section II" in driver.text
        assert last_move(table) is None
        await driver.press("enter")
        made = last_move(table)
        assert isinstance(made, Build)
        assert made.goods == (1,)

    drive(at_table(table), script)


def test_a_click_shows_a_hint_and_another_selects_it() -> None:
    table = advised("claiming")

    async def script(driver: Driver) -> None:
        await driver.press("h")
        row = next(y for y, it in enumerate(driver.lines) if " 4 claim" in it)
        await driver.click(60, row)
        assert "▸4 claim" in driver.lines[row]
        assert CLICK_AGAIN_FOR_HINT in driver.line(-2)
        await driver.click(60, row)
        assert "▸4 ┃ left column" in driver.text
        assert last_move(table) is None

    drive(at_table(table), script)


@pytest.mark.parametrize("touched", [False, True])
def test_a_double_click_on_the_first_hint_selects_no_line_behind_it(*, touched: bool) -> None:
    table = advised("claiming")

    async def script(driver: Driver) -> None:
        await driver.press(*(["down", "up"] if touched else []), "h")
        row = next(y for y, it in enumerate(driver.lines) if "▸8 claim" in it)
        await driver.double_click(60, row)
        assert "▸8 " in driver.text
        assert last_move(table) is None

    drive(at_table(table), script)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_key_for_hints_stays_where_it_is_in_the_footer(size: tuple[int, int]) -> None:
    table = ora_table("1")
    table.advice = InstantAdvice(table.game)

    async def script(driver: Driver) -> None:
        column = driver.lines[-1].index("h hint")
        for keys in (("1",), ("2", "enter"), ("escape", "6", "enter")):
            await driver.press(*keys)
            assert driver.lines[-1].index("h hint") in (column, column + 1), "a blank at the end may give way"
        await driver.click(column, size[1] - 1)
        assert "h close" in driver.lines[-1]
        await driver.click(column, size[1] - 1)
        assert "h hint" in driver.lines[-1]

    drive(at_table(table), script, size)


def test_f1_explains_the_hint_under_the_cursor() -> None:
    table = advised("building")

    async def script(driver: Driver) -> None:
        await driver.press("h", "down", "f1")
        assert "II: mortar" in driver.text
        assert "BD-5a" in driver.text

    drive(at_table(table), script)


def subject_page(driver: Driver) -> str:
    """Return the page of the help about what is selected, in one line."""
    (page,) = driver.app.screen.query("#subject").results(RichText)
    return " ".join(page.text.split())


def campus() -> InMemoryTable:
    return played(LaySectionStep, 2)


@pytest.mark.parametrize("make", [claiming, using, building, ora, campus])
def test_f1_explains_the_figures_of_the_hint_under_the_cursor_before_its_clause(
    make: Callable[[], InMemoryTable],
) -> None:
    table = make()
    table.advice = InstantAdvice(table.game, 4000)

    async def script(driver: Driver) -> None:
        await driver.press("h")
        await driver.settle()
        before = driver.text
        await driver.press("f1")
        best = subject_page(driver)
        standing = re.search(r"This (is the best move|move looks best|move wins)|The abbot rates", best)
        assert standing is not None
        assert "The estimate for the end of the match comes from " in best
        assert standing.end() < best.index("The rule: ")
        await driver.press("escape")
        assert driver.text == before
        await driver.press("down", "f1")
        assert re.search(r"below the best|as good as the best|the match|The abbot rates", subject_page(driver))
        await driver.press("escape", "h", "f1")
        assert "The estimate" not in subject_page(driver)

    drive(at_table(table), script)


def test_what_was_clicked_on_the_board_is_explained_without_the_hint() -> None:
    table = advised("using")

    async def script(driver: Driver) -> None:
        await driver.press("h")
        row = next(number for number, line in enumerate(driver.lines) if "5 Quarry" in line)
        await driver.click(driver.lines[row].index("5 Quarry") + 3, row)
        await driver.press("f1")
        assert subject_page(driver).startswith("Quarry")
        assert "The estimate" not in subject_page(driver)

    drive(at_table(table), script)
