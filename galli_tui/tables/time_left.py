"""How long some work still takes, in round numbers that do not go up and down while a player waits."""

from __future__ import annotations

from typing import Final

from galli_tui.style.wording import counted

LEAST: Final = 6
"""The number of things that must be done before anything is said."""
_STEPS: Final = ((5, 1), (20, 5))
"""Up to how many minutes the time is rounded to how many."""
_ROUNDED: Final = 10
"""The minutes to which longer times are rounded."""
_MUCH: Final = 2
"""A time that has been said grows only to more than this many times as much."""


class TimeLeft:
    """Follows some work from its beginning. Times are in seconds."""

    def __init__(self, since: float, done: int) -> None:
        """Begin at a moment at which some of it is already done."""
        self._since, self._before = since, done
        self._said: int | None = None
        """The minutes that were said last."""

    def words(self, now: float, done: int, left: int) -> str:
        """Return the time left in a sentence; empty if too little has been done to know."""
        if done - self._before < LEAST:
            return ""
        minutes = _rounded((now - self._since) / (done - self._before) * left / 60)
        if self._said is not None and minutes <= _MUCH * max(1, self._said):
            minutes = min(minutes, self._said)
        self._said = minutes
        return f"About {counted(minutes, 'minute')} left." if minutes else "Less than a minute left."


def _rounded(minutes: float) -> int:
    step = next((step for most, step in _STEPS if minutes <= most), _ROUNDED)
    return step * round(minutes / step)
