"""A screen full of spaces of four by two cells with a cursor, drawn with Textual's Line API and nothing else.

This is the peer of our table: a move of the cursor redraws only the two spaces that changed.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

WIDTH, HEIGHT = 4, 2
PLAIN, MARKED = Style.parse("white on #7a5230"), Style.parse("black on #c9a227")


class Grid(Widget):
    """A grid of spaces, one of which has the cursor."""

    DEFAULT_CSS = "Grid { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.column, self.row = 7, 6

    @property
    def spaces(self) -> tuple[int, int]:
        """The number of columns and rows of spaces."""
        return self.size.width // WIDTH, self.size.height // HEIGHT

    def render_line(self, y: int) -> Strip:
        """Return one line of the grid."""
        columns, rows = self.spaces
        row = y // HEIGHT
        if row >= rows:
            return Strip.blank(self.size.width)
        text = [
            Segment(
                f"{column % 10}".ljust(WIDTH) if y % HEIGHT == 0 else " " * WIDTH,
                MARKED if (column, row) == (self.column, self.row) else PLAIN,
            )
            for column in range(columns)
        ]
        return Strip(text).adjust_cell_length(self.size.width)

    def move(self, columns: int, rows: int) -> None:
        """Move the cursor and redraw the two spaces."""
        old = self.region_of(self.column, self.row)
        width, height = self.spaces
        self.column, self.row = (self.column + columns) % width, (self.row + rows) % height
        self.refresh(old, self.region_of(self.column, self.row))

    def region_of(self, column: int, row: int) -> Region:
        """Return the region in which a space is drawn."""
        return Region(column * WIDTH, row * HEIGHT, WIDTH, HEIGHT)


class GridApp(App[None]):
    """An app that shows only the grid."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "move(-1, 0)", ""), ("right", "move(1, 0)", "")]

    def compose(self) -> ComposeResult:
        """Yield the grid."""
        yield Grid()

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor with the arrow keys."""
        self.query_one(Grid).move(columns, rows)
