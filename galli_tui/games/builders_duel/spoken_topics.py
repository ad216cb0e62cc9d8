"""What a player of Builders' Duel can ask in plain mode: rows, columns and cards and lines of the display."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from galli_tui.game_api.topics import Topic, fixed_answer
from galli_tui.games.builders_duel.position_text import DISPLAY, position
from galli_tui.games.builders_duel.words import effect_sentence
from galli_tui.games.kit.grid_topics import GridArea, GridLine, GridWords, grid_topics
from galli_tui.style.wording import listed
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import CELLS_OF, LINE_NAMES, LINES, DuelState

_SIDE = 3
_CELLS = _SIDE * _SIDE
_PARTS = {
    DISPLAY: (("display", "cards"), "reads the nine cards, and who claims them."),
    "Conflict": (("conflict", "fight"), "reads the seals thrown in this round, and the sums, or how the fight ended."),
}
"""By title of a part of the position: the words to type, and the help."""
_NONE_KEPT = "No 1x card is kept."


def topics(game: BuildersDuel, view: DuelState, players: Sequence[str]) -> Sequence[Topic]:
    """Return the topics of a view."""
    parts = {part.title: part.lines for part in position(game, view, players)}
    own = (Topic(words, about, fixed_answer(parts[title]), part=title) for title, (words, about) in _PARTS.items())
    kept = partial(_kept, game, view, players)
    every = fixed_answer(kept() or [_NONE_KEPT])
    cards = Topic(("kept", "1x"), "reads the 1x cards that are kept.", every, finds=kept)
    return (*own, cards, *grid_topics(_grid(game, view, players)))


def _kept(game: BuildersDuel, view: DuelState, players: Sequence[str], name: str = "") -> list[str]:
    """Return who keeps which 1x cards, and what these do: all of them, or those of a name."""
    cards = [(seat, game.cards[card]) for seat in game.seats for card in view.sides[seat].kept]
    return [
        f"{card.name}: {players[seat]} keeps it. {effect_sentence(game, card)}"
        for seat, card in cards
        if card.name.casefold() == (name or card.name).casefold()
    ]


def _grid(game: BuildersDuel, view: DuelState, players: Sequence[str]) -> GridWords:
    lines = [
        GridLine(name, (str(number % _SIDE + 1), key, name.split()[0]), cells)
        for number, (key, name, cells) in enumerate(zip(LINES, LINE_NAMES, CELLS_OF, strict=True))
    ]
    cards = [_card_name(game, view, cell) for cell in range(_CELLS)]
    areas = [
        GridArea(line.title, (line.names[1], line.title), (f"{listed(cards[cell] for cell in line.spaces)}.",))
        for line in lines
    ]
    return GridWords(
        [str(cell + 1) for cell in range(_CELLS)],
        cards,
        partial(_about, game, view, players),
        lines[:_SIDE],
        lines[_SIDE : 2 * _SIDE],
        areas,
        space=("card", "space"),
        area=("line", "diagonal"),
    )


def _card_name(game: BuildersDuel, view: DuelState, cell: int) -> str:
    piece = view.display[cell] if cell < len(view.display) else None
    return "no card" if piece is None else game.cards[piece].name


def _about(game: BuildersDuel, view: DuelState, players: Sequence[str], cell: int) -> Iterator[str]:
    piece = view.display[cell] if cell < len(view.display) else None
    if piece is not None:
        yield effect_sentence(game, game.cards[piece])
    claims = [seat for seat, line in enumerate(view.claims) if line is not None and cell in CELLS_OF[line]]
    if claims:
        yield f"It is claimed by {listed(players[seat] for seat in claims)}."
    yield f"It lies on the {listed(name for name, cells in zip(LINE_NAMES, CELLS_OF, strict=True) if cell in cells)}."
