"""A line of plain text in a faint colour, such as the label of a text field."""

from __future__ import annotations

from galli_tui.widgets.line_widget import LineWidget, Piece, cells, ellipsize


class FaintLabel(LineWidget):
    """A faint text, as wide as it is long unless CSS says otherwise. A click goes to the field after it in its line."""

    DEFAULT_CSS = "FaintLabel { width: auto; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def get_content_width(self, container: object, viewport: object) -> int:
        return cells(self._text)

    def pieces(self, width: int) -> list[Piece]:
        return [(ellipsize(self._text, width), self.brushes.faint)]

    def on_click(self) -> None:
        line = [*self.parent.children] if self.parent else []
        after = (it for it in line[line.index(self) + 1 :] if it.focusable)
        if field := next(after, None):
            field.focus()
