"""Cards laid out in a row or a grid, as blocks of lines: a title on a bar, a text, and strokes that join cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from galli_tui.games.kit.blocks import fitted
from galli_tui.games.kit.lines import Line, Span, paragraph, spread, trimmed
from galli_tui.style.text_wrap import cells, wrapped


class CardFace(NamedTuple):
    """What a card shows."""

    title: str
    text: str = ""
    briefs: tuple[str, ...] = ()
    """Shorter texts, for where it does not fit."""
    tone: str = "ink"
    """The tone of the title where its bar has no colour."""
    bars: tuple[str, ...] = ()
    """The tones of the bar, from left to right; without any the title stands on the page."""
    marks: tuple[Span, ...] = ()
    """At the right end of the title."""
    foot: tuple[Span, ...] = ()
    """At the right end of the last line."""
    edge: Span = Span(" ")
    """The left edge below the bar, one cell wide."""
    text_tone: str = "ink"
    target: str = ""


def card(face: CardFace, width: int, height: int) -> list[Line]:
    """Return a card as a block of this size: its title, then its text."""
    room = height - 1
    texts = [it.spans for it in paragraph(_text(face, width, room), width - 1, face.text_tone)]
    if len(texts) > room:
        last = trimmed(Line(tuple(span for it in texts[room - 1 :] for span in (*it, Span(" ")))), width - 1)
        texts = [*texts[: room - 1], last.spans]
    lines = [Line((face.edge, *(texts[y] if y < len(texts) else ()))) for y in range(room)]
    if face.foot and lines:
        lines[-1] = spread(lines[-1].spans, face.foot, width)
    return [_bar(face, width), *(fitted(it, width)._replace(target=face.target) for it in lines)]


def _text(face: CardFace, width: int, room: int) -> str:
    """Return the longest text that fits into `room` lines, the last of which it shares with the foot."""
    foot = sum(cells(span.text) for span in face.foot)
    for text in (face.text, *face.briefs):
        lines = wrapped(text, width - 1)
        if len(lines) < room or (len(lines) == room and (not foot or cells(lines[-1]) < width - 1 - foot)):
            return text
    return (face.text, *face.briefs)[-1]


def _bar(face: CardFace, width: int) -> Line:
    """Return the title over the whole width, on the colours of its bar."""
    marks = sum(cells(span.text) for span in face.marks)
    title = fitted(Line((Span(face.title),)), width - marks - 1).text + " "
    if not face.bars:
        return Line((Span(title, face.tone, strong=True), *face.marks), face.target)
    text = title + "".join(span.text for span in face.marks)
    step, spans, start = width / len(face.bars), list[Span](), 0
    for number, tone in enumerate(face.bars, 1):
        end = width if number == len(face.bars) else round(number * step)
        spans.append(Span(text[start:end], tone, strong=True))
        start = end
    return Line(tuple(spans), face.target)


def card_grid(
    blocks: Sequence[Sequence[Line]], columns: int, joint: Callable[[int, int], Span | None], *, gap: int = 1
) -> list[Line]:
    """Return cards in rows, with one line between rows and `gap` cells between columns.

    `joint` returns the stroke between two neighbouring cards by their numbers: to the right, straight down, and down
    to either side. The stroke to the right is on the line of the titles; that straight down is below the left edge.
    """
    found: list[Line] = []
    width = blocks[0][0].width
    for first in range(0, len(blocks), columns):
        row = blocks[first : first + columns]
        for y in range(len(row[0])):
            spans: list[Span] = []
            for column, it in enumerate(row):
                stroke = joint(first + column - 1, first + column) if column and y == 0 else None
                spans += [_stretched(stroke or Span(" "), gap)] if column else []
                spans += [span._replace(target=span.target or it[y].target) for span in it[y].spans]
            found.append(Line(tuple(spans)))
        if first + columns < len(blocks):
            found.append(_between(first, columns, width, gap, joint))
    return found


def _between(first: int, columns: int, width: int, gap: int, joint: Callable[[int, int], Span | None]) -> Line:
    """Return the line below a row: strokes straight down, and three cells of each diagonal around the corners."""
    cells_ = [Span(" ")] * (columns * width + (columns - 1) * gap)
    for column in range(columns):
        left, above = column * (width + gap), first + column
        straight = joint(above, above + columns)
        if straight is not None:
            cells_[left] = straight
        if column + 1 < columns:
            down, up = joint(above, above + columns + 1), joint(above + 1, above + columns)
            for stroke in (it for it in (down, up) if it is not None):
                corner = left + width
                cells_[corner - 1 : corner + gap + 1] = [stroke] * (gap + 2)
    return Line(tuple(cells_))


def _stretched(stroke: Span, gap: int) -> Span:
    return stroke._replace(text=stroke.text * gap)
