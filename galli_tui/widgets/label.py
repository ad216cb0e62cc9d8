"""A line of plain text of second rank."""

from __future__ import annotations

from galli_tui.widgets.line import LineWidget, Piece, cells, fitted


class Label(LineWidget):
    """As wide as its text, unless CSS says otherwise."""

    DEFAULT_CSS = "Label { width: auto; }"

    def __init__(self, text: str = "", *, identity: str | None = None) -> None:
        super().__init__(id=identity)
        self._text = text

    def say(self, text: str) -> None:
        """Puts another text in its place."""
        self._text = text
        self.refresh(layout=True)

    def get_content_width(self, container: object, viewport: object) -> int:
        return cells(self._text)

    def pieces(self, width: int) -> list[Piece]:
        return [(fitted(self._text, width), self.brushes.faint)]
