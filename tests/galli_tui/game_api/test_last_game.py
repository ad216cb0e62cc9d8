"""The game played last is proposed first."""

from __future__ import annotations

from pathlib import Path

import pytest

from galli_tui.game_api.last_game import games_by_use, remember_game
from rules.registry import games
from saves.storage.settings import save_setting


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path))


def test_at_first_the_games_are_in_menu_order() -> None:
    assert games_by_use() == games()


def test_the_game_played_last_comes_first_and_the_others_keep_their_order() -> None:
    *others, last = games()
    remember_game(last)
    assert games_by_use() == (last, *others)


def test_an_unknown_last_game_changes_nothing() -> None:
    save_setting("game", "chess")
    assert games_by_use() == games()
