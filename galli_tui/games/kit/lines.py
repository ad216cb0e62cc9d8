"""Lines of text for the panels: spans with a tone each, wrapped and shortened by cells.

`lines_panel` puts them on the screen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len

from galli_tui.style.text_wrap import wrapped, wrapped_pieces
from saves.text import ellipsize

BACK = "page:back"
"""The target of the line that closes a page."""
MORE = "more"
"""The kind of target of a count of items that are not shown."""
TOLD, LEGEND, NOTE = "told", "legend", "note"
"""The targets of lines of the log, of a legend, and of what is said about the selected item."""
_WITH_COUNTS = 3
"""The least number of lines that leave room to say how many more there are."""


class Span(NamedTuple):
    """A piece of text in one tone."""

    text: str
    tone: str = "ink"
    """The name of a text style, such as "ink", "faint", "rubric", "gold", "good", "refusal", "link" and "edge", or of a
    piece's colour, such as "red_text" and "red_fill"."""
    strong: bool = False
    target: str = ""
    """The target of a click on the span; empty for the line's target."""
    chosen: bool = False
    """Whether it is under the cursor."""


class Line(NamedTuple):
    """One line of a panel."""

    spans: tuple[Span, ...] = ()
    target: str = ""
    """The target of a click on the line; empty for none."""
    chosen: bool = False
    """Whether the whole line is under the cursor."""

    @property
    def text(self) -> str:
        """The plain text of the line."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """The width of the line in cells."""
        return sum(cell_len(span.text) for span in self.spans)

    @property
    def ends(self) -> list[int]:
        """The columns at which its spans end."""
        return [*accumulate(cell_len(span.text) for span in self.spans)]


def line(*parts: str | Span, tone: str = "ink", target: str = "", chosen: bool = False) -> Line:
    """Return a line made of parts; strings get the tone."""
    spans = tuple(part if isinstance(part, Span) else Span(part, tone) for part in parts)
    return Line(spans, target, chosen)


def spread(left: Sequence[str | Span], right: Sequence[str | Span], width: int, *, target: str = "") -> Line:
    """Return a line with one part at each end; the left one is shortened if both do not fit."""
    tail = line(*right)
    head = trimmed(line(*left), width - tail.width - 1)
    return Line((*head.spans, Span(" " * (width - head.width - tail.width)), *tail.spans), target)


def trimmed(it: Line, width: int) -> Line:
    """Return the line, shortened with "…" if it is wider than `width` cells."""
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


def paragraph(
    text: str, width: int, tone: str = "ink", *, indent: int = 0, strong: bool = False, target: str = ""
) -> list[Line]:
    """Return the text in lines of one tone; all but the first are indented."""
    return [Line((Span(part, tone, strong),), target) for part in _wrapped(text, width, indent)]


@lru_cache(1024)
def _wrapped(text: str, width: int, indent: int) -> tuple[str, ...]:
    """Return the lines of a text; most texts of a decision are shown again with the next key."""
    return tuple(wrapped(text, width, indent))


def flowed(spans: Sequence[Span], width: int, *, indent: int = 0) -> list[Line]:
    """Return spans as one text, wrapped at blanks; all lines but the first are indented."""
    first, *more = (
        [span._replace(text=text) for text, span in line]
        for line in wrapped_pieces([(span.text, span) for span in spans], width, indent)
    )
    margin = [Span(" " * indent)] if indent else []
    return [Line(tuple(first)), *(Line((*margin, *line)) for line in more)]


def targeted(lines: Iterable[Line], target: str) -> list[Line]:
    """Return the lines with this target for clicks."""
    return [it._replace(target=target) for it in lines]


def heading(text: str, width: int, target: str = "") -> Line:
    """Return a horizontal rule with a title."""
    shown = ellipsize(text, width - 4)
    rest = width - cell_len(shown) - 4
    return line(
        Span("─ ", "edge"), Span(shown, "rubric", strong=True), Span(" " + "─" * (rest + 1), "edge"), target=target
    )


def fitting(forms: Iterable[str], width: int) -> str:
    """Return the first form that fits into `width` cells; else the last, shortened."""
    last = ""
    for form in forms:
        if cell_len(form) <= width:
            return form
        last = form
    return ellipsize(last, width)


def window_of(blocks: Sequence[Sequence[Line]], at: int, room: int) -> list[Line]:
    """Return the items around the cursor in at most `room` lines, and how many more there are on either side.

    A block is the lines of an item; only whole ones are shown where there is room for the counts. A click on a count
    selects the next item that it counts.
    """
    starts = [0, *accumulate(map(len, blocks))]
    top = max(0, min(starts[at] - room // 2, starts[-1] - room))
    if room < _WITH_COUNTS or starts[-1] <= room:
        return [it for block in blocks for it in block][top : top + room]
    end = top + room
    first = bisect_left(starts, top + 1) if top else 0
    last = bisect_right(starts, end - 1) - 2 if end < starts[-1] else len(blocks) - 1
    if last < at:
        last = at
        first = min(at, bisect_left(starts, starts[at + 1] - room + 2))
    first = min(first, at)
    above = [_more_above(first)] if first else []
    below = [_more_below(last + 1, len(blocks))] if last + 1 < len(blocks) else []
    shown = [it for block in blocks[first : last + 1] for it in block]
    return [*above, *shown[: room - len(above) - len(below)], *below]


def window_from(blocks: Sequence[Sequence[Line]], top: int, room: int) -> list[Line]:
    """Return the items from `top` on in at most `room` lines, one at least, and how many there are around them."""
    above = [_more_above(top)] if top else []
    shown, last = [*blocks[top]], top
    while last + 1 < len(blocks):
        rest = 1 if last + 2 < len(blocks) else 0  # The line with how many more there are below.
        if len(above) + len(shown) + len(blocks[last + 1]) + rest > room:
            return [*above, *shown, _more_below(last + 1, len(blocks))]
        last += 1
        shown += blocks[last]
    return [*above, *shown]


def cut_below(window: Sequence[Line], count: int, room: int) -> list[Line]:
    """Return a window of `count` items in at most `room` lines by leaving out whole items at its end.

    The item under the cursor stays, with how many more there are, even where there is no room.
    """
    end = 1 + max(at for at, it in enumerate(window) if it.chosen)
    cut = max(end, room - 1)
    while end < cut < len(window) and window[cut].target == window[cut - 1].target:
        cut -= 1
    if len(window) <= room or cut >= len(window):
        return [*window]
    first = int(window[cut].target.partition(":")[2])
    return [*window[:cut], _more_below(first, count)]


def cut_end(lines: Sequence[Line], room: int, width: int) -> list[Line]:
    """Return as many lines of a text as there is room for, with "…" where it is cut."""
    if len(lines) <= room or room <= 0:
        return [*lines[: max(0, room)]]
    (*spans, last) = lines[room - 1].spans
    return [*lines[: room - 1], trimmed(line(*spans, last._replace(text=f"{last.text} …")), width)]


def _more_above(first: int) -> Line:
    """Return the count of the items before `first`, which are not shown."""
    return line(f"   ↑ {first} more", tone="faint", target=f"{MORE}:{first - 1}")


def _more_below(first: int, count: int) -> Line:
    """Return the count of the items from `first` on, which are not shown."""
    return line(f"   ↓ {count - first} more", tone="faint", target=f"{MORE}:{first}")
