"""Which words of a text are keys for a click: never amounts, articles or the letters of buildings."""

from __future__ import annotations

import pytest

from galli_tui.widgets.key_in_text import click_key
from tests.support.app_driver import Driver, drive
from tests.support.straws_game import straws, straws_table
from tests.support.table_positions import at_table

pytestmark = pytest.mark.usefixtures(straws.__name__)


@pytest.mark.parametrize(
    ("text", "word", "asks", "is_key"),
    [
        ("s: scores, l: log", "s:", True, True),
        ("Hints are ready: press s.", "s.", False, True),
        ("the stables (s), 7 spaces", "(s)", False, False),
        ("take 1 of 2 straws", "1", True, False),
        ("another look (Tab/F2: theme)", "(Tab/F2:", False, True),
        ("Esc goes back", "goes", True, False),
    ],
)
def test_a_click_does_what_the_key_does_that_it_hits(text: str, word: str, asks: bool, is_key: bool) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        cell = text.index(word) + len(word) - 2 if len(word) > 2 else text.index(word)
        assert await click_key(text, cell, app.app.screen, asks=asks) is is_key

    drive(at_table(straws_table("Anna", "Bruno")), script)
