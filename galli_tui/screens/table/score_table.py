"""The parts of a score sheet: rows by seat with their totals, the verdict, and the ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from galli_tui.game_api.game_texts import RankRow
from galli_tui.style.text_styles import brush
from galli_tui.style.text_wrap import wrapped
from galli_tui.style.theme import named, palette_of, seat_colour
from galli_tui.style.wording import amount
from galli_tui.widgets.line_widget import Piece, ThemedWidget, app_of, cells, ellipsize, strip_of, width_of
from rules.engine.game import Meta
from rules.engine.score_sheet import ScoreLine, Sheet, Unit
from rules.engine.secrecy import Seat

_COLUMNS = 18, 15, 12, 9, 8
"""Cells of a column: the widest that leaves room for labels; the narrowest only if points don't touch their counts."""
_NUMBER = 4
"""Cells of a column for the count, at least."""
_WORTH = 7, 5
"""Cells of a column for the points, at most, in a roomy column and in a narrow one."""
_SHARED = "team"
"""The heading of what counts for the whole team."""
_HEADINGS = "count", "no."
"""The heading of a count; the short one where the column is narrow."""
_ROOMY = 15
"""Cells of a column from which it has room for the long headings."""
_ORNAMENT = 2
"""Cells of the ornament before the verdict."""
_HEAD, _SOLID = 8, 4
"""Cells of a rank for the mark and the least points, and for the colour."""


class ScoreTable(ThemedWidget):
    """A line for each row of the sheet, a column for each seat, and one for what counts for the whole table.

    A seat that plays alone has all of it in one column.

    Each column shows a count and its score; of a game whose rows do not add up, the counts alone.
    """

    DEFAULT_CSS = "ScoreTable { width: 1fr; height: auto; }"

    class RowAsked(Message):
        """A row was clicked."""

        def __init__(self, label: str, clause: str) -> None:
            super().__init__()
            self.label, self.clause = label, clause

    def __init__(
        self, sheet: Sheet, meta: Meta, labels: Mapping[str, str], names: tuple[str, ...], colours: tuple[str, ...]
    ) -> None:
        super().__init__()
        self._unit, self._adds_up = meta.unit, meta.adds_up
        self._sheet, self._labels, self._names, self._colours = sheet, labels, names, colours
        self._keys = tuple(dict.fromkeys(line.key for line in sheet.lines))
        alone = sheet.team is not None and len(names) == 1
        self._totals = (sheet.team,) if alone and sheet.team is not None else sheet.seats
        self._cells: dict[tuple[str, Seat | None], list[ScoreLine]] = {}
        for line in sheet.lines:
            self._cells.setdefault((line.key, Seat(0) if alone else line.seat), []).append(line)
        self._with_table = sheet.team is not None and not alone

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._keys) + (4 if self._adds_up else 1)

    @property
    def _columns(self) -> int:
        return len(self._names) + self._with_table

    @property
    def _column(self) -> int:
        *wide, narrow = _COLUMNS
        longest = max(map(cells, self._labels.values()), default=0)
        for column in wide:
            if self.size.width - column * self._columns > longest:
                return column
        widest = max((cells(self._points(lines)) for lines in self._cells.values()), default=0)
        return narrow if widest < narrow - _NUMBER else wide[-1]

    @property
    def _worth(self) -> int:
        """The cells of a column that are for points."""
        return min(_WORTH[self._column < _ROOMY], self._column - _NUMBER)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        ink = self.brushes
        room = width - self._column * self._columns
        rule = self.glyphs.rule * width
        if y == 0:
            pieces = self._head(room)
        elif self._adds_up and y == 1:
            narrow = self._column < _ROOMY
            scores = self._unit.many if not narrow else "pts" if self._unit.one == "point" else ""
            column = _HEADINGS[narrow].rjust(self._column - self._worth) + scores.rjust(self._worth)
            pieces = [(" " * room, ink.ink), (column * self._columns, ink.faint)]
        elif y < len(self._keys) + self._above:
            pieces = self._row(self._keys[y - self._above], room)
        elif y == len(self._keys) + self._above:
            pieces = [(rule, ink.edge)]
        else:
            pieces = self._sums(room)
        return strip_of(pieces, width, ink.ink)

    def on_click(self, event: Click) -> None:
        row = event.y - self._above
        if 0 <= row < len(self._keys):
            key = self._keys[row]
            clause = next(line.clause for line in self._sheet.lines if line.key == key)
            self.post_message(self.RowAsked(self._labels[key], clause))

    @property
    def _above(self) -> int:
        """The lines above the rows."""
        return 2 if self._adds_up else 1

    def _head(self, room: int) -> list[Piece]:
        palette = palette_of(app_of(self).theme)
        pieces: list[Piece] = [(" " * room, self.brushes.ink)]
        for name, colour in zip(self._names, self._colours, strict=True):
            text = ellipsize(name, self._column - 1)
            style = brush(seat_colour(colour, palette).text, palette.page, bold=True)
            pieces.append((" " * (self._column - cells(text)) + text, style))
        if self._with_table:
            pieces.append((_SHARED.rjust(self._column), self.brushes.rubric))
        return pieces

    def _row(self, key: str, room: int) -> list[Piece]:
        label = ellipsize(self._labels[key], room - 1)
        pieces: list[Piece] = [(label + " " * (room - cells(label)), self.brushes.ink)]
        for seat in range(len(self._names)):
            pieces += self._cell(key, Seat(seat))
        if self._with_table:
            pieces += self._cell(key, None)
        return pieces

    def _cell(self, key: str, seat: Seat | None) -> list[Piece]:
        lines = self._cells.get((key, seat))
        if not lines:
            return [(" " * self._column, self.brushes.ink)]
        count, sum_ = sum(line.count for line in lines), sum(line.points for line in lines)
        if not self._adds_up:
            return [(str(count).rjust(self._column), self.brushes.ink if count else self.brushes.faint)]
        text = self._points(lines)
        style = self.brushes.refusal if sum_ < 0 else self.brushes.ink if sum_ else self.brushes.faint
        return [(str(count).rjust(self._column - self._worth), self.brushes.faint), (text.rjust(self._worth), style)]

    def _points(self, lines: Sequence[ScoreLine]) -> str:
        return amount(sum(line.points for line in lines), self._unit, self.glyphs.half)

    def _sums(self, room: int) -> list[Piece]:
        pieces: list[Piece] = [("Total".ljust(room), self.brushes.strong)]
        pieces += [
            (amount(score, self._unit, self.glyphs.half).rjust(self._column), self.brushes.strong)
            for score in self._totals
        ]
        if self._with_table and self._sheet.team is not None:
            pieces.append(
                (amount(self._sheet.team, self._unit, self.glyphs.half).rjust(self._column), self.brushes.gold)
            )
        return pieces


