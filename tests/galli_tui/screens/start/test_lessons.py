"""The list of lessons, a lesson at the table, and what comes after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.lessons.progress import Progress, progress_of
from galli_tui.screens.dialogs import Choice
from galli_tui.screens.start.lessons import LessonsScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.terminal.capabilities import Terminal
from tests.sample_game.game import META
from tests.sample_game.registered import sample_game
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.lessons import do_step, guide_of, lesson_app

pytestmark = pytest.mark.usefixtures(sample_game.__name__)

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
looks = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])


def a_lesson(theme: str) -> GalliApp:
    return GalliApp(Terminal(theme=theme), FakeMatchStore(), first=lambda app: app.learn(META.key))


@looks
@sizes
def test_the_list_of_lessons(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(app_with(terminal=Terminal(theme=theme)), press=("f4",), terminal_size=size)


@looks
@sizes
def test_a_lesson_answers_a_wrong_move(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(a_lesson(theme), press=("enter", "1", "enter"), terminal_size=size)


@looks
@sizes
def test_the_end_of_a_lesson(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(a_lesson(theme), press=("n",) * 5, terminal_size=size)


def test_the_list_leads_to_a_lesson_and_the_lesson_goes_on_where_it_was_left() -> None:
    async def script(app: Driver) -> None:
        await app.press("f4")
        assert isinstance(app.app.screen, LessonsScreen)
        assert "1 minute" in app.text
        await app.press("enter", "enter")
        assert guide_of(app).run.number == 1
        await app.press("q", "q")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("f4")
        assert "step 2 of 5" in app.text
        await app.press("enter")
        assert guide_of(app).run.number == 1

    drive(app_with(), script)


def test_a_finished_lesson_is_marked_and_leads_to_a_match() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        for step in guide_of(app).run.lesson.steps:
            await do_step(app, step)
        assert isinstance(app.app.screen, Choice)
        assert progress_of(META.key, "first") == Progress(done=True)
        await app.press("escape", "f4")
        assert "done" in app.text

    drive(lesson_app(META.key, "first"), script)


def test_steps_are_skipped_and_read_again_by_keys() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await app.press("n", "n")
        assert guide_of(app).run.number == 2
        await app.press("backspace")
        assert guide_of(app).run.number == 1
        await app.press("n", "n", "n", "n")
        assert isinstance(app.app.screen, Choice)

    drive(lesson_app(META.key, "first"), script)


def test_a_lesson_is_played_by_mouse_alone() -> None:
    async def click(app: Driver, text: str) -> None:
        row = max(number for number, line in enumerate(app.lines) if text in line)
        await app.click(app.lines[row].index(text) + 1, row)

    async def script(app: Driver) -> None:
        await app.settle()
        await click(app, "These are the windows")
        await click(app, "choose the candle of 15")
        await click(app, "choose the candle of 15")
        assert guide_of(app).run.number == 2, app.text
        await click(app, "light window 1")
        await click(app, "light window 1")
        assert guide_of(app).run.number == 3, app.text
        await click(app, "scores")
        await click(app, "back to lesson")
        assert isinstance(app.app.screen, TableScreen)
        await click(app, "That is all.")
        assert isinstance(app.app.screen, Choice)

    drive(lesson_app(META.key, "first"), script)


def test_the_score_sheet_of_a_lesson_only_leads_back_to_it() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await app.press("n", "n", "n", "s")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "back to lesson" in app.text
        await app.press("n", "e", "v", "q")
        assert guide_of(app).run.number == 4

    drive(lesson_app(META.key, "first"), script)


def test_the_step_after_a_key_begins_when_its_screen_is_closed() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await app.press("n", "n", "n", "s")
        screen = app.app.screen_stack[-2]
        assert isinstance(screen, TableScreen)
        assert screen.lesson is not None
        assert screen.lesson.run.number == 3
        await app.press("enter")
        assert screen.lesson.run.number == 4

    drive(lesson_app(META.key, "first"), script)
