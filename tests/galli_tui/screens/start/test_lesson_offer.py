"""The setup form offers the lesson of a level, or of a game without levels, that was never opened."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.lessons.progress import remember_step, unopened_lesson
from galli_tui.lessons.reader import load_lesson
from galli_tui.screens.start.lessons import LessonsScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.terminal.capabilities import Terminal
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.lessons import guide_of

OFFER = "New to it? F4: a lesson of"


def form(game: str) -> GalliApp:
    return GalliApp(Terminal(), FakeMatchStore(), first=lambda app: app.push_screen(SetupScreen(game=game)))


def test_a_level_whose_lesson_was_never_opened_offers_it_in_a_line() -> None:
    async def script(app: Driver) -> None:
        assert "Pray and Work" in app.text
        assert OFFER not in app.text
        await app.press("right")
        assert f"{OFFER} 5 minutes." in app.text
        remember_step(load_lesson("campus-galli", "level-2"), 0)
        await app.press("right", "left")
        assert "Books and Guests" in app.text
        assert OFFER not in app.text

    drive(form("campus-galli"), script)


def test_a_game_without_levels_offers_its_lesson() -> None:
    async def script(app: Driver) -> None:
        assert f"{OFFER} 6 minutes." in app.text

    drive(form("builders-duel"), script)


@pytest.mark.parametrize("by_mouse", [True, False])
def test_the_key_that_the_offer_names_opens_the_lesson_also_by_a_click(*, by_mouse: bool) -> None:
    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if OFFER in line)
        if by_mouse:
            await app.click(app.lines[row].index("New to it?"), row)
            assert isinstance(app.app.screen, SetupScreen), "only the key itself"
            await app.click(app.lines[row].index("F4"), row)
        else:
            await app.press("f4")
        assert guide_of(app).run.lesson.game_key == "builders-duel"

    drive(form("builders-duel"), script)


def test_where_no_lesson_is_offered_the_key_lists_all_lessons() -> None:
    async def script(app: Driver) -> None:
        await app.press("f4")
        assert isinstance(app.app.screen, LessonsScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, SetupScreen)

    drive(form("campus-galli"), script)


@pytest.mark.parametrize(("game", "level"), [("campus-galli", 1), ("campus-galli", 2), ("builders-duel", 1)])
def test_a_lesson_is_unopened_until_a_step_of_it_is_remembered(game: str, level: int) -> None:
    lesson = unopened_lesson(game, level)
    assert lesson is not None
    assert lesson.options.level == level
    remember_step(lesson, 0)
    assert unopened_lesson(game, level) is None
