"""A grid of spaces on the screen, in several sizes, with the names of its columns and rows, and with the mouse.

It draws its own lines and redraws only spaces that look different.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Leave, MouseMove, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from galli_tui.games.kit.lines_panel import UnfilteredWidget
from galli_tui.widgets.line_widget import OTHER_BUTTON, app_of, joined

ROW_NAMES: Final = 3
"""The cells of a row's number."""
COLUMN_NAMES: Final = 1
"""The lines of the columns' letters."""

Rows: TypeAlias = tuple[tuple[Segment, ...], ...]
"""The rows of one space."""


class Scale(NamedTuple):
    """The size of a space in cells of the screen."""

    columns: int
    rows: int


SMALL: Final = Scale(2, 1)
NARROW: Final = Scale(3, 2)
MEDIUM: Final = Scale(4, 2)
LARGE: Final = Scale(6, 3)
HUGE: Final = Scale(8, 4)
SCALES: Final = (SMALL, NARROW, MEDIUM, LARGE, HUGE)
"""The scales at which a grid can be drawn."""

L = TypeVar("L")


class GridBoard(UnfilteredWidget, Generic[L]):
    """A grid whose spaces look like values of `L`. Posts messages about the mouse."""

    GROUND = "ground"

    class OnSpace(Message):
        """A mouse event on a space; None for outside the grid."""

        def __init__(self, space: int | None) -> None:
            super().__init__()
            self.space = space

    class Hovered(OnSpace):
        """The mouse has moved to another space."""

    class Clicked(OnSpace):
        """A space was clicked."""

    class Rotated(Message):
        """The player asked to rotate what is placed, with the wheel or the other button."""

        def __init__(self, *, back: bool = False) -> None:
            super().__init__()
            self.back = back  # Anticlockwise.

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self._columns, self._rows = columns, rows
        self._scale = SMALL
        self._looks: list[L] = []
        self._drawn: dict[int, Rows] = {}
        """The rows of the spaces drawn so far, valid for their current looks."""
        self._strips: dict[int, Strip] = {}
        self._theme = ""
        self._hovered: int | None = None

    def looks(self) -> list[L]:
        """Return how each space looks now at the scale, in reading order."""
        raise NotImplementedError

    def draw_space(self, look: L, theme: str) -> Rows:
        """Return the rows of a space."""
        raise NotImplementedError

    def name_style(self, theme: str, *, lit: bool) -> Style:
        """Return the style of the names of columns and rows, and of what is outside the grid."""
        raise NotImplementedError

    @property
    def lit_column(self) -> int | None:
        """The column whose name is lit, if any."""
        return None

    @property
    def scale(self) -> Scale:
        """The scale of the grid."""
        return self._scale

    @property
    def full_size(self) -> Size:
        """The size of the whole grid at its scale."""
        return self.size_at(self._scale)

    def size_at(self, scale: Scale) -> Size:
        """Return the size of the whole grid at any scale."""
        return Size(ROW_NAMES + self._columns * scale.columns, COLUMN_NAMES + self._rows * scale.rows)

    def rescale(self, scale: Scale) -> None:
        """Set the scale and resize the widget to fit the grid."""
        self._scale = scale
        self.styles.width, self.styles.height = self.full_size
        self._look_again()
        self._strips.clear()
        self.refresh()

    def fit(self, room: Size) -> Size:
        """Set the largest scale that fits into the room, or else the smallest; return the size."""
        sizes = {scale: self.size_at(scale) for scale in SCALES}
        fitting = [scale for scale, size in sizes.items() if size.width <= room.width and size.height <= room.height]
        scale = fitting[-1] if fitting else SMALL
        self.rescale(scale)
        return sizes[scale]

    def update_all(self) -> None:
        """Draw every space that looks different now."""
        before = self._looks
        self._look_again()
        self._redraw([space for space, look in enumerate(self._looks) if look != before[space]])

    def update_spaces(self, looks: dict[int, L]) -> None:
        """Draw these spaces, which look different."""
        for space, look in looks.items():
            self._looks[space] = look
            self._drawn.pop(space, None)
        self._redraw([*looks])

    def update_column_names(self) -> None:
        """Draw the names of the columns, since another is lit."""
        self._strips.pop(0, None)
        self.refresh(Region(0, 0, self.size.width, 1))

    def _look_again(self) -> None:
        self._looks = self.looks()
        self._drawn.clear()

    def _redraw(self, spaces: Sequence[int]) -> None:
        """Refresh the smallest rectangle around these spaces."""
        if not spaces:
            return
        columns, rows = self._scale
        width = self._columns
        left, right = min(space % width for space in spaces), max(space % width for space in spaces)
        top, bottom = min(spaces) // width, max(spaces) // width
        first = COLUMN_NAMES + top * rows
        region = Region(ROW_NAMES + left * columns, first, (right - left + 1) * columns, (bottom - top + 1) * rows)
        for y in range(region.y, region.bottom):
            self._strips.pop(y, None)
        self.refresh(region)

    def cell_of(self, space: int) -> Offset:
        """Return the top left cell of a space on the screen."""
        columns, rows = self._scale
        row, column = divmod(space, self._columns)
        return self.region.offset + Offset(ROW_NAMES + column * columns, COLUMN_NAMES + row * rows)

    def region_of(self, space: int) -> Region:
        """Return the cells of a space on the screen."""
        return Region.from_offset(self.cell_of(space), self._scale)

    def space_at(self, x: int, y: int) -> int | None:
        """Return the space at a cell of the widget; None outside the grid."""
        columns, rows = self._scale
        column, row = (x - ROW_NAMES) // columns, (y - COLUMN_NAMES) // rows
        if 0 <= column < self._columns and 0 <= row < self._rows:
            return row * self._columns + column
        return None

    def render_lines(self, crop: Region) -> list[Strip]:
        if app_of(self).theme != self._theme:
            self._theme = app_of(self).theme
            self._drawn.clear()
            self._strips.clear()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._line(y, self._theme)
        return strip

    def _line(self, y: int, theme: str) -> Strip:
        columns, rows = self._scale
        page = self.name_style(theme, lit=False)
        total = self.size.width
        if y < COLUMN_NAMES:
            return self._column_names(theme).adjust_cell_length(total, page)
        row, part = divmod(y - COLUMN_NAMES, rows)
        if row >= self._rows:
            return Strip.blank(total, page)
        first = row * self._columns
        name = f"{row + 1:>2} " if part == (rows - 1) // 2 else "   "
        segments = [Segment(name, page)]
        for space in range(first, first + self._columns):
            drawn = self._drawn.get(space)
            if drawn is None:
                drawn = self._drawn[space] = self.draw_space(self._looks[space], theme)
            segments += drawn[part]
        rest = total - ROW_NAMES - self._columns * columns
        if rest < 0:
            return Strip(segments).adjust_cell_length(total, page)
        segments.append(Segment(" " * rest, page))
        return Strip(joined(segments), total)

    def _column_names(self, theme: str) -> Strip:
        plain, lit = self.name_style(theme, lit=False), self.lit_column
        segments = [Segment(" " * ROW_NAMES, plain)]
        for column in range(self._columns):
            style = self.name_style(theme, lit=True) if column == lit else plain
            segments.append(Segment(chr(97 + column).center(self._scale.columns), style))
        return Strip(segments)

    def on_mouse_move(self, event: MouseMove) -> None:
        space = self.space_at(event.x, event.y) if app_of(self).settings.hover else None
        if space != self._hovered:
            self._hovered = space
            self.post_message(self.Hovered(space))

    def on_leave(self, event: Leave) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.post_message(self.Hovered(None))

    def on_click(self, event: Click) -> None:
        if event.button == OTHER_BUTTON:
            self.post_message(self.Rotated())
        else:
            self.post_message(self.Clicked(self.space_at(event.x, event.y)))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Rotated())

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Rotated(back=True))
