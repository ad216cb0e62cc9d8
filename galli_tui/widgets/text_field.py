"""A line to type in, without borders and without blinking."""

from __future__ import annotations

from textual.geometry import Offset
from textual.widgets import Input

from galli_tui.widgets.line_widget import cells


class TextField(Input, inherit_bindings=False):
    """Text to edit; what is typed is plain text. The keys that scroll belong to the screen."""

    BINDINGS = Input.BINDINGS

    def __init__(self, value: str = "", *, placeholder: str = "", identity: str | None = None, most: int = 80) -> None:
        """`most` is the greatest number of characters."""
        super().__init__(
            value, placeholder=placeholder, id=identity, max_length=most, compact=True, select_on_focus=False
        )
        self.cursor_blink = False

    def replace(self, text: str, start: int, end: int) -> None:
        """Put as much of the text as there is room for in place of what is there; a long paste is not lost."""
        kept = len(self.value) - abs(end - start)
        super().replace(text[: max(0, self.max_length - kept)] if self.max_length else text, start, end)

    @property
    def cursor_cell(self) -> Offset:
        """The cell of the screen where the next letter goes."""
        before = cells(self.value[: self.cursor_position])
        return self.content_region.offset + Offset(before - round(self.scroll_offset.x), 0)
