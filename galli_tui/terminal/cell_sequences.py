"""The escape sequences that write runs of cells in few bytes, by always writing next what is cheapest to reach.

Uses only sequences that every terminal understands, so none that repeats or erases characters.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

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
"""The attributes that show on a blank: lines, and reversed colours."""
_NEAR: Final = 4
"""Below this many unchanged cells, writing them again may take fewer bytes than skipping them."""
_CHOICE: Final = 5
"""The number of runs of each pen that compete to be next; more would be slower and save little."""
_MANY: Final = 300
"""Above this many runs, they are written row by row, as for a whole screen."""


class Pen(NamedTuple):
    """The attributes and colours of a cell, as parameters of the escape sequence that selects them (SGR)."""

    attributes: frozenset[str] = frozenset()
    foreground: str = "39"
    """Empty if no foreground shows."""
    background: str = "49"

    @property
    def blank(self) -> Pen:
        """Return the pen for a blank, whose foreground only shows as a line drawn through it."""
        return self if self.attributes & _LINES else Pen(frozenset(), "", self.background)


PLAIN: Final = Pen()


@lru_cache(8192)
def joined(pen: Pen, following: Pen) -> Pen | None:
    """Return the pen that can write the cells of both, because one of them writes blanks; None if neither can."""
    if following == pen or (following == pen.blank and not pen.attributes & _LINES):
        return pen
    return following if pen == following.blank else None


Cell = tuple[str, Pen]
"""A character; or several that take their cells together; or "", which continues the cell on the left."""
Row = list[Cell | None]
"""None for a cell of which nothing is known."""


class CellRun(NamedTuple):
    """Neighbouring cells written by one pen."""

    y: int
    x: int
    end: int
    text: str
    pen: Pen


class CellWriter:
    """Writes one update of a terminal, after which it shows `rows`. The cursor may be anywhere at first."""

    def __init__(self, rows: Mapping[int, Row], pen: Pen | None) -> None:
        self.pen = pen
        """The terminal's pen; None if unknown."""
        self._rows = rows
        self._x = self._y = -1
        self._written: list[str] = []

    @property
    def written(self) -> str:
        """Return everything written so far."""
        return "".join(self._written)

    def write(self, runs: Sequence[CellRun]) -> None:
        """Write the runs, which are sorted by row and column, in an order that takes few bytes."""
        if len(runs) > _MANY:
            for run in runs:
                self._write_cheapest(([run],))
            return
        # Blanks are written on the way to characters on the same background, by the pen of those.
        inks = {run.pen.background: run.pen for run in runs if run.pen.foreground and not run.pen.attributes & _LINES}
        waiting: dict[Pen, list[CellRun]] = {}
        for run in runs:
            pen = run.pen if run.pen.foreground else inks.get(run.pen.background, run.pen)
            waiting.setdefault(pen, []).append(run if pen is run.pen else run._replace(pen=pen))
        current: list[CellRun] = []
        while waiting:
            current = self._write_cheapest((current,) if current else waiting.values())
            if not current:
                waiting = {pen: queue for pen, queue in waiting.items() if queue}

    def _write_cheapest(self, queues: Iterable[list[CellRun]]) -> list[CellRun]:
        """Write the run that is reached in the fewest bytes, and return the queue it is taken from, each of one pen."""
        x, y, least = self._x, self._y, sys.maxsize
        best: tuple[list[CellRun], int, str, Pen] | None = None
        for queue in queues:
            wanted = queue[0].pen
            switch, pen = ("", wanted) if wanted is self.pen else _switch(self.pen, wanted)
            if (switch_size := len(switch)) >= least:
                continue
            for number, run in enumerate(queue[:_CHOICE]):
                to_y, to_x, *_ = run
                near = to_y == y and 0 < to_x - x < _NEAR
                way = self._way_near(run) if near else _move(x, y, to_x, to_y)
                size = switch_size + (_size(way) if near else len(way))
                if size < least:
                    least, best = size, (queue, number, way + switch, pen)
        if best is None:
            raise ValueError("no run to write")
        queue, number, way, pen = best
        self._write(queue.pop(number), way, pen)
        return queue

    def _way_near(self, run: CellRun) -> str:
        """Return how the cursor reaches a nearby run in its row: a move, or the unchanged cells before the run."""
        move, pen = _move(self._x, self._y, run.x, run.y), self.pen
        if pen is not None:
            between = self._rows[run.y][self._x : run.x]
            if all(cell and cell[0] and joined(pen, cell[1]) == pen for cell in between):
                return min(move, "".join(cell[0] for cell in between if cell), key=_size)
        return move

    def _write(self, run: CellRun, way: str, pen: Pen) -> None:
        self._written += (way, run.text)
        self.pen = pen
        self._x, self._y = run.end, run.y
        if len(run.text) != run.end - run.x or run.end >= len(self._rows[run.y]):
            self._y = -1  # Where the cursor is after wide characters, or at the margin, is up to the terminal.


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


@lru_cache(8192)
def _move(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return the shortest sequence that moves the cursor; from a `y` of -1 it may be anywhere."""
    if (x, y) == (to_x, to_y):
        return ""
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


@lru_cache(8192)
def _switch(old: Pen | None, new: Pen) -> tuple[str, Pen]:
    """Return the shortest sequence after which the terminal writes cells of the pen `new`, and its pen then."""
    if old is not None and joined(old, new) == old:
        return "", old
    if not new.foreground:
        new = Pen(old.attributes - _LINES, old.foreground, new.background) if old else new._replace(foreground="39")
    fresh = ["0", *sorted(new.attributes)]
    fresh += [code for code, plain in zip(new[1:], PLAIN[1:], strict=True) if code != plain]
    if old is None:
        return f"\x1b[{';'.join(fresh)}m", new
    off = {_OFF[code] for code in old.attributes - new.attributes}
    kept = {code for code in old.attributes if _OFF[code] not in off}
    codes = [*sorted(off), *sorted(new.attributes - kept)]
    codes += [code for code, was in zip(new[1:], old[1:], strict=True) if code != was]
    return f"\x1b[{min(';'.join(codes), ';'.join(fresh), key=len)}m", new
