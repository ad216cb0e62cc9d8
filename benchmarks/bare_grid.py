"""A screen full of spaces of four by two cells with a cursor, by Textual's Line API and nothing more.

The peer of our table: of a move, only the two spaces that changed are drawn again.
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
    """The grid."""

    DEFAULT_CSS = "Grid { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.column, self.row = 7, 6

    @property
    def spaces(self) -> tuple[int, int]:
        """How many columns and rows of spaces there are."""
        return self.size.width // WIDTH, self.size.height // HEIGHT

    def render_line(self, y: int) -> Strip:
        """One line of the grid."""
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
        """Moves the cursor and draws the two spaces again."""
        old = self.region_of(self.column, self.row)
        width, height = self.spaces
        self.column, self.row = (self.column + columns) % width, (self.row + rows) % height
        self.refresh(old, self.region_of(self.column, self.row))

    def region_of(self, column: int, row: int) -> Region:
        """Where a space is drawn."""
        return Region(column * WIDTH, row * HEIGHT, WIDTH, HEIGHT)


class GridApp(App[None]):
    """The grid alone."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "move(-1, 0)", ""), ("right", "move(1, 0)", "")]

    def compose(self) -> ComposeResult:
        """Just the grid."""
        yield Grid()

    def action_move(self, columns: int, rows: int) -> None:
        """The arrows."""
        self.query_one(Grid).move(columns, rows)
