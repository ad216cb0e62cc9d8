"""The plan on the screen: a widget that draws its own lines and redraws only spaces that look different."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from textual.events import Click, Leave, MouseMove, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from galli_tui.games.campus_galli import plan_colours
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_colours import PlanColour
from galli_tui.games.campus_galli.plan_labels import labelled
from galli_tui.games.campus_galli.plan_look import SpaceLook
from galli_tui.games.campus_galli.plan_picture import Block, block
from galli_tui.games.campus_galli.plan_scale import SMALL, Scale
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState, changed_spaces
from galli_tui.games.kit.lines_panel import UnfilteredWidget
from galli_tui.widgets.line_widget import app_of, joined
from rules.campus_galli.geometry import spaces_of

ROW_NAMES = 3
"""The cells of a row's number."""
COLUMN_NAMES = 1
"""The lines of the columns' letters."""


@lru_cache(maxsize=8192)
def _segments(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs, theme: str) -> tuple[tuple[Segment, ...], ...]:
    """Return the rows of a space as segments, with neighbouring cells of one style merged."""
    cells: Block = block(look, marks, scale, glyphs)
    return tuple(
        tuple(
            Segment("".join(cell.char for cell in run), plan_colours.cell_style(theme, *key))
            for key, run in groupby(row, key=lambda cell: cell[1:])
        )
        for row in cells
    )


