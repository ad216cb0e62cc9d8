"""What the page that teaches says of levels II and III: tiles, books, guests, special actions, dangers, scoring."""

from __future__ import annotations

from collections.abc import Iterator

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.words import colour_word
from galli_tui.style.wording import signed_points
from galli_tui.widgets.rich_text import Paragraph, Span
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.scoring import BUILDER, COOPERATION, FALLEN, LARGE_GAP, LAZY, MONASTERY, PARCHMENT, TILE_SET
from rules.campus_galli.tile_transfers import MANY_TILES
from rules.campus_galli.tile_turns import BEGGED, BOOKS_AGAIN, FEW_TILES
from rules.campus_galli.tiles import BLUE, GREEN, RED, YELLOW

LAYING = "The section is laid on at least one free space of wood, never on parchment, trees or another section."
_NUMBERS = ("no", "one", "two", "three", "four")

_ROUND = (
    "The task board is filled up. Dues, feast days and study days take effect at once{dangers}.",
    "All draw three cards and choose one, face down; the rest is kept for the second year, which is the last.",
    "Cards are turned up. Whoever has the tiles says whether to play the card or to beg; who has not, begs.",
    "Turns go by the cards' numbers: books, prayer, building, guests{unfinished}; then beggars, angels last.",
    "Then special actions go round, until everybody has passed. Beggars take none.",
)
_CARDS = (
    (
        "A section brings a tile of its colour if it covers no grass, and one for every symbol of its colour that it "
        "covers. The white joker brings one for every symbol, in the symbol's colour."
    ),
    (
        f"A book goes to your library and brings a tile of its colour. Then up to {_NUMBERS[BOOKS_AGAIN]} other books "
        "bring theirs again."
    ),
    (
        "A guest brings a tile that he shows, then one other guest his again. He moves in if his building is wood: one "
        "monk stands there, two if it is complete. On parchment he only visits."
    ),
    (
        f"A beggar loses the card, receives any {_NUMBERS[BEGGED]} tiles, moves after all who play, and takes no "
        "special action."
    ),
    "Three tiles can be swapped for one: in your turn before you pay and at its end, and before a special action.",
    (
        "At the end of your turn you may take long hours of prayer if you have no tile of its colour, and alms if you "
        f"have {_NUMBERS[FEW_TILES]} tiles or fewer."
    ),
    f"At dues, whoever has more than {MANY_TILES} tiles returns them all for one of each colour.",
)
_ACTIONS = (
    "Fulfil a task of the board that costs tiles.",
    "Expand: pay the three tiles of a parchment building. It turns to wood, and a master builder stands beside it.",
    (
        "Buy a section: from the hut for three tiles of its colour and two more, blindly from the pouch for one of "
        "each colour and one more. It brings no tiles."
    ),
)
_MORE_ACTIONS = (
    "Pay a construction halt: you take the card, and its cordon is lifted.",
    "Reconstruct: lay a section of the card's shape, which lies on the plan, elsewhere. It costs nothing.",
)
_DANGERS = (
    ("fire", "Whoever has books rolls one die, and pays or loses a book."),
    ("epidemic", "Whoever has guest monks on that side rolls two, and pays or takes one of them home."),
    ("collapse", "Three dice for all. One player who pays saves the section, else it goes back to hut or pouch."),
    ("storm", "A section on the north tower falls. Nothing saves it."),
    ("halt", "The cordon lies on a building: no section may cover it, until someone pays."),
    ("arrivals", "Whoever has a monk beside a building of that side may pay for another one there."),
)
_DICE = (
    "A colour asks for that tile, black for any, white for none. The first player who pays takes the card, the others "
    f"a card “good cooperation”, {signed_points(COOPERATION)}; at a collapse two of them, and only in versus. "
    "Players who cannot pay are not asked."
)
_UNFINISHED = (
    "Cards left over lie in four piles, the top one of each turned up. A card of unfinished tasks costs any tile and "
    "borrows one of them, which you carry out at no further cost. If none can be carried out, you beg."
)


def round_steps(*, dangers: bool) -> tuple[str, ...]:
    """How a round goes where cards cost tiles."""
    struck = ", and so do fires and other events" if dangers else ""
    last = ", unfinished tasks" if dangers else ""
    return tuple(step.format(dangers=struck, unfinished=last) for step in _ROUND)


def tile_pages(glyphs: Glyphs, *, dangers: bool) -> Iterator[Paragraph]:
    """The parts about tiles, special actions and what scores; at level III about dangers as well."""
    yield from _heading("What cards cost, and what they bring")
    yield Paragraph("", spans=_costs(glyphs, dangers=dangers), close=True)
    yield from (Paragraph(text, "·", close=True) for text in (LAYING, *_CARDS))
    yield from _heading("Special actions")
    actions = (*_ACTIONS, *_MORE_ACTIONS) if dangers else _ACTIONS
    yield from (Paragraph(text, "·", close=True) for text in actions)
    if dangers:
        yield from _heading("Dangers")
        yield from (Paragraph(text, label, close=True) for label, text in _DANGERS)
        yield Paragraph(_DICE, "dice", close=True)
        yield from _heading("Unfinished tasks")
        yield Paragraph(_UNFINISHED, close=True)
    yield from _heading("What scores")
    yield from (Paragraph(text, worth, close=True) for worth, text in _scores(dangers=dangers))
    yield Paragraph(_together(dangers=dangers), close=True)


def _heading(text: str) -> tuple[Paragraph, ...]:
    return Paragraph("", close=True), Paragraph(text, heading=True, close=True)


def _costs(glyphs: Glyphs, *, dangers: bool) -> tuple[Span, ...]:
    """The tile that each kind of card costs, by the colour's sign."""
    spans: list[Span] = []
    for colour, what in ((RED, "build"), (BLUE, "pray"), (GREEN, "book"), (YELLOW, "guest")):
        spans += [(f"{glyphs.symbols[colour]} ", f"{colour_word(colour)}_text"), (f"{what}, ", "ink")]
    unfinished = "; an unfinished task any tile" if dangers else ""
    spans.append((f"a grand builder or seer one more of any colour; angels are free{unfinished}.", "ink"))
    return tuple(spans)


def _scores(*, dangers: bool) -> Iterator[tuple[str, str]]:
    yield signed_points(BUILDER), "Every master builder and every guest monk beside a building."
    yield "✶ ½", "Every golden seal on a fulfilled task, and half of it for half a seal."
    yield "½", "Every book in your library; the Plan of Saint Gall counts a whole point."
    yield signed_points(TILE_SET), "Every three tiles of one colour, and every set of all four colours."
    yield signed_points(LAZY), f"Every lazy monk: he lies down in a gap of {SMALL_GAP} spaces or fewer that you leave."
    if dangers:
        yield signed_points(COOPERATION), "Every card “good cooperation”."


def _together(*, dangers: bool) -> str:
    text = (
        "A half left over is lost. Together or alone all points are added up, less "
        f"{-LARGE_GAP // 2} for each gap that is larger and {-PARCHMENT // 2} for each building still parchment"
    )
    if dangers:
        text += f", less {-FALLEN // 2} for each collapse; a monastery wholly covered brings {MONASTERY // 2}"
    return f"{text}."
