"""A track: a row or a ring of spaces with markers upon them, wrapped to a width or in one cell a space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.kit.blocks import fitted
from galli_tui.games.kit.lines import Line, Span
from galli_tui.style.glyphs import UNICODE
from galli_tui.style.text_wrap import cells

_LINK = Span("─", "edge")
_ON, _BACK = Span("▸", "edge"), Span("◂", "edge")
"""At the end of a row: the track goes on below; a ring returns to its first space."""


class TrackSpace(NamedTuple):
    """One space of a track."""

    sign: str = "·"
    """What happens there, or a dot."""
    tone: str = "faint"
    label: str = ""
    """Stands above the space, such as its number."""
    target: str = ""
    """The target of a click on it."""
    chosen: bool = False


class TrackMarker(NamedTuple):
    """A marker of a seat, or of the match, on a space."""

    at: int
    """The index of the space."""
    sign: Span
    new: bool = False
    """Whether it has come there since the reader's last turn; `track` flags it, `track_row` has no room for that."""


def track(
    spaces: Sequence[TrackSpace],
    markers: Sequence[TrackMarker],
    width: int,
    *,
    ring: bool = False,
    flag: str = UNICODE.new,
) -> list[Line]:
    """Return the track in rows of as many spaces as fit: their labels, the spaces, and the markers on each.

    Labels and markers have a line only where the track has any. With `ring` the last space leads to the first. `flag`
    stands before markers that are new.
    """
    signs = [it.sign._replace(text=f"{flag}{it.sign.text}") if it.new else it.sign for it in markers]
    on = [[sign for it, sign in zip(markers, signs, strict=True) if it.at == number] for number in range(len(spaces))]
    wide = max(
        max(cells(it.label), cells(it.sign), sum(cells(sign.text) for sign in signs))
        for it, signs in zip(spaces, on, strict=True)
    )
    columns = max(1, (width - 1) // (wide + 1))
    found: list[Line] = []
    for first in range(0, len(spaces), columns):
        row = range(first, min(first + columns, len(spaces)))
        last = row[-1] == len(spaces) - 1
        if any(it.label for it in spaces):
            found.append(_row([(Span(spaces[it].label, "faint"),) for it in row], wide, Span(" ")))
        ways = _row([(_space(spaces[it]),) for it in row], wide, _LINK)
        end = () if last and not ring else (_BACK,) if last else (_ON,)
        found.append(Line((*ways.spans, *end)))
        if markers:
            found.append(_row([on[it] for it in row], wide, Span(" ")))
    return found


def track_row(spaces: Sequence[TrackSpace], markers: Sequence[TrackMarker], *, group: int = 0) -> list[Span]:
    """Return the track in one cell a space, a blank after each `group`: its sign, its marker, or how many it has."""
    found: list[Span] = []
    for number, space in enumerate(spaces):
        signs = [it.sign for it in markers if it.at == number]
        found += [Span(" ")] if number and group and number % group == 0 else []
        found.append(signs[0] if len(signs) == 1 else Span(str(len(signs)), strong=True) if signs else _space(space))
    return found


def _space(it: TrackSpace) -> Span:
    return Span(it.sign, it.tone, target=it.target, chosen=it.chosen)


def _row(parts: Sequence[Sequence[Span]], wide: int, link: Span) -> Line:
    """Return spaces of one width, with a link after all but the last; links fill the room beside a sign."""
    spans: list[Span] = []
    for number, part in enumerate(parts):
        missing = wide - sum(cells(span.text) for span in part)
        spans += part
        spans.append(link._replace(text=link.text * (missing + (number < len(parts) - 1))))
    return fitted(Line(tuple(span for span in spans if span.text)), len(parts) * (wide + 1) - 1)
