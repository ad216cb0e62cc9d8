"""A button on one line, as at the end of a form."""

from __future__ import annotations

from textual.events import Click
from textual.geometry import Offset
from textual.message import Message

from galli_tui.widgets.line_widget import LineWidget, Piece


class FormButton(LineWidget, can_focus=True):
    """A one-line button that is highlighted while focused. Clicks press it; the form handles Enter."""

    class Pressed(Message):
        """The button was clicked."""

    def __init__(self, text: str, *, identity: str) -> None:
        super().__init__(id=identity)
        self._text = text

    def put(self, text: str) -> None:
        """Change the text."""
        if text != self._text:
            self._text = text
            self.refresh()

    @property
    def cursor_cell(self) -> Offset:
        """Return the cell of the screen where the button begins."""
        return self.region.offset

    def pieces(self, width: int) -> list[Piece]:
        ink = self.brushes
        return (
            [(f"{self.glyphs.here} {self._text} ", ink.selected)]
            if self.has_focus
            else [(f"  {self._text}", ink.strong)]
        )

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: Click) -> None:
        self.post_message(self.Pressed())
