"""A list answers to digits: they select a line everywhere, and open it in a menu."""

from __future__ import annotations

from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.widgets.option_list import OptionList
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved


def test_a_digit_opens_the_line_of_a_menu() -> None:
    async def script(app: Driver) -> None:
        await app.press("3")
        assert isinstance(app.app.screen, SetupScreen)

    drive(app_with(), script)


def test_a_digit_selects_a_line_of_a_list_and_opens_nothing() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "2")
        assert isinstance(app.app.screen, SavedScreen)
        rows = app.app.screen.query_one(OptionList)
        assert [one.heading for one in rows.rows[: rows.index]].count(False) == 1
        before = rows.index
        await app.press("9")
        assert rows.index == before

    drive(app_with(match_store=FakeMatchStore(saved("1"), saved("2"), saved("3"))), script)


def test_letters_no_longer_move_in_lists() -> None:
    async def script(app: Driver) -> None:
        rows = app.app.screen.query_one(OptionList)
        await app.press("k")
        assert rows.index == 0

    drive(app_with(), script)