class PlanWidget(UnfilteredWidget):
    """The plan with the names of its columns and rows. Posts messages about the mouse."""

    GROUND = "ground"

    class OnSpace(Message):
        """A mouse event on a space; None for outside the plan."""

        def __init__(self, space: int | None) -> None:
            super().__init__()
            self.space = space

    class Hovered(OnSpace):
        """The mouse has moved to another space."""

    class Clicked(OnSpace):
        """A space was clicked."""

    class Rotated(Message):
        """The player asked to rotate the section, with the wheel or the other button."""

    def __init__(self, scene: PlanScene, names: Mapping[str, str], marks: str, glyphs: Glyphs) -> None:
        super().__init__()
        self._scene = scene
        self._names = dict(names)
        self._marks = marks
        self._glyphs = glyphs
        self._scale = SMALL
        self._plan_state = PlanState(0)
        self._highlights = Highlights()
        self._base: list[SpaceLook] = scene.looks(self._plan_state)
        self._looks: list[SpaceLook] = list(self._base)
        self._drawn: dict[int, tuple[tuple[Segment, ...], ...]] = {}
        """The rows of the spaces drawn so far, valid for their current looks."""
        self._strips: dict[int, Strip] = {}
        self._theme = ""
        self._hovered: int | None = None

    @property
    def scale(self) -> Scale:
        """The scale of the plan."""
        return self._scale

    @property
    def highlights(self) -> Highlights:
        """The present highlights."""
        return self._highlights

    @property
    def full_size(self) -> Size:
        """The size of the whole plan at its scale."""
        return self.size_at(self._scale)

    def size_at(self, scale: Scale) -> Size:
        """Return the size of the whole plan at any scale."""
        columns, rows = scale
        return Size(ROW_NAMES + self._scene.width * columns, COLUMN_NAMES + self._scene.height * rows)

    def rescale(self, scale: Scale) -> None:
        """Set the scale and resize the widget to fit the plan."""
        self._scale = scale
        self.styles.width, self.styles.height = self.full_size
        self._rebase()
        self._strips.clear()
        self.refresh()

    def show(self, plan_state: PlanState, highlights: Highlights) -> None:
        """Show a state of the plan with highlights."""
        before = self._looks
        self._plan_state, self._highlights = plan_state, highlights
        self._rebase()
        self._redraw([space for space, look in enumerate(self._looks) if look != before[space]])

    def highlight(self, highlights: Highlights) -> None:
        """Replace the highlights."""
        before, self._highlights = self._highlights, highlights
        spaces = list(spaces_of(changed_spaces(before, highlights)))
        for space in spaces:
            self._looks[space] = self._scene.highlighted(self._base[space], space, highlights)
            self._drawn.pop(space, None)
        self._redraw(spaces)
        if before.cursor != highlights.cursor:
            self._refresh_row(0)

    def _rebase(self) -> None:
        self._base = labelled(self._scene.looks(self._plan_state), self._names, self._scene.width, self._scale)
        self._looks = [self._scene.highlighted(look, space, self._highlights) for space, look in enumerate(self._base)]
        self._drawn.clear()

    def _redraw(self, spaces: list[int]) -> None:
        """Refresh the smallest rectangle around these spaces."""
        if not spaces:
            return
        columns, rows = self._scale
        width = self._scene.width
        left, right = min(space % width for space in spaces), max(space % width for space in spaces)
        top, bottom = min(spaces) // width, max(spaces) // width
        first = COLUMN_NAMES + top * rows
        region = Region(ROW_NAMES + left * columns, first, (right - left + 1) * columns, (bottom - top + 1) * rows)
        for y in range(region.y, region.bottom):
            self._strips.pop(y, None)
        self.refresh(region)

    def _refresh_row(self, y: int) -> None:
        self._strips.pop(y, None)
        self.refresh(Region(0, y, self.size.width, 1))

    def cell_of(self, space: int) -> Offset:
        """Return the top left cell of a space on the screen."""
        columns, rows = self._scale
        column, row = space % self._scene.width, space // self._scene.width
        return self.region.offset + Offset(ROW_NAMES + column * columns, COLUMN_NAMES + row * rows)

    def space_at(self, x: int, y: int) -> int | None:
        """Return the space at a cell of the widget; None outside the plan."""
        columns, rows = self._scale
        column, row = (x - ROW_NAMES) // columns, (y - COLUMN_NAMES) // rows
        if 0 <= column < self._scene.width and 0 <= row < self._scene.height:
            return row * self._scene.width + column
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
        page = plan_colours.cell_style(theme, PlanColour.AXIS, PlanColour.PAGE)
        total = self.size.width
        if y < COLUMN_NAMES:
            return self._column_names(theme).adjust_cell_length(total, page)
        row, part = divmod(y - COLUMN_NAMES, rows)
        if row >= self._scene.height:
            return Strip.blank(total, page)
        first = row * self._scene.width
        name = f"{row + 1:>2} " if part == (rows - 1) // 2 else "   "
        segments = [Segment(name, page)]
        for space in range(first, first + self._scene.width):
            drawn = self._drawn.get(space)
            if drawn is None:
                look = self._looks[space]
                drawn = self._drawn[space] = _segments(look, self._marks, self._scale, self._glyphs, theme)
            segments += drawn[part]
        rest = total - ROW_NAMES - self._scene.width * columns
        if rest < 0:
            return Strip(segments).adjust_cell_length(total, page)
        segments.append(Segment(" " * rest, page))
        return Strip(joined(segments), total)

    def _column_names(self, theme: str) -> Strip:
        cursor = self._highlights.cursor
        lit = None if cursor is None else cursor % self._scene.width
        segments = [Segment(" " * ROW_NAMES, plan_colours.cell_style(theme, PlanColour.AXIS, PlanColour.PAGE))]
        for column in range(self._scene.width):
            here = column == lit
            style = plan_colours.cell_style(
                theme, PlanColour.AXIS_LIT if here else PlanColour.AXIS, PlanColour.PAGE, here
            )
            segments.append(Segment(chr(97 + column).center(self._scale.columns), style))
        return Strip(segments)

    def on_mouse_move(self, event: MouseMove) -> None:
        space = self.space_at(event.x, event.y)
        if space != self._hovered:
            self._hovered = space
            self.post_message(self.Hovered(space))

    def on_leave(self, event: Leave) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.post_message(self.Hovered(None))

    def on_click(self, event: Click) -> None:
        if event.button == 3:
            self.post_message(self.Rotated())
        else:
            self.post_message(self.Clicked(self.space_at(event.x, event.y)))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Rotated())

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Rotated())
