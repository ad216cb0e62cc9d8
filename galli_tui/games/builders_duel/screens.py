"""The screens of Builders' Duel, for screens that know no single game."""

from __future__ import annotations

from textual.app import ComposeResult

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.kit.screen import KitScreen
from galli_tui.tables.table import Table
from rules.builders_duel.game import BuildersDuel


class DuelScreen(KitScreen):
    """The table of Builders' Duel."""

    def __init__(self, table: Table) -> None:
        if not isinstance(table.game, BuildersDuel):
            raise TypeError(f"this is a game of {table.game.meta.title}")
        super().__init__(table, DuelBoard(table.game, ascii_only=False))
        self._game = table.game

    def compose_table(self) -> ComposeResult:
        self._board = DuelBoard(self._game, ascii_only=self.app.terminal.ascii)
        yield from super().compose_table()


class DuelScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> DuelScreen:
        """Return the screen on which Builders' Duel is played."""
        return DuelScreen(table)

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> None:
        """Return no board: the log says all."""
        return


SCREENS = DuelScreens()
