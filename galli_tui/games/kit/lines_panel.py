"""A panel of lines on the screen that redraws only lines that have changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, zip_longest

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click, MouseMove, MouseScrollDown, MouseScrollUp, Resize
from textual.filter import ANSIToTruecolor, DimFilter, LineFilter
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from galli_tui.games.kit.lines import BACK, MORE, Line, Span
from galli_tui.games.kit.targets import target_and_wholes
from galli_tui.style.text_styles import tone_style
from galli_tui.widgets.key_in_text import click_key
from galli_tui.widgets.line_widget import ThemedWidget, app_of, joined


class UnfilteredWidget(ThemedWidget):
    """A widget that skips two of Textual's line filters, which take a third of the time on a large screen.

    Its strips hold no dim text, and ANSI colours only where the terminal receives them unchanged.
    """

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [it for it in super().get_line_filters() if not isinstance(it, ANSIToTruecolor | DimFilter)]

    def draw_lines(self, crop: Region) -> list[Strip]:
        """Return the lines as Textual does, but without support for borders, padding, tint and opacity."""
        strips = [self.render_line(y) for y in crop.line_range]
        if filters := self.get_line_filters():
            ground = self.background_colors[1]
            for one in filters:
                strips = [strip.apply_filter(one, ground) for strip in strips]
        left, right = crop.column_span
        return [strip if (left, right) == (0, strip.cell_length) else strip.crop(left, right) for strip in strips]


class LinesPanel(UnfilteredWidget):
    """Lines from the top. Posts `Picked` when any text of them is clicked. Keys can be clicked too."""

    class Picked(Message):
        """A click on a target, or on a text without one, where the target is empty."""

        def __init__(self, target: str, *, again: bool = False) -> None:
            super().__init__()
            self.target, self.again = target, again
            """Whether the last click here opened or closed a page, so that this one may have been meant for it, too."""

    class Scrolled(Message):
        """The wheel was turned, by steps down or up."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    class Resized(Message):
        """The size of the panel has changed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._strips: dict[int, Strip] = {}
        """The strips of lines drawn so far; an empty line at -1."""
        self._drawn_for: object = None
        self._lit: frozenset[str] = frozenset()
        """Targets and texts that are lit."""
        self._clicked: tuple[Offset, str] | None = None
        """Where the last click was, and on which target; None once the mouse has moved."""

    @property
    def lines(self) -> list[Line]:
        """The lines shown."""
        return self._lines

    def show(self, lines: Sequence[Line]) -> None:
        """Replace the lines; only the range of lines that differ is redrawn."""
        pairs = zip_longest(self._lines, lines, fillvalue=Line())
        changed = [y for y, (old, new) in enumerate(pairs) if old != new]
        self._lines = list(lines)
        if self._lit and changed:  # A lit text may be found in another line now.
            changed = [0, max(changed[-1], self.size.height - 1)]
            self._strips.clear()
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(Region(0, changed[0], self.size.width, changed[-1] - changed[0] + 1))

    def light(self, targets: frozenset[str]) -> frozenset[str]:
        """Light lines and spans of targets, their parts, and texts where they stand first; return what is shown now."""
        if targets != self._lit:
            self._lit = targets
            self._strips.clear()
            self.refresh()
        return frozenset(
            target for target in targets if any(_shows(line, target) for line in self._lines[: self.size.height])
        )

    def lit_regions(self) -> list[Region]:
        """Return the cells of the screen that are lit."""
        found: list[Region] = []
        for y, line in enumerate(self._lines[: self.size.height]):
            x = 0
            for span, is_lit in _lit_spans(line, self._lit_in(y)):
                width = cell_len(span.text)
                if is_lit:
                    found.append(Region(self.region.x + x, self.region.y + y, width, 1))
                x += width
        return found

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
            strip = self._strips[y] = self._strip(self._lines[y] if y >= 0 else Line(), self._lit_in(y))
        return strip

    def _lit_in(self, y: int) -> frozenset[str]:
        """Return the targets, and those texts that no line above has, which are lit in a line."""
        return frozenset(it for it in self._lit if not any(it in line.text for line in self._lines[: max(0, y)]))

    def _strip(self, line: Line, lit: frozenset[str]) -> Strip:
        theme = app_of(self).theme
        rest = tone_style(theme, "ink", self.GROUND)
        chosen = tone_style(theme, "selected", self.GROUND)
        segments: list[Segment] = []
        for span, is_lit in _lit_spans(line, lit) if lit else ((span, False) for span in line.spans):
            own = tone_style(theme, "lit" if is_lit else span.tone, self.GROUND, span.strong)
            segments.append(Segment(span.text, chosen if line.chosen or span.chosen else own))
        return Strip(joined(segments)).adjust_cell_length(self.size.width, chosen if line.chosen else rest)

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._clicked is not None and event.offset != self._clicked[0]:
            self._clicked = None

    def on_leave(self) -> None:
        self._clicked = None

    async def on_click(self, event: Click) -> None:
        if event.y >= len(self._lines):
            return
        line, there, target = self._under(event.offset)
        if not await click_key(line.text, event.x, self.screen, asks=False) and (target or there.text.strip()):
            again = self._is_again(event, target)
            self._clicked = event.offset, target
            self.post_message(self.Picked(target, again=again))

    def _under(self, at: Offset) -> tuple[Line, Span, str]:
        """Return the line at a cell, its part there, and the target of both."""
        line = self._lines[at.y]
        there = next((span for span, end in zip(line.spans, line.ends, strict=True) if at.x < end), Span(""))
        return line, there, there.target or line.target

    def steps_back_at(self, cell: Offset) -> bool:
        return cell.y < len(self._lines) and self._under(cell)[2] == BACK

    def _is_again(self, event: Click, target: str) -> bool:
        """Return whether a click may have been meant for what the one before has opened, closed or scrolled away."""
        at, before = self._clicked or (None, "")
        if at != event.offset:
            return False
        if before.startswith(f"{MORE}:"):
            return not target.startswith(f"{MORE}:")
        return BACK in (before, target) and before != target

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Scrolled(-1))


def _shows(line: Line, target: str) -> bool:
    targets = [line.target, *(span.target for span in line.spans)]
    return target in line.text or any(target in target_and_wholes(it) for it in targets)


def _lit_spans(line: Line, lit: frozenset[str]) -> Iterator[tuple[Span, bool]]:
    """Yield the spans of a line with whether they are lit, split where a lit text begins and ends."""
    text = line.text
    ranges = [(at, at + len(one)) for one in lit if (at := text.find(one)) >= 0]
    start = 0
    for span in line.spans:
        end = start + len(span.text)
        if not lit.isdisjoint(chain(target_and_wholes(line.target), target_and_wholes(span.target))):
            yield span, True
        else:
            cuts = {start, end, *(cut for pair in ranges for cut in pair if start < cut < end)}
            for one, other in pairwise(sorted(cuts)):
                inside = any(first <= one < last for first, last in ranges)
                yield span._replace(text=text[one:other]), inside
        start = end


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
