"""The form of a new match opens with every game, and has a line for each option that the game declares."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.spinner import Spinner
from rules.registry import game_meta, games
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore


@pytest.mark.parametrize("key", games())
def test_the_form_of_every_game_opens_with_its_options(key: str) -> None:
    meta = game_meta(key)

    async def script(app: Driver) -> None:
        assert meta.title in app.text
        for option in meta.choices:
            assert app.app.screen.query_one(f"#choice-{option.key}", Spinner)

    drive(GalliApp(Terminal(), FakeMatchStore(), first=lambda app: app.push_screen(SetupScreen(game=key))), script)
