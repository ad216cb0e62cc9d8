"""Players' names are not cut in a window of 80x24, however many seats there are, unless they are long."""

from __future__ import annotations

import asyncio

import pytest

from galli_tui.matches.in_memory import InMemoryTable
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.engine.game import Options
from tests.support.app_driver import Driver
from tests.support.table_positions import at_table, players

NAMES = (
    ("Notker", "Ratpert", "Tuotilo", "Gozbert"),
    ("Anna", "Benedictus", "Eva", "Cara"),
    ("Notker", "Ratpert", "Tuotilo"),
)


def lines(mode: str, *names: str) -> list[str]:
    """The table of a match at level III with open hands, at its first decision."""
    game = CampusGalli(Options(len(names), mode, 3, ("open-hands",)), standard())
    found: list[str] = []

    async def driven() -> None:
        app = at_table(InMemoryTable(game, players(*names), 1))
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot)
            await driver.press("enter")
            found.extend(driver.lines)

    asyncio.run(driven())
    return found


@pytest.mark.parametrize("mode", ["coop", "versus"])
@pytest.mark.parametrize("names", NAMES, ids=" ".join)
def test_names_are_whole_in_the_first_line_and_below_hut_and_pouch(mode: str, names: tuple[str, ...]) -> None:
    first, *_, below, last = lines(mode, *names)[:-2]
    for name in names:
        assert f"{name} " in first
        assert f"{name} " in f"{below}\n{last}"


def test_long_names_are_truncated_but_points_are_not() -> None:
    first, *_, below, last = lines("coop", "Bartholomew the Elder", "Ekkehart the Younger", "Eva", "Maximilian III.")[
        :-2
    ]
    assert first.count("… ") == 3
    assert "Eva " in first
    assert "  team -" in first
    assert "…" in below
    assert "…" in last
