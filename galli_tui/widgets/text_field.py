"""A text field of one line, without borders and without a blinking cursor."""

from __future__ import annotations

from textual.geometry import Offset
from textual.widgets import Input

from galli_tui.widgets.line_widget import cells


class TextField(Input, inherit_bindings=False):
    """An editable plain text. Keys that scroll belong to the screen."""

    BINDINGS = Input.BINDINGS

    def __init__(self, value: str = "", *, placeholder: str = "", identity: str | None = None, most: int = 80) -> None:
        """Create a field for at most `most` characters."""
        super().__init__(
            value, placeholder=placeholder, id=identity, max_length=most, compact=True, select_on_focus=False
        )
        self.cursor_blink = False

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text, cutting what exceeds the limit, so that a long paste is not lost."""
        kept = len(self.value) - abs(end - start)
        super().replace(text[: max(0, self.max_length - kept)] if self.max_length else text, start, end)

    @property
    def cursor_cell(self) -> Offset:
        """Return the cell of the screen where the next character goes."""
        before = cells(self.value[: self.cursor_position])
        return self.content_region.offset + Offset(before - round(self.scroll_offset.x), 0)
