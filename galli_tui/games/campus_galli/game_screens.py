"""The screens of Campus Galli, for screens that know no single game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.games.campus_galli.board_snapshot import CampusBoardSnapshot
from galli_tui.games.campus_galli.screen import CampusScreen
from galli_tui.games.campus_galli.signs import ASCII, UNICODE

if TYPE_CHECKING:
    from galli_tui.tables.table import Table


class CampusScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> CampusScreen:
        """Return the screen on which Campus Galli is played."""
        return CampusScreen(table)

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> CampusBoardSnapshot:
        """Return a widget of the plan at past decisions of this match."""
        return CampusBoardSnapshot(table, ASCII if ascii_only else UNICODE)


SCREENS = CampusScreens()
