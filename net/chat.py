"""The last lines of chat and the last signs at a table, cleaned and limited. Who may speak, the machines decide."""

from __future__ import annotations

from collections import deque
from typing import Final

from net.wire.messages import MAX_TEXT, ChatMessage, PointerMessage
from saves.text import clean_text

MAX_LINES: Final = 50
MAX_POINTERS: Final = 8


def clean_line(text: str) -> str:
    """A line that no terminal stumbles over, of at most 200 characters; empty if nothing is left."""
    return clean_text(text[: 4 * MAX_TEXT])[:MAX_TEXT].rstrip()


class Chat:
    """What was said and shown last."""

    def __init__(self) -> None:
        self._lines: deque[ChatMessage] = deque(maxlen=MAX_LINES)
        self._signs: deque[PointerMessage] = deque(maxlen=MAX_POINTERS)
        self.line_count = 0
        """Lines so far, those that are forgotten counted in."""
        self.pointer_count = 0
        """And signs."""

    @property
    def lines(self) -> tuple[ChatMessage, ...]:
        """Oldest first."""
        return tuple(self._lines)

    @property
    def pointers(self) -> tuple[PointerMessage, ...]:
        """Oldest first."""
        return tuple(self._signs)

    def add(self, said: ChatMessage | PointerMessage) -> None:
        """Keeps it, and forgets the oldest."""
        if isinstance(said, ChatMessage):
            self._lines.append(said)
            self.line_count += 1
        else:
            self._signs.append(said)
            self.pointer_count += 1
