"""Shapes drawn beside the text of a card or task that names them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from galli_tui.games.campus_galli.glyphs import ASCII
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.kit.lines import Line, Span
from galli_tui.games.kit.outlines import outline
from galli_tui.style.text_wrap import cells, wrapped


def pictured(
    context: MatchContext, shapes: Sequence[int], text: str, width: int, *, tone: str = "ink", target: str = ""
) -> list[Line]:
    """Return a text in lines, with these shapes drawn at the right."""
    pictures = shape_rows(context, shapes)
    room = max((len(row) for row in pictures), default=-2) + 2
    column = width - room
    return [
        Line((Span(told + " " * (column + 2 - cells(told)) if row else told, tone), Span(row, "gold")), target)
        for told, row in zip_longest(wrapped(text, column), pictures, fillvalue="")
    ]


def shape_rows(context: MatchContext, shapes: Sequence[int]) -> list[str]:
    """Return these shapes side by side."""
    drawn = [outline(context.box.shapes[shape].cells, ascii_only=context.glyphs is ASCII) for shape in shapes]
    return [
        "  ".join(_padded(row, rows) for row, rows in zip(row_of_each, drawn, strict=True)).rstrip()
        for row_of_each in zip_longest(*drawn, fillvalue="")
    ]


def _padded(row: str, rows: Sequence[str]) -> str:
    """Return a row of a picture as wide as all its rows are."""
    return row.ljust(max(map(len, rows)))
