"""A short animation on a board, such as tumbling dice: frames count down to 0, the lasting picture."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget


class Animation:
    """Shows frame after frame by a timer of its widget."""

    SECONDS = 0.06
    """Seconds between two frames."""

    def __init__(self, widget: Widget, show: Callable[[int], None]) -> None:
        """Create it; `show` shows a frame, counted down from the first to 0."""
        self._widget, self._show = widget, show
        self._timer: Timer | None = None
        self._frame = 0

    @property
    def running(self) -> bool:
        """Whether frames are still to come."""
        return self._timer is not None

    def start(self, frames: int) -> None:
        """Show the first frame; the others follow."""
        self._frame = frames
        self._timer = self._widget.set_interval(self.SECONDS, self.advance)

    def advance(self) -> None:
        """Show the next frame."""
        if self._frame > 1:
            self._frame -= 1
            self._show(self._frame)
        else:
            self.end()

    def end(self) -> bool:
        """Show the lasting picture; return whether frames were still to come."""
        if self._timer is None:
            return False
        self._timer.stop()
        self._timer, self._frame = None, 0
        self._show(0)
        return True
