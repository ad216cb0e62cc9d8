"""The screens of Builders' Duel, for screens that know no single game."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.kit.board import KitBoard
from galli_tui.games.kit.snapshot import LinesSnapshot
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import Table
from rules.builders_duel.game import BuildersDuel

_LEAST: Final = Size(50, 21)
"""The size of the board at 80x24."""


class DuelScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`; raises TypeError for a table of another game."""

    def table_screen(self, table: Table) -> TableScreen:
        """Return the screen on which Builders' Duel is played."""
        game = _duel(table)
        board = KitBoard(table, lambda ascii_only: DuelBoard(game, ascii_only=ascii_only), width=_LEAST.width)
        return TableScreen(table, board)

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> LinesSnapshot:
        """Return the board at past decisions of this match."""
        return LinesSnapshot(table, DuelBoard(_duel(table), ascii_only=ascii_only), _LEAST)


def _duel(table: Table) -> BuildersDuel:
    if not isinstance(table.game, BuildersDuel):
        raise TypeError(f"this is a game of {table.game.meta.title}")
    return table.game


SCREENS = DuelScreens()
