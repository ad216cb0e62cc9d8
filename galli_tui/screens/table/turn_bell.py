"""Tells a player who had to wait, and may look elsewhere, that it is their turn again."""

from __future__ import annotations

from time import monotonic
from typing import Final

from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.turn_flow import local_seats, seats_to_move

LONG: Final = 5.0
"""Seconds of waiting after which a player may look elsewhere. They do whenever another window has the focus."""


class TurnBell:
    """Watches a table for the end of a wait for bots or peers."""

    def __init__(self, screen: TableScreenBase[None]) -> None:
        self._screen = screen
        self._waiting_since: float | None = None

    def update(self) -> None:
        """Look at the table after a change."""
        table = self._screen.table
        if not seats_to_move(table):
            waits = not table.due.over and bool(local_seats(table))
            if not (waits and (table.peers is not None or table.thinking is not None)):
                self._waiting_since = None
            elif self._waiting_since is None:
                self._waiting_since = monotonic()
            return
        since, self._waiting_since = self._waiting_since, None
        app = self._screen.app
        if since is not None and (monotonic() >= since + LONG or not app.app_focus):
            app.call_attention(f"Your turn: {table.game.meta.title}")
