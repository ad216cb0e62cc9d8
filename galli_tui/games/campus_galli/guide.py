"""The page that teaches: how a round goes, what earns and costs, and what each sign on the plan means."""

from __future__ import annotations

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.guide_tiles import LAYING, round_steps, tile_pages
from galli_tui.games.campus_galli.words import colour_word
from galli_tui.style.wording import signed_points
from galli_tui.widgets.rich_text import Paragraph, Span
from rules.campus_galli.box import COLOURS, LEAST_LEVEL, CardKind
from rules.campus_galli.game import ABOUT_COMPONENTS
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.scoring import BUILDER, LARGE_GAP, LAZY, PARCHMENT

_ROUND = (
    "The task board is filled up. A task that names a building of parchment turns it to wood.",
    "All draw cards and choose one, face down; the rest is kept for the second year, which is the last.",
    "Cards are turned up, the lowest goes first: it takes a section from the hut, or a shape blindly from the pouch.",
    LAYING,
)
_POINTS = (
    (BUILDER, "A master builder stands on a section that covers a symbol of its own colour, and no grass."),
    (None, "A fulfilled task brings its golden seals, a point each. One section may fulfil several."),
    (BUILDER, "For a building wholly covered, another may be turned from parchment to wood, with a builder beside it."),
    (LAZY, f"A lazy monk lies down in every gap of {SMALL_GAP} spaces or fewer that you leave, until it is closed."),
)
_TOGETHER = (
    "Against each other, the most points win. Together or alone all points are added up, less "
    f"{-LARGE_GAP // 2} for each gap that is larger and {-PARCHMENT // 2} for each building that is still parchment."
)


def guide(glyphs: Glyphs, level: int = 1) -> tuple[Paragraph, ...]:
    """The page for a level; for level I where none is known."""
    tiled, dangers = (level >= LEAST_LEVEL[kind] for kind in (CardKind.BOOK, CardKind.UNFINISHED))
    steps = round_steps(dangers=dangers) if tiled else _ROUND
    return (
        Paragraph("How a round goes", heading=True, close=True),
        *(Paragraph(text, str(number), close=True) for number, text in enumerate(steps, 1)),
        *(tile_pages(glyphs, dangers=dangers) if tiled else _earns()),
        Paragraph("", close=True),
        Paragraph("What the signs mean", heading=True, close=True),
        *(Paragraph("", spans=spans, close=True) for spans in _signs(glyphs)),
        *(Paragraph("", spans=spans, close=True) for spans in (_tile_signs(glyphs, dangers=dangers) if tiled else ())),
        Paragraph("", close=True),
        Paragraph("About the components", heading=True, close=True),
        Paragraph(ABOUT_COMPONENTS, close=True),
    )


def _earns() -> tuple[Paragraph, ...]:
    """What level I earns and costs."""
    return (
        Paragraph("", close=True),
        Paragraph("What it earns", heading=True, close=True),
        *(Paragraph(text, "✶" if points is None else signed_points(points), close=True) for points, text in _POINTS),
        Paragraph(_TOGETHER, close=True),
    )


def _tile_signs(glyphs: Glyphs, *, dangers: bool) -> list[tuple[Span, ...]]:
    """What there is besides where cards cost tiles."""
    found: list[tuple[Span, ...]] = [
        ((f"{glyphs.stock[-1]} ", "white_text"), ("is a joker, of no colour.", "ink")),
        (("b ", "gold"), ("shows every seat's board: tiles, library, guests, what each would bring again.", "ink")),
    ]
    if dangers:
        found += [
            (
                ("Dice: ", "ink"),
                (f"[{glyphs.symbols[0]}] ", "red_text"),
                ("asks for a red tile, ", "ink"),
                ("[any] ", "strong"),
                ("is black, for any one; ", "ink"),
                ("[-] ", "strong"),
                ("is white, for none.", "ink"),
            ),
            (
                (f"{glyphs.cordon} ", "strong"),
                ("is under the cordon: nothing may cover it;  ", "ink"),
                ("2 ", "gold"),
                ("grass that the second task asks for.", "ink"),
            ),
            ((f"{glyphs.mark} ", "gold"), ("what an event or your choice is about: a section, a building.", "ink")),
        ]
    return found


def _signs(glyphs: Glyphs) -> list[tuple[Span, ...]]:
    """A line for each thing on the plan and beside it."""
    symbols: list[Span] = []
    for colour in range(len(COLOURS)):
        tone = f"{colour_word(colour)}_text"
        symbols += [(f"{glyphs.symbols[colour]} ", tone), (f"{colour_word(colour)}  ", "ink")]
    faint = "" if glyphs.faint == glyphs.symbols else f"; {' '.join(glyphs.faint)} on parchment"
    return [
        (*symbols, (f"are the colours{faint}.", "ink")),
        (("A B ", "strong"), ("a building in wood;  ", "ink"), ("a b ", "strong"), ("still parchment.", "ink")),
        (
            (f"{glyphs.builder}N ", "gold"),
            ("a master builder of Notker;  ", "ink"),
            (f"{glyphs.lazy}N ", "gold"),
            ("a lazy monk of Notker, in a gap.", "ink"),
        ),
        (
            (f"{glyphs.recent}N ", "gold"),
            ("what Notker has laid or turned to wood since your last move.", "ink"),
        ),
        (
            (f"{glyphs.legal} ", "good"),
            ("the section you hold, where it may lie;  ", "ink"),
            (f"{glyphs.illegal} ", "refusal"),
            ("where it may not.", "ink"),
        ),
        (
            (f"{glyphs.gap} ", "gold"),
            ("a small gap, that is or that the section would leave: a lazy monk lies down in it.", "ink"),
        ),
        (
            (f"{glyphs.tree} ", "good"),
            ("a tree, never built on;  ", "ink"),
            (f"{glyphs.tuft} ", "faint"),
            ("grass, which may be built over.", "ink"),
        ),
        (
            ("Hut and pouch: ", "ink"),
            (f"{glyphs.stock[0]} ", "red_text"),
            ("one is left, a number how many, ", "ink"),
            ("· ", "faint"),
            ("none, ", "ink"),
            (f"{glyphs.barred[0]} ", "faint"),
            ("not for this card.", "ink"),
        ),
        (
            ("Turns: ", "ink"),
            ("▸ ", "gold"),
            ("before the name of who acts, and in brackets the card's number; ", "ink"),
            ("27/45 ", "faint"),
            ("is a card of two numbers.", "ink"),
        ),
        (
            ("Boards: ", "ink"),
            ("cards ", "faint"),
            ("left this year, ", "ink"),
            ("kept ", "faint"),
            ("for next year.", "ink"),
        ),
        (
            ("At the top: ", "ink"),
            ("points ", "faint"),
            ("of each seat; ", "ink"),
            ("team now ", "faint"),
            ("is the score together if the match ended now.", "ink"),
        ),
    ]
