"""The recent chat lines and pointers at a table, cleaned and limited. Who may chat is left to the state machines."""

from __future__ import annotations

from collections import deque
from typing import Final

from net.wire.messages import MAX_TEXT, ChatMessage, PointerMessage
from saves.text import clean_text

MAX_LINES: Final = 50
MAX_POINTERS: Final = 8


def clean_line(text: str) -> str:
    """Return a line without control characters, cut to 200 characters; may be empty."""
    return clean_text(text[: 4 * MAX_TEXT])[:MAX_TEXT].rstrip()


class Chat:
    """The most recent chat lines and pointers."""

    def __init__(self) -> None:
        self._lines: deque[ChatMessage] = deque(maxlen=MAX_LINES)
        self._pointers: deque[PointerMessage] = deque(maxlen=MAX_POINTERS)
        self.line_count = 0
        """Number of lines so far, including dropped ones."""
        self.pointer_count = 0
        """Number of pointers so far, including dropped ones."""

    @property
    def lines(self) -> tuple[ChatMessage, ...]:
        """The most recent ones, oldest first."""
        return tuple(self._lines)

    @property
    def pointers(self) -> tuple[PointerMessage, ...]:
        """The most recent ones, oldest first."""
        return tuple(self._pointers)

    def add(self, message: ChatMessage | PointerMessage) -> None:
        """Add a line or pointer, and drop the oldest if there are too many."""
        if isinstance(message, ChatMessage):
            self._lines.append(message)
            self.line_count += 1
        else:
            self._pointers.append(message)
            self.pointer_count += 1
