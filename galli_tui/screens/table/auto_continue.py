"""Starts the next round by itself, a moment after the last move, if the player has set it so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.timer import Timer

from galli_tui.screens.table_base import TableScreenBase

MOMENT: Final = 2.0
"""Seconds in which the last move can still be undone."""


class AutoContinue:
    """A timer that ends the pause of a table, unless another screen covers it then."""

    def __init__(self, screen: TableScreenBase[None], continue_play: Callable[[], bool]) -> None:
        """Create it with what ends the pause, and returns whether that succeeded."""
        self._screen, self._continue_play = screen, continue_play
        self._timer: Timer | None = None
        self._failed = False
        """Whether it has tried in vain in this pause; then the player decides when to try again."""

    def update(self) -> None:
        """Begin to wait if the table pauses, else end it."""
        self.stop()
        paused = self._screen.table.paused
        self._failed &= paused
        if paused and self._screen.app.settings.auto_continue and not self._failed:
            self._timer = self._screen.set_timer(MOMENT, self._end)

    def stop(self) -> None:
        """Wait no longer."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _end(self) -> None:
        if self._screen.table.paused and self._screen.in_front:
            self._failed = not self._continue_play()
