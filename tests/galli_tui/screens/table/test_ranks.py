"""The score sheet names the step that a team has reached below the score table's second row, and the next one."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.style.wording import amount, amount_words
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.engine.game import Options
from tests.support.app_driver import Driver
from tests.support.positions import position, table, with_task_points
from tests.support.table_positions import ScriptedTable, at_table, players


def lines(points: int, size: tuple[int, int] = (80, 24)) -> list[str]:
    """The score sheet of a match for two, in coop, in which one task has brought so many points."""
    game = table(2, "coop", box=with_task_points(2 * points))
    app = at_table(ScriptedTable(position(game, turns=["1 angel-1", "2 angel-2"], taken={1: ["red-west"]})))
    found: list[str] = []

    async def driven() -> None:
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.press("s")
            found.extend(driver.lines)

    asyncio.run(driven())
    return found


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0, "Score now: -51 (raw hide). Next: soaked hide, +31 points."),
        (80, "Score now: 29 (smooth parchment). Next: ruled parchment, +5 points."),
        (86, "Score now: 35 (ruled parchment). Next: ochre, +5 points."),
        (92, "Score now: 41 (ochre). Next: red lead, +1 point."),
        (106, "Score now: 55 (lapis lazuli)."),
    ],
)
def test_the_sheet_names_the_step_and_the_next_one_at_80x24(points: int, words: str) -> None:
    shown = lines(points)
    assert any(f" {words} " in line for line in shown), [line for line in shown if "Score now" in line]
    name = words.split("(")[1].split(")", maxsplit=1)[0]
    assert any(name in line.rpartition("▸")[2] for line in shown if "▸" in line)
    assert all(any(f"{it}  " in line for line in shown) for it in ("raw hide", "ruled parchment", "iron gall", "ochre"))


def level_three(*, over: bool) -> InMemoryTable:
    """A co-op match of two at level III, at its beginning or played out by the first legal moves."""
    played_on = InMemoryTable(
        CampusGalli(Options(2, "coop", 3, ("open-hands",)), standard()), players("Anna", "Bruno"), 1
    )
    while over and not played_on.due.over:
        seat = played_on.due.seats[0]
        played_on.submit(next(iter(played_on.game.legal(played_on.view(seat), seat))))
    return played_on


def test_the_lower_edge_says_that_the_ranks_go_on_below() -> None:
    async def driven() -> None:
        app = at_table(level_three(over=False))
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot)
            await driver.press("s")
            assert "Up/Down: the rest of the sheet" in driver.text
            assert "raw hide" not in driver.text.partition("Total")[2]
            await driver.press(*["down"] * 8)
            assert "raw hide" in driver.text.partition("Total")[2]
            await driver.resize(120, 48)
            assert "Up/Down: the rest" not in driver.text

    asyncio.run(driven())


def test_a_seat_alone_has_one_score_in_the_header_and_on_the_sheet() -> None:
    async def driven() -> None:
        game = CampusGalli(Options(1, "solo", 1), standard())
        app = at_table(InMemoryTable(game, players("Anna"), 1))
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot)
            assert driver.line(0).endswith("score now  ▸Anna -39 (raw hide)")
            await driver.press("s")
            assert next(line for line in driver.lines if "Total" in line).split()[1:3] == ["Total", "-39"]
            assert "Buildings still parchment" in driver.text

    asyncio.run(driven())


def test_the_next_step_of_a_finished_match_is_not_cut_off_at_80x24() -> None:
    async def driven() -> None:
        app = at_table(level_three(over=True))
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot)
            if "Final score" not in driver.line(0):
                await driver.press("s")
            verdict = driver.line(1)
            assert " short of " in verdict, verdict
            assert "…" not in verdict, verdict
            assert "try again" not in verdict

    asyncio.run(driven())


ROOM = 70
"""Cells of the line in a window of 80 columns."""


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_rank_below_success_has_a_verdict_that_fits_in_80_columns(level: int) -> None:
    game = CampusGalli(Options(2, "coop", level), standard())
    texts = texts_of("campus-galli")
    steps, bands = texts.steps(game), texts.bands(game)
    assert len({step.verdict for step in steps}) == len(steps)
    assert bands[0].verdict == "in preparation"
    for step, following in pairwise((*steps, bands[1])):
        assert step.verdict
        least, end = -160 if step.least is None else step.least, following.least or 0
        assert not {"good", "very", "almost"} & set(step.verdict.split()), "sounds no less than a success"
        for score in (least, least + 1, end - 1):
            scored, short = amount_words(score, game.meta.unit, "½"), amount(end - score, game.meta.unit, "½")
            line = f"{scored}: {step.name}, {step.verdict}. {short} short of {following.name}."
            assert len(line) <= ROOM, line


def test_the_terminals_cursor_stays_in_the_window_when_the_sheet_is_scrolled() -> None:
    async def driven() -> None:
        app = at_table(level_three(over=False))
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot)
            await driver.press("s", "end")
            screen = driver.app.screen
            assert isinstance(screen, ScoreSheetScreen)
            assert screen.query_one("Verdict").region.y < 0
            assert screen.cursor_spot is not None
            assert screen.cursor_spot in screen.region

    asyncio.run(driven())
