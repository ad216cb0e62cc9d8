"""What the menu and the end of a lesson say of lessons fits, and agrees with them."""

from __future__ import annotations

from galli_tui.app import GalliApp
from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.screens.dialogs import Choice
from galli_tui.screens.start.lesson_end import lesson_words
from galli_tui.terminal.capabilities import Terminal
from rules.registry import games
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore


def lessons() -> list[Lesson]:
    return [load_lesson(key, name) for key in games() for name in lesson_names(key)]


def test_the_choice_of_any_lesson_is_shown_whole_after_any_other() -> None:
    found = lessons()
    words = [lesson_words(one, other) for one in found for other in found if one is not other]

    async def script(app: Driver) -> None:
        for choice in words:
            app.app.push_screen(Choice("Well done!", "", (choice,), "Menu"))
            await app.settle()
            assert choice in app.text
            await app.press("escape")

    drive(GalliApp(Terminal(), FakeMatchStore()), script)
    assert any(it.endswith(" minutes)") for it in words), "the minutes are told where there is room"


def test_the_menu_says_how_long_lessons_take() -> None:
    minutes = [lesson.minutes for lesson in lessons()]

    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if "Learn a game" in line)
        await app.hover(app.lines[row].index("Learn a game"), row)
        while "Hands-on" not in app.line(-2):
            await app.press("down")
        assert f"lessons of {min(minutes)} to {max(minutes)} minutes" in app.line(-2)

    drive(GalliApp(Terminal(), FakeMatchStore()), script)
