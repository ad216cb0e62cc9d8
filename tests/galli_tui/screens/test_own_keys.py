"""The player's own keys on the screens: they work, the old ones do nothing, and every text names them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.own_keys import change_key
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.log import LogScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.settings.file import NAME, Loaded, load, save
from galli_tui.settings.schema import KeyMap, Settings
from galli_tui.style.actions import action, change_keys
from galli_tui.terminal.capabilities import Terminal
from rules.campus_galli.laying_sections import LaySectionStep
from rules.engine.secrecy import PUBLIC
from saves.storage.paths import HOME_VARIABLE
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.lessons import guide_of
from tests.support.straws_game import straws
from tests.support.table_positions import played


@pytest.fixture(autouse=True)
def default_keys() -> Iterator[None]:
    """Give all actions their default keys after each test."""
    yield
    change_keys({})


def app_with_keys(keys: KeyMap, table: InMemoryTable | None = None) -> GalliApp:
    return GalliApp(Terminal(), FakeMatchStore(), table, settings=Loaded(Settings(keys=keys)))


def test_at_the_table_the_new_key_works_and_the_old_one_does_nothing() -> None:
    table = played(LaySectionStep, 6, seats=2)

    async def script(app: Driver) -> None:
        before = table.view(PUBLIC)
        await app.press("enter")
        after = table.view(PUBLIC)
        assert after != before
        await app.press("u")
        assert table.view(PUBLIC) == after
        await app.press("y")
        assert table.view(PUBLIC) == before
        await app.press("l")
        assert isinstance(app.app.screen, TableScreen)
        for key in ("f7", "L"):
            await app.press(key)
            assert isinstance(app.app.screen, LogScreen)
            await app.press("escape")

    drive(app_with_keys({"table.undo": ("y",), "table.log": ("f7", "L")}, table), script)


def test_two_actions_can_swap_their_keys() -> None:
    table = played(LaySectionStep, 6, seats=2)

    async def script(app: Driver) -> None:
        before = table.view(PUBLIC)
        await app.press("enter")
        assert table.view(PUBLIC) != before
        await app.press("l")
        assert table.view(PUBLIC) == before
        await app.press("u")
        assert isinstance(app.app.screen, LogScreen)

    drive(app_with_keys({"table.undo": ("l",), "table.log": ("u",)}, table), script)


def test_the_keys_of_the_board_change_too() -> None:
    table = played(LaySectionStep, 6, seats=2)

    async def script(app: Driver) -> None:
        await app.press("tab")
        held = app.lines[:-2]
        assert "y rotate" in app.line(-1)
        await app.press("r")
        assert app.line(-2) == "r does nothing now: F1 shows all keys."
        assert app.lines[:-2] == held
        await app.press("y")
        assert app.lines[:-2] != held

    drive(app_with_keys({"campus-galli.rotate": ("y",)}, table), script)


def test_enter_and_esc_keep_their_meaning_beside_the_new_key() -> None:
    async def script(app: Driver) -> None:
        for way_back in ("escape", "y"):
            await app.press("l")
            assert isinstance(app.app.screen, LogScreen)
            await app.press("q", "l")
            assert isinstance(app.app.screen, LogScreen)
            await app.press(way_back)
            assert isinstance(app.app.screen, TableScreen)

    drive(app_with_keys({"log.back": ("y",)}, played(LaySectionStep, 6, seats=2)), script)


@pytest.mark.usefixtures(straws.__name__)
def test_a_form_is_started_with_the_new_key_from_within_a_text_field() -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        app.app.screen.query_one("#name-0").focus()
        await app.press("ctrl+s", "f5")
        assert isinstance(app.app.screen, SetupScreen)
        assert app.app.last_table is None
        await app.press("f12")
        assert app.app.last_table is not None

    drive(app_with_keys({"setup.start": ("f12",)}), script)


def test_the_program_ends_with_the_new_key_and_always_with_ctrl_c() -> None:
    for key in ("f12", "ctrl+c"):

        async def script(app: Driver, key: str = key) -> None:
            await app.press("ctrl+q")
            assert not app.app.leaving
            await app.press(key)
            assert app.app.leaving

        drive(app_with_keys({"app.quit-program": ("f12",)}), script)


def test_footer_palette_help_and_prompts_name_the_new_keys() -> None:
    async def script(app: Driver) -> None:
        assert "y new match" in app.line(-1)
        assert "F11 help" in app.line(-1)
        assert "Z Quit" in app.text
        await app.press("escape")
        assert "Press Z to quit." in app.text
        await app.press("ctrl+p", *"quit")
        assert any(re.search(r"quit +Quit the program.* Z ", line) for line in app.lines), app.text
        await app.press("escape", "f1")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("f11")
        assert isinstance(app.app.screen, HelpScreen)
        await app.press("tab", "tab", "tab")
        assert any(re.search(r" Z +Quit the program\.", line) for line in app.lines), app.text

    drive(
        app_with_keys({"menu.new-game": ("y",), "app.help": ("f11",), "menu.leave": ("Z",)}),
        script,
    )


def test_the_footer_is_clicked_for_an_action_with_another_key() -> None:
    async def script(app: Driver) -> None:
        await app.click(app.lines[-1].index("Y log") + 3, len(app.lines) - 1)
        assert isinstance(app.app.screen, LogScreen)

    drive(app_with_keys({"table.log": ("Y",)}, played(LaySectionStep, 6, seats=2)), script, (160, 48))


def test_a_lesson_names_the_new_key_and_waits_for_it() -> None:
    async def script(app: Driver) -> None:
        assert guide_of(app).run.number == 0
        assert "y go on" in app.line(-1)
        await app.press("space")
        assert guide_of(app).run.number == 0
        await app.press("y")
        assert guide_of(app).run.number == 1
        assert "y goes on." in app.text
        assert "Read this step, then press y or click its text." in app.text

    keys: KeyMap = {"lesson.go-on": ("y",), "kit.enter": ("Y",)}
    first = partial(GalliApp.learn, game_key="builders-duel", lesson="first-round")
    drive(GalliApp(Terminal(), FakeMatchStore(), first=first, settings=Loaded(Settings(keys=keys))), script)


def test_what_is_wrong_with_keys_is_told_once_at_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    (tmp_path / NAME).write_text(
        '[keys]\n"table.undo" = "h"\n"tabel.log" = "y"\n"table.scores" = "y"\n"table.hint" = "f77"\n'
    )

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, Notice)
        assert "u stays." in app.text
        assert [notice.partition(": ")[2] for notice in app.app.settings_notices] == [
            "keys.tabel.log: there is no such action (the nearest is table.log); it is ignored.",
            "keys.table.hint: “f77” is no key (the nearest is f7); h stays.",
            "keys.table.undo: h is the key of “hint” (table.hint, At the table); u stays.",
        ]
        assert action("table.scores").keys == ("y",)
        assert action("table.undo").keys == ("u",)

    drive(GalliApp(Terminal(), FakeMatchStore(), settings=load()), script, (120, 36))


def test_another_app_has_the_default_keys_again() -> None:
    async def script(app: Driver) -> None:
        assert action("menu.leave").keys == ("q",)
        assert "n new match" in app.line(-1)

    app_with_keys({"menu.leave": ("Z",)})
    assert action("menu.leave").keys == ("Z",)
    drive(app_with(), script)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file in a folder of the test's own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path / NAME


def test_a_change_is_saved_and_leaves_entries_that_cannot_be_used(path: Path) -> None:
    path.write_text('[keys]\n"tabel.log" = "y"\n')
    found = change_key("table.undo", ("Y",))
    assert found == ({"table.undo": ("Y",)}, "")
    assert load().settings.keys == {"tabel.log": ("y",), "table.undo": ("Y",)}
    assert change_key("table.undo", ("u",)).keys == {}
    assert load().settings.keys == {"tabel.log": ("y",)}


def test_a_refused_change_leaves_the_file_as_it_was(path: Path) -> None:
    save("keys", {"table.hint": ("y",)})
    before = path.read_bytes()
    assert change_key("table.undo", ("y",)).refusal == "y is the key of “hint” (table.hint, At the table)."
    assert path.read_bytes() == before


def test_a_default_key_that_another_action_has_now_is_not_given_back(path: Path) -> None:
    save("keys", {"table.undo": ("y",), "table.hint": ("u",)})
    assert change_key("table.undo", ()).refusal == ("u is the key of “hint” (table.hint) now; change that first.")
    assert change_key("table.hint", ()).refusal == ""
    assert change_key("table.undo", ()) == ({}, "")
