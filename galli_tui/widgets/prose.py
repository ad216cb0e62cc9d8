"""Running text, wrapped to its widget: paragraphs with light Markdown (*emphasis*, **strong**, `spaces`), and marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from galli_tui.theme import brushes
from galli_tui.widgets.line import Piece, cells, house_of, signs_of, strip_of

_SPAN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")


class Paragraph(NamedTuple):
    """A paragraph with what stands before it; the marked one is the one that was asked for."""

    text: str
    label: str = ""
    marked: bool = False
    heading: bool = False


class Prose(ScrollView, can_focus=True):
    """Paragraphs one below the other, with an empty line between. It scrolls to the marked one."""

    GROUND: str = "page"
    DEFAULT_CSS = """
    Prose { width: 1fr; height: 1fr; background: $page; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0;
        overflow-y: scroll; }
    """

    def __init__(self, *, identity: str | None = None) -> None:
        super().__init__(id=identity)
        self._paragraphs: tuple[Paragraph, ...] = ()
        self._lines: list[tuple[bool, list[tuple[str, str]]]] = []
        self._width = 0

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Puts these paragraphs in place of the others."""
        self._paragraphs = tuple(paragraphs)
        self._width = 0
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width - 2
        if width == self._width or width <= 0:
            return
        self._width = width
        self._lines = []
        first = last = 0
        for paragraph in self._paragraphs:
            if paragraph.marked:
                first = len(self._lines)
            self._lines += [(paragraph.marked, line) for line in wrapped(_spans(paragraph), width)]
            if paragraph.marked:
                last = len(self._lines)
            self._lines.append((False, []))
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()
        if last:
            self.call_after_refresh(
                self.scroll_to_region, Region(0, max(0, first - 1), 1, last - first + 2), animate=False, force=True
            )
        else:
            self.scroll_home(animate=False)

    def render_line(self, y: int) -> Strip:
        place = y + self.scroll_offset.y
        width = self.size.width
        ink = brushes(house_of(self).theme, self.GROUND)
        if place >= len(self._lines):
            return Strip.blank(width, ink.ink)
        marked, line = self._lines[place]
        gutter = signs_of(self).bar
        pieces: list[Piece] = [(gutter if marked else " ", ink.gold), (" ", ink.ink)]
        pieces += [(text, getattr(ink, name)) for text, name in line]
        return strip_of(pieces, width, ink.ink)


def _spans(paragraph: Paragraph) -> list[tuple[str, str]]:
    if paragraph.heading:
        return [(paragraph.text, "rubric")]
    spans = [(f"{paragraph.label}  ", "gold" if paragraph.marked else "strong")] if paragraph.label else []
    start = 0
    for match in _SPAN.finditer(paragraph.text):
        spans.append((paragraph.text[start : match.start()], "ink"))
        strong, emphasis, code = match.groups()
        spans.append((strong or emphasis or code, "strong" if strong else "faint" if emphasis else "gold"))
        start = match.end()
    return [*spans, (paragraph.text[start:], "ink")]


def wrapped(spans: Sequence[tuple[str, str]], width: int) -> list[list[tuple[str, str]]]:
    """Pieces broken into lines at blanks; a word longer than a line is broken where it must be."""
    lines: list[list[tuple[str, str]]] = [[]]
    room = width
    for text, style in spans:
        for part in re.findall(r"\s+|\S+", text):
            if part.isspace():
                if lines[-1] and room > 0:
                    lines[-1].append((part[:1] if len(part) == 1 else "  ", style))
                    room -= min(len(part), 2)
                continue
            word = part
            if cells(word) > room and lines[-1]:
                lines.append([])
                room = width
            while cells(word) > width:
                lines[-1].append((word[:width], style))
                lines.append([])
                word = word[width:]
            lines[-1].append((word, style))
            room -= cells(word)
    return lines
