"""Which words of a text are keys for a click: never amounts, articles or the letters of buildings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from galli_tui.widgets.key_in_text import click_key
from galli_tui.widgets.prompt import Prompt
from rules.engine.game import AnyGame
from tests.support.app_driver import Driver, drive
from tests.support.straws_game import StrawsTexts, straws, straws_table
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
        ("a  b? s scores", "scores", False, True),
        ("s scores", "s", False, True),
        ("l logs, s sells", "logs,", False, True),
        ("l logs, s sells", "sells", True, False),
        ("the scores", "scores", True, False),
        ("1 scores", "scores", True, False),
    ],
)
def test_a_click_does_what_the_key_does_that_it_hits(text: str, word: str, asks: bool, is_key: bool) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        cell = text.index(word) + len(word) - 2 if len(word) > 2 else text.index(word)
        assert await click_key(text, cell, app.app.screen, asks=asks) is is_key

    drive(at_table(straws_table("Anna", "Bruno")), script)


@pytest.mark.parametrize(
    ("text", "word", "is_key"),
    [
        ("Waiting for Esc.", "Esc.", False),
        ("Esc moves to the q", "q", False),
        ("Press Esc or F2", "Esc", False),
        ("Press Esc or F2", "F2", True),
    ],
)
def test_the_name_of_a_player_is_no_key(text: str, word: str, is_key: bool) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        assert await click_key(text, text.index(word), app.app.screen) is is_key

    drive(at_table(straws_table("Mr Esc", "q")), script)


@pytest.mark.parametrize(
    ("text", "word", "is_key"),
    [
        ("Anna builds Enter the Abbey.", "Enter", False),
        ("Anna plays Esc.", "Esc", False),
        ("Press F2 for the theme", "F2", True),
    ],
)
def test_a_word_of_the_name_of_a_component_is_no_key(
    monkeypatch: pytest.MonkeyPatch, text: str, word: str, is_key: bool
) -> None:
    def named(texts: StrawsTexts, game: AnyGame) -> Sequence[str]:
        return ("Enter the Abbey", "Esc", "XF2")

    monkeypatch.setattr(StrawsTexts, "component_names", named)

    async def script(app: Driver) -> None:
        await app.press("enter")
        assert await click_key(text, text.index(word), app.app.screen) is is_key

    drive(at_table(straws_table("Anna", "Bruno")), script)


def test_a_click_on_what_others_say_beside_the_prompt_does_nothing() -> None:
    async def script(app: Driver) -> None:
        await app.press("enter")
        line, table = app.app.screen.query_one(Prompt), app.app.screen
        line.show_next("Press q.")
        line.show_passing("Bruno: press q")
        shown = "".join(text for text, _ in line.pieces(line.size.width))
        await app.click(line.region.x + shown.rindex("q"), line.region.y)
        assert app.app.screen is table
        await app.click(line.region.x + shown.index("q"), line.region.y)
        assert app.app.screen is not table

    drive(at_table(straws_table("Anna", "Bruno")), script)