class Verdict(ThemedWidget):
    """Who won, or which rank the team has, in as many lines as that takes."""

    DEFAULT_CSS = "Verdict { width: 1fr; height: auto; }"

    def __init__(self, text: str, *, over: bool) -> None:
        super().__init__()
        self._text, self._over = text, over

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(wrapped(self._text, width - _ORNAMENT)))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        lines = wrapped(self._text, width - _ORNAMENT)
        ornament = self.glyphs.ornament if self._over and y == 0 else ""
        text = lines[y] if y < len(lines) else ""
        indent = _ORNAMENT if self._over else 0
        return strip_of(
            [(f"{ornament:<{indent}}", self.brushes.rubric), (text, self.brushes.gold)], width, self.brushes.ink
        )


class RankLadder(ThemedWidget):
    """The ranks, best at the top, with the reached one marked.

    The steps within the lowest rank are below it, or beside the ranks where there is room.
    """

    DEFAULT_CSS = "RankLadder { width: 1fr; height: auto; }"

    def __init__(self, bands: tuple[RankRow, ...], steps: tuple[RankRow, ...], reached: str, unit: Unit) -> None:
        super().__init__()
        self._bands, self._steps, self._reached = bands[::-1], steps[::-1], reached
        self._unit = unit

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if self._stands_beside(width):
            return max(len(self._bands), len(self._steps))
        return len(self._bands) + len(self._steps)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        pieces: list[Piece] = []
        if self._stands_beside(width):
            if y < len(self._bands):
                pieces = self._band(self._bands[y])
            pieces.append((" " * (self._beside_at - width_of(pieces)), self.brushes.ink))
            if y < len(self._steps):
                pieces += self._step(self._steps[y])
        elif y < len(self._bands):
            pieces = self._band(self._bands[y])
        else:
            pieces = [(" " * _SOLID, self.brushes.ink), *self._step(self._steps[y - len(self._bands)])]
        return strip_of(pieces, width, self.brushes.ink)

    @property
    def _longest(self) -> int:
        """The cells that the longest name of a rank takes."""
        return max(cells(band.name) for band in self._bands)

    @property
    def _beside_at(self) -> int:
        """Cells for the ranks where the steps are beside them."""
        return _HEAD + _SOLID + self._longest + 2 + max(cells(band.verdict) for band in self._bands)

    def _stands_beside(self, width: int) -> bool:
        return bool(self._steps) and self._beside_at + _HEAD + max(cells(step.name) for step in self._steps) <= width

    def _band(self, band: RankRow) -> list[Piece]:
        here, ink = band.key == self._reached, self.brushes
        palette = palette_of(app_of(self).theme)
        paint = brush(named(palette).get(band.colour, palette.ink), palette.page, bold=here)
        return [
            *self._begins(band, here),
            (self.glyphs.solid * 3 + " ", paint),
            (band.name.ljust(self._longest + 1), paint),
            (band.verdict, ink.strong if here else ink.faint),
        ]

    def _step(self, step: RankRow) -> list[Piece]:
        here, ink = step.key == self._reached, self.brushes
        return [*self._begins(step, here), (step.name, ink.strong if here else ink.ink)]

    def _begins(self, band: RankRow, here: bool) -> list[Piece]:
        """Return the mark of the reached rank, and the least points."""
        ink = self.brushes
        least = "" if band.least is None else amount(band.least, self._unit, self.glyphs.half)
        return [
            (f"{self.glyphs.here if here else ''} ".rjust(2), ink.gold),
            (least.rjust(4), ink.strong if here else ink.faint),
            ("  ", ink.ink),
        ]
