"""Calls a player who had to wait, and may look elsewhere, when it is their turn again."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.turn_flow import local_seats, seats_to_move

LONG: Final = 5.0
"""Seconds of waiting after which a player may look elsewhere. They do whenever another window has the focus."""


class TurnBell:
    """Watches a table for the end of a wait for bots or peers.

    A match that a what-if covers calls only if peers wait for it. The screens above a match with peers, such as its
    replay, and those opened later, say so until the turn is over or the player is back.
    """

    def __init__(self, screen: TableScreenBase[None]) -> None:
        self._screen = screen
        self._waiting_since: float | None = None

    def update(self) -> None:
        """Look at the table after a change."""
        table = self._screen.table
        if not seats_to_move(table):
            self._announce(on=False)
            waits = not table.due.over and bool(local_seats(table))
            if not (waits and (table.peers is not None or table.thinking is not None)):
                self._waiting_since = None
            elif self._waiting_since is None:
                self._waiting_since = monotonic()
            return
        since, self._waiting_since = self._waiting_since, None
        above = self._above()
        if not above:
            self._announce(on=False)
        covered = any(it.table.match_id != table.match_id for it in above)
        if since is None or (covered and table.peers is None):
            return
        self._announce(on=bool(above) and table.peers is not None)
        app = self._screen.app
        if monotonic() >= since + LONG or not app.app_focus:
            app.call_attention(f"Your turn: {table.game.meta.title}")

    def _above(self) -> list[TableScreenBase[Any]]:
        """Return the screens above the table: those about it, and those of what-ifs."""
        stack = self._screen.app.screen_stack
        above = stack[stack.index(self._screen) + 1 :] if self._screen in stack else []
        return [it for it in above if isinstance(it, TableScreenBase)]

    def _announce(self, *, on: bool) -> None:
        """Have the screens above say that it is the player's turn below, or no longer."""
        if on != self._screen.is_calling:
            self._screen.is_calling = on
            for screen in self._above():
                screen.show_call()
