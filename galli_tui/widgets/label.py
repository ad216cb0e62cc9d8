"""A line of plain text in a faint colour."""

from __future__ import annotations

from galli_tui.widgets.line_widget import LineWidget, Piece, cells, ellipsize


class FaintLabel(LineWidget):
    """A faint text, as wide as it is long unless CSS says otherwise."""

    DEFAULT_CSS = "FaintLabel { width: auto; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def get_content_width(self, container: object, viewport: object) -> int:
        return cells(self._text)

    def pieces(self, width: int) -> list[Piece]:
        return [(ellipsize(self._text, width), self.brushes.faint)]
