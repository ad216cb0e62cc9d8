"""Lines of text for the panels: spans with a tone each, wrapped and cut by cells.

Pure; `panel` puts them on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from saves.text import cell_width, ellipsize

_BLANKS = re.compile(r"( +)")


class Span(NamedTuple):
    """A piece of text in one tone."""

    text: str
    tone: str = "ink"
    """What it is written with: "ink", "faint", "rubric", "gold", "good", "refusal", "link", "edge", or a colour of
    pieces, as text or as an area: "red_text", "red_fill"."""
    strong: bool = False
    target: str = ""
    """What a click here means; empty where the line's own target holds."""
    chosen: bool = False
    """Whether it is under the cursor."""


class Line(NamedTuple):
    """One line of a panel."""

    spans: tuple[Span, ...] = ()
    target: str = ""
    """What a click on the line means; empty for nothing."""
    chosen: bool = False
    """Whether the whole line is under the cursor."""

    @property
    def text(self) -> str:
        """The line without its tones."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """How many cells it takes."""
        return sum(cell_len(span.text) for span in self.spans)


def line(*parts: str | Span, tone: str = "ink", target: str = "", chosen: bool = False) -> Line:
    """A line out of pieces; bare strings get the tone."""
    spans = tuple(part if isinstance(part, Span) else Span(part, tone) for part in parts)
    return Line(spans, target, chosen)


def spread(left: Sequence[str | Span], right: Sequence[str | Span], width: int, *, target: str = "") -> Line:
    """A line with one part at each end; the left one is cut if both do not fit."""
    tail = line(*right)
    head = trimmed(line(*left), width - tail.width - 1)
    return Line((*head.spans, Span(" " * (width - head.width - tail.width)), *tail.spans), target)


def trimmed(it: Line, width: int) -> Line:
    """The line, cut with dots if it is wider than so many cells."""
    if it.width <= width:
        return it
    spans: list[Span] = []
    left = width
    for span in it.spans:
        taken = cell_len(span.text)
        if taken >= left:
            spans.append(span._replace(text=ellipsize(span.text + "…", left)))
            break
        spans.append(span)
        left -= taken
    return it._replace(spans=tuple(spans))


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """The text in lines of so many cells, broken between words; later lines are indented."""
    width = max(width, indent + 2)
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if current and cell_len(longer) > width:
            lines.append(current)
            longer = " " * indent + word
        while cell_len(longer) > width:
            head = _within(longer, width)
            lines.append(head)
            longer = " " * indent + longer[len(head) :].strip()
        current = longer
    return [*lines, current] if current else lines


def _within(text: str, width: int) -> str:
    """As much of the text as fits into so many cells."""
    for end, char in enumerate(text):
        width -= cell_width(char)
        if width < 0:
            return text[:end]
    return text


def paragraph(
    text: str, width: int, tone: str = "ink", *, indent: int = 0, strong: bool = False, target: str = ""
) -> list[Line]:
    """The text as lines of one tone."""
    return [Line((Span(part, tone, strong),), target) for part in wrapped(text, width, indent)]


def flowed(spans: Sequence[Span], width: int, *, indent: int = 0) -> list[Line]:
    """Spans as one text in lines of so many cells, broken at blanks; later lines are indented."""
    atoms = [span._replace(text=part) for span in spans for part in _BLANKS.split(span.text) if part]
    lines: list[list[Span]] = [[]]
    room, word = width, list[Span]()
    for atom in [*atoms, Span(" ")]:
        if not atom.text.isspace():
            word.append(atom)
            continue
        need = sum(cell_len(it.text) for it in word)
        if need > room and lines[-1]:
            lines.append([Span(" " * indent)] if indent else [])
            room = width - indent
        lines[-1] += [*word, atom]
        room -= need + cell_len(atom.text)
        word = []
    return [Line(tuple(_without_end(it))) for it in lines]


def _without_end(spans: list[Span]) -> list[Span]:
    """The spans of a line without the blanks at its end."""
    while spans and spans[-1].text.isspace():
        spans = spans[:-1]
    return spans
