"""The guide to the game: the course of a round, scoring, and the meaning of each sign on the screen."""

from __future__ import annotations

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.guide_tiles import round_steps, tile_pages
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import colour_word
from galli_tui.widgets.rich_text import Paragraph, StyledRun
from rules.campus_galli.box import COLOURS, ROWS, CardKind
from rules.campus_galli.game import ABOUT_COMPONENTS
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.scoring import BUILDER, LARGE_GAP, LAZY, PARCHMENT

_ROUND = (
    "The task board is filled. A task that names a parchment building flips it to wood.",
    "All players draw cards and choose one, face down. The others come back in year 2, which is the last.",
    (
        "Cards are revealed; the lowest number goes first and takes a section from the hut, or draws a shape blind "
        "from the pouch. A card with two numbers counts the lower at the pouch, the higher at the hut."
    ),
    "Place it so that it covers at least one free wooden space, and no parchment, tree or other section.",
)
_POINTS = (
    (BUILDER, "A section that covers a symbol of its own colour, and no grass, gets a master builder."),
    (None, "A fulfilled task is worth its golden seals, a point each. One section may fulfil several tasks."),
    (
        BUILDER,
        "When a building is fully covered, you may flip another to wood, with a master builder beside it.",
    ),
    (LAZY, f"Every gap of {SMALL_GAP} spaces or fewer that you leave gets a lazy monk, until it is closed."),
)
_MODES = (
    "In versus, the most points win. In solo and co-op, all points are added up; each larger gap costs "
    f"{-LARGE_GAP // 2} points, and each parchment building {-PARCHMENT // 2}: a start far below zero is normal."
)


def guide(glyphs: Glyphs, level: int = 1) -> tuple[Paragraph, ...]:
    """Return the guide to a level, without the signs; by default to level I."""
    tiled, dangers = (level >= ROWS[kind].level for kind in (CardKind.BOOK, CardKind.UNFINISHED))
    steps = round_steps(dangers=dangers) if tiled else _ROUND
    return (
        Paragraph("How a round goes", heading=True, close=True),
        *(Paragraph(text, str(number), close=True) for number, text in enumerate(steps, 1)),
        *(tile_pages(glyphs, dangers=dangers) if tiled else _scoring()),
        Paragraph("", close=True),
        Paragraph("About the components", heading=True, close=True),
        Paragraph(ABOUT_COMPONENTS, close=True),
    )


def legend(glyphs: Glyphs, level: int = 1) -> tuple[Paragraph, ...]:
    """Return the meaning of each sign on the screen at a level."""
    tiled, dangers = (level >= ROWS[kind].level for kind in (CardKind.BOOK, CardKind.UNFINISHED))
    signs = [*_signs(glyphs), *(_tile_signs(glyphs, dangers=dangers) if tiled else ())]
    return (
        Paragraph("What the signs mean", heading=True, close=True),
        *(Paragraph("", spans=spans, close=True) for spans in signs),
    )


def _scoring() -> tuple[Paragraph, ...]:
    """Return what scores and costs points at level I."""
    return (
        Paragraph("", close=True),
        Paragraph("Scoring", heading=True, close=True),
        *(Paragraph(text, "✶" if points is None else signed_points(points), close=True) for points, text in _POINTS),
        Paragraph(_MODES, close=True),
    )


def _tile_signs(glyphs: Glyphs, *, dangers: bool) -> list[tuple[StyledRun, ...]]:
    """Return the further signs of levels II and III."""
    found: list[tuple[StyledRun, ...]] = [
        ((f"{glyphs.stock[-1]} ", "white_text"), ("a joker section, of no colour.", "ink")),
        (
            ("b ", "gold"),
            ("shows every player's board: tiles, library, guests, and what these earn again.", "ink"),
        ),
    ]
    if dangers:
        found += [
            (
                ("Dice: ", "ink"),
                (f"[{glyphs.symbols[0]}] ", "red_text"),
                ("asks for a red tile,  ", "ink"),
                ("[any] ", "strong"),
                ("(black) for any tile,  ", "ink"),
                ("[-] ", "strong"),
                ("(white) for none.", "ink"),
            ),
            (
                (f"{glyphs.cordon} ", "strong"),
                ("cordoned off, nothing may cover it;  ", "ink"),
                ("2 ", "gold"),
                ("grass that task 2 asks for.", "ink"),
            ),
            ((f"{glyphs.mark} ", "gold"), ("the section or building that an event or your choice is about.", "ink")),
        ]
    return found


def _signs(glyphs: Glyphs) -> list[tuple[StyledRun, ...]]:
    """Return a line for each kind of sign on the screen."""
    symbols: list[StyledRun] = []
    for colour in range(len(COLOURS)):
        tone = f"{colour_word(colour)}_text"
        symbols += [(f"{glyphs.symbols[colour]} ", tone), (f"{colour_word(colour)}  ", "ink")]
    faint = "" if glyphs.faint == glyphs.symbols else f"; {' '.join(glyphs.faint)} on parchment"
    return [
        (*symbols, (f"are the colours{faint}.", "ink")),
        (("A B ", "strong"), ("a building in wood;  ", "ink"), ("a b ", "strong"), ("on parchment.", "ink")),
        (
            (f"{glyphs.builder}N ", "gold"),
            ("a master builder of Notker;  ", "ink"),
            (f"{glyphs.lazy}N ", "gold"),
            ("a lazy monk of Notker, in a gap.", "ink"),
        ),
        (
            (f"{glyphs.recent}N ", "gold"),
            ("Notker's section or flipped building since your last move.", "ink"),
        ),
        (
            (f"{glyphs.legal} ", "good"),
            ("your section where it is legal;  ", "ink"),
            (f"{glyphs.illegal} ", "refusal"),
            ("where it is not.", "ink"),
        ),
        (
            (f"{glyphs.gap} ", "gold"),
            ("a small gap, existing or left by this section: it gets a lazy monk.", "ink"),
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
            ("one left, a number for several, ", "ink"),
            ("· ", "faint"),
            ("none, ", "ink"),
            (f"{glyphs.barred[0]} ", "faint"),
            ("not allowed by your card.", "ink"),
        ),
        (
            ("Turns: ", "ink"),
            ("▸ ", "gold"),
            ("marks the player whose turn it is; card numbers are in brackets; ", "ink"),
            ("27/45 ", "faint"),
            ("is a card with two numbers.", "ink"),
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
            ("of each player; ", "ink"),
            ("team now ", "faint"),
            ("is the team's score if the match ended now.", "ink"),
        ),
    ]
