"""What large windows show besides a larger plan: the legend below the boards, and the help in two columns."""

from __future__ import annotations

import pytest

from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE
from galli_tui.games.campus_galli.panel_lines import plan_legend
from rules.campus_galli.rounds import ChooseCardStep
from tests.support.app_driver import Driver, drive
from tests.support.table_positions import at_table, played


def test_a_legend_that_does_not_fit_ends_with_a_whole_entry() -> None:
    for height in range(8):
        lines = plan_legend(UNICODE, "N", 33, height)
        assert len(lines) <= height
        assert all(line.width <= 33 for line in lines)
        assert len(lines) != 1
    assert "small gap" in plan_legend(UNICODE, "N", 33, 8)[-1].text


def test_the_legend_has_the_signs_of_a_plain_terminal() -> None:
    lines = plan_legend(ASCII, "N", 62, 8)
    assert f"{ASCII.builder}N" in "".join(line.text for line in lines)
    assert "".join(line.text for line in lines[1:]).replace("\N{NO-BREAK SPACE}", " ").isascii()


@pytest.mark.parametrize("size", [(120, 36), (160, 48)], ids=str)
def test_the_table_has_a_legend_where_the_boards_leave_room(size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        assert "on the plan" in app.text
        assert "parchment" in app.text

    drive(at_table(played(ChooseCardStep, 2)), script, size)


def test_a_large_window_shows_the_whole_guide_in_two_columns() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", "f1")
        assert any("How a round goes" in line and "Scoring" in line for line in app.lines), app.text

    drive(at_table(played(ChooseCardStep, 2)), script, (160, 48))


@pytest.mark.parametrize("size", [(80, 24), (110, 40)], ids=str)
def test_a_narrow_window_has_the_guide_in_one(size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", "f1")
        assert not any("How a round goes" in line and "Scoring" in line for line in app.lines)

    drive(at_table(played(ChooseCardStep, 2)), script, size)
