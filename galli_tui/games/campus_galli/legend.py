"""The legend of the plan in a few words, for the room that is left below the seats' boards."""

from __future__ import annotations

from galli_tui.games.campus_galli.lines import Line, Span, flowed
from galli_tui.games.campus_galli.panels import heading
from galli_tui.games.campus_galli.signs import Signs
from galli_tui.games.campus_galli.words import colour_word
from rules.campus_galli.box import COLOURS

_FIRM = "\N{NO-BREAK SPACE}"
"""Keeps a sign and its word on one line."""


def legend_lines(signs: Signs, mark: str, width: int, height: int) -> list[Line]:
    """Return the heading and as many entries as fit into so many lines; none where there is no room for two lines.

    `mark` is a seat's letter, to show what stands for a monk.
    """
    entries = _entries(signs, mark)
    found: list[Line] = []
    for last in range(1, len(entries) + 1):
        spans = [span for entry in entries[:last] for span in entry]
        lines = [heading("on the plan", width), *flowed(spans, width)]
        if len(lines) > height:
            break
        found = lines
    return found


def _entries(signs: Signs, mark: str) -> list[tuple[Span, ...]]:
    """Return each sign with its word, the most needed first."""
    colours = [
        (signs.symbols[colour], f"{colour_word(colour)}_text", colour_word(colour)) for colour in range(len(COLOURS))
    ]
    rest = [
        ("A", "ink", "wood"),
        ("a", "ink", "parchment"),
        (f"{signs.builder}{mark}", "gold", "builder"),
        (f"{signs.lazy}{mark}", "gold", "lazy monk"),
        (f"{signs.fresh}{mark}", "gold", "last move"),
        (signs.roof, "gold", "small gap"),
        (signs.tree, "good", "tree"),
    ]
    return [
        (Span(f"{sign}{_FIRM}", tone, strong=True), Span(f"{word.replace(' ', _FIRM)}  ", "faint"))
        for sign, tone, word in (*colours, *rest)
    ]
