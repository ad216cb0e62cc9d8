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
_LATE = 3.0
"""Seconds after a click in which a slow computer may still show the screen that it opened."""


class FirstClick(NamedTuple):
    """The last click that was not the rest of a double click."""

    screen: ReferenceType[Widget]
    awaited: object
    at: Offset
    time: float
    patience: float
    """Seconds in which a second click does nothing on a screen shown after the first one."""
    steps_back: bool

    def may_go_on(self, at: Offset) -> bool:
        """Return whether a click at a cell is close enough to be the second one."""
        return at.y == self.at.y and abs(at.x - self.at.x) <= _JITTER


class DoubleClicks:
    """Remembers where a double click began."""

    def __init__(self) -> None:
        self.first: FirstClick | None = None
        """The last click that was not the rest of a double click."""

    def was_meant_for_what_is_gone(
        self, event: Click, screen: Widget, awaited: object, *, shown_at: float, patience: float, steps_back: bool
    ) -> bool:
        """Return whether a click ends a double click whose first click has changed the screen, or what it awaits.

        A second click on another screen counts as part of the double click until some time after that screen was shown:
        the `patience` of the screen of the first click, in seconds, unless that click cannot have opened it. Two clicks
        that each step back on one screen are two steps.
        """
        first, at = self.first, event.screen_offset
        if first is not None and first.may_go_on(at):
            same = first.screen() is screen
            opened_at = max(first.time, min(shown_at, first.time + _LATE))
            since, longest = (first.time, App.CLICK_CHAIN_TIME_THRESHOLD) if same else (opened_at, first.patience)
            two_steps = same and first.steps_back and steps_back
            if event.time - since <= longest and not two_steps and (not same or first.awaited != awaited):
                return True
        self.first = FirstClick(ref(screen), awaited, at, event.time, patience, steps_back)
        return False
