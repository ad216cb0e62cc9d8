"""Which clicks are the rest of a double click that was meant for what the screen showed before."""

from __future__ import annotations

from typing import NamedTuple
from weakref import ReferenceType, ref

from textual.app import App
from textual.events import Click
from textual.geometry import Offset
from textual.widget import Widget

_JITTER = 3
"""Columns that the mouse may move between the two clicks."""


class _First(NamedTuple):
    """The last click that was not the rest of a double click."""

    screen: ReferenceType[Widget]
    awaited: object
    at: Offset
    time: float
    steps_back: bool


class DoubleClicks:
    """Remembers where a double click began."""

    def __init__(self) -> None:
        self._first: _First | None = None

    def was_meant_for_what_is_gone(self, event: Click, screen: Widget, awaited: object, *, steps_back: bool) -> bool:
        """Return whether a click ends a double click whose first click has changed the screen, or what it awaits.

        Two clicks that each step back on one screen are two steps.
        """
        first, at = self._first, event.screen_offset
        if first is not None and event.time - first.time <= App.CLICK_CHAIN_TIME_THRESHOLD:
            near = at.y == first.at.y and abs(at.x - first.at.x) <= _JITTER
            two_steps = first.steps_back and steps_back and first.screen() is screen
            if near and not two_steps and (first.screen() is not screen or first.awaited != awaited):
                return True
        self._first = _First(ref(screen), awaited, at, event.time, steps_back)
        return False
