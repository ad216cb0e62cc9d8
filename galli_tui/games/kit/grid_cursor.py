"""A cursor with which a player looks around a grid of spaces, apart from the decision."""

from __future__ import annotations


class GridCursor:
    """A space of a grid, in reading order from 0. It goes around the edges, and remembers where it was."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self.space: int | None = None
        """The space it is on; None while it is hidden."""
        self._last = width * (height // 2) + width // 2

    def toggle(self) -> None:
        """Show the cursor where it was last, or hide it."""
        if self.space is None:
            self.space = self._last
        else:
            self._last, self.space = self.space, None

    def move(self, east: int, south: int) -> None:
        """Move the cursor by columns and rows; it wraps around the edges."""
        if self.space is not None:
            row, column = divmod(self.space, self._width)
            self.space = (row + south) % self._height * self._width + (column + east) % self._width
