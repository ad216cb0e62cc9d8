"""The sample game as the only one of a registry."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import Modules
from rules.engine.game import GameBox
from tests.sample_game.game import BOX, META


def boxes(key: str) -> GameBox:
    """Return a registry with this game only."""
    return {META.key: BOX}[key]


@pytest.fixture
def sample_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the sample game the only one of the program."""
    monkeypatch.setattr("rules.registry._BOXES", {META.key: "tests.sample_game.game"})
    modules = Modules("tests.sample_game.texts", "tests.sample_game.screens")
    monkeypatch.setattr("galli_tui.game_api.registry._GAMES", {META.key: modules})
