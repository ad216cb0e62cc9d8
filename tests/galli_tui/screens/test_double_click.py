"""The second click of a double click does nothing on the screen that the first one opened."""

from __future__ import annotations

import pytest

from galli_tui.screens.start.menu import MenuScreen
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bd_tables import conflict
from tests.support.table_positions import at_table


@pytest.mark.parametrize(
    ("opener", "closer", "behind", "drift"), [("f1", "F1 close", "host", 0), ("j", "esc back", "F4 learn", 2)]
)
def test_a_double_click_in_the_footer_does_nothing_on_the_screen_behind(
    opener: str, closer: str, behind: str, drift: int
) -> None:
    async def script(app: Driver) -> None:
        foot = len(app.lines) - 1
        clicked = app.lines[foot].index(behind) + 1
        await app.press(opener)
        start = app.lines[foot].index(closer)
        assert start <= clicked - drift < start + len(closer)  # Otherwise the second click would miss.
        await app.double_click(clicked - drift, foot, drift=drift)
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(), script)


@pytest.mark.parametrize("cell", [0, 1, 5])
def test_each_of_two_quick_clicks_counts_on_one_screen(cell: int) -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "tab", "tab")
        expected = app.text
        await app.press("escape", "n")
        foot = len(app.lines) - 1
        await app.double_click(app.lines[foot].index("tab next") + cell, foot)
        assert app.text == expected

    drive(app_with(), script)


def test_a_double_click_at_the_table_decides_nothing_that_was_not_shown_at_its_first_click() -> None:
    table = conflict("2 throw 14 no", "dealer fall 4")

    async def script(app: Driver) -> None:
        foot = len(app.lines) - 1
        moves = len(table.timeline(PUBLIC, 100))
        await app.double_click(app.lines[foot].index("enter ok"), foot)
        made = [it for it in table.timeline(PUBLIC, 100)[moves:] if isinstance(it.event, Move)]
        assert len(made) == 1
        await app.click(app.lines[foot].index("enter ok"), foot)
        made = [it for it in table.timeline(PUBLIC, 100)[moves:] if isinstance(it.event, Move)]
        assert len(made) == 2, "a click after it counts"

    drive(at_table(table), script)


@pytest.mark.parametrize(("seconds", "counts"), [(0.1, False), (0.8, False), (1.1, True)])
def test_a_slow_double_click_on_leave_chooses_nothing_in_the_menu(seconds: float, counts: bool) -> None:
    async def script(app: Driver) -> None:
        await app.press("escape")
        row = next(number for number, line in enumerate(app.lines) if "  leave " in line)
        column = app.lines[row].index("leave")
        await app.click(column, row)
        assert isinstance(app.app.screen, MenuScreen)
        assert "1 Play now" in app.lines[row], "otherwise the second click would miss"
        await app.click_again(column, row, after=seconds)
        assert isinstance(app.app.screen, MenuScreen) is not counts

    drive(app_with(conflict("2 throw 14 no", "dealer fall 4")), script)


def test_a_screen_without_a_question_takes_a_click_half_a_second_after_it_was_shown() -> None:
    async def script(app: Driver) -> None:
        foot = len(app.lines) - 1
        await app.click(app.lines[foot].index("j join"), foot)
        column = app.lines[foot].index("esc back")
        await app.click(column, foot)
        assert isinstance(app.app.screen, MenuScreen)
        before = app.text
        await app.click_again(column, foot, after=0.4)
        assert app.text == before
        await app.click_again(column, foot, after=0.2)
        assert app.text != before

    drive(app_with(), script)


def test_a_click_long_ago_takes_none_from_a_screen_that_a_key_has_opened() -> None:
    async def script(app: Driver) -> None:
        foot = len(app.lines) - 1
        await app.click(app.lines[foot].index("j join"), foot)
        column = app.lines[foot].index("esc back")
        await app.click(column, foot)
        await app.press("f1", "escape")
        assert isinstance(app.app.screen, MenuScreen)
        before, first = app.text, app.app.double_clicks.first
        assert first is not None
        app.app.double_clicks.first = first._replace(time=first.time - 60)
        await app.click_again(column, foot, after=0.1)
        assert app.text != before

    drive(app_with(), script)
