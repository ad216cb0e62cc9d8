"""The footer of a table of any game shows how to leave, and how to go back where that is a step."""

from __future__ import annotations

import pytest

from galli_tui.screens.table.table import TableScreen
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.replays import replayed

KEYS = ("down", "enter", "1", "enter", "down", "i", "down", "escape", "h", "down", "enter", "1", "right")


@pytest.mark.parametrize("part", [0.2, 0.4])
@pytest.mark.parametrize("game", ["campus-1", "campus-3", "duel", "ora"])
def test_whatever_is_selected_the_footer_shows_the_ways_out(game: str, part: float) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        steps = 0
        for key in KEYS:
            if isinstance(app.app.screen, TableScreen):
                foot = app.line(-1)
                assert "q leave" in foot, foot
                if "esc back" in foot:
                    steps += 1
                    await app.press("escape")
                    assert isinstance(app.app.screen, TableScreen), foot
            await app.press(key)
        assert steps

    table = replayed(game, part=part)
    table.advice = InstantAdvice(table.game)
    drive(app_with(table), script)
