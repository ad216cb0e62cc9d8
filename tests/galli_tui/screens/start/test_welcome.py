"""The first start: a name, then learn or play at once; later the same choice without the name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.last_game import again_words
from galli_tui.game_api.own_name import is_first_start, own_name, system_name
from galli_tui.lessons.lesson import Lesson
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.welcome import WelcomeScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.screens.too_small import TooSmallScreen
from galli_tui.settings.file import save
from galli_tui.terminal.capabilities import Terminal
from saves.storage.paths import matches_folder
from tests.sample_game.registered import sample_game
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.lessons import guide_of

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
looks = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])


@pytest.fixture(autouse=True)
def _user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "anna")


def first_start(theme: str = "lamp-black") -> GalliApp:
    return GalliApp(
        Terminal(theme=theme), LocalMatchStore(), first=lambda app: app.push_screen(WelcomeScreen(asking=True))
    )


@looks
@sizes
def test_the_first_screen(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(first_start(theme), terminal_size=size)


@looks
@sizes
def test_what_to_begin_with(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(app_with(terminal=Terminal(theme=theme)), press=("1",), terminal_size=size)


def test_down_leaves_the_name_for_the_list() -> None:
    async def script(app: Driver) -> None:
        await app.type("Ida")
        await app.press("down", "2")
        assert isinstance(app.app.screen, TableScreen)
        assert [player.name for player in app.app.screen.table.players] == ["Ida"]

    drive(first_start(), script)


def test_two_keys_lead_to_the_table_under_the_name_of_the_system_s_user() -> None:
    async def script(app: Driver) -> None:
        await app.press("enter", "2")
        assert isinstance(app.app.screen, TableScreen)
        assert [player.name for player in app.app.screen.table.players] == ["Anna"]
        assert app.app.screen.table.due.seats

    drive(first_start(), script)
    assert own_name() == "Anna"
    assert again_words() == "Campus Galli I, solo"


def test_a_digit_alone_chooses_before_a_name_is_typed() -> None:
    async def script(app: Driver) -> None:
        await app.press("2")
        assert isinstance(app.app.screen, TableScreen)

    drive(first_start(), script)
    assert own_name() == "Anna"


def test_one_click_leads_to_the_table() -> None:
    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if "Play now" in line)
        await app.click(app.lines[row].index("Play now"), row)
        assert isinstance(app.app.screen, TableScreen)

    drive(first_start(), script)


def test_a_typed_name_is_cleaned_and_a_game_without_solo_brings_a_bot() -> None:
    async def script(app: Driver) -> None:
        await app.type(" Br\u00fcno  4 ")
        await app.press("enter")
        row = next(line for line in app.lines if "against a bot" in line)
        assert "the brother" in row
        await app.press(row.split()[row.split().index("Play") - 1])
        assert isinstance(app.app.screen, TableScreen)
        you, bot = app.app.screen.table.players
        assert (you.name, you.bot, bot.bot) == ("Br\u00fcno 4", "", "brother")

    drive(first_start(), script)
    assert own_name() == "Br\u00fcno 4"


def test_escape_skips_the_name_and_then_the_choice() -> None:
    async def script(app: Driver) -> None:
        await app.type("Clara")
        await app.press("escape")
        assert isinstance(app.app.screen, WelcomeScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(first_start(), script)
    assert own_name() == "Anna"
    assert not is_first_start()


@pytest.mark.usefixtures(sample_game.__name__)
def test_a_lesson_begins_at_once() -> None:
    async def script(app: Driver) -> None:
        await app.press("enter", "1")
        assert isinstance(guide_of(app).run.lesson, Lesson)

    drive(first_start(), script)


def test_a_double_click_opens_nothing_on_the_next_screen() -> None:
    async def script(app: Driver) -> None:
        row = next(number for number, line in enumerate(app.lines) if "Go to the menu" in line)
        await app.double_click(20, row)
        assert isinstance(app.app.screen, MenuScreen)

    drive(first_start(), script)


def test_a_small_window_shows_the_welcome_once_it_is_larger() -> None:
    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, TooSmallScreen)
        await app.resize(80, 24)
        assert isinstance(app.app.screen, WelcomeScreen)

    drive(first_start(), script, (60, 20))


def test_the_choice_from_the_menu_asks_no_name() -> None:
    save("name", "Dora")

    async def script(app: Driver) -> None:
        await app.press("1")
        assert isinstance(app.app.screen, WelcomeScreen)
        assert "Your name" not in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(match_store=FakeMatchStore()), script)
    assert own_name() == "Dora"


def test_only_a_player_without_name_and_matches_is_new() -> None:
    assert is_first_start()
    matches_folder().mkdir(parents=True)
    assert is_first_start()
    (matches_folder() / "one.galli").touch()
    assert not is_first_start()


@pytest.mark.parametrize(("user", "name"), [("anna", "Anna"), ("root", ""), ("", "")])
def test_the_name_of_the_system_s_user_is_cleaned(monkeypatch: pytest.MonkeyPatch, user: str, name: str) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: user)
    assert system_name() == name
