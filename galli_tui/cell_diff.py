"""A record of what the terminal shows, cell by cell, so that of each update only the changed cells are written.

What has to be painted, Textual's compositor says; who writes it to the terminal, and when, is left to the app.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final, NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import CompositorUpdate, LayoutUpdate

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
"""The code that switches on an attribute, by Rich's name for it."""
_OFF: Final = {
    "1": "22",
    "2": "22",
    "3": "23",
    "4": "24",
    "5": "25",
    "6": "25",
    "7": "27",
    "8": "28",
    "9": "29",
    "21": "24",
    "53": "55",
}
"""The code that switches off an attribute, by the code that switches it on."""
_LINES: Final = frozenset({"4", "7", "9", "21", "53"})
"""The attributes that show on a blank: lines, and the reversal of its colours."""
_MANY: Final = 300
"""More runs of cells than this are written row by row, as a whole screen is."""
_NEAR: Final = 4
"""Up to this many unchanged cells are written again, since to skip them takes no fewer bytes."""


__all__ = ["CellDiff", "ChangedCells", "CompositorUpdate", "LayoutUpdate"]


class Pen(NamedTuple):
    """The attributes and colours of a cell, as parameters of the escape sequence that selects them (SGR)."""

    attributes: frozenset[str] = frozenset()
    foreground: str = "39"
    background: str = "49"


Cell = tuple[str, Pen]
"""A character; or several that take their cells together; or "", which continues the cell on the left."""
_Row = list[Cell | None]
"""None for a cell of which nothing is known."""
PLAIN: Final = Pen()


class CellDiff:
    """The cells on the terminal. Every update of them must pass through `changes` in the order of writing."""

    def __init__(self) -> None:
        self._rows: dict[int, _Row] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been written yet, or not since all was forgotten."""
        return not self._rows

    def forget(self) -> None:
        """Assume nothing about the terminal, so that updates are written in full again."""
        self._rows.clear()

    def changes(self, update: Iterable[Segment], colours: ColorSystem) -> str:
        """Return what to write so that the terminal shows `update`, which consists of cursor moves and styled text.

        It starts with the attributes and colours reset and leaves them so; the cursor may be anywhere.
        """
        before: dict[int, _Row] = {}
        x = y = 0
        for text, style, control in update:
            if control:
                for move in control:
                    if len(move) == 3 and move[0] is ControlType.CURSOR_MOVE_TO:
                        x, y = int(move[1]), int(move[2])
            elif text != "\n":
                row = self._rows.setdefault(y, [])
                if y not in before:
                    before[y] = row.copy()
                x = _put(row, x, _cells(text, pen_of(style, colours) if style else PLAIN))
        runs = _runs((y, before[y], self._rows[y]) for y in sorted(before))
        by_row = _sequences(runs, self._rows)
        return by_row if len(runs) > _MANY else min(by_row, _sequences(_by_pen(runs), self._rows), key=len)


class ChangedCells(CompositorUpdate):
    """An update of Textual's that writes only what it changes on the terminal."""

    def __init__(self, update: RenderableType, shown: CellDiff) -> None:
        self._update = update
        self._shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from console.render(self._update, options)

    def render_segments(self, console: Console) -> str:
        """Return what to write, which counts as written from then on."""
        colours = COLOR_SYSTEMS[console.color_system or "truecolor"]
        return self._shown.changes(console.render(self._update), colours)


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
def _cells(text: str, pen: Pen) -> tuple[Cell, ...]:
    """Return the cells of a text; if any character is not one cell wide, all of the text is taken together."""
    width = cell_len(text)
    if width == len(text) and (text.isascii() or all(get_character_cell_size(char) == 1 for char in text)):
        blank = _blank(pen)
        return tuple((char, blank if char == " " else pen) for char in text)
    return ((text, pen), *repeat(("", pen), width - 1)) if width else ()


def _blank(pen: Pen) -> Pen:
    """Return the pen for a blank, whose foreground does not show unless a line is drawn through it."""
    return pen if pen.attributes & _LINES else Pen(frozenset(), "", pen.background)


def _put(row: _Row, x: int, cells: Sequence[Cell]) -> int:
    """Put cells into a row from column `x` on, and return the column after them."""
    row.extend(repeat(None, x - len(row)))
    end = x + len(cells)
    left, right = x, end
    # Of cells that were taken together and lose some of them, the terminal may show anything.
    while _continues(row, left):
        left -= 1
    while _continues(row, right):
        right += 1
    row[left:right] = [*repeat(None, x - left), *cells, *repeat(None, right - end)]
    return end


