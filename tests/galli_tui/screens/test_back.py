"""One law on every screen: esc goes back one step, and never ends the program or leaves a match unasked."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

import galli_tui.games
import galli_tui.screens
from galli_tui.app import GalliApp
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Question
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.screens.too_small import TooSmallScreen
from galli_tui.tables.match_store import Condition
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.straws_game import straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)

A_ROUND = ("enter", "1", "enter", "1", "3", "2")
FROM_THE_MENU = {
    "menu": (),
    "new match": ("n",),
    "host a table": ("o",),
    "saved matches": ("m",),
    "question": ("m", "x"),
    "verified": ("m", "c"),
    "help": ("f1",),
    "rulebook search": ("f1", "slash", "x"),
    "commands": ("ctrl+p",),
    "nothing to resume": ("m", "escape", "g"),
    "handover": ("n", "f5"),
    "table": ("n", "f5", "enter"),
    "log": ("n", "f5", "enter", "l"),
    "score sheet": ("n", "f5", "enter", "s"),
    "help at the table": ("n", "f5", "enter", "f1"),
    "leave": ("n", "f5", "enter", "escape"),
    "end": ("n", "f5", *A_ROUND, *A_ROUND),
    "play again": ("n", "f5", *A_ROUND, *A_ROUND, "n"),
    "review": ("n", "f5", *A_ROUND, *A_ROUND, "v", "l"),
    "replay": ("n", "f5", *A_ROUND, *A_ROUND, "v"),
    "what if": ("n", "f5", *A_ROUND, *A_ROUND, "v", "n"),
}
"""The keys that lead from the menu to every screen that needs no network."""


def app() -> GalliApp:
    return app_with(match_store=FakeMatchStore(saved("1", Condition.OVER)))


@pytest.mark.parametrize("keys", FROM_THE_MENU.values(), ids=FROM_THE_MENU)
def test_escape_goes_back_one_step_from_every_screen(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*keys)
        for _ in range(9):
            before = [*app.app.screen_stack]
            in_play = any(isinstance(it, TableScreen) and not it.turn.due.over for it in before)
            await app.press("escape")
            after = [*app.app.screen_stack]
            assert not app.app.leaving
            assert len(after) >= len(before) - 1
            if in_play:
                assert any(isinstance(it, TableScreen) for it in after), "a match was left unasked"
            if isinstance(before[-1], Question):
                assert not isinstance(after[-1], Question)
                return
            if isinstance(after[-1], MenuScreen):
                break
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)
        assert not app.app.leaving

    drive(app(), script)


def test_every_screen_has_an_escape() -> None:
    def screens(kind: type[GalliScreen[object]]) -> list[type[GalliScreen[object]]]:
        return [it for child in kind.__subclasses__() for it in (child, *screens(child))]

    for package in (galli_tui.screens, galli_tui.games):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    found = [it for it in screens(GalliScreen) if it.SCOPES and it.__module__.startswith("galli_tui.")]
    assert len(found) > 20
    for kind in found:
        keys = kind._merged_bindings or kind._merge_bindings()  # pyright: ignore[reportPrivateUsage]
        assert kind is TooSmallScreen or "escape" in keys.key_to_bindings, kind.__name__


def test_escape_in_the_menu_says_how_to_quit() -> None:
    async def script(app: Driver) -> None:
        await app.press("escape")
        assert app.line(-2) == "Press q to quit."
        await app.press("down")
        await app.press("q")
        assert app.app.leaving

    drive(app(), script)


def test_escape_ends_nothing_in_a_window_too_small() -> None:
    async def script(app: Driver) -> None:
        await app.resize(60, 20)
        await app.press("escape")
        assert isinstance(app.app.screen, TooSmallScreen)
        assert not app.app.leaving

    drive(app(), script)


def test_escape_on_the_handover_asks_and_returns_to_it() -> None:
    async def script(app: Driver) -> None:
        await app.press("enter", "1")
        assert isinstance(app.app.screen, HandoverScreen)
        await app.press("escape")
        assert "Leave the table?" in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Bruno's turn" in app.text
        await app.press("escape", "y")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(straws_table("Anna", "Bruno")), script)


@pytest.mark.parametrize("place", ["handover", "table", "log", "score sheet"])
def test_q_asks_before_it_leaves_a_match_and_confirms_itself(place: str) -> None:
    async def script(app: Driver) -> None:
        await app.press(*FROM_THE_MENU[place])
        if place == "log":
            await app.press("q")  # Which only closes the log.
        await app.press("q")
        assert "Leave the table?" in app.text
        await app.press("escape")
        assert any(isinstance(it, TableScreen) for it in app.app.screen_stack)
        await app.press("q", "up", "enter")
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("g", "enter", "q", "q")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app(), script)


def test_escape_leads_from_play_again_back_to_the_score() -> None:
    async def script(app: Driver) -> None:
        await app.press(*A_ROUND, *A_ROUND, "e")
        assert isinstance(app.app.screen, SetupScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        await app.press("e", "f5")
        assert sum(isinstance(screen, TableScreen) for screen in app.app.screen_stack) == 1

    drive(app_with(straws_table("Anna", "Bruno")), script)
