"""What using a card leaves for building, where that is too little (BD-5b)."""

from __future__ import annotations

from rules.builders_duel.box import WOOL, Ability
from rules.builders_duel.building import Build, price
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work, card_at, own_cells
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.one_use import kept_with
from rules.builders_duel.state import DuelState
from rules.engine.secrecy import Seat


def too_little_words(game: BuildersDuel, view: DuelState, move: Work | Trade | BuySeals) -> str:
    """Return how much gold a legal move leaves if that is too little to install a material that is ready then.

    Empty if it is enough, perhaps with what the other claimed cards bring, or if the move costs nothing.
    """
    after = move.carry_out(game, view, [])
    left = after.sides[move.seat].gold
    if left >= view.sides[move.seat].gold:
        return ""
    least = _least_price(game, after, move.seat)
    building = after._replace(owners=())  # As if all cards had been used, since building comes after them.
    fits = any(True for _ in Build.options(game, building, move.seat))
    if not fits or left + _coming(game, after, move.seat) >= least:
        return ""
    return f"Leaves {left} gold, too little to build: a material costs {least}."


def _least_price(game: BuildersDuel, state: DuelState, seat: Seat) -> int:
    """Return the least that a material may cost a seat this turn, with the help of its cards."""
    free = any(
        it.carry_out(game, state, []).turn.free_material
        for it in UseCard.options(game, state, seat)
        if it.refusal(game, state) is None
    )
    if free:
        return 0
    scaffold = kept_with(game, state, seat, Ability.SCAFFOLD)
    usual = price(game, state, 1)
    return usual if scaffold is None else min(usual, game.cards[scaffold].number)


def _coming(game: BuildersDuel, state: DuelState, seat: Seat) -> int:
    """Return the most gold that the claimed cards that a seat has not used yet can bring."""
    side = state.sides[seat]
    taken = sum(
        it.carry_out(game, state, []).sides[seat].gold - side.gold
        for it in UseCard.options(game, state, seat)
        if it.refusal(game, state) is None
    )
    cards = (card_at(game, state, cell) for cell in own_cells(state, seat))
    return taken + max((side.raw[WOOL] * card.wool_price for card in cards if card is not None), default=0)
