"""What the duel asks for next, in one sentence with the numbers that matter."""

from __future__ import annotations

from rules.builders_duel.building import TurnStep
from rules.builders_duel.cards import own_cells
from rules.builders_duel.claims import ClaimStep
from rules.builders_duel.conflict import FirstThrowStep, GoStep, KeepSealStep, ThrowAgainStep, lead_needed
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState, contested, other
from rules.engine.secrecy import Seat


def next_words(game: BuildersDuel, view: DuelState, seat: Seat, rival: str) -> str:
    """Return what a seat is asked, without its name; `rival` is the name of the other player."""
    match view.agenda[-1]:
        case ClaimStep() if view.claims[other(seat)] is None:
            return f"claim a row, column or diagonal; {rival} must cross it."
        case ClaimStep():
            return f"claim a line across {rival}'s; you fight for one card."
        case FirstThrowStep():
            need = lead_needed(view, seat)
            against = f"{need} or more puts you ahead" if view.conflict.thrown else "both throw at least one"
            return f"throw a first seal for {_card(game, view)}; {against}."
        case GoStep():
            return f"throw a seal ({lead_needed(view, seat)} needed), or give up {_card(game, view)}."
        case ThrowAgainStep():
            return f"it fell {view.conflict.thrown[-1].face}. Use your Second Throw, or let it lie?"
        case KeepSealStep():
            return "the card is lost. Keep one of the seals that you threw?"
        case TurnStep() if cells := own_cells(view, seat):
            cards = "your last card" if len(cells) == 1 else f"your {len(cells)} cards in any order"
            return f"use {cards}; then you may build."
        case TurnStep():
            one, two, three = game.board.build_prices
            return f"build (1 for {one} gold, 2 for {two}, 3 for {three}) or end your turn."
        case _:
            return f"{game.question(view)}."


def _card(game: BuildersDuel, view: DuelState) -> str:
    piece = view.display[contested(view)]
    return "the card" if piece is None else game.cards[piece].name
