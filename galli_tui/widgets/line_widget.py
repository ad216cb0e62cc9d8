"""The base of widgets that draw their own lines, and helpers for strips made of styled pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, TypeAlias, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from galli_tui.app_base import AppBase
from galli_tui.style.glyphs import ASCII, UNICODE, WidgetGlyphs
from galli_tui.style.text_styles import Brushes, brushes
from galli_tui.style.text_wrap import cells
from saves.text import ellipsize

Piece: TypeAlias = tuple[str, Style]
"""A text, never read as markup, and its style."""

OTHER_BUTTON = 3
"""The right button of the mouse."""


def joined(segments: Iterable[Segment]) -> list[Segment]:
    """Return the segments with neighbours of the same style merged; styles are cached, so identity is enough."""
    found: list[Segment] = []
    text, style = "", None
    for more, own, _ in segments:
        if own is style:
            text += more
        else:
            if text:
                found.append(Segment(text, style))
            text, style = more, own
    if text:
        found.append(Segment(text, style))
    return found


def strip_of(pieces: Iterable[Piece], width: int, rest: Style) -> Strip:
    """Return a strip of exactly `width` cells, cut or filled up in the style `rest`."""
    return Strip(joined(Segment(text, style) for text, style in pieces)).adjust_cell_length(width, rest)


def shortened(text: str, room: int) -> str:
    """Return the text, cut after a word and ended by "…" if it takes more than `room` cells."""
    cut = ellipsize(text, room)
    if cut == text:
        return text
    words = cut.removesuffix("…").rstrip()
    if text[len(words) : len(words) + 1] != " " and " " in words:
        words = words.rpartition(" ")[0]
    return f"{words.rstrip(' ,;:')}…"


def trimmed_pieces(pieces: Iterable[Piece], width: int) -> list[Piece]:
    """Return the pieces that fit into `width` cells; the first that does not is shortened and ends in "…"."""
    kept: list[Piece] = []
    room = width
    for text, style in pieces:
        if cells(text.rstrip()) > room:
            kept.append((shortened(text.rstrip(), room), style))
            break
        kept.append((text, style))
        room -= cells(text)
    return kept


def width_of(pieces: Iterable[Piece]) -> int:
    """Return how many cells the pieces take together."""
    return sum(cells(text) for text, _ in pieces)


def app_of(widget: Widget) -> AppBase:
    """Return a widget's app, by its own type."""
    return cast("AppBase", widget.app)  # pyright: ignore[reportUnknownMemberType]


def glyphs_of(widget: Widget) -> WidgetGlyphs:
    """Return the glyphs that the terminal can show."""
    return ASCII if app_of(widget).terminal.ascii else UNICODE


class CachedWidget(Widget):
    """A widget that is drawn again only after a `refresh`, or in another size or theme.

    Textual draws every line of every widget at every change. Even from a cache of lines, that costs a screen of ten
    widgets more than the change itself.
    """

    _kept: tuple[object, list[Strip]] | None = None

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        self._kept = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_lines(self, crop: Region) -> list[Strip]:
        drawn_for = (crop, self.size, app_of(self).theme)
        if self._kept is None or self._kept[0] != drawn_for:
            self._kept = drawn_for, self.draw_lines(crop)
        return self._kept[1]

    def draw_lines(self, crop: Region) -> list[Strip]:
        """Return the lines as they are now."""
        return super().render_lines(crop)


class ThemedWidget(CachedWidget):
    """A widget that draws its own lines in the theme's text styles."""

    GROUND: str = "page"
    """The palette's background behind the widget."""

    @property
    def brushes(self) -> Brushes:
        """Return the text styles for this widget's background."""
        return brushes(app_of(self).theme, self.GROUND)

    @property
    def glyphs(self) -> WidgetGlyphs:
        """Return the glyphs this terminal can show."""
        return glyphs_of(self)

    def steps_back_at(self, cell: Offset) -> bool:
        """Return whether a click on a cell of the widget goes back a step."""
        return False


class LineWidget(ThemedWidget):
    """A widget of one line."""

    DEFAULT_CSS = """
    LineWidget { height: 1; width: 1fr; }
    """

    def pieces(self, width: int) -> list[Piece]:
        """Return the contents of the line; more than `width` cells are cut."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        return strip_of(self.pieces(width), width, self.brushes.ink) if y == 0 else Strip.blank(width)


__all__ = [
    "LineWidget",
    "Piece",
    "ThemedWidget",
    "cells",
    "ellipsize",
    "joined",
    "shortened",
    "strip_of",
    "trimmed_pieces",
    "width_of",
]
