"""Every click on a text of a table selects something, acts or is answered in the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from textual.geometry import Offset

from galli_tui.app import GalliApp
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from rules.campus_galli.laying_sections import LaySectionStep, TakeSectionStep
from rules.campus_galli.rounds import ChooseCardStep
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bd_tables import building, claiming, conflict, ended, using
from tests.support.ora_tables import in_the_middle, ora_table
from tests.support.table_positions import at_table, played, table_screen

TABLES: dict[str, Callable[[], InMemoryTable]] = {
    "duel-first-claim": claiming,
    "duel-claim": lambda: claiming("2 claim r1"),
    "duel-conflict": conflict,
    "duel-cards": using,
    "duel-building": building,
    "duel-over": ended,
    "ora-beginning": lambda: ora_table("1"),
    "ora-solo": lambda: in_the_middle("solo"),
    "ora-four": lambda: in_the_middle("four"),
    "campus-card": lambda: played(ChooseCardStep),
    "campus-take": lambda: played(TakeSectionStep, 2),
    "campus-place": lambda: played(LaySectionStep, 7, seats=3),
    "campus-card-3": lambda: played(ChooseCardStep, 3, level=3),
    "campus-take-3": lambda: played(TakeSectionStep, 2, level=3),
}
SHORT = [*((name, SIZES[0]) for name in TABLES), ("duel-conflict", SIZES[2]), ("ora-four", SIZES[2])]
LONG = [(name, size) for name in TABLES for size in SIZES[1:]]


def spots(app: GalliApp) -> Iterator[tuple[tuple[str, ...], Offset]]:
    """Yield a cell of each target and of each text without one, with what is there."""
    seen = set[tuple[str, ...]]()
    for panel in app.screen.query(LinesPanel):
        for y, line in enumerate(panel.lines[: panel.size.height]):
            x = 0
            for span in line.spans:
                text = span.text[: max(0, panel.size.width - x)]
                there = (panel.id or "", span.target or line.target or text)
                if text.strip() and there not in seen:
                    seen.add(there)
                    yield there, panel.region.offset + Offset(x + len(text) - len(text.lstrip()), y)
                x += len(span.text)
    for plan in app.screen.query(PlanWidget):
        for y in range(1, plan.size.height, 3):
            for x in range(4, plan.size.width, 9):
                yield ("plan", f"{x},{y}"), plan.region.offset + Offset(x, y)
    header = app.screen.query_one(TableHeader)
    yield ("the game",), header.region.offset + Offset(3, 0)
    yield ("the points",), header.region.offset + Offset(header.size.width - 3, 0)


@pytest.mark.parametrize(("name", "size"), [*SHORT, *(pytest.param(*it, marks=pytest.mark.long) for it in LONG)])
def test_a_click_on_any_text_of_a_table_is_answered(name: str, size: tuple[int, int]) -> None:
    table = TABLES[name]()

    async def script(driver: Driver) -> None:
        await driver.settle()
        if isinstance(driver.app.screen, ScoreSheetScreen):
            await driver.press("escape")
        screen = table_screen(driver.app)
        for there, cell in [*spots(driver.app)]:
            screen.board.show_view(table.view(screen.turn.viewer))
            screen.prompt.refresh()
            await driver.settle()
            before, moves = driver.lines, moves_of(screen)
            await driver.click(cell.x, cell.y)
            assert moves_of(screen) == moves, f"a first click on {there} makes a move"
            assert driver.lines != before, f"a click on {there} does nothing"
            assert there[0] != "kit-picture" or "Nothing to choose here" not in driver.line(-2), there
            if driver.app.screen is not screen:
                await driver.press("escape")

    drive(at_table(table), script, size)


def moves_of(screen: TableScreen) -> int:
    return len(screen.table.timeline(screen.turn.viewer, 1000))


@pytest.mark.parametrize(
    ("table", "text", "answer", "clause"),
    [
        ("ora-beginning", "neutral   6", "The neutral player: you use its buildings by contract", "OL-11c"),
        ("ora-beginning", "(hermitage)", "Hermitage: the rank of this score; the next, cell, begins at 200.", ""),
        ("ora-solo", "district", "A contract costs", "OL-6a"),
        ("duel-conflict", "Philip  2/3  3", "Philip's sum: 3 in this conflict.", "BD-3a"),
        ("duel-claim", "0/5 1/4 2/3", "Philip's seals: 0/5, 1/4, 2/3, personal.", "BD-3a"),
        ("duel-claim", "III ", "Section III: Philip still needs", "BD-1f"),
        ("duel-claim", "Oath", "Oath: While you are behind in a conflict, add 2", "BD-6a"),
        ("campus-card", "hut 20", "Hut: 20 sections to choose from.", "CG-I-3a8"),
        ("campus-place", "taken", "Task 1 is taken; a new one comes if another round follows.", "CG-I-1a"),
        ("campus-place", "since your last turn", "Press l for the whole log.", ""),
    ],
)
def test_a_click_says_what_is_there_and_the_help_its_rule(table: str, text: str, answer: str, clause: str) -> None:
    async def script(driver: Driver) -> None:
        row = next(number for number, line in enumerate(driver.lines) if text in line)
        await driver.click(driver.lines[row].index(text), row)
        assert answer in driver.line(-2)
        if clause:
            await driver.press("f1")
            assert clause in driver.text

    drive(at_table(TABLES[table]()), script)


def test_an_answer_too_long_for_the_prompt_ends_with_a_whole_sentence() -> None:
    async def script(driver: Driver) -> None:
        row = next(number for number, line in enumerate(driver.lines) if "0/5 1/4 2/3" in line)
        await driver.click(1, row)
        assert driver.line(-2) == "Philip's seals: 0/5, 1/4, 2/3, personal."

    drive(at_table(TABLES["duel-claim"]()), script, size=(80, 24))
