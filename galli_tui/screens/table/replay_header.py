"""The top line of a replay: the match, whose view it is, and which moment it is."""

from __future__ import annotations

from galli_tui.game_api.match_words import match_title
from galli_tui.replay.moment_words import viewer_words
from galli_tui.replay.timeline import Timeline
from galli_tui.widgets.line_widget import LineWidget, Piece, cells, ellipsize
from rules.engine.secrecy import Viewer


class ReplayHeader(LineWidget):
    """The match at the left; whose view and which moment at the right."""

    GROUND = "ground"

    def __init__(self) -> None:
        super().__init__()
        self._parts = ("", "", "")

    def show(self, timeline: Timeline, number: int, viewer: Viewer) -> None:
        """Show which match it is, who views it, and which moment it has come to."""
        table, turn = timeline.table, timeline.moments[number].turn
        match = ", ".join((match_title(table.game.meta.key, table.game.options), *table.marks))
        place = (f"turn {turn}  " if turn else "") + f"{number}/{timeline.last}"
        self._parts = (match, f"view: {viewer_words(table, viewer)}", place)
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
