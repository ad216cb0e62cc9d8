"""An option list in two columns, below a few lines of full width: the menu."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import MouseEvent
from textual.geometry import Offset, Size
from textual.strip import Strip

from galli_tui.style.actions import bindings
from galli_tui.style.text_styles import brushes, tone_style
from galli_tui.widgets.line_widget import Piece, app_of, cells, glyphs_of, strip_of, trimmed_pieces
from galli_tui.widgets.option_list import OptionList, OptionRow


class ColumnList(OptionList, inherit_bindings=False):
    """Rows of full width, then an empty line, then two columns. A click chooses at once; digits are the screen's."""

    BINDINGS = bindings("list", "columns")
    numbered = False
    opens_by_number = True

    def __init__(self, above: Sequence[OptionRow], left: Sequence[OptionRow], right: Sequence[OptionRow]) -> None:
        super().__init__()
        self.show_columns(above, left, right)

    def show_columns(self, above: Sequence[OptionRow], left: Sequence[OptionRow], right: Sequence[OptionRow]) -> None:
        """Replace all rows, and select the first one."""
        below = len(above) + 1
        self._spots = (
            *(Offset(0, line) for line in range(len(above))),
            *(Offset(0, below + line) for line in range(len(left))),
            *(Offset(1, below + line) for line in range(len(right))),
        )
        self._above = len(above)
        self.show((*above, *left, *right), 0)
        self.styles.height = below + max(len(left), len(right))

    def show(self, rows: Sequence[OptionRow], index: int | None = None) -> None:
        super().show(rows, index)
        self.virtual_size = Size(0, 0)

    @property
    def _half(self) -> int:
        return self.size.width // 2

    def _reveal(self, *, center: bool = False) -> None:
        """Scroll nowhere: everything is in sight."""
        self.refresh()

    @property
    def cursor_cell(self) -> Offset:
        spot = self._spots[max(0, self.index)]
        return self.content_region.offset + Offset(spot.x * self._half, spot.y)

    def action_move(self, key: str) -> None:
        spot = self._spots[self.index]
        column = [place for place, other in enumerate(self._spots) if other.x == spot.x or other.y < self._above]
        at = column.index(self.index)
        match key:
            case "up":
                self.index = column[at - 1]
            case "down":
                self.index = column[(at + 1) % len(column)]
            case "home" | "pageup":
                self.index = 0
            case _:
                self.index = len(self._spots) - 1

    def action_cross(self, key: str) -> None:
        """Go to the same line of the other column, or to its last one."""
        spot = self._spots[self.index]
        if spot.y >= self._above:
            others = [place for place, other in enumerate(self._spots) if other.x != spot.x and other.y <= spot.y]
            self.index = [place for place in others if self._spots[place].y > self._above][-1]

    def _row_at(self, event: MouseEvent) -> int | None:
        at = event.get_content_offset(self)
        if at is None:
            return None
        spot = Offset(0 if at.y < self._above else min(1, at.x // max(1, self._half)), at.y)
        return self._spots.index(spot) if spot in self._spots else None

    def render_line(self, y: int) -> Strip:
        ink = brushes(app_of(self).theme, self.GROUND)
        pieces: list[Piece] = []
        for place, spot in enumerate(self._spots):
            if spot.y == y:
                pieces += self._row(place, self.size.width if y < self._above else self._half)
        return strip_of(pieces, self.size.width, ink.ink)

    def _row(self, place: int, width: int) -> list[Piece]:
        """Return one row, as wide as its column."""
        theme = app_of(self).theme
        ink = brushes(theme, self.GROUND)
        here = place == self.index
        chosen = (ink.selected if self.has_focus else ink.marked) if here else None
        if not here and place == self._hovered:
            chosen = ink.marked
        parts = [(text, chosen or tone_style(theme, name, self.GROUND)) for text, name in self.rows[place].parts]
        shown = trimmed_pieces(parts, width - 4)
        rest = width - 2 - sum(cells(text) for text, _ in shown)
        sign = glyphs_of(self).here if here else " "
        return [(f"{sign} ", chosen if here and chosen else ink.ink), *shown, (" " * rest, ink.ink)]
