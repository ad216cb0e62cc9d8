"""The guide to levels II and III: tiles, books, guests, special actions, dangers, scoring."""

from __future__ import annotations

from collections.abc import Iterator

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import colour_word
from galli_tui.widgets.rich_text import Paragraph, StyledRun
from rules.campus_galli.guests import BOOKS_AGAIN
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.scoring import BUILDER, COOPERATION, FALLEN, LARGE_GAP, LAZY, MONASTERY, PARCHMENT, TILE_SET
from rules.campus_galli.tile_transfers import MANY_TILES
from rules.campus_galli.tile_turns import BEGGED, FEW_TILES
from rules.campus_galli.tiles import BLUE, GREEN, RED, YELLOW

_PLACING = "A section must cover at least one free wooden space, and no parchment, tree or other section."
_NUMBERS = ("no", "one", "two", "three", "four")

_ROUND = (
    "The task board is filled. Dues, feast days and study days take effect at once{dangers}.",
    "All players draw three cards and choose one, face down. The others come back in year 2, which is the last.",
    "Cards are revealed. With the tiles that your card costs, you play it or beg; without them, you beg.",
    "Turn order follows the cards' numbers: books, prayer, building, guests{unfinished}; then beggars, angels last.",
    "Then players take special actions in turn until all have passed. Beggars take none.",
)
_CARDS = (
    (
        "A section earns a tile of its colour if it covers no grass, and one for every symbol of its colour that it "
        "covers. The white joker earns one for every symbol, in the symbol's colour."
    ),
    (
        f"A book goes to your library and earns a tile of its colour. Then up to {_NUMBERS[BOOKS_AGAIN]} other books "
        "are scored again."
    ),
    (
        "A guest earns a tile that he shows; then one other guest is scored again. He moves in if his building is in "
        "wood: place one monk there, or two if it is complete. If it is parchment, he only visits."
    ),
    (
        f"If you beg, you discard the card, gain any {_NUMBERS[BEGGED]} tiles, take your turn after all who play a "
        "card, and take no special action."
    ),
    "Swap three tiles for one on your turn before you pay, at the end of your turn, or before a special action.",
    (
        "At the end of your turn you may take long hours of prayer if you have no tile of its colour, and alms if you "
        f"have {_NUMBERS[FEW_TILES]} tiles or fewer."
    ),
    f"At dues, a player with more than {MANY_TILES} tiles returns them all for one of each colour.",
)
_ACTIONS = (
    "Fulfil a task on the board that costs tiles.",
    "Expand: pay the three tiles of a parchment building to flip it to wood, with a master builder beside it.",
    (
        "Buy a section: from the hut for three tiles of its colour and two more, or blind from the pouch for one of "
        "each colour and one more. It earns no tiles."
    ),
)
_MORE_ACTIONS = (
    "Pay for a construction halt: you take the card, and its cordon is lifted.",
    "Reconstruct: move a section of the card's shape to another place on the plan. It costs nothing.",
)
_DANGERS = (
    ("fire", "Each player with books rolls one die, and pays or loses a book."),
    ("epidemic", "Each player with guest monks on that side rolls two dice, and pays or takes one of them home."),
    ("collapse", "Three dice for all. The section returns to the hut or pouch unless a player pays."),
    ("storm", "A section on the north tower falls. Nothing can save it."),
    ("halt", "A building is cordoned off: no section may cover it until a player pays."),
    ("arrivals", "Each player with a monk beside a building on that side may pay for another one there."),
)
_DICE = (
    "A colour asks for that tile, black for any tile, white for none. The first player who pays takes the card, later "
    f"ones a “good cooperation” card, {signed_points(COOPERATION)}; at a collapse two of them, and only in versus. "
    "Players who cannot pay are not asked."
)
_UNFINISHED = (
    "Leftover cards form four piles, each with its top card face up. An unfinished task card costs any tile and "
    "borrows one of these top cards, which you carry out at no further cost. If none can be carried out, you beg."
)


def round_steps(*, dangers: bool) -> tuple[str, ...]:
    """Return the steps of a round; with `dangers` those of level III."""
    struck = ", and so do fires and other events" if dangers else ""
    last = ", unfinished tasks" if dangers else ""
    return tuple(step.format(dangers=struck, unfinished=last) for step in _ROUND)


def tile_pages(glyphs: Glyphs, *, dangers: bool) -> Iterator[Paragraph]:
    """Yield the parts about cards, special actions and scoring; at level III about dangers as well."""
    yield from _heading("Cards: cost and effect")
    yield Paragraph("", spans=_costs(glyphs, dangers=dangers), close=True)
    yield from (Paragraph(text, "·", close=True) for text in (_PLACING, *_CARDS))
    yield from _heading("Special actions")
    actions = (*_ACTIONS, *_MORE_ACTIONS) if dangers else _ACTIONS
    yield from (Paragraph(text, "·", close=True) for text in actions)
    if dangers:
        yield from _heading("Dangers")
        yield from (Paragraph(text, label, close=True) for label, text in _DANGERS)
        yield Paragraph(_DICE, "dice", close=True)
        yield from _heading("Unfinished tasks")
        yield Paragraph(_UNFINISHED, close=True)
    yield from _heading("Scoring")
    yield from (Paragraph(text, worth, close=True) for worth, text in _scores(dangers=dangers))
    yield Paragraph(_mode_scoring(dangers=dangers), close=True)


def _heading(text: str) -> tuple[Paragraph, ...]:
    return Paragraph("", close=True), Paragraph(text, heading=True, close=True)


def _costs(glyphs: Glyphs, *, dangers: bool) -> tuple[StyledRun, ...]:
    """Return the tile that each kind of card costs."""
    spans: list[StyledRun] = []
    for colour, what in ((RED, "build"), (BLUE, "pray"), (GREEN, "book"), (YELLOW, "guest")):
        spans += [(f"{glyphs.symbols[colour]} ", f"{colour_word(colour)}_text"), (f"{what}, ", "ink")]
    unfinished = "; an unfinished task any tile" if dangers else ""
    spans.append((f"a grand builder or seer one more of any colour; angels are free{unfinished}.", "ink"))
    return tuple(spans)


def _scores(*, dangers: bool) -> Iterator[tuple[str, str]]:
    yield signed_points(BUILDER), "Every master builder and every guest monk beside a building."
    yield "✶ ½", "Every golden seal on a fulfilled task; half a point for half a seal."
    yield "½", "Every book in your library; the Plan of Saint Gall counts a whole point."
    yield signed_points(TILE_SET), "Every three tiles of one colour, and every set of all four colours."
    yield signed_points(LAZY), f"Every lazy monk: one for each gap of {SMALL_GAP} spaces or fewer that you leave."
    if dangers:
        yield signed_points(COOPERATION), "Every “good cooperation” card."


def _mode_scoring(*, dangers: bool) -> str:
    text = (
        "A remaining half point is lost. In solo and co-op, all points are added up; each larger gap costs "
        f"{-LARGE_GAP // 2}, each parchment building {-PARCHMENT // 2}"
    )
    if dangers:
        text += f", each collapse {-FALLEN // 2}; a fully covered monastery is worth {MONASTERY // 2}"
    return f"{text}. A start far below zero is normal."
