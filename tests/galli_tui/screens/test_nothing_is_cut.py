"""At 80x24 no text of the program's own ends in "…": every row and prompt of the screens is looked at."""

from __future__ import annotations

import pytest

from galli_tui.screens.start.welcome import WelcomeScreen
from galli_tui.tables.match_store import Condition
from rules.registry import games
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.replays import replayed

_CUT = "…"
SCREENS = {
    "menu": (),
    "new match": ("n",),
    "on the network": ("o",),
    "saved matches": ("m",),
    "import": ("m", "ctrl+o"),
    "delete": ("m", "x"),
    "settings": ("f9",),
    "list of keys": ("f9", "end", "up", "enter"),
    "help": ("f1",),
    "help on bots": ("f1", "tab"),
    "commands": ("ctrl+p",),
}
"""The keys that lead from the menu to each screen."""
AT_THE_TABLE = ["enter", "down", "tab", "escape", "s", "escape", "l", "escape", "v", "right", "escape", "k"]
"""Keys that show a table, its score sheet and log, the replay, and the legend."""
_ROWS = 14
"""The most rows of a form, and enough of a list."""


def store() -> FakeMatchStore:
    return FakeMatchStore(
        saved(), saved("60303ae2", Condition.OVER, "Clara"), saved("fd61a03a", Condition.DAMAGED, "Eva", "Finn")
    )


def cut(app: Driver) -> list[str]:
    """The lines that are cut, but for the path of the settings, which stands in full below its row."""
    return [line for line in app.lines if _CUT in line and "   File   " not in line]


async def look_at_rows(app: Driver) -> None:
    for _ in range(_ROWS):
        assert not cut(app), app.text
        await app.press("down")


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_no_text_of_a_screen_is_cut_whatever_is_selected(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        await look_at_rows(app)

    drive(app_with(match_store=store()), script)


@pytest.mark.parametrize("number", range(len(games())), ids=games())
def test_no_text_of_the_form_for_a_new_match_is_cut(number: int) -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "up", *["right"] * number)
        await look_at_rows(app)

    drive(app_with(), script)


@pytest.mark.parametrize("number", range(len(games())), ids=games())
def test_no_help_on_a_mode_is_cut(number: int) -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "up", *["right"] * number, "down")
        for _ in range(3):
            assert not cut(app), app.text
            await app.press("right")

    drive(app_with(), script)


def test_no_text_of_the_first_start_is_cut() -> None:
    async def script(app: Driver) -> None:
        app.app.push_screen(WelcomeScreen(asking=True))
        await app.settle()
        await look_at_rows(app)

    drive(app_with(), script)


@pytest.mark.parametrize("part", [0.3, pytest.param(0.7, marks=pytest.mark.long), 1.0])
@pytest.mark.parametrize("game", ["campus-1", "duel", "ora"])
def test_no_text_around_a_table_is_cut(game: str, part: float) -> None:
    async def script(app: Driver) -> None:
        for key in AT_THE_TABLE:
            assert not cut(app), app.text
            await app.press(key)
        assert not cut(app), app.text

    drive(app_with(replayed(game, part=part)), script)
