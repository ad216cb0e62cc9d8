"""The sample game as the only one of a registry."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import Modules
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.engine.game import GameBox, Options
from rules.engine.secrecy import Seat
from tests.sample_game.game import BOX, META, Candles


def boxes(key: str) -> GameBox:
    """Return a registry with this game only."""
    return {META.key: BOX}[key]


@pytest.fixture
def sample_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the sample game the only one of the program."""
    monkeypatch.setattr("rules.registry._PACKAGES", {META.key: "tests.sample_game"})
    modules = Modules("tests.sample_game.texts", "tests.sample_game.screens")
    monkeypatch.setattr("galli_tui.game_api.registry._GAMES", {META.key: modules})


def candles_table(*names: str, mode: str = "versus") -> InMemoryTable:
    """Return a table of the sample game in memory with these players, all at this terminal."""
    players = tuple(TablePlayer(name, colour, here=True) for name, colour in zip(names, META.colours, strict=False))
    return InMemoryTable(BOX.new(Options(len(names), mode, 1)), players, 1)


def candles_in_hand(table: InMemoryTable, seat: Seat) -> list[str]:
    """Return the heights of a seat's candles, as the seat itself sees them."""
    game = table.game
    assert isinstance(game, Candles)
    candles: tuple[int, ...] = table.view(seat).hands[seat].cards
    return [str(game.box.heights[candle]) for candle in candles]
