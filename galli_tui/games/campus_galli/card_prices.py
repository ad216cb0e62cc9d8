"""What cards in hand cost in tiles, and whether a seat could pay."""

from __future__ import annotations

from galli_tui.games.campus_galli.words import cost_words
from galli_tui.style.wording import listed
from rules.campus_galli.box import ActionCard, CardKind, Origin
from rules.campus_galli.state import State
from rules.campus_galli.tiles import Cost, affordable, card_cost
from rules.engine.secrecy import Seat


def possible_costs(card: ActionCard) -> list[Cost]:
    """Return the cost of a card; of a double-coloured one from the pouch and from the hut."""
    ways = [Origin.POUCH, Origin.HUT] if card.kind is CardKind.DOUBLE else [None]
    return [card_cost(card, way) for way in ways]


def payable(state: State, seat: Seat, card: ActionCard) -> bool:
    """Return whether the seat could pay for a card now, swaps included."""
    return any(affordable(state.seats[seat].tiles, state.tiles, cost) for cost in possible_costs(card))


def price_words(state: State, seat: Seat, card: ActionCard) -> str:
    """Return the price of a card in hand in words: "for 1 blue tile or 1 red tile, which you lack", or "free"."""
    costs = [cost for cost in possible_costs(card) if cost != Cost()]
    if not costs:
        return "free"
    words = f"for {listed([cost_words(cost) for cost in costs], 'or')}"
    return words if payable(state, seat, card) else f"{words}, which you lack"
