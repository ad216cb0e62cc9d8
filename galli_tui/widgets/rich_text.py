"""Scrollable text wrapped to its widget: paragraphs with light Markdown (*emphasis*, **strong**, `code`) and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from galli_tui.style.paragraph import Paragraph, StyledRun
from galli_tui.style.text_styles import brushes, tone_style
from galli_tui.style.text_wrap import cells, wrapped_pieces
from galli_tui.widgets.key_in_text import click_key
from galli_tui.widgets.line_widget import Piece, app_of, glyphs_of, strip_of

_SPAN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")

_LEAST_COLUMN = 56
"""The least cells of a column where there are two."""
_GUTTER = 4
"""The cells between two columns."""
_MARGIN = 2
"""The cells before a line: the mark, and a blank."""


class _Line(NamedTuple):
    """A line of the layout."""

    runs: Sequence[StyledRun] = ()
    marked: bool = False
    target: str = ""
    names_keys: bool = False


class RichText(ScrollView, can_focus=True):
    """Paragraphs with empty lines between them. It scrolls to the marked one. A click chooses one with a target."""

    GROUND: str = "page"
    DEFAULT_CSS = """
    RichText { width: 1fr; height: 1fr; background: $page; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0;
        overflow-y: scroll; }
    """

    class ParagraphChosen(Message):
        """A paragraph with a target was clicked."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    def __init__(self, *, identity: str | None = None) -> None:
        super().__init__(id=identity)
        self._paragraphs: tuple[Paragraph, ...] = ()
        self._lines: list[_Line] = []
        self._laid_out_for = (0, 0)
        """The columns and rows of the current layout."""
        self._settled = False
        """Whether the widget has its place, before which nothing is drawn."""
        self._first = 0
        """The line where the marked paragraph begins."""

    @property
    def text(self) -> str:
        """The paragraphs without marks and tones, a line for each."""
        return "\n".join("".join(text for text, _ in it.spans) or it.text for it in self._paragraphs)

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Replace the paragraphs."""
        self._paragraphs = tuple(paragraphs)
        self._laid_out_for = (0, 0)
        self._lay_out()
        if not self.scrollable_content_region.width:
            # Where it will stand is not settled, and its size may be the one that it had before: it hears of no change.
            self.call_after_refresh(self._lay_out)

    def scroll_on(self) -> bool:
        """Scroll on by a page, from the end back to the beginning. Return whether the text is longer than its room."""
        if self.scroll_offset.y < self.max_scroll_y:
            self.scroll_page_down(animate=False)
        else:
            self.scroll_home(animate=False)
        return self.max_scroll_y > 0

    @property
    def cursor_cell(self) -> Offset:
        """Return the cell of the screen where the marked paragraph begins, or the first visible one."""
        line = self._first - self.scroll_offset.y
        return self.content_region.offset + Offset(2, max(0, min(line, self.content_region.height - 1)))

    def on_resize(self) -> None:
        self._lay_out()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of all paragraphs in one column, for a widget that is as high as its text."""
        room = max(2, width - self.styles.scrollbar_size_vertical - 3)
        lines = sum(len(_wrapped(it, room)) + (not it.close) for it in _aligned(self._paragraphs))
        return max(1, lines)

    def _lay_out(self) -> None:
        # Two cells at least, so that any character fits: this is also asked while the window is far too small.
        room = self.scrollable_content_region.width
        width, height = max(2, room - 3), self.scrollable_content_region.height
        if (width, height) == self._laid_out_for and self._settled == bool(room):
            return
        self._laid_out_for, self._settled = (width, height), bool(room)
        columns = self._two_columns(width, height)
        if columns:
            self._lines, self._first = columns, 0
            self.virtual_size = Size(width, len(columns))
            self.refresh()
            self.scroll_home(animate=False)
            return
        self._lines = []
        first = last = 0
        for paragraph in _aligned(self._paragraphs):
            if paragraph.marked:
                first = len(self._lines)
            lines = _wrapped(paragraph, width)
            shown = _Line((), paragraph.marked, paragraph.target, paragraph.names_keys)
            self._lines += [shown._replace(runs=line) for line in lines]
            if paragraph.marked:
                last = len(self._lines)
            if not paragraph.close:
                self._lines.append(_Line())
        self._first = first
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()
        if last:
            self.call_after_refresh(
                self.scroll_to_region,
                Region(0, max(0, first - 2), 1, last - max(0, first - 2) + 1),
                animate=False,
                force=True,
            )
        else:
            self.scroll_home(animate=False)

    def _two_columns(self, width: int, height: int) -> list[_Line]:
        """Return all lines in two columns, split at a heading; none if they do not fit on the screen."""
        column = (width - _GUTTER) // 2
        if column < _LEAST_COLUMN or any(paragraph.marked for paragraph in self._paragraphs):
            return []
        lines: list[list[StyledRun]] = []
        headings: list[int] = []
        for paragraph in self._paragraphs:
            if paragraph.heading:
                headings.append(len(lines))
            lines += [*_wrapped(paragraph, column), *([] if paragraph.close else [[]])]
        if not headings:
            return []
        split = min(headings, key=lambda at: max(at, len(lines) - at))
        left, right = lines[:split], lines[split:]
        if max(len(left), len(right)) > height:
            return []
        found: list[_Line] = []
        for one, other in zip_longest(left, right, fillvalue=list[StyledRun]()):
            pad = column + _GUTTER - sum(cells(text) for text, _ in one)
            found.append(_Line([*one, (" " * pad, "ink"), *other] if other else one))
        return found

    async def on_click(self, event: Click) -> None:
        cell = event.screen_offset - self.content_region.offset
        place = cell.y + self.scroll_offset.y
        if not 0 <= place < len(self._lines):
            return
        line = self._lines[place]
        if line.target:
            self.post_message(self.ParagraphChosen(line.target))
        elif line.names_keys:
            text = " " * _MARGIN + "".join(text for text, _ in line.runs)
            await click_key(text, cell.x, self.screen, asks=False)

    def render_line(self, y: int) -> Strip:
        place = y + self.scroll_offset.y
        width = self.size.width
        theme = app_of(self).theme
        ink = brushes(theme, self.GROUND)
        if place >= len(self._lines) or not self._settled:
            return Strip.blank(width, ink.ink)
        line = self._lines[place]
        gutter = glyphs_of(self).bar
        pieces: list[Piece] = [(gutter if line.marked else " ", ink.gold), (" ", ink.ink)]
        pieces += [(text, tone_style(theme, tone, self.GROUND)) for text, tone in line.runs]
        return strip_of(pieces, width, ink.ink)


