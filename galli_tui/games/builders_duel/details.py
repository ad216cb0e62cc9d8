"""Everything public, in full sentences: the display, the 1x cards, the cards to come and the stack of seals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from galli_tui.games.builders_duel.words import effect_sentence, goods_words, seal_words, worked_name
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import TablePlayer
from rules.builders_duel.box import SECTIONS
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState, SideState
from rules.engine.secrecy import Seat


def to_come(game: BuildersDuel, view: DuelState) -> str:
    """Return the names of the cards still to come in this passage, each with its number if there are several."""
    return _counted(game.cards[card].name for card in view.decks[view.deck].cards)


def details(game: BuildersDuel, view: DuelState, players: Sequence[TablePlayer]) -> tuple[Paragraph, ...]:
    """Return the page that explains the cards on the table in full."""
    return tuple(_paragraphs(game, view, players))


def _paragraphs(game: BuildersDuel, view: DuelState, players: Sequence[TablePlayer]) -> Iterator[Paragraph]:
    yield Paragraph("The display", heading=True)
    first, second = (side.name for side in game.board.sides)
    bars = f"A card with {first[0]} on a bar is claimed by {first}, one with {second[0]} by {second}"
    yield Paragraph(f"{bars}; {first[0]}{second[0]} marks the card that both fight for.", close=True)
    for cell, piece in enumerate(view.display):
        if piece is not None:
            card = game.cards[piece]
            yield Paragraph(effect_sentence(game, card), label=f"{cell + 1} {card.name}", close=True)
    for seat in game.seats:
        yield Paragraph("", close=True)
        yield from _side(game, view, seat, players[seat].name)
    yield Paragraph("", close=True)
    yield Paragraph("Prices", heading=True)
    one, two, three = game.board.build_prices
    yield Paragraph(
        f"Installing one material in a section costs {one} gold, two cost {two}, three cost {three}. "
        f"A seal costs {game.board.seal_price} gold at an Influence card. The bank has {view.bank} gold."
    )
    yield Paragraph("Still hidden", heading=True)
    yield Paragraph(f"To come this passage: {to_come(game, view) or 'nothing'}.")
    stack = seal_words(game, view.stack.cards, personal=False)
    yield Paragraph(f"In the stack, in unknown order but for those just put under it: {', '.join(stack) or 'nothing'}.")


def _side(game: BuildersDuel, view: DuelState, seat: Seat, player: str) -> Iterator[Paragraph]:
    data, side = game.board.sides[seat], view.sides[seat]
    yield Paragraph(f"{data.name}, played by {player}: the {data.building}", heading=True)
    seals = ", ".join(seal_words(game, side.seals, personal=True))
    yield Paragraph(f"{side.gold} gold. Seals: {seals}. {_goods(game, side, seat)}")
    for card in side.kept:
        yield Paragraph(effect_sentence(game, game.cards[card]), label=game.cards[card].name, close=True)
    for section, (goods, there) in enumerate(zip(data.sections, side.sections, strict=True)):
        built = [worked_name(game, good, seat) for good, done in zip(goods, there, strict=True) if done]
        lacking = [worked_name(game, good, seat) for good, done in zip(goods, there, strict=True) if not done]
        has = f"has {', '.join(built)}" if built else "has nothing yet"
        needs = f"needs {', '.join(lacking)}" if lacking else "is finished"
        yield Paragraph(f"{has}; {needs}.", label=f"Section {SECTIONS[section]}", close=True)


def _goods(game: BuildersDuel, side: SideState, seat: Seat) -> str:
    worked = _counted(worked_name(game, good, seat) for good, number in enumerate(side.worked) for _ in range(number))
    raw = goods_words([good for good, number in enumerate(side.raw) for _ in range(number)])
    supply = goods_words([good for good, number in enumerate(side.supply) for _ in range(number)])
    return f"Camp: {worked or 'nothing'} worked, {raw} raw. Supply: {supply}."


def _counted(names: Iterable[str]) -> str:
    return ", ".join(name if number == 1 else f"{name} ({number})" for name, number in Counter(names).items())
