"""A line to type in, without borders and without blinking."""

from __future__ import annotations

from textual.widgets import Input


class Field(Input):
    """Text to edit; what is typed is plain text."""

    def __init__(self, value: str = "", *, placeholder: str = "", identity: str | None = None, most: int = 80) -> None:
        """`most` is the greatest number of characters."""
        super().__init__(
            value, placeholder=placeholder, id=identity, max_length=most, compact=True, select_on_focus=False
        )
        self.cursor_blink = False
