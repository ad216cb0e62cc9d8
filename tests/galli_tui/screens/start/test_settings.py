"""The settings screen: every setting by keyboard and mouse, shown and saved at once, and what stands against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from galli_tui.app import GalliApp
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.key_list import KeysScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.settings import SettingLine, SettingsScreen
from galli_tui.screens.start.settings_text import override
from galli_tui.screens.start.welcome import WelcomeScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.settings.file import NAME, load, save, settings_path
from galli_tui.settings.schema import SCHEMA, Settings
from galli_tui.style.actions import action, change_keys
from galli_tui.terminal.capabilities import Colours, Terminal
from galli_tui.widgets.line_widget import glyphs_of
from saves.storage.paths import HOME_VARIABLE
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.straws_game import straws, straws_table

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
looks = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])

ROWS = ("name", "theme", "motion", "signs", "bell", "auto_continue", "confirm", "hover", "keys", "file")


@pytest.fixture
def short_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the file at a path that is the same in every run."""
    monkeypatch.setattr("galli_tui.screens.start.settings.settings_path", lambda: Path("/home/anna", NAME))


def shown(terminal: Terminal | None = None) -> GalliApp:
    """Return an app whose settings are those of the file."""
    return GalliApp(terminal or Terminal(), FakeMatchStore(), settings=load())


def selected(app: Driver) -> str:
    focused = app.app.focused
    return (focused.id if focused is not None else None) or ""


async def select(app: Driver, key: str) -> None:
    await app.press("home")
    for _ in ROWS:
        if selected(app) == key:
            return
        await app.press("down")
    raise AssertionError(f"no row {key}")


def row_of(app: Driver, label: str) -> int:
    return next(number for number, line in enumerate(app.lines) if line.strip("│| ").startswith(label))


@looks
@sizes
@pytest.mark.usefixtures("short_home")
@pytest.mark.parametrize("keys", [(), ("down", "down", "down")], ids=["theme", "your-turn"])
def test_settings(snap_compare: Compare, keys: tuple[str, ...], theme: str, size: tuple[int, int]) -> None:
    save("name", "Anna")
    save("theme", theme)
    assert snap_compare(shown(Terminal(theme=theme)), press=("9", *keys), terminal_size=size)


@looks
@pytest.mark.usefixtures("short_home")
def test_what_is_wrong_and_what_has_no_effect(snap_compare: Compare, theme: str) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'theme = "{theme}"\nhover = "sometimes"\ncolour = "red"\n')
    terminal = Terminal(theme=theme, still=True, over_ssh=True, has_unicode=False)
    assert snap_compare(shown(terminal), press=("enter", "9", "end"), terminal_size=SIZES[0])


@pytest.mark.parametrize("way", [("9",), ("f9",), ("ctrl+p", *"name, theme", "enter"), ("f1", "f9")])
def test_the_ways_there_and_back(way: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*way)
        assert isinstance(app.app.screen, SettingsScreen)
        await app.press("f9")
        assert isinstance(app.app.screen, HelpScreen if "f1" in way else MenuScreen)

    drive(app_with(), script)


@pytest.mark.usefixtures(straws.__name__)
def test_at_a_table_they_open_above_it_and_once() -> None:
    async def script(app: Driver) -> None:
        await app.press("enter", "f9", "f1", "f9")
        assert sum(isinstance(screen, SettingsScreen) for screen in app.app.screen_stack) == 1
        await app.press("escape", "escape")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


def test_every_setting_has_a_row_and_says_what_it_does() -> None:
    assert {one.key for one in SCHEMA} == {*ROWS} - {"keys", "file"}

    async def script(app: Driver) -> None:
        await app.press("9", "home")
        for key in ROWS:
            assert selected(app) == key
            for one in SCHEMA:
                words = " ".join(" ".join(line.strip("│ ") for line in app.lines).split())
                assert (one.help in words) is (one.key == key)
            await app.press("down")
        assert selected(app) == "name"
        await app.press("tab", "shift+tab", "up")
        assert selected(app) == "file"

    drive(shown(), script)


CHOOSING = [one for one in SCHEMA if one.choices]


