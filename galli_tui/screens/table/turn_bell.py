"""Calls a player who had to wait, and may look elsewhere, when it is their turn again."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.turn_flow import local_seats, seats_to_move
from galli_tui.widgets.prompt import Prompt

LONG: Final = 5.0
"""Seconds of waiting after which a player may look elsewhere. They do whenever another window has the focus."""
_BELOW: Final = "Your turn in the network match: Esc leads back."
_BELOW_BRIEF: Final = "Your turn: Esc leads back."


class TurnBell:
    """Watches a table for the end of a wait for bots or peers.

    A match that a what-if covers calls only if peers wait for it. The screens above then say so until its turn is over.
    """

    def __init__(self, screen: TableScreenBase[None]) -> None:
        self._screen = screen
        self._waiting_since: float | None = None
        self._announced = False
        """Whether screens above say that it is the player's turn below."""

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
        covered = any(it.table.match_id != table.match_id for it in self._above())
        if since is None or (covered and table.peers is None):
            return
        self._announce(on=covered)
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
        if on or self._announced:
            for prompt in (prompt for it in self._above() for prompt in it.query(Prompt)):
                prompt.show_passing(_BELOW if on else "", _BELOW_BRIEF if on else "")
        self._announced = on
