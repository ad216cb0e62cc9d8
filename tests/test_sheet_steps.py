"""The score sheet names the step that a team has reached below the score table's second row, and the next one."""

from __future__ import annotations

import asyncio

import pytest

from tests.app_driver import Driver
from tests.positions import position, table, with_task_points
from tests.table_positions import ScriptedTable, at_table


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
        (0, "Now -51 points: raw hide. Next: soaked hide, from -20."),
        (80, "Now 29 points: smooth parchment. Next: ruled parchment, from 34."),
        (86, "Now 35 points: ruled parchment. Next: ochre, from 40."),
        (92, "Now 41 points: ochre."),
    ],
)
def test_the_sheet_names_the_step_and_the_next_one_at_80x24(points: int, words: str) -> None:
    shown = lines(points)
    assert any(f" {words} " in line for line in shown), [line for line in shown if "Now" in line]
    assert any("▸" in line and ("iron gall" in line or "ochre" in line) for line in shown)
