"""Leaving a what-if leads back to where it was started, and no match played last makes way for it."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.cli import parser
from galli_tui.game_api.last_game import remember_unfinished, unfinished_matches
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.match_store import Setup
from galli_tui.tables.peers import Role
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from rules.engine.game import Options
from saves.format.header_fields import Player
from saves.storage.library import find_match
from saves.storage.paths import matches_folder
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.peers_table import with_peers
from tests.support.plain_talk import ReadyLines
from tests.support.saved_matches import saved_duel
from tests.support.straws_game import straws, straws_table
from tests.support.what_ifs import Branches

with_straws = pytest.mark.usefixtures(straws.__name__)
REAL = "Ora et Labora, solo, France"


def reviewed() -> GalliApp:
    """Return an app at the end of a match with a review."""
    table = played_on(straws_table("Anna", "Bruno"))
    table.advice = InstantAdvice(table.game)
    return app_with(table, Branches())


def played_on(table: InMemoryTable) -> InMemoryTable:
    """Play a match of straws to its end."""
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[-1])
    return table


def played_last(match_store: LocalMatchStore) -> str:
    """Begin a match that is left unfinished, and return its id."""
    table = match_store.begin(Setup("ora-et-labora", Options(1, "solo", 1), (Player("Anna", "red"),), seed=1))
    remember_unfinished(table.match_id, REAL)
    table.close()
    return table.match_id


async def finish(app: Driver) -> None:
    """Play the match on the screen to its end."""
    assert isinstance(app.app.screen, TableScreen)
    table = app.app.screen.table
    assert isinstance(table, InMemoryTable)
    played_on(table)
    await app.settle()


async def leave_by_key(app: Driver) -> None:
    await app.press("q", "q")


async def leave_by_escape(app: Driver) -> None:
    await app.press("escape", "y")


async def leave_its_score_sheet(app: Driver) -> None:
    await finish(app)
    assert isinstance(app.app.screen, ScoreSheetScreen)
    assert "q leave" in app.line(-1)
    await app.press("q")


async def leave_its_final_board(app: Driver) -> None:
    await finish(app)
    await app.press("escape")
    assert app.line(-2).endswith("q: leave.")
    await app.press("escape")


@with_straws
@pytest.mark.parametrize("leave", [leave_by_key, leave_by_escape, leave_its_score_sheet, leave_its_final_board])
def test_it_leads_back_to_the_decision_of_the_review(leave: Callable[[Driver], Awaitable[None]]) -> None:
    async def script(app: Driver) -> None:
        played = app.app.last_table
        await app.press("a", "down", "enter")
        before = app.text
        await app.press("n", "enter")
        assert isinstance(app.app.screen, TableScreen)
        await leave(app)
        assert isinstance(app.app.screen, ReplayScreen)
        assert app.text == before
        await app.press("escape")
        assert isinstance(app.app.screen, MomentListScreen)
        assert app.app.screen.query_one(OptionList).index == 1
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        await app.press("q")
        assert isinstance(app.app.screen, MenuScreen)
        assert app.app.last_table is played

    drive(reviewed(), script)


def test_it_leads_back_to_the_moment_of_the_replay_and_the_menu_resumes_the_match_played_last() -> None:
    match_store, _ = saved_duel()
    played_last(match_store)

    async def script(app: Driver) -> None:
        await app.press("7", "v", "home", "pagedown", "pagedown")
        replay, before = app.app.screen, app.text
        await app.press("n", "enter")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q")
        assert "Leave the what-if?" in app.text
        assert "Back to the replay. The what-if stays in the saved matches." in app.text
        await app.press("q")
        assert app.app.screen is replay
        assert app.text == before
        await app.press("escape")
        assert isinstance(app.app.screen, SavedScreen)
        assert "what-if" in app.text
        await app.press("escape")
        assert f"g Resume         {REAL}" in app.text

    drive(GalliApp(Terminal(), match_store), script)


@with_straws
def test_a_what_if_of_a_what_if_leads_back_step_by_step() -> None:
    async def script(app: Driver) -> None:
        await app.press("v", "n", "enter")
        first = app.app.screen
        await app.press("v", "home", "n", "enter")
        assert isinstance(app.app.screen, TableScreen)
        assert app.app.screen is not first
        await app.press("q", "q")
        assert isinstance(app.app.screen, ReplayScreen)
        await app.press("escape")
        assert app.app.screen is first
        await app.press("q", "q")
        assert isinstance(app.app.screen, ReplayScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)

    drive(reviewed(), script)


@with_straws
def test_it_leads_back_to_the_last_moment_of_a_match_that_has_gone_on() -> None:
    table = straws_table("Anna", mode="solo")

    def move_on() -> None:
        table.submit(table.game.legal(table.view(table.due.seats[0]), table.due.seats[0])[0])

    async def script(app: Driver) -> None:
        move_on()
        await app.press("v")
        replay = app.app.screen
        assert app.line(0).endswith("3/3")
        await app.press("n")
        move_on()
        await app.press("enter")
        assert isinstance(app.app.screen, TableScreen)
        await app.press("q", "q")
        assert app.app.screen is replay
        assert app.line(0).endswith("3/5")
        await app.press("end")
        await app.press("n", "escape")
        move_on()
        await app.settle()
        assert app.line(0).endswith("7/7")

    drive(app_with(table, Branches()), script)


@with_straws
def test_a_what_if_has_no_rematch_so_the_tables_below_stay_open() -> None:
    async def script(app: Driver) -> None:
        await app.press("v", "n", "enter")
        await finish(app)
        sheet, below = app.app.screen, app.app.screen_stack
        assert app.line(-2) == "Enter shows the final board, q leads back to the replay."
        assert "rematch" not in app.line(-1)
        assert "change" not in app.line(-1)
        await app.press("n", "e")
        assert app.app.screen is sheet
        assert app.app.screen_stack == below
        await app.press("escape")
        assert app.line(-2) == "The match is over. s: scores, l: log, q: leave."

    drive(reviewed(), script)


def test_it_leads_back_to_a_replay_opened_from_the_shell() -> None:
    match_store, match_id = saved_duel()
    table = match_store.inspect(match_id)
    texts = texts_of(table.game.meta.key)
    app = GalliApp(
        Terminal(), match_store, first=lambda app: app.push_screen(ReplayScreen(table, texts, owns_table=True))
    )

    async def script(driver: Driver) -> None:
        await driver.press("n", "enter", "q", "q")
        assert isinstance(driver.app.screen, ReplayScreen)
        await driver.press("escape")
        assert isinstance(driver.app.screen, MenuScreen)

    drive(app, script)
    (what_if,) = (row.id for row in match_store.saved() if row.id != match_id)
    assert what_if in app.farewell


# Which match is resumed


def test_what_ifs_stand_behind_all_other_matches_and_make_way_for_them() -> None:
    remember_unfinished("aa", "Match 1")
    remember_unfinished("bb", "What-if 1", what_if=True)
    remember_unfinished("cc", "What-if 2", what_if=True)
    remember_unfinished("dd", "Match 2")
    assert [one.id for one in unfinished_matches()] == ["dd", "aa", "cc", "bb"]
    for number in range(4):
        remember_unfinished(f"{number}", "Another")
    assert [one.id for one in unfinished_matches()] == ["3", "2", "1", "0", "dd"]


def test_the_menu_knows_a_match_that_was_left_in_plain_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    remember_unfinished("abcdef01", "A what-if", what_if=True)
    for lines, expected in ((("quit",), [REAL, "A what-if"]), ((), [REAL, REAL, "A what-if"])):
        monkeypatch.setattr("galli_tui.plain.program.LineReader", lambda lines=lines: ReadyLines(lines))
        setup = ["ora-et-labora", "--mode", "solo", "--name", "Anna"]
        assert parser.main(["play", *setup, "--plain"]) == Exit.OK
        assert [one.words for one in unfinished_matches()] == expected


def test_a_match_that_is_open_in_another_window_stays_the_one_to_resume() -> None:
    match_store = LocalMatchStore()
    match_id = played_last(match_store)
    other_window = match_store.resume(match_id)

    async def script(app: Driver) -> None:
        await app.press("g")
        assert "The match could not be opened" in app.text
        await app.press("escape")
        assert f"g Resume         {REAL}" in app.text
        other_window.close()
        await app.press("g")
        assert isinstance(app.app.screen, TableScreen)
        assert app.app.screen.table.match_id == match_id

    drive(GalliApp(Terminal(), match_store), script)


def a_what_if(match_store: LocalMatchStore, origin: str) -> str:
    """Begin a what-if of a match, and return its id."""
    table = match_store.branch(origin, 2, [Player("Anna", "red")])
    table.close()
    os.utime(find_match(matches_folder(), table.match_id).path, (4e9, 4e9))
    return table.match_id


@pytest.mark.parametrize("alone", [False, True])
def test_a_what_if_is_resumed_only_if_no_other_match_is_unfinished(
    alone: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_store = LocalMatchStore()
    real = played_last(match_store)
    what_if = a_what_if(match_store, real)
    if alone:
        match_store.discard(real)
    expected = what_if if alone else real

    async def script(app: Driver) -> None:
        remember_unfinished("abcdef01", "A match that has gone")
        await app.press("g")
        assert app.app.last_table is not None
        assert app.app.last_table.match_id == expected

    drive(GalliApp(Terminal(), match_store), script)
    monkeypatch.setattr("galli_tui.plain.program.LineReader", lambda: ReadyLines(()))
    assert parser.main(["resume", "--plain"]) == Exit.OK
    assert f"Saved as {expected}." in capsys.readouterr().out


@with_straws
@pytest.mark.parametrize(
    ("role", "presence"), [(Role.GUEST, "ht"), (Role.SPECTATOR, "hb"), (Role.HOST, "ht"), (Role.HOST, "ha")]
)
def test_a_match_that_others_still_play_begins_no_what_if(role: Role, presence: str) -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, role, presence)

    async def script(app: Driver) -> None:
        await app.press("1", "v")
        assert "plays on" not in app.line(-2)
        assert "what if" not in app.line(-1)
        await app.press("n")
        assert isinstance(app.app.screen, ReplayScreen)
        assert app.line(-2) == "Others still play this match: a what-if could show what they hide."

    drive(app_with(table, Branches()), script)


@with_straws
def test_only_the_help_of_the_network_table_itself_has_a_page_about_the_network() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, "hb")

    async def script(app: Driver) -> None:
        async def has_network_page() -> bool:
            await app.press("f1")
            assert isinstance(app.app.screen, HelpScreen)
            found = "Network" in app.line(0)
            await app.press("escape")
            return found

        assert await has_network_page()
        await app.press("v")
        assert await has_network_page(), "the replay of the match is a screen of its table"
        await app.press("n", "enter")
        assert isinstance(app.app.screen, TableScreen)
        assert not await has_network_page()
        await app.press("s")
        assert not await has_network_page()
        await app.press("escape", "q", "q")
        assert await has_network_page()

    drive(app_with(table, Branches()), script)