@pytest.mark.parametrize("key", ["right", "enter", "left"])
@pytest.mark.parametrize("one", CHOOSING, ids=lambda one: one.key)
def test_keys_go_through_all_values_and_each_is_saved_at_once(one: Any, key: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("9")
        await select(app, one.key)
        values = [choice.value for choice in one.choices]
        start = values.index(one.default)
        for step in range(1, len(values) + 1):
            await app.press(key)
            wanted = values[(start + (-step if key == "left" else step)) % len(values)]
            assert one.value_in(app.app.settings) == wanted
            assert one.value_in(load().settings) == wanted
            assert one.label_of(wanted) in app.lines[row_of(app, one.label.capitalize())]

    drive(shown(), script)


@pytest.mark.parametrize("one", CHOOSING, ids=lambda one: one.key)
def test_a_click_on_the_value_changes_it_and_one_on_the_label_selects_it(one: Any) -> None:
    async def script(app: Driver) -> None:
        await app.press("9", "home")
        row = row_of(app, one.label.capitalize())
        await app.click(8, row)
        assert selected(app) == one.key
        assert one.value_in(load().settings) == one.default
        await app.click(app.lines[row].index(one.label_of(one.default), 22) + 1, row)
        assert one.value_in(load().settings) != one.default

    drive(shown(), script)


@pytest.mark.parametrize(
    "one", [it for it in CHOOSING if all(choice.about for choice in it.choices)], ids=lambda it: it.key
)
def test_a_click_on_a_value_explained_below_chooses_it(one: Any) -> None:
    async def script(app: Driver) -> None:
        await app.press("9")
        await app.click(8, row_of(app, one.label.capitalize()))
        for choice in (*one.choices, one.choices[0]):
            rows = [row for row, line in enumerate(app.lines) if choice.about[:20] in line]
            await app.click(app.lines[rows[-1]].index(choice.about[:20]), rows[-1])
            assert one.value_in(load().settings) == choice.value
            assert choice.label in app.lines[row_of(app, one.label.capitalize())]
            assert selected(app) == one.key

    drive(shown(), script)


@pytest.mark.parametrize("one", CHOOSING, ids=lambda one: one.key)
def test_a_click_on_the_label_of_the_selected_setting_changes_it(one: Any) -> None:
    async def script(app: Driver) -> None:
        await app.press("9", "home")
        row = row_of(app, one.label.capitalize())
        await app.click(8, row)
        await app.click(8, row)
        assert one.value_in(load().settings) != one.default

    drive(shown(), script)


def test_a_click_on_the_label_of_the_name_goes_into_its_field() -> None:
    async def script(app: Driver) -> None:
        await app.press("9")
        await app.click(8, row_of(app, "Your name"))
        await app.press(*"Clara")
        assert load().settings.name == "Clara"

    drive(shown(), script)


def test_the_name_is_typed_and_saved_as_it_is_typed() -> None:
    async def script(app: Driver) -> None:
        await app.press("9", "home", *"Clara q")
        assert load().settings.name == "Clara q"
        await app.press(*["backspace"] * 2, "enter")
        assert load().settings.name == "Clara"
        assert selected(app) == "theme"
        await app.press("q")
        assert isinstance(app.app.screen, MenuScreen)
        assert app.app.player_name == "Clara"

    drive(shown(), script)


def test_theme_motion_and_signs_change_what_is_shown_at_once() -> None:
    async def script(app: Driver) -> None:
        await app.press("9", "right")
        assert app.app.theme == "parchment"
        await app.press("f2")
        assert app.app.screen.query_one("#theme", SettingLine).value == app.app.settings.theme == "high-contrast"
        await select(app, "motion")
        assert app.app.terminal.motion
        await app.press("right")
        assert not app.app.terminal.motion
        await app.press("right")
        assert app.app.terminal.motion
        await select(app, "signs")
        assert not app.text.isascii()
        await app.press("left")
        assert app.text.isascii()
        assert not app.app.terminal.motion
        assert glyphs_of(app.app.screen).right == ">"
        await app.press("right")
        assert not app.text.isascii()
        assert app.app.terminal.motion

    drive(shown(Terminal(motion=True)), script)


OVERRIDES: list[tuple[str, dict[str, str], Terminal, str]] = [
    ("theme", {}, Terminal(colours=Colours.NONE, theme="none"), "NO_COLOR"),
    ("theme", {"theme": "parchment"}, Terminal(), "--theme lamp-black"),
    ("theme", {}, Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"), "16 colours"),
    ("motion", {}, Terminal(still=True), "GALLI_TUI_STILL"),
    ("motion", {}, Terminal(colours=Colours.NONE, theme="none"), "NO_COLOR"),
    ("motion", {}, Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"), "16 colours"),
    ("motion", {}, Terminal(ascii=True, only_ascii=True), "ASCII"),
    ("signs", {}, Terminal(ascii=True, only_ascii=True), "--ascii"),
    ("signs", {}, Terminal(ascii=True, has_unicode=False), "no Unicode"),
    ("signs", {"signs": "unicode"}, Terminal(has_unicode=False), "no Unicode"),
    ("bell", {}, Terminal(over_ssh=True), "over SSH"),
    ("bell", {"bell": "notification"}, Terminal(), "bell"),
    ("bell", {}, Terminal(notifications=True), "a notification"),
]


@pytest.mark.parametrize(("key", "values", "terminal", "words"), OVERRIDES)
def test_what_overrides_a_setting_is_named_in_its_row_and_below(
    key: str, values: dict[str, str], terminal: Terminal, words: str
) -> None:
    settings = Settings(**values)  # pyright: ignore[reportArgumentType]
    found = override(key, settings, terminal, terminal.theme.removesuffix("-16"))
    assert found is not None
    assert words in found.sentence

    async def script(app: Driver) -> None:
        app.app.settings = settings
        await app.press("f9")
        await select(app, key)
        assert found.brief in app.text
        assert found.sentence in " ".join(" ".join(line.strip("│| ") for line in app.lines).split())

    drive(app_with(terminal=terminal), script)


@pytest.mark.parametrize("key", ["name", "theme", "motion", "auto_continue", "confirm", "hover"])
def test_in_a_usual_terminal_nothing_overrides(key: str) -> None:
    assert override(key, Settings(), Terminal(), "lamp-black") is None
    assert override(key, Settings(motion=False), Terminal(still=True), "lamp-black") is None


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to write, as a folder or file system does that may only be read. Root may write everywhere."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("galli_tui.settings.file.write_atomic", refuse)


@pytest.mark.usefixtures("read_only")
def test_what_cannot_be_saved_counts_until_the_end_and_says_so() -> None:
    async def script(app: Driver) -> None:
        await app.press("9", "right")
        assert app.app.theme == "parchment"
        assert app.line(-2).endswith("Not saved: the change counts until you quit.")
        assert "could not be written (Permission denied)" in " ".join(app.text.split())
        await app.press("down")
        assert "Not saved" not in app.text
        await app.press("home", "B")
        assert "Not saved" in app.text
        assert app.app.player_name == "B"

    drive(shown(), script)
    assert load().settings == Settings()


@pytest.mark.usefixtures("read_only")
def test_a_name_of_the_first_start_that_cannot_be_saved_is_used_and_said() -> None:
    async def script(app: Driver) -> None:
        app.app.push_screen(WelcomeScreen(asking=True))
        await app.settle()
        await app.press(*"Dora", "enter", "escape")
        assert isinstance(app.app.screen, Notice)
        assert "Your name could not be saved" in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)
        assert app.app.player_name == "Dora"

    drive(shown(), script)


def test_the_row_of_the_file_shows_its_path_as_it_is() -> None:
    async def script(app: Driver) -> None:
        await app.press("9")
        row = app.lines[row_of(app, "File")]
        assert str(settings_path())[:20] in row
        assert "'" not in row

    drive(shown(), script)


def test_a_broken_file_is_named_and_never_overwritten() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("name =")

    async def script(app: Driver) -> None:
        await app.press("enter", "9", "right")
        assert "Not saved" in app.text
        await app.press("end")
        assert "no valid TOML" in " ".join(app.text.split())

    drive(shown(), script)
    assert path.read_text() == "name ="


def test_wrong_entries_are_named_until_they_are_changed() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('hover = "sometimes"\n[keys]\n"table.sing" = "z"\n')

    async def script(app: Driver) -> None:
        await app.press("enter", "9", "end")
        assert "2 entries are wrong" in app.text
        words = " ".join(" ".join(line.strip("│ ") for line in app.lines).split())
        assert "hover must be true or false, not 'sometimes'; on is used." in words
        assert "keys.table.sing: there is no such action" in words
        await select(app, "hover")
        await app.press("right", "end")
        assert "1 entry is wrong" in app.text
        assert "sometimes" not in app.text

    drive(shown(), script)
    assert load().settings.hover is False


@pytest.mark.parametrize("way", ["enter", "click"])
def test_the_row_of_the_keys_counts_the_player_s_own_and_opens_their_list(way: str) -> None:
    save("keys", {"table.undo": ("f7",), "table.log": ("f10",)})

    async def script(app: Driver) -> None:
        await app.press("9")
        row = row_of(app, "Keys")
        assert "2 actions changed" in app.lines[row]
        if way == "click":
            await app.click(app.lines[row].index("2 actions"), row)
        else:
            await select(app, "keys")
            await app.press("enter")
        assert isinstance(app.app.screen, KeysScreen)
        await app.press("f7", "y", "escape")
        assert "the default keys" in app.lines[row_of(app, "Keys")]

    try:
        drive(shown(), script)
    finally:
        change_keys({})


def test_the_menu_shows_the_player_s_own_keys() -> None:
    save("keys", {"menu.leave": ("ctrl+b",)})

    async def script(app: Driver) -> None:
        assert "^b Quit" in app.text
        assert action("menu.leave").keys == ("ctrl+b",)

    try:
        drive(shown(), script)
    finally:
        change_keys({})


def test_the_home_of_the_tests_is_their_own(home: Path) -> None:
    assert HOME_VARIABLE
    assert settings_path().is_relative_to(home)
