"""The top line of a replay: the match, whose eyes see it, and which moment it is."""

from __future__ import annotations

from galli_tui.widgets.line_widget import LineWidget, Piece, cells


class ReplayHeader(LineWidget):
    """The match at the left; whose eyes and which moment at the right."""

    GROUND = "ground"

    def __init__(self) -> None:
        super().__init__()
        self._parts = ("", "", "")

    def show(self, match: str, eyes: str, place: str) -> None:
        """Show these words."""
        self._parts = (match, eyes, place)
        self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        match, eyes, place = self._parts
        right = f"{eyes}  {place} "
        left = f" Replay {self.glyphs.dot} {match}"
        gap = " " * max(1, width - cells(left) - cells(right))
        return [
            (left, self.brushes.rubric),
            (gap, self.brushes.ink),
            (f"{eyes}  ", self.brushes.faint),
            (f"{place} ", self.brushes.gold),
        ]
