"""A panel of lines on the screen that redraws only lines that have changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click, Resize
from textual.filter import ANSIToTruecolor, DimFilter, LineFilter
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from galli_tui.games.kit.lines import Line
from galli_tui.style.text_styles import tone_style
from galli_tui.widgets.line_widget import ThemedWidget, app_of, joined


class UnfilteredWidget(ThemedWidget):
    """A widget that skips two of Textual's line filters, which take a third of the time on a large screen.

    Its strips hold no dim text, and ANSI colours only where the terminal receives them unchanged.
    """

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [it for it in super().get_line_filters() if not isinstance(it, ANSIToTruecolor | DimFilter)]

    def draw_lines(self, crop: Region) -> list[Strip]:
        """Return the lines as Textual does, but without support for borders, padding, tint and opacity."""
        filters, ground = self.get_line_filters(), self.background_colors[1]
        strips: list[Strip] = []
        for y in crop.line_range:
            strip = self.render_line(y)
            for one in filters:
                strip = strip.apply_filter(one, ground)
            strips.append(strip if crop.column_span == (0, strip.cell_length) else strip.crop(*crop.column_span))
        return strips


class LinesPanel(UnfilteredWidget):
    """Lines from the top. Posts `Picked` when a line or span with a target is clicked."""

    class Picked(Message):
        """A click on a target."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    class Resized(Message):
        """The size of the panel has changed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._strips: dict[int, Strip] = {}
        """The strips of lines drawn so far; an empty line at -1."""
        self._drawn_for: object = None

    @property
    def lines(self) -> list[Line]:
        """The lines shown."""
        return self._lines

    def show(self, lines: Sequence[Line]) -> None:
        """Replace the lines; only the range of lines that differ is redrawn."""
        pairs = zip_longest(self._lines, lines, fillvalue=Line())
        changed = [y for y, (old, new) in enumerate(pairs) if old != new]
        self._lines = list(lines)
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(Region(0, changed[0], self.size.width, changed[-1] - changed[0] + 1))

    def on_resize(self, event: Resize) -> None:
        self.post_message(self.Resized())

    def render_lines(self, crop: Region) -> list[Strip]:
        drawn_for = (self.size.width, app_of(self).theme)
        if self._drawn_for != drawn_for:
            self._drawn_for = drawn_for
            self._strips.clear()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        y = y if y < len(self._lines) else -1
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._strip(self._lines[y] if y >= 0 else Line())
        return strip

    def _strip(self, line: Line) -> Strip:
        theme = app_of(self).theme
        rest = tone_style(theme, "ink", self.GROUND)
        chosen = tone_style(theme, "selected", self.GROUND)
        segments: list[Segment] = []
        for span in line.spans:
            own = tone_style(theme, span.tone, self.GROUND, span.strong)
            segments.append(Segment(span.text, chosen if line.chosen or span.chosen else own))
        return Strip(joined(segments)).adjust_cell_length(self.size.width, chosen if line.chosen else rest)

    def on_click(self, event: Click) -> None:
        if event.y >= len(self._lines):
            return
        line = self._lines[event.y]
        target, x = line.target, 0
        for span in line.spans:
            x += cell_len(span.text)
            if event.x < x:
                target = span.target or target
                break
        if target:
            self.post_message(self.Picked(target))


def chosen_cell(*panels: LinesPanel) -> Offset | None:
    """Return the cell of the screen where the first chosen line or span of the panels begins; None without any."""
    for panel in panels:
        for y, line in enumerate(panel.lines):
            x = 0
            for span in line.spans:
                if line.chosen or span.chosen:
                    return panel.region.offset + Offset(x, y)
                x += cell_len(span.text)
    return None
