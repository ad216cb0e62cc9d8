"""Everything public in full sentences: the buildings on display and on each land, settlements, and what is for sale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galli_tui.games.ora_et_labora.effect_words import effect_sentence
from galli_tui.games.ora_et_labora.words import (
    building_key,
    building_name,
    clergy_words,
    cost_words,
    held_words,
    owner_name,
    price_words,
    settlement_name,
    space_name,
    standing_on,
    where_it_stands,
)
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import counted, sentence_start
from rules.ora_et_labora.actions import fee
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.scoring import dwelling_at
from rules.ora_et_labora.state import OraState


def details(game: OraEtLabora, view: OraState, players: Sequence[str]) -> tuple[Paragraph, ...]:
    """Return the page that explains all that lies open."""
    return tuple(_paragraphs(game, view, players))


def _paragraphs(game: OraEtLabora, view: OraState, players: Sequence[str]) -> Iterator[Paragraph]:
    yield Paragraph("The display", heading=True)
    for building in view.display:
        card = game.cards[building]
        worth = f"{counted(card.points, 'point')}, dwelling value {card.dwelling}"
        costs = f"Costs {cost_words(game, building)}, stands {where_it_stands(card)}; {worth}."
        text = f"{effect_sentence(game, building)} {costs}"
        yield Paragraph(text, label=building_name(game, building), close=True)
    for owner in range(game.owners):
        yield Paragraph("", close=True)
        yield from _estate(game, view, players, owner)
    yield Paragraph("", close=True)
    yield Paragraph("Prices", heading=True)
    yield Paragraph(f"A contract costs {counted(fee(game, view), 'coin')}. {_landscapes(game, view)}")


def _landscapes(game: OraEtLabora, view: OraState) -> str:
    """Return what the next landscapes cost."""
    kinds = (("district", view.districts, game.district_prices), ("plot", view.plots, game.plot_prices))
    return " ".join(
        f"The next {name} costs {counted(prices[left - 1], 'coin')}; {left} left." if left else f"No {name} is left."
        for name, left, prices in kinds
    )


def _estate(game: OraEtLabora, view: OraState, players: Sequence[str], owner: int) -> Iterator[Paragraph]:
    """Yield what an owner has and what stands on the land."""
    estate = view.estates[owner]
    yield Paragraph(sentence_start(owner_name(game, players, owner)), heading=True)
    yield Paragraph(f"At home: {clergy_words(game, view, owner)}. Goods: {held_words(game, estate.goods)}.", close=True)
    for space, building in estate.buildings:
        there = standing_on(view, building)
        text = f"{effect_sentence(game, building)} {f'{sentence_start(there)} stands on it.' if there else ''}".strip()
        label = f"{space_name(space)} {building_key(game, building)} {game.cards[building].name}"
        yield Paragraph(text, label=label, close=True)
    for space, settlement in estate.settlements:
        counts = f"Counts {dwelling_at(game, estate, space, settlement)} by the dwelling values."
        yield Paragraph(counts, label=f"{space_name(space)} {settlement_name(game, settlement)}", close=True)
    for settlement in estate.supply:
        card = game.settlements[settlement]
        worth = f"{counted(card.points, 'point')}, dwelling value {card.dwelling}"
        text = f"In hand. Costs {price_words(card)}, stands {where_it_stands(card)}; {worth}."
        yield Paragraph(text, label=settlement_name(game, settlement), close=True)
