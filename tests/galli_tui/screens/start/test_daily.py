"""The daily deal from the menu: begun, resumed, or played again after a question."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.daily import daily_seed, daily_setup, today
from galli_tui.game_api.last_game import again_words, remember_game
from galli_tui.game_api.match_marks import marks_of
from galli_tui.game_api.progress_text import summarised
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.dialogs import Choice, Question
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from rules.registry import game_box
from saves.storage.library import SavedMatch, list_matches
from saves.storage.paths import matches_folder
from saves.storage.summary import MatchState
from tests.support.app_driver import Driver, drive
from tests.support.saved_matches import hot_seat

DUEL = game_box("builders-duel").meta


@pytest.fixture
def day() -> date:
    """Return the day on which the test begins."""
    return today()


def app() -> GalliApp:
    return GalliApp(Terminal(), LocalMatchStore())


def rows() -> list[SavedMatch]:
    return [summarised(row) for row in list_matches(matches_folder())]


def test_it_asks_which_game(day: date) -> None:
    async def script(app: Driver) -> None:
        await app.press("4")
        assert isinstance(app.app.screen, Choice)
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("4")
        assert app.app.screen.query_one(OptionList).index == 0
        await app.press("2", "enter")
        assert isinstance(app.app.screen, TableScreen)
        assert app.app.screen.game_key == DUEL.key

    drive(app(), script)
    (row,) = rows()
    assert row.seed == daily_seed(DUEL, day)


def test_the_deal_of_the_game_played_last_is_begun_and_then_resumed() -> None:
    remember_game(DUEL.key)

    async def script(app: Driver) -> None:
        await app.press("4", "enter")
        assert isinstance(app.app.screen, TableScreen)
        first = app.app.screen.table.match_id
        await app.press("q", "y")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("4", "enter")
        assert isinstance(app.app.screen, TableScreen)
        assert app.app.screen.table.match_id == first

    drive(app(), script)
    assert len(rows()) == 1
    assert again_words() == ""


def test_the_table_the_score_sheet_and_the_saved_matches_name_the_deal(day: date) -> None:
    remember_game("campus-galli")
    named = f"daily deal of {day.isoformat()}"

    async def script(app: Driver) -> None:
        await app.press("4", "enter")
        assert "daily deal" in app.lines[0]
        await app.resize(120, 36)
        assert named in app.lines[0]
        await app.press("s")
        assert f"Score so far, {named}" in app.text
        await app.press("escape", "q", "y", "m")
        assert sum(named in line for line in app.lines) == 1
        assert sum("daily deal" in line for line in app.lines) == 2

    drive(app(), script)
    (row,) = rows()
    assert marks_of(row) == (named,)
    assert marks_of(row._replace(seed=(row.seed or 0) + 1)) == ()


def test_a_deal_played_to_its_end_asks_before_it_is_played_again(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_game("campus-galli")
    hot_seat(0, mode="solo", seats=1)
    (over,) = rows()
    box = game_box("campus-galli")
    now = int(datetime.now(UTC).timestamp())
    options = daily_setup("campus-galli", day, "").options
    done = over._replace(
        state=MatchState.OVER, created=now, options=options, seed=daily_seed(box.meta, day), summarised=True
    )

    def listed(_folder: Path) -> list[SavedMatch]:
        return [done]

    def as_it_is(row: SavedMatch) -> SavedMatch:
        return row

    monkeypatch.setattr("galli_tui.screens.start.daily.list_matches", listed)
    monkeypatch.setattr("galli_tui.screens.start.daily.summarised", as_it_is)

    async def script(app: Driver) -> None:
        await app.press("4", "enter")
        assert isinstance(app.app.screen, Question)
        await app.press("n")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("4", "enter", "y")
        assert isinstance(app.app.screen, TableScreen)

    drive(app(), script)
    assert len(rows()) == 2
