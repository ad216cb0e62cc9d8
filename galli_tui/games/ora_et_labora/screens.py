"""The screens of Ora et Labora, for screens that know no single game."""

from __future__ import annotations

from galli_tui.games.kit.board import KitBoard
from galli_tui.games.kit.snapshot import LEAST, LinesSnapshot
from galli_tui.games.ora_et_labora.board import OraBoard
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import Table
from rules.ora_et_labora.game import OraEtLabora


class OraScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`; raises TypeError for a table of another game."""

    def table_screen(self, table: Table) -> TableScreen:
        """Return the screen on which Ora et Labora is played."""
        return TableScreen(table, KitBoard(table, lambda ascii_only: _board(table, ascii_only=ascii_only)))

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> LinesSnapshot:
        """Return the board at past decisions of this match."""
        return LinesSnapshot(table, _board(table, ascii_only=ascii_only), LEAST)


def _board(table: Table, *, ascii_only: bool) -> OraBoard:
    if not isinstance(table.game, OraEtLabora):
        raise TypeError(f"this is a game of {table.game.meta.title}")
    return OraBoard(table.game, lambda: [player.name for player in table.players], ascii_only=ascii_only)


SCREENS = OraScreens()