def _aligned(paragraphs: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Pad the labels of consecutive close paragraphs to one width, so that their texts line up."""
    together: list[Paragraph] = []
    for place, one in enumerate(paragraphs):
        together.append(one)
        after = paragraphs[place + 1] if place + 1 < len(paragraphs) else None
        if not (one.close and one.label and after is not None and after.label):
            widest = max(cells(it.label) for it in together)
            yield from (it._replace(label=it.label + " " * (widest - cells(it.label))) for it in together)
            together = []


def _spans(paragraph: Paragraph) -> list[tuple[str, str]]:
    if paragraph.heading:
        return [(paragraph.text, "rubric")]
    if paragraph.spans:
        return [*paragraph.spans]
    spans = [(f"{paragraph.label}  ", "gold" if paragraph.marked else "strong")] if paragraph.label else []
    start = 0
    for match in _SPAN.finditer(paragraph.text):
        spans.append((paragraph.text[start : match.start()], "ink"))
        strong, emphasis, code = match.groups()
        spans.append((strong or emphasis or code, "strong" if strong else "faint" if emphasis else "gold"))
        start = match.end()
    return [*spans, (paragraph.text[start:], "ink")]


def _wrapped(paragraph: Paragraph, width: int) -> list[list[StyledRun]]:
    """Return a paragraph's lines. Under a label in a column of labels, all are indented alike."""
    indent = cells(paragraph.label) + 2 if paragraph.close and paragraph.label else 0
    first, *more = wrapped_pieces(_spans(paragraph), width, indent)
    return [first, *([(" " * indent, "ink"), *line] if indent else line for line in more)]
