"""Whole matches in the ways in which somebody may play who cannot or will not use the keys: by mouse, and by typing."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import TablePlayer
from galli_tui.terminal.capabilities import Terminal
from rules.engine.game import Options
from rules.registry import game_box
from tests.sample_game.registered import sample_game
from tests.support.app_driver import Driver, app_with, drive
from tests.support.mouse_player import Mouse


def by_mouse(game: str, mode: str = "") -> None:
    """Set up a match in the menu's form, play it to the score sheet and go back to the menu, all by clicks."""

    async def script(driver: Driver) -> None:
        mouse = Mouse(driver)
        assert isinstance(driver.app.screen, MenuScreen)
        await mouse.footer("new match")
        await mouse.until_line_has("Game  ", game)
        if mode:
            await mouse.until_line_has("Mode  ", mode)
        await mouse.footer("start")
        await mouse.play()
        assert isinstance(driver.app.screen, ScoreSheetScreen)
        await mouse.footer("menu")
        assert isinstance(driver.app.screen, MenuScreen)

    drive(GalliApp(Terminal(), LocalMatchStore()), script)


@pytest.mark.parametrize(("game", "mode"), [("Campus Galli", "solo"), ("Builders' Duel", "")])
def test_a_match_is_played_by_mouse_alone_from_the_menu_to_the_score_sheet(game: str, mode: str) -> None:
    by_mouse(game, mode)


@pytest.mark.usefixtures(sample_game.__name__)
def test_a_match_of_the_sample_game_is_played_by_mouse_alone() -> None:
    by_mouse("Candles")


def typed(table: InMemoryTable) -> None:
    """Play a match by typing each move in the game's notation; Enter alone answers what asks for no move."""

    async def script(driver: Driver) -> None:
        for _ in range(600):
            screen = driver.app.screen
            if isinstance(screen, ScoreSheetScreen):
                break
            if isinstance(screen, TableScreen) and (seat := screen.turn.seat) is not None:
                legal = table.game.legal(table.view(seat), seat)
                words = min((table.game.format(move).split(maxsplit=1)[1] for move in legal), key=len)
                await driver.press("colon")
                await driver.press_at_once(*words, "enter")
            else:
                await driver.press("enter")
        assert isinstance(driver.app.screen, ScoreSheetScreen)
        assert table.due.over

    drive(app_with(table), script)


@pytest.mark.parametrize(
    ("game", "mode", "seats"),
    [("campus-galli", "solo", 1), ("builders-duel", "versus", 2)],
)
def test_a_match_is_played_by_typed_moves_alone(game: str, mode: str, seats: int) -> None:
    box = game_box(game)
    colours = [*(role.colour for role in box.meta.roles), *box.meta.colours]
    players = tuple(TablePlayer(name, colours[seat], here=True) for seat, name in enumerate(("Anna", "Bruno")[:seats]))
    typed(InMemoryTable(box.new(Options(seats, mode, 1)), players, 7))
