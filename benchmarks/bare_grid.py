"""A grid of 15 by 12 spaces with a cursor, by Textual's Line API and nothing more: the peer of our table.

A space has as many cells as on our plan in a terminal of that size. Of a move only the two spaces are drawn again.
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

COLUMNS, ROWS = 15, 12
PLAIN, MARKED = Style.parse("white on #7a5230"), Style.parse("black on #c9a227")


class Grid(Widget):
    """The grid."""

    DEFAULT_CSS = "Grid { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.column, self.row = 7, 6

    @property
    def cells(self) -> tuple[int, int]:
        """Columns and rows of a space."""
        width, height = self.screen.size
        return (2, 1) if width < 120 or height < 36 else (4, 2) if width < 160 or height < 48 else (6, 3)

    def render_line(self, y: int) -> Strip:
        """One line of the grid."""
        width, height = self.cells
        row = y // height
        if row >= ROWS:
            return Strip.blank(self.size.width)
        text = [
            Segment(
                f"{column % 10}".ljust(width) if y % height == 0 else " " * width,
                MARKED if (column, row) == (self.column, self.row) else PLAIN,
            )
            for column in range(COLUMNS)
        ]
        return Strip(text).adjust_cell_length(self.size.width)

    def move(self, columns: int, rows: int) -> None:
        """Moves the cursor and draws the two spaces again."""
        old = self.region_of(self.column, self.row)
        self.column, self.row = (self.column + columns) % COLUMNS, (self.row + rows) % ROWS
        self.refresh(old, self.region_of(self.column, self.row))

    def region_of(self, column: int, row: int) -> Region:
        """Where a space is drawn."""
        width, height = self.cells
        return Region(column * width, row * height, width, height)


class GridApp(App[None]):
    """The grid alone."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "move(-1, 0)", ""), ("right", "move(1, 0)", "")]

    def compose(self) -> ComposeResult:
        """Just the grid."""
        yield Grid()

    def action_move(self, columns: int, rows: int) -> None:
        """The arrows."""
        self.query_one(Grid).move(columns, rows)
