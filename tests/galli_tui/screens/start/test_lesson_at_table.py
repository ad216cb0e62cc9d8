"""A lesson at the table of a real game: menus, pieces that are rotated, Tab, and the match after it."""

from __future__ import annotations

import re

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.last_game import again_words
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.table.table import TableScreen
from galli_tui.terminal.capabilities import Terminal
from tests.support.app_driver import Driver, drive
from tests.support.lessons import guide_of, lesson_app


async def skip_to(app: Driver, words: str) -> None:
    """Skip steps until these words are on the screen."""
    for _ in guide_of(app).run.lesson.steps:
        if words in app.text:
            return
        await app.press("n")
    raise AssertionError(words)


def test_after_a_lesson_enter_starts_a_first_match() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        while isinstance(app.app.screen, TableScreen):
            await app.press("n")
        assert "Play now: Campus Galli II, solo" in app.text
        assert "Play now: Campus Galli II, with the brother" in app.text
        assert "Next lesson: Level III" in app.text
        assert "Esc: menu" in app.text
        assert "esc menu" in app.line(-1)
        await app.press("enter")
        assert isinstance(app.app.screen, TableScreen)
        assert app.app.screen.lesson is None
        assert app.app.screen.table.game.options.level == 2

    drive(GalliApp(Terminal(), LocalMatchStore(), first=lambda app: app.learn("campus-galli", "level-2")), script)
    assert again_words() == "Campus Galli II, solo"


def test_a_match_alone_is_offered_after_a_lesson_with_a_bot() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        while isinstance(app.app.screen, TableScreen):
            await app.press("n")
        assert "Play now: Ora et Labora, against the brother, France" in app.text
        assert "Play now: Ora et Labora, solo, France" in app.text
        await app.press("down", "enter")
        assert isinstance(app.app.screen, TableScreen)
        assert app.app.screen.table.game.options.mode == "solo"

    drive(GalliApp(Terminal(), LocalMatchStore(), first=lambda app: app.learn("ora-et-labora", None)), script)


def test_after_a_wrong_move_the_menu_shows_its_first_page_again() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        guide = guide_of(app)
        await skip_to(app, "special action")
        number = guide.run.number
        await app.press("4", "1", "down", "up", "enter")
        assert guide.run.answer == guide.run.step.wrong
        assert guide.run.number == number
        assert "2 expand" in app.text

    drive(lesson_app("campus-galli", "level-2"), script)


@pytest.mark.parametrize(
    ("words", "wrong", "right"),
    [
        ("opens the Carver", ("enter", "enter"), ("3", "enter")),
        ("opens the Forest", ("2", "enter", "enter"), ("enter", "enter")),
    ],
)
def test_after_a_wrong_move_the_keys_of_the_step_still_do_it(
    words: str, wrong: tuple[str, ...], right: tuple[str, ...]
) -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await skip_to(app, words)
        run = guide_of(app).run
        number = run.number
        await app.press(*wrong)
        assert (run.answer, run.number) == (run.step.wrong, number)
        await app.press(*right)
        assert run.number == number + 1

    drive(lesson_app("builders-duel", "first-round"), script)


def test_the_rounds_that_are_played_for_the_reader_are_told_with_the_team_s_points() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await skip_to(app, "Where do all these points")
        before = app.line(0)
        await app.press("n")
        told = re.search(r"team rose from (-?\d+) to (-?\d+)", guide_of(app).run.step.text)
        assert told is not None
        assert f"team now {told[1]} " in before
        assert f"team now {told[2]} " in app.line(0)

    drive(lesson_app("campus-galli", "level-1"), script)


def test_tab_finds_the_place_that_is_asked_for_and_then_goes_on_as_always() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await skip_to(app, "Move it, upright")
        await app.press("tab")
        assert "on e6 e7 e8 e9" in app.text
        await app.press("tab")
        assert "by points now" in app.text

    drive(lesson_app("campus-galli", "level-1"), script)


@pytest.mark.parametrize("resumed", [False, True])
def test_a_piece_is_still_rotated_after_the_step_was_skipped_or_resumed(resumed: bool) -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        await skip_to(app, "Now you hold the hall")
        await app.press("r" if resumed else "n")
        assert "rotated 90" in app.text
        if resumed:
            number = guide_of(app).run.number
            await app.press("q", "q", "f4", "enter")
            assert guide_of(app).run.number == number
            assert "rotated 90" in app.text
        await app.press("backspace")
        assert "not rotated" in app.text

    drive(lesson_app("campus-galli", "level-1"), script)
