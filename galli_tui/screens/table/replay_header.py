"""The top line of a replay: the match, whose view it is, and which moment it is."""

from __future__ import annotations

from galli_tui.widgets.line_widget import LineWidget, Piece, cells, ellipsize


class ReplayHeader(LineWidget):
    """The match at the left; whose view and which moment at the right."""

    GROUND = "ground"

    def __init__(self) -> None:
        super().__init__()
        self._parts = ("", "", "")

    def show(self, match: str, viewer: str, place: str) -> None:
        """Show these words."""
        self._parts = (match, viewer, place)
        self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        match, viewer, place = self._parts
        right = f"{viewer}  {place} "
        left = ellipsize(f" Replay {self.glyphs.dot} {match}", max(0, width - cells(right) - 1))
        gap = " " * max(1, width - cells(left) - cells(right))
        return [
            (left, self.brushes.rubric),
            (gap, self.brushes.ink),
            (f"{viewer}  ", self.brushes.faint),
            (f"{place} ", self.brushes.gold),
        ]