def _continues(row: Sequence[Cell | None], x: int) -> bool:
    cell = row[x] if x < len(row) else None
    return cell is not None and not cell[0]


class _Run(NamedTuple):
    """Changed cells side by side that one pen writes."""

    y: int
    x: int
    end: int
    text: str
    pen: Pen


def _runs(rows: Iterable[tuple[int, _Row, _Row]]) -> list[_Run]:
    """Return what has to be written to turn the old cells of rows into the new ones, row by row."""
    found: list[_Run] = []
    for y, old, new in rows:
        if old == new:
            continue
        old.extend(repeat(None, len(new) - len(old)))
        x = end = 0
        text: list[str] = []
        pen = PLAIN
        for column, cell in enumerate(new):
            if cell is None or not cell[0] or cell == old[column]:
                continue
            joined = _joined(pen, cell[1]) if text and column == end else None
            if joined is None:
                if text:
                    found.append(_Run(y, x, end, "".join(text), pen))
                x, text, joined = column, [], cell[1]
            text.append(cell[0])
            pen = joined
            end = column + 1
            while _continues(new, end):
                end += 1
        if text:
            found.append(_Run(y, x, end, "".join(text), pen))
    return found


def _joined(pen: Pen, following: Pen) -> Pen | None:
    """Return the pen that writes what either of two writes, if there is one."""
    if following == pen or (following == _blank(pen) and not pen.attributes & _LINES):
        return pen
    return following if pen == _blank(following) else None


def _by_pen(runs: list[_Run]) -> list[_Run]:
    """Sort runs so that each pen is taken up once, and pens with the same background follow each other."""
    order: dict[str, dict[Pen, list[_Run]]] = {}
    for run in runs:
        order.setdefault(run.pen.background, {}).setdefault(run.pen, []).append(run)
    return [run for pens in order.values() for of_pen in pens.values() for run in of_pen]


def _sequences(runs: Iterable[_Run], rows: dict[int, _Row]) -> str:
    """Return what writes the runs in their order."""
    written: list[str] = []
    pen, x, y = PLAIN, -1, -1
    for run in runs:
        if (y, x) != (run.y, run.x):
            between = rows[y][x : run.x] if run.y == y and 0 <= run.x - x <= _NEAR else ()
            if between and all(cell and cell[0] and _joined(pen, cell[1]) == pen for cell in between):
                written += [cell[0] for cell in between if cell]
            else:
                written.append(_move(x, y, run.x, run.y))
        if _joined(pen, run.pen) != pen:
            written.append(_switch(pen, run.pen))
            pen = run.pen if run.pen.foreground else Pen(pen.attributes - _LINES, pen.foreground, run.pen.background)
        written.append(run.text)
        x, y = run.end, run.y
        if len(run.text) != x - run.x or x >= len(rows[y]):
            y = -1  # Where the cursor is after wide characters, or at the margin, is up to the terminal.
    if pen != PLAIN:
        written.append(_switch(pen, PLAIN))
    return "".join(written)


@lru_cache(8192)
def _move(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return the shortest sequence that moves the cursor; from a `y` of -1 it may be anywhere."""
    absolute = f"\x1b[{to_y + 1};{to_x + 1}H"
    if y < 0:
        return absolute
    rows, columns = to_y - y, to_x - x
    down = rows and _relative(rows, "B", "A")
    across = "\b" * -columns if -4 <= columns < 0 else columns and _relative(columns, "C", "D")
    return min(absolute, f"{down or ''}{across or ''}", key=len)


def _relative(distance: int, forward: str, back: str) -> str:
    steps = abs(distance)
    return f"\x1b[{steps if steps > 1 else ''}{forward if distance > 0 else back}"


@lru_cache(4096)
def _switch(old: Pen, new: Pen) -> str:
    """Return the shortest sequence that changes the pen."""
    if not new.foreground:
        new = Pen(old.attributes - _LINES, old.foreground, new.background)
    off = {_OFF[code] for code in old.attributes - new.attributes}
    kept = {code for code in old.attributes if _OFF[code] not in off}
    codes = [*sorted(off), *sorted(new.attributes - kept)]
    codes += [code for code, was in zip(new[1:], old[1:], strict=True) if code != was]
    fresh = ["0", *sorted(new.attributes)]
    fresh += [code for code, plain in zip(new[1:], PLAIN[1:], strict=True) if code != plain]
    return f"\x1b[{min(';'.join(codes), ';'.join(fresh), key=len)}m"
