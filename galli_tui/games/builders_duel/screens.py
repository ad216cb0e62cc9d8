"""The screens of Builders' Duel, for screens that know no single game."""

from __future__ import annotations

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.kit.board import KitBoard
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import Table
from rules.builders_duel.game import BuildersDuel


class DuelScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> TableScreen:
        """Return the screen on which Builders' Duel is played. Raises TypeError for a table of another game."""
        game = table.game
        if not isinstance(game, BuildersDuel):
            raise TypeError(f"this is a game of {game.meta.title}")
        return TableScreen(table, KitBoard(table, lambda ascii_only: DuelBoard(game, ascii_only=ascii_only)))

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> None:
        """Return no board: the log says all."""
        return


SCREENS = DuelScreens()
