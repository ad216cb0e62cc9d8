"""How the legend, the help on what is selected and a watched match look; `--snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.matches.local import LocalMatchStore
from galli_tui.terminal.capabilities import Terminal
from rules.campus_galli.laying_sections import LaySectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.registry import games
from tests.galli_tui.screens.table.test_watching import watched
from tests.support.app_driver import SIZES
from tests.support.bd_tables import claiming, using
from tests.support.table_positions import at_table, played

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
themes = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])

SCENES: dict[str, tuple[Callable[[], InMemoryTable], tuple[str, ...]]] = {
    "legend-campus": (lambda: played(ChooseCardStep, 20, level=3), ("k",)),
    "legend-duel": (claiming, ("k",)),
    "card-campus": (lambda: played(ChooseCardStep), ("2", "f1")),
    "task-campus": (lambda: played(LaySectionStep, 2), ("i", "4", "f1")),
    "space-campus": (lambda: played(LaySectionStep, 2), ("i", "f1")),
    "card-duel": (using, ("f1",)),
    "refusal-duel": (lambda: claiming("2 claim r2"), ("1", "enter", "f1")),
}


@sizes
@themes
@pytest.mark.parametrize("scene", SCENES)
def test_scene(snap_compare: Compare, scene: str, theme: str, size: tuple[int, int]) -> None:
    make, keys = SCENES[scene]
    assert snap_compare(at_table(make(), Terminal(theme=theme)), press=keys, terminal_size=size)


@sizes
@themes
@pytest.mark.parametrize("game", games())
def test_watching(snap_compare: Compare, game: str, theme: str, size: tuple[int, int]) -> None:
    table = watched(game)
    assert table.watched is not None
    table.watched.toggle()
    app = GalliApp(Terminal(theme=theme), LocalMatchStore(), table)
    assert snap_compare(app, terminal_size=size)
