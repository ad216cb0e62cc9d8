"""Filters for limited terminals, which send what widgets draw without colours, or as ASCII, cell for cell."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

from galli_tui.terminal.capabilities import Colours, Terminal
from galli_tui.terminal.safe_text import to_ascii


class AsciiFilter(LineFilter):
    """Replaces every character outside ASCII by a similar one."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else Segment(to_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def filters_for(terminal: Terminal) -> list[LineFilter]:
    """Return Textual's filters of lines for a terminal without colours or limited to ASCII."""
    filters: list[LineFilter] = []
    if terminal.colours is Colours.NONE:
        filters.append(NoColor())
    if terminal.ascii:
        filters.append(AsciiFilter())
    return filters
