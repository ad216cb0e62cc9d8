"""A replay that plays by itself: it goes on to the next moment, at one of three speeds, until it is paused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.screen import Screen
from textual.timer import Timer

SPEEDS: Final = {"1": 2.0, "2": 0.8, "3": 0.25}
"""Seconds that a moment stays, by key."""


class Playback:
    """The timer that plays a replay."""

    def __init__(self, screen: Screen[None], step: Callable[[], None]) -> None:
        """`step` goes on to the next moment."""
        self._screen, self._step = screen, step
        self.speed = "2"
        """The key of the speed, for the next start."""
        self._timer: Timer | None = None

    @property
    def runs(self) -> bool:
        """Whether the match plays by itself now."""
        return self._timer is not None

    def start(self) -> None:
        """Play on from the moment that is shown."""
        self.pause()
        self._timer = self._screen.set_interval(SPEEDS[self.speed], self._step)

    def pause(self) -> None:
        """Stay at the moment that is shown."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
