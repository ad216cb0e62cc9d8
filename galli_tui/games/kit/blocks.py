"""Blocks of lines, each of one width: put beside each other, aligned as a table of figures.

A block is a list of lines that are equally wide, so that blocks can stand side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from galli_tui.games.kit.lines import LEGEND, Line, Span, flowed, heading, line, targeted, trimmed
from galli_tui.style.text_wrap import NO_BREAK, cells


def fitted(it: Line, width: int, tone: str = "ink") -> Line:
    """Return the line in exactly this width: shortened, or filled up with blanks in a tone."""
    it = trimmed(it, width)
    missing = width - it.width
    return it._replace(spans=(*it.spans, Span(" " * missing, tone))) if missing else it


def block(lines: Sequence[Line], width: int, height: int = 0) -> list[Line]:
    """Return the lines as a block of a width, cut or filled up to the height if one is given."""
    kept = list(lines[:height]) if height else list(lines)
    kept += [Line()] * (height - len(kept))
    return [fitted(it, width) for it in kept]


def beside(*blocks: Sequence[Line], gap: int = 1) -> list[Line]:
    """Return blocks side by side, as planning boards are; shorter ones are filled up at their end.

    The target of a line becomes that of its spans.
    """
    widths = [it[0].width if it else 0 for it in blocks]
    rows: list[Line] = []
    for row in zip_longest(*blocks, fillvalue=Line()):
        spans: list[Span] = []
        for number, (it, width) in enumerate(zip(row, widths, strict=True)):
            spans += [Span(" " * gap)] if number and gap else []
            spans += [
                span._replace(target=span.target or it.target, chosen=span.chosen or it.chosen)
                for span in fitted(it, width).spans
            ]
        rows.append(Line(tuple(spans)))
    return rows


def figures(heads: Sequence[str], rows: Sequence[tuple[Line, Sequence[str]]], width: int) -> list[Line]:
    """Return a table of figures: a label in front of each row, and a head over each column of figures.

    The columns are as wide as their heads, and share what room is left. Figures of nothing are faint.
    """
    label = max(it.width for it, _ in rows)
    spare = max(0, width - label - sum(cells(head) + 1 for head in heads)) // len(heads)
    columns = [cells(head) + 1 + spare for head in heads]
    found = [
        line(" " * label, *(f"{head:>{column}}" for head, column in zip(heads, columns, strict=True)), tone="faint")
    ]
    for it, numbers in rows:
        shown = [
            Span(f"{number:>{column}}", "ink" if number.strip("0").isalnum() else "faint")
            for number, column in zip(numbers, columns, strict=True)
        ]
        found.append(Line((*fitted(it, label).spans, *shown), it.target))
    return [fitted(it, width) for it in found]


def legend(title: str, signs: Sequence[tuple[Span, str]], width: int, height: int) -> list[Line]:
    """Return a heading and what those signs mean that fit into `height` lines, the first being the most useful."""
    found: list[Line] = []
    for last in range(1, len(signs) + 1):
        pieces = [it for sign, meaning in signs[:last] for it in _sign(sign, meaning, "  ")]
        lines = [heading(title, width), *flowed(pieces, width)]
        if len(lines) > height:
            break
        found = targeted(lines, LEGEND)
    return found


def _sign(sign: Span, meaning: str, after: str) -> tuple[Span, Span]:
    """Return a sign and its meaning; no-break spaces keep them on one line."""
    words = meaning.replace(" ", NO_BREAK)
    return sign._replace(text=f"{sign.text}{NO_BREAK}"), Span(f"{words}{after}", "faint")


def bar(part: float, width: int, signs: tuple[str, str], tone: str = "gold") -> list[Span]:
    """Return a bar of which a part, from 0 to 1, is full: odds, or how far something has come."""
    full = round(max(0.0, min(1.0, part)) * width)
    return [Span(signs[0] * full, tone), Span(signs[1] * (width - full), "edge")]
