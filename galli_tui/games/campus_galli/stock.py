"""Lines of hut and pouch: a row for each shape, with a glyph for each colour left of it."""

from __future__ import annotations

from rich.cells import cell_len

from galli_tui.games.campus_galli.move_entry.base import POUCH, MatchContext, StockCursor
from galli_tui.games.campus_galli.plan_look import JOKER
from galli_tui.games.campus_galli.words import colour_word, shape_words
from galli_tui.games.kit.lines import Line, Span, fitting
from rules.campus_galli.box import Shape
from rules.campus_galli.state import State

_NAME = 9
"""Cells of a shape's name."""
_HUT = 9
"""Cells of the hut's colours, with the gap after them."""


def stock_lines(context: MatchContext, state: State, stock: StockCursor | None, width: int) -> list[Line]:
    """Return the heading with both counts, and a line for each shape. With a cursor, barred sections are marked."""
    rows = [_row(context, state, stock, number, shape) for number, shape in enumerate(context.box.shapes)]
    return [_heading(state, width), *rows]


def _heading(state: State, width: int) -> Line:
    hut, pouch = f"hut {state.hut.bit_count()} ", f"pouch {state.pouch.bit_count()} "
    rest = width - _NAME - 2 - _HUT - len(pouch)
    return Line(
        (
            Span("─" * (_NAME + 1) + " ", "edge"),
            Span(hut, "rubric", strong=True),
            Span("─" * (_HUT - len(hut) - 1) + " ", "edge"),
            Span(pouch, "rubric", strong=True),
            Span("─" * rest, "edge"),
        ),
        "sections",
    )


def _row(context: MatchContext, state: State, stock: StockCursor | None, number: int, shape: Shape) -> Line:
    setting = context.game.setting
    own = setting.shape_sections[number]
    here = stock is not None and stock.shape == number
    name = fitting((shape_words(context.box, number), shape.key), _NAME)
    padded = f"{'▸' if here else ' '}{name}{' ' * (_NAME - cell_len(name))}"
    spans = [Span(padded, "gold" if here else "ink", strong=here, target=f"stock:{number}")]
    for colour, kinds in enumerate(setting.colour_sections):
        there = state.hut & own & kinds
        allowed = stock is None or bool(stock.hut & there)
        at = here and stock is not None and stock.column == colour
        spans += _cell(context, there, colour, f"stock:{number},{colour}", allowed=allowed, at=at)
    spans.append(Span("  "))
    jokers = setting.sections & ~sum(setting.colour_sections)
    allowed = stock is None or bool(stock.pouch >> number & 1)
    at = here and stock is not None and stock.column == POUCH
    pouch: list[Span] = []
    for colour, kinds in enumerate((*setting.colour_sections, *((jokers,) if jokers else ()))):
        there = state.pouch & own & kinds
        pouch += _cell(context, there, colour, f"stock:{number},{POUCH}", allowed=allowed, at=False)
    if at:
        pouch = [
            Span("▸", "gold", strong=True, target=pouch[0].target),
            *(it._replace(chosen=True) for it in pouch[1:]),
        ]
    return Line((*spans, *pouch))


def _cell(context: MatchContext, there: int, colour: int, target: str, *, allowed: bool, at: bool) -> list[Span]:
    """Return a blank or pointer, then the glyph of one section, the number of several, or a dot."""
    count = there.bit_count()
    glyph = (context.glyphs.stock if allowed else context.glyphs.barred)[colour]
    char = "·" if not count else glyph if count == 1 else str(min(count, 9))
    tone = f"{colour_word(None if colour == JOKER else colour)}_text" if count and allowed else "faint"
    return [
        Span("▸" if at else " ", "gold", strong=True, target=target),
        Span(char, tone, strong=allowed, target=target, chosen=at),
    ]
