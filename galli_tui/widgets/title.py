"""The title of the menu: the name in an open hand, with a plan's lines around it."""

from __future__ import annotations

from textual.strip import Strip

from galli_tui.widgets.line import Painted, Piece, strip_of

_TITLE = ("GALLI",)


class Title(Painted):
    """Drawn in rubric and gold."""

    GROUND = "ground"
    DEFAULT_CSS = "Title { height: 7; width: 1fr; }"

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        ink = self.brushes
        pieces: list[Piece] = [("G A L L I", ink.rubric)] if y == 3 else []
        return strip_of(pieces, width, ink.ink)
