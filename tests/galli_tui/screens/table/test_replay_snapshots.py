"""How the replay, its review and the form of a what-if look, in two themes at three sizes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.registry import texts_of
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.terminal.capabilities import Terminal
from tests.support.app_driver import SIZES
from tests.support.bot_backends import SpreadAdvice
from tests.support.replays import replayed

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
themes = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])
SCENES = {
    "campus": ("campus-3", ("pagedown", "pagedown", "pagedown", "down", "down", "down")),
    "duel": ("duel", ("end", "left", "left")),
    "moments": ("duel", ("pagedown", "l")),
    "marked": ("duel", ("a", "escape", "pagedown", "l")),
    "what-if": ("duel", ("pagedown", "n")),
    "review": ("duel", ("a",)),
    "better": ("campus-1", ("a", "enter")),
}


@sizes
@themes
@pytest.mark.parametrize("scene", SCENES)
def test_scene(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, scene: str, theme: str, size: tuple[int, int]
) -> None:
    key, keys = SCENES[scene]
    monkeypatch.setattr(ReviewRunner, "DELAY", 1000.0)
    table = replayed(key)
    table.advice = SpreadAdvice(table.game)
    texts = texts_of(table.game.meta.key)
    app = GalliApp(Terminal(theme=theme), first=lambda app: app.push_screen(ReplayScreen(table, texts)))
    assert snap_compare(app, press=keys, terminal_size=size)
