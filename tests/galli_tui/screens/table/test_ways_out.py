"""The footer of a table of any game shows how to leave, and how to go back where that is a step."""

from __future__ import annotations

import pytest

from galli_tui.screens.table.hints import ASKING
from galli_tui.screens.table.table import TableScreen
from rules.campus_galli.laying_sections import LaySectionStep
from rules.engine.secrecy import Seat
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bot_backends import HeldAdvice, InstantAdvice
from tests.support.lessons import click_on
from tests.support.replays import replayed
from tests.support.table_positions import at_table, played

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


def test_a_section_can_be_confirmed_by_mouse_while_hints_are_looked_for() -> None:
    table = played(LaySectionStep, 4, mode="solo", seats=1)
    table.advice = HeldAdvice(table.game)

    async def script(app: Driver) -> None:
        assert "enter ok" in app.line(-1)
        await app.press("h")
        assert app.line(-2) == ASKING
        before = len(table.view(Seat(0)).laid)
        await click_on(app, "enter ok")
        assert len(table.view(Seat(0)).laid) == before + 1

    drive(at_table(table), script)
