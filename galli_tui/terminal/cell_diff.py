"""A record of what the terminal shows, cell by cell, so that each update writes only the cells that change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress, count, repeat
from operator import is_not
from typing import Final, cast

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderResult
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from galli_tui.terminal.cell_sequences import PLAIN, Cell, CellRun, CellWriter, Pen, Row, joined

_ON: Final = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "blink2": "6",
    "reverse": "7",
    "conceal": "8",
    "strike": "9",
    "underline2": "21",
    "overline": "53",
}
"""The code that switches on an attribute, by Rich's name."""


__all__ = ["CellDiff", "ChangedCells", "CompositorUpdate", "LayoutUpdate"]


class CellDiff:
    """The cells on the terminal. Every update must pass through `changes`, in the order of writing."""

    def __init__(self) -> None:
        self._rows: dict[int, Row] = {}
        self._pen: Pen | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing has been written yet, or since `forget`."""
        return not self._rows

    def forget(self) -> None:
        """Assume nothing about the terminal, so that updates are written in full again."""
        self._rows.clear()
        self._pen = None

    def changes(self, update: Iterable[Segment], colours: ColorSystem) -> str:
        """Return what to write so that the terminal shows `update`, which consists of cursor moves and styled text.

        The cursor may be anywhere. The attributes and colours must be as the last update left them: other code that
        sets them must reset them and then call `forget`.
        """
        before: dict[int, Row] = {}
        x = y = 0
        for text, style, control in update:
            if control:
                for move in control:
                    if len(move) == 3 and move[0] is ControlType.CURSOR_MOVE_TO:
                        x, y = int(move[1]), int(move[2])
            elif text != "\n":
                x = self._put_changed(x, y, _cells(text, pen_of(style, colours) if style else PLAIN), before)
        return self._written(before)

    def partial_changes(self, update: ChopsUpdate, colours: ColorSystem) -> str:
        """Return what `changes` returns, for an update of parts of some lines."""
        before: dict[int, Row] = {}
        for y, start, end in update.spans:
            for (x, strip), strip_end in zip(update.chops[y].items(), update.chop_ends[y], strict=False):
                if strip is None or x >= end or strip_end <= start:
                    continue
                after = x
                for text, style, _ in strip:
                    at, after = after, after + (len(text) if text.isascii() else cell_len(text))
                    if after > start:
                        self._put_changed(at, y, _cells(text, pen_of(style, colours) if style else PLAIN), before)
                    if after >= end:
                        break
        return self._written(before)

    def _put_changed(self, x: int, y: int, cells: Row, before: dict[int, Row]) -> int:
        """Put cells into a row, which is first copied to `before` if they change it; return the column after them."""
        row = self._rows.setdefault(y, [])
        end = x + len(cells)
        if row[x:end] != cells:
            if y not in before:
                before[y] = row.copy()
            _put(row, x, cells)
        return end

    def _written(self, before: Mapping[int, Row]) -> str:
        """Return what to write for the rows that are no longer as they were before."""
        runs = _runs((y, before[y], self._rows[y]) for y in sorted(before))
        writer = CellWriter(self._rows, self._pen)
        writer.write(runs)
        self._pen = writer.pen
        return writer.written


class ChangedCells(CompositorUpdate):
    """A Textual update that writes only the cells it changes on the terminal."""

    def __init__(self, update: RenderableType, shown: CellDiff) -> None:
        self._update = cast("ConsoleRenderable", update)
        self._shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from console.render(self._update, options)

    def render_segments(self, console: Console) -> str:
        """Return what to write, and count it as written."""
        colours = COLOR_SYSTEMS[console.color_system or "truecolor"]
        if isinstance(self._update, ChopsUpdate):
            return self._shown.partial_changes(self._update, colours)
        # Textual's updates consist of segments, which Rich need not look through for anything else to render.
        segments = cast("Iterable[Segment]", self._update.__rich_console__(console, console.options))
        return self._shown.changes(segments, colours)


@lru_cache(8192)
def pen_of(style: Style, colours: ColorSystem) -> Pen:
    """Return the pen for a style, in colours that the terminal has."""
    return Pen(
        frozenset(code for name, code in _ON.items() if getattr(style, name)),
        _colour(style.color, colours, foreground=True) or PLAIN.foreground,
        _colour(style.bgcolor, colours, foreground=False) or PLAIN.background,
    )


def _colour(color: Color | None, colours: ColorSystem, *, foreground: bool) -> str:
    return ";".join(color.downgrade(colours).get_ansi_codes(foreground)) if color else ""


@lru_cache(8192)
def _cells(text: str, pen: Pen) -> Row:
    """Return the cells of a text, to be read only; with a wide character in it, all of the text is taken together."""
    width = cell_len(text)
    if width == len(text) and (text.isascii() or all(get_character_cell_size(char) == 1 for char in text)):
        blank = pen.blank
        return [_cell(char, blank if char == " " else pen) for char in text]
    return [_cell(text, pen), *repeat(_cell("", pen), width - 1)] if width else []


@lru_cache(8192)
def _cell(text: str, pen: Pen) -> Cell:
    """Return a cell, mostly the same object for the same cell, so that rows are compared quickly."""
    return text, pen


def _put(row: Row, x: int, cells: Row) -> None:
    """Put cells into a row from column `x` on."""
    row.extend(repeat(None, x - len(row)))
    end = x + len(cells)
    left, right = x, end
    # Of cells that were taken together and lose some of them, the terminal may show anything.
    while _continues(row, left):
        left -= 1
    while _continues(row, right):
        right += 1
    if left < x or right > end:
        row[left:right] = repeat(None, right - left)
    row[x:end] = cells


def _continues(row: Sequence[Cell | None], x: int) -> bool:
    cell = row[x] if x < len(row) else None
    return cell is not None and not cell[0]


def _runs(rows: Iterable[tuple[int, Row, Row]]) -> list[CellRun]:
    """Return what has to be written to turn the old cells of rows into the new ones, row by row."""
    found: list[CellRun] = []
    for y, old, new in rows:
        old.extend(repeat(None, len(new) - len(old)))
        x = end = 0
        text: list[str] = []
        pen = PLAIN
        for column in compress(count(), map(is_not, old, new)):
            cell = new[column]
            if cell is None or not cell[0] or cell == old[column]:
                continue
            both = joined(pen, cell[1]) if text and column == end else None
            if both is None:
                if text:
                    found.append(CellRun(y, x, end, "".join(text), pen))
                x, text, both = column, [], cell[1]
            text.append(cell[0])
            pen = both
            end = column + 1
            while end < len(new) and (after := new[end]) is not None and not after[0]:
                end += 1
        if text:
            found.append(CellRun(y, x, end, "".join(text), pen))
    return found
