"""The menu: what was played last stands first, and every entry has a digit, a letter or a click."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.last_game import forget_unfinished, remember_unfinished, unfinished_matches
from galli_tui.game_api.last_setup import remember_setup
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.match_store import Condition, Setup
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.column_list import ColumnList
from rules.engine.game import Options
from saves.format.header_fields import Player
from saves.storage.settings import save_setting
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.straws_game import straws, straws_table

with_straws = pytest.mark.usefixtures(straws.__name__)

SOLO = Setup("straws", Options(1, "solo", 1), (Player("Anna", "red"),))


def first_entry(app: Driver) -> str:
    return next(line for line in app.lines if "▸" in line).replace("▸", "").strip()


@with_straws
def test_enter_plays_again_what_was_set_up_last() -> None:
    match_store = FakeMatchStore()
    remember_setup(SOLO)

    async def script(app: Driver) -> None:
        assert first_entry(app) == "1 Play again     Straws I, solo"
        await app.press("enter")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(match_store=match_store), script)
    assert match_store.begun == [SOLO]


@with_straws
def test_a_setup_that_cannot_be_repeated_opens_the_form() -> None:
    remember_setup(SOLO)
    save_setting("setup straws", "{}")

    async def script(app: Driver) -> None:
        await app.press("1")
        assert isinstance(app.app.screen, SetupScreen)

    drive(app_with(), script)


def test_a_match_that_was_left_stands_first_until_it_is_over() -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "f5")
        await app.press("escape", "y")
        assert isinstance(app.app.screen, MenuScreen)
        assert first_entry(app) == "g Resume         Campus Galli I, 2 seats, co-op"
        assert "Play again     Campus Galli I, with the brother" in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, TableScreen)
        forget_unfinished(app.app.screen.table.match_id)
        await app.press("escape", "y")
        assert first_entry(app).startswith("1 Play again")

    drive(GalliApp(Terminal(), LocalMatchStore()), script)


@with_straws
def test_a_match_that_was_finished_is_not_offered_when_the_menu_is_shown_again() -> None:
    remember_setup(SOLO)
    table = straws_table("Anna", mode="solo")
    table.match_id = "9f86d081"

    async def script(app: Driver) -> None:
        assert "g resume" not in app.line(-1)
        app.app.open_table(table)
        await app.settle()
        assert unfinished_matches()
        while not table.due.over:
            seat = table.due.seats[0]
            table.submit(table.game.legal(table.view(seat), seat)[0])
        await app.settle()
        assert not unfinished_matches(), "the terminal may close at any time"
        await app.press("s", "q")
        assert isinstance(app.app.screen, MenuScreen)
        assert first_entry(app) == "1 Play again     Straws I, solo"
        assert "Resume" not in app.text
        assert app.line(-2).startswith("The same game and players")
        assert "g resume" not in app.line(-1)

    drive(app_with(), script)


@with_straws
def test_the_footer_offers_to_resume_a_match_that_was_left() -> None:
    table = straws_table("Anna", mode="solo")
    table.match_id = "9f86d081"

    async def script(app: Driver) -> None:
        assert "g resume" not in app.line(-1)
        app.app.open_table(table)
        await app.press("q", "q")
        assert isinstance(app.app.screen, MenuScreen)
        assert first_entry(app).startswith("g Resume")
        assert "g resume" in app.line(-1)

    drive(app_with(), script)


def test_the_line_that_resumes_a_what_if_says_so() -> None:
    local, players = LocalMatchStore(), [Player("Anna", "red")]
    begun = local.begin(Setup("ora-et-labora", Options(1, "solo", 1), (players[0],), seed=1))
    seat = begun.due.seats[0]
    begun.submit(begun.game.legal(begun.view(seat), seat)[0])
    branch = local.branch(begun.match_id, 3, players)
    begun.close()

    async def script(app: Driver) -> None:
        app.app.open_table(branch)
        await app.press("q", "q")
        assert first_entry(app) == "g Resume         Ora et Labora, what-if, solo, France"

    drive(GalliApp(Terminal(), local), script)


def test_a_match_that_has_gone_is_forgotten() -> None:
    remember_unfinished("abcdef01", "Straws I")

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert "No unfinished match." in app.text
        await app.press("enter")
        assert first_entry(app).startswith("1 Play now")

    drive(GalliApp(Terminal(), LocalMatchStore()), script)


def test_a_deleted_match_is_not_offered() -> None:
    remember_unfinished("9f86d081", "Straws I")
    match_store = FakeMatchStore(saved("9f86d081", Condition.PLAYING))

    async def script(app: Driver) -> None:
        await app.press("7", "delete", "y")
        await app.press("escape")
        assert first_entry(app).startswith("1 Play now")

    drive(app_with(match_store=match_store), script)
    assert not match_store.matches


def test_only_the_last_matches_with_an_id_are_kept() -> None:
    remember_unfinished("memory", "A match in no file")
    for number in range(9):
        remember_unfinished(f"{number:08x}", f"Match {number}")
    remember_unfinished("00000005", "Match 5 again")
    assert [one.words for one in unfinished_matches()] == ["Match 5 again", "Match 8", "Match 7", "Match 6", "Match 4"]


@pytest.mark.parametrize("kept", ["{", "7", "[7]", '[["x"]]', '[["../x","a"]]', '[["ab",3]]', '[["ab",""]]'])
def test_damaged_matches_are_ignored(kept: str) -> None:
    save_setting("unfinished", kept)
    assert unfinished_matches() == ()


@pytest.mark.parametrize(("label", "screen"), [("Saved matches", SavedScreen), ("Rules and help", HelpScreen)])
def test_an_entry_is_chosen_by_its_digit_by_arrows_and_by_one_click(label: str, screen: type) -> None:
    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if label in line)
        place = app.lines[row].index(label)
        digit = app.lines[row][place - 2]
        await app.press(digit)
        assert isinstance(app.app.screen, screen)
        await app.press("escape")
        await app.press("down", "right")
        for _ in range(9):
            if "▸" in app.lines[row][place - 6 : place]:
                break
            await app.press("down")
        await app.press("enter")
        assert isinstance(app.app.screen, screen)
        await app.press("escape", "home")
        await app.click(place, row)
        assert isinstance(app.app.screen, screen)

    drive(app_with(), script)


def test_the_prompt_explains_the_entry_below_the_cursor() -> None:
    async def script(app: Driver) -> None:
        assert app.line(-2).startswith("A first match, set up for you.")
        await app.press("down")
        assert app.line(-2).startswith("Hands-on lessons")

    drive(app_with(), script)


def test_the_words_about_each_entry_fit_into_the_prompt() -> None:
    async def script(app: Driver) -> None:
        for _ in app.app.screen.query_one(ColumnList).rows:
            assert app.line(-2).endswith("."), app.text
            await app.press("down")

    drive(app_with(), script)
