"""Keys are handled in order whatever their speed, and the mouse acts by one rule in every list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Key

from galli_tui.app import GalliApp
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.terminal.input_queue import InputQueue
from galli_tui.widgets.line_widget import OTHER_BUTTON
from galli_tui.widgets.option_list import OptionList
from tests.galli_tui.screens.table.test_review import asked, played_badly
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.straws_game import straws, straws_table
from tests.support.terminal import Terminal

pytestmark = pytest.mark.usefixtures(straws.__name__)


def test_keys_that_arrive_in_one_piece_are_handled_in_order(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "New match" in screen, "the menu")
        terminal.press("n", "down", "left", "ctrl+s")
        terminal.until(lambda screen: "Year 1, round 1 of 24" in screen, "a solo match")


def test_a_key_waits_for_what_the_key_before_it_has_changed() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press_at_once("n", "down", "left", "f5")

    drive(app_with(match_store=match_store), script)
    assert [setup.options.mode for setup in match_store.begun] == ["solo"]


def test_a_key_handled_as_the_app_ends_begins_no_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galli_tui.terminal.input_queue._BREATH", 0)

    async def last_key() -> set[asyncio.Task[object]]:
        ended = app_with()
        assert InputQueue(ended, lambda: True).admits(Key("q", "q"))
        begun = set[asyncio.Task[object]]()
        for _ in range(5):
            await asyncio.sleep(0)
            begun |= asyncio.all_tasks()
        return begun - {asyncio.current_task()}

    assert not asyncio.run(last_key())


def test_letters_typed_before_a_form_opens_go_into_its_field() -> None:
    async def script(app: Driver) -> None:
        await app.press_at_once("n", "down", "down", "down", "down", "down", "A", "n", "n", "a", "tab", "right")
        form = app.app.screen
        assert isinstance(form, SetupScreen)
        assert form.focused is form.query_one("#colour-0")
        assert "Anna" in app.text

    drive(app_with(), script)


def played() -> GalliApp:
    """A match that is over, with two mistakes to review."""
    table = played_badly()
    asked(table)
    return app_with(table)


def begun() -> GalliApp:
    """A match with a few lines in its log."""
    table = straws_table("Anna", "Bruno")
    for _ in range(6):
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])
    return app_with(table)


LISTS: dict[str, tuple[Callable[[], GalliApp], tuple[str, ...], str]] = {
    "review": (played, ("a",), "OptionList"),
    "log": (begun, ("l",), "OptionList"),
    "rulebook": (app_with, ("f1", "slash"), "#found"),
    "saved": (lambda: app_with(match_store=FakeMatchStore(saved(), saved("2"), saved("3"))), ("m",), "OptionList"),
}
"""Where there is a list: how the app is made, the keys that lead there, and which of its lists."""


@pytest.mark.parametrize(("make", "keys", "which"), LISTS.values(), ids=LISTS)
def test_a_click_of_the_right_button_puts_the_cursor_on_the_row_clicked(
    make: Callable[[], GalliApp], keys: tuple[str, ...], which: str
) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        rows = app.app.screen.query_one(which, OptionList)
        top = rows.content_region
        visible = range(rows.scroll_offset.y, min(len(rows.rows), rows.scroll_offset.y + top.height))
        places = [place for place in visible if not rows.rows[place].heading and place != rows.index]
        assert places
        for place in places[-1], places[0]:
            row = top.y + place - rows.scroll_offset.y
            assert rows.rows[place].text[:8] in app.line(row)
            await app.click(top.x + 4, row, button=OTHER_BUTTON)
            assert rows.is_attached
            assert rows.index == place

    drive(make(), script)


def test_the_border_of_a_list_chooses_nothing() -> None:
    async def script(app: Driver) -> None:
        await app.press(
            "l",
        )
        rows = app.app.screen.query_one(OptionList)
        before = rows.index
        await app.click(4, rows.region.y)
        await app.click(4, rows.region.bottom - 1)
        assert rows.index == before

    drive(begun(), script)


def test_the_mouse_moving_over_a_list_leaves_the_cursor_where_it_is() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        rows = app.app.screen.query_one(OptionList)
        await app.hover(20, rows.content_region.y + 2)
        assert rows.index == 0
        await app.press("down")
        assert rows.index == 1

    drive(app_with(match_store=FakeMatchStore(saved(), saved("2"), saved("3"))), script)


def test_a_row_is_chosen_by_one_click() -> None:
    async def script(app: Driver) -> None:
        row = next(y for y, line in enumerate(app.lines) if "Saved matches" in line)
        await app.click(app.lines[row].index("Saved matches"), row)
        assert isinstance(app.app.screen, SavedScreen)

    drive(app_with(match_store=FakeMatchStore(saved())), script)
