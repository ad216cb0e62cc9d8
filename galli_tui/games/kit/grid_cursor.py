"""A cursor with which a player looks around a grid of spaces, apart from the decision."""

from __future__ import annotations


class GridCursor:
    """A space of a grid, in reading order from 0. It goes around the edges, and remembers where it was."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self.space: int | None = None
        """Where it is; None while it is put away."""
        self._last = width * (height // 2) + width // 2

    def toggle(self) -> None:
        """Bring it out where it was last, or put it away."""
        if self.space is None:
            self.space = self._last
        else:
            self._last, self.space = self.space, None

    def move(self, east: int, south: int) -> None:
        """Move it by columns and rows."""
        if self.space is not None:
            row, column = divmod(self.space, self._width)
            self.space = (row + south) % self._height * self._width + (column + east) % self._width
