"""The score of a match as a curve, one line for each seat or one for the team; a click goes to a moment.

Lines are drawn as steps, or in ASCII with a letter of each name.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.style import Style
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from galli_tui.style.initials import initials
from galli_tui.style.text_styles import tone_style
from galli_tui.style.wording import amount
from galli_tui.widgets.line_widget import Piece, ThemedWidget, app_of, cells, ellipsize, strip_of
from rules.engine.score_sheet import POINTS, Unit
from saves.text import ellipsize_apart

_SCALE = 5
"""Cells at the left for the largest and the smallest score."""
_NAME = 14
"""The most cells at the right for a name and its score."""
_BELOW = 2
"""Lines below the curve: marks, and where the rounds begin."""


class CurveLine(NamedTuple):
    """One line of the curve."""

    name: str
    tone: str
    scores: tuple[int, ...]
    """The score at every moment."""


class CurveMark(NamedTuple):
    """A sign below a moment of the curve."""

    number: int
    sign: str
    tone: str


class ScoreCurve(ThemedWidget):
    """Posts `MomentPicked` when a moment is clicked."""

    DEFAULT_CSS = "ScoreCurve { width: 1fr; height: 7; background: $page; }"

    class MomentPicked(Message):
        """A click on a moment."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: Sequence[CurveLine] = ()
        self._unit = POINTS
        self._starts: Sequence[tuple[int, str]] = ()
        self._axes = ("", "")
        self._names: Sequence[str] = ()
        """The names of the lines, as long as there is room for; in ASCII with their letters if these are others."""
        self._initials = ""
        """The letter of each line in ASCII."""
        self._bounds = (0, 0)
        """The lowest and the highest score of all lines."""
        self._marks: Sequence[CurveMark] = ()
        self._number = 0
        self._drawn: list[list[tuple[str, int | None]]] = []
        """What is in each cell, as drawn last."""

    def show(
        self,
        lines: Sequence[CurveLine],
        unit: Unit,
        starts: Sequence[tuple[int, str]],
        axes: tuple[str, str] = ("", ""),
    ) -> None:
        """Show these lines, all of the same length. `starts` names moments on the axis, such as those of rounds.

        `axes` says what the lines count, and what is on the axis.
        """
        self._lines, self._unit, self._starts, self._axes = lines, unit, starts, axes
        self._names = ellipsize_apart([line.name for line in lines], _NAME - 6)
        self._initials = initials(line.name for line in lines)
        if app_of(self).terminal.ascii and [line.name[:1].upper() for line in lines] != [*self._initials]:
            shorter = ellipsize_apart([line.name for line in lines], _NAME - 8)
            self._names = [f"{letter} {name}" for letter, name in zip(self._initials, shorter, strict=True)]
        every = [score for line in lines for score in line.scores]
        self._bounds = (min(every), max(every)) if every else (0, 0)
        self.refresh()

    def mark(self, number: int, marks: Sequence[CurveMark]) -> None:
        """Move the cursor to a moment, and show these signs, later ones over earlier ones in the same cell."""
        if (number, marks) != (self._number, self._marks):
            self._number, self._marks = number, marks
            self.refresh()

    @property
    def _last(self) -> int:
        return max((len(line.scores) for line in self._lines), default=1) - 1

    @property
    def _ends(self) -> int:
        """The cells of the names at the right, the same at every moment."""
        scores = max(cells(amount(score, self._unit, self.glyphs.half)) for score in self._bounds)
        names = [cells(name) + scores + 3 for name in self._names]
        return min(_NAME, max((*names, *(cells(axis) + 2 for axis in self._axes))))

    @property
    def _width(self) -> int:
        """The cells of the curve itself."""
        return max(1, self.size.width - _SCALE - self._ends)

    @property
    def _rows(self) -> int:
        """The rows of the curve itself."""
        return max(1, self.size.height - _BELOW)

    def column_of(self, number: int) -> int:
        """Return the column of a moment, from the left edge of the curve."""
        return round(number * (self._width - 1) / max(1, self._last))

    def number_at(self, column: int) -> int:
        """Return the moment at a column."""
        width = self._width
        return _moment(min(max(column, 0), width - 1), width, self._last)

    def on_click(self, event: Click) -> None:
        if self._lines:
            self.post_message(self.MomentPicked(self.number_at(event.x - _SCALE)))

    def draw_lines(self, crop: Region) -> list[Strip]:
        self._drawn = self._cells() if self._lines else []
        return super().draw_lines(crop)

    def render_line(self, y: int) -> Strip:
        if not self._lines or y >= self.size.height:
            return Strip.blank(self.size.width, self.brushes.ink)
        pieces = self._row(y) if y < self._rows else self._mark_row() if y == self._rows else self._axis()
        return strip_of(pieces, self.size.width, self.brushes.ink)

    def _row(self, y: int) -> list[Piece]:
        ink, (low, high) = self.brushes, self._bounds
        shown = high if y == 0 else low if y == self._rows - 1 else None
        label = "" if shown is None else amount(shown, self._unit, self.glyphs.half)
        drawn, cursor = self._drawn[y], self.column_of(self._number)
        bar = "|" if app_of(self).terminal.ascii else "│"
        pieces: list[Piece] = [(f"{label:>{_SCALE - 1}} ", ink.faint)]
        for column, (char, line) in enumerate(drawn):
            style = ink.edge if line is None else self._style(self._lines[line].tone)
            if column != cursor:
                pieces.append((char, style))
            else:
                pieces.append((bar, ink.gold) if line is None else (char, ink.selected))
        return [*pieces, *self._name_at(y)]

    def _style(self, tone: str) -> Style:
        return tone_style(app_of(self).theme, tone, self.GROUND, strong=True)

    def _cells(self) -> list[list[tuple[str, int | None]]]:
        """Return what is in each cell: a character, and the number of its line."""
        if app_of(self).terminal.ascii:
            return self._letters()
        found = self._blank()
        for number, line in enumerate(self._lines):
            heights = self._heights(line)
            for column, (before, now) in enumerate(pairwise((heights[0], *heights))):
                for row in range(min(before, now), max(before, now)):
                    found[row][column] = ("│", number)
                found[before][column] = ("╮" if now > before else "╯" if now < before else "─", number)
                if now != before:
                    found[now][column] = ("╰" if now > before else "╭", number)
        return found

    def _letters(self) -> list[list[tuple[str, int | None]]]:
        found = self._blank()
        for number, line in enumerate(self._lines):
            for column, row in enumerate(self._heights(line)):
                found[row][column] = (self._initials[number], number)
        return found

    def _blank(self) -> list[list[tuple[str, int | None]]]:
        return [[(" ", None)] * self._width for _ in range(self._rows)]

    def _heights(self, line: CurveLine) -> list[int]:
        """Return the row of a line in each column, from the top."""
        width, last = self._width, self._last
        return [self._row_of(line.scores[_moment(column, width, last)]) for column in range(width)]

    def _row_of(self, score: int) -> int:
        low, high = self._bounds
        return self._rows - 1 - round((score - low) * (self._rows - 1) / max(1, high - low))

    def _end(self, line: CurveLine) -> str:
        """Return the name of a line with the score at its end."""
        return f" {self._names[self._lines.index(line)]} {amount(line.scores[-1], self._unit, self.glyphs.half)}"

    def _name_at(self, y: int) -> list[Piece]:
        """Return the name of the line that ends at a row; of several, each takes a row of its own."""
        order = sorted(self._lines, key=lambda line: -line.scores[-1])
        wanted = [self._row_of(line.scores[-1]) for line in order]
        free = -1
        for place, line in enumerate(order):
            free = min(max(free + 1, wanted[place]), self._rows - len(order) + place)
            if free == y:
                return [(self._end(line), self._style(line.tone))]
        return []

    def _mark_row(self) -> list[Piece]:
        ink = self.brushes
        cursor = self.column_of(self._number)
        signs: dict[int, tuple[str, Style]] = {cursor: ("^" if app_of(self).terminal.ascii else "▲", ink.gold)}
        for mark in self._marks:
            column = self.column_of(mark.number)
            signs[column] = (mark.sign, ink.selected if column == cursor else self._style(mark.tone))
        pieces: list[Piece] = [(" " * _SCALE, ink.ink)]
        pieces += [signs.get(column, (" ", ink.ink)) for column in range(self._width)]
        return [*pieces, (f" {ellipsize(self._axes[0], max(0, self._ends - 1))}", ink.faint)]

    def _axis(self) -> list[Piece]:
        """Return the names of the rounds where they begin, as many as fit."""
        text = axis_names([(self.column_of(number), name) for number, name in self._starts], self._width)
        name = f" {ellipsize(self._axes[1], max(0, self._ends - 1))}"
        return [(" " * _SCALE, self.brushes.ink), (text.ljust(self._width) + name, self.brushes.faint)]


def axis_names(places: Sequence[tuple[int, str]], width: int) -> str:
    """Return names at their columns: all of them, or every second, third and so on, so that a blank parts them."""
    for step in range(1, len(places) + 1):
        chosen = places[::step]
        if all(column + len(name) < after for (column, name), (after, _) in pairwise(chosen)):
            text = ""
            for column, name in chosen:
                text = text.ljust(column) + name if column + len(name) <= width else text
            return text
    return ""


def _moment(column: int, width: int, last: int) -> int:
    """Return the moment at a column of a curve that shows moments 0 to `last`."""
    return round(column * last / max(1, width - 1))
