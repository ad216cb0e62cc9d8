"""The last word on a poor terminal: whatever a widget draws leaves as ASCII, cell for cell."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from galli_tui.terminal.capabilities import as_ascii


class AsciiFilter(LineFilter):
    """Puts an ASCII likeness in place of every other character."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else Segment(as_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]
