"""The list of keys: what it shows, a new key, a refusal, and the defaults, by keyboard and by mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.own_keys import key_groups
from galli_tui.screens.start.key_list import KeysScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.new_key import NewKeyScreen
from galli_tui.settings.file import NAME, Loaded, load, save
from galli_tui.settings.schema import KeyMap, Settings
from galli_tui.style.actions import action, change_keys, defaults
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from saves.storage.paths import HOME_VARIABLE
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.fake_match_store import FakeMatchStore

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
looks = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])
TO_THE_MENU = ("right",) * 14
"""The keys to the first action of the menu, a new match."""


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the path of the settings file; give all actions their default keys after the test."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    yield tmp_path / NAME
    change_keys({})


def key_list(theme: str = "lamp-black", keys: KeyMap | None = None) -> GalliApp:
    if keys:
        save("keys", keys)
    settings = load() if keys else Loaded(Settings())
    first: Callable[[GalliApp], object] = lambda app: app.push_screen(KeysScreen())  # noqa: E731
    return GalliApp(Terminal(theme=theme), FakeMatchStore(), first=first, settings=settings)


@pytest.fixture
def some_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave groups out, so that pictures show only what few changes reach."""
    some = [group for group in key_groups() if group.title in ("Everywhere", "Campus Galli", "Score sheet", "Handover")]
    monkeypatch.setattr("galli_tui.screens.start.key_list.key_groups", lambda: some)


@looks
@sizes
@pytest.mark.usefixtures("some_groups")
def test_the_list_of_keys(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    app = key_list(theme, {"campus-galli.rotate": ("y", "f11"), "app.help": ("f10",)})
    assert snap_compare(app, press=("right",), terminal_size=size)


@looks
@sizes
@pytest.mark.usefixtures("some_groups")
def test_a_refused_key(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(key_list(theme), press=("right", "enter", "f"), terminal_size=size)


def test_every_action_whose_keys_can_be_changed_is_listed() -> None:
    async def script(app: Driver) -> None:
        texts = [row.text for row in app.app.screen.query_one(OptionList).rows]
        for one in defaults().values():
            assert any(f" {one.id} " in text for text in texts) != one.each_key

    drive(key_list(), script, (120, 36))


def test_a_new_key_counts_at_once_on_all_screens_and_is_saved() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_THE_MENU, "enter")
        assert isinstance(app.app.screen, NewKeyScreen)
        assert "Key: n." in app.text
        await app.press("y")
        assert isinstance(app.app.screen, KeysScreen)
        assert "y * " in app.text
        assert "Enter gives “new match” another key; x resets it to n." in app.text
        assert load().settings.keys == {"menu.new-game": ("y",)}
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)
        assert "y new match" in app.line(-1)
        await app.press("n")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("y")
        assert not isinstance(app.app.screen, MenuScreen)

    drive(key_list(), script)


def test_a_key_that_is_taken_is_refused_and_the_question_stays() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_THE_MENU, "enter", "o")
        assert "o is the key of “host” (menu.host-table, Menu)." in app.text
        await app.press("enter")
        assert "Enter keeps its meaning everywhere." in app.text
        await app.press("f2")
        assert "F2 is the key of “theme” (app.theme, Everywhere)." in app.text
        await app.press("ctrl+shift+f7")
        assert "Not every terminal sends this key: press another." in app.text
        assert isinstance(app.app.screen, NewKeyScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, KeysScreen)
        assert action("menu.new-game").keys == ("n",)
        assert load().settings.keys == {}

    drive(key_list(), script)


def test_one_action_or_all_get_their_default_keys_back() -> None:
    keys: KeyMap = {"menu.new-game": ("y",), "table.undo": ("y",), "table.log": ("Y",)}

    async def script(app: Driver) -> None:
        assert action("log.back").keys == ("escape", "Y", "q")
        await app.press(*TO_THE_MENU, "x")
        assert load().settings.keys == {"table.undo": ("y",), "table.log": ("Y",)}
        assert action("menu.new-game").keys == ("n",)
        assert "x default" not in app.line(-1)
        await app.press("f7", "n")
        assert action("table.undo").keys == ("y",)
        await app.press("f7", "y")
        assert load().settings.keys == {}
        assert action("table.undo").keys == ("u",)
        assert action("log.back").keys == ("escape", "l", "q")
        assert "F7" not in app.line(-1)

    drive(key_list(keys=keys), script)


def test_a_default_key_that_another_action_has_now_is_refused() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_THE_MENU, "x")
        assert "n is the key of “host” (menu.host-table) now; change that first." in app.text
        assert action("menu.new-game").keys == ("o",)

    drive(key_list(keys={"menu.new-game": ("o",), "menu.host-table": ("n",)}), script)


def test_a_file_that_cannot_be_written_is_said_and_nothing_changes(path: Path) -> None:
    path.write_text("name =")

    async def script(app: Driver) -> None:
        await app.press(*TO_THE_MENU, "enter", "y")
        assert isinstance(app.app.screen, NewKeyScreen)
        assert "nothing was saved" in " ".join(app.text.replace("│", " ").split())
        assert action("menu.new-game").keys == ("n",)

    drive(key_list(), script)


def test_left_and_right_go_from_group_to_group() -> None:
    async def script(app: Driver) -> None:
        rows = app.app.screen.query_one(OptionList)

        def group() -> str:
            return [row.text for row in rows.rows[: rows.index] if row.heading and row.text][-1]

        seen = [group()]
        for _ in range(3):
            await app.press("right")
            seen.append(group())
        assert seen == ["Everywhere", "At the table", "Choices at the table", "Campus Galli"]
        await app.press("down", "left")
        assert (group(), rows.rows[rows.index - 1].heading) == ("Campus Galli", True)
        await app.press("left")
        assert group() == "Choices at the table"
        await app.press("left", "left", "left")
        assert rows.index == 1
        await app.press("end", "right")
        assert group() == [row.text for row in rows.rows if row.heading and row.text][-1]

    drive(key_list(), script)


def test_the_mouse_does_all_of_it_but_the_new_key_itself() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_THE_MENU, "up")
        row = next(number for number, line in enumerate(app.lines) if "Set up a new match." in line)
        await app.click(6, row)
        assert isinstance(app.app.screen, NewKeyScreen)
        await app.click(app.lines[-1].index("esc cancel") + 2, 23)
        assert isinstance(app.app.screen, KeysScreen)
        await app.double_click(6, row)
        await app.press("y")
        assert action("menu.new-game").keys == ("y",)
        await app.click(app.lines[-1].index("x default") + 2, 23)
        assert action("menu.new-game").keys == ("n",)
        await app.click(app.lines[-1].index("esc back") + 2, 23)
        assert isinstance(app.app.screen, MenuScreen)

    drive(key_list(), script)
