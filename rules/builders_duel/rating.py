"""How promising moves are at a glance: by the evaluation, with what is known of the order of cards."""

from __future__ import annotations

from collections.abc import Sequence

from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work, card_at, changes_nothing
from rules.builders_duel.evaluation import gold_brought
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import DuelState
from rules.engine.events import Move


def in_card_order(game: DuelSetting, state: DuelState, moves: Sequence[Move], gains: Sequence[int]) -> list[int]:
    """Return the ratings of moves by what each gains in the evaluation.

    The order of cards is free (BD-4a), and all must be used (BD-5a). So a card that leaves no choice costs nothing, and
    gold is taken before any is spent. A card is not used for nothing, or worse, while another is of use: what that
    brings may make this one useful.
    """
    ratings = [max(gain, 0) if isinstance(move, UseCard) else gain for move, gain in zip(moves, gains, strict=True)]
    chosen = [it for move, it in zip(moves, ratings, strict=True) if isinstance(move, Work | Trade | BuySeals)]
    above = max(chosen, default=0) + 1
    ratings = [
        max(rating, above) if isinstance(move, UseCard) and _takes_gold(game, state, move) else rating
        for move, rating in zip(moves, ratings, strict=True)
    ]
    return _useful_first(moves, ratings)


def _takes_gold(game: DuelSetting, state: DuelState, move: UseCard) -> bool:
    card = card_at(game, state, move.cell)
    return card is not None and gold_brought(card, move.seat) > 0


def _useful_first(moves: Sequence[Move], ratings: Sequence[int]) -> list[int]:
    """Return the ratings with a card's use for nothing, and what is worse, below the best of every useful card.

    Say the Market at 0 for nothing and -2 for wood, and the Smith at -1 at best: nothing at the Market then comes
    below -1, and wood below that.
    """
    idle, best = dict[int, int](), dict[int, int]()
    for move, rating in zip(moves, ratings, strict=True):
        if isinstance(move, Work | Trade | BuySeals) and changes_nothing(move):
            idle[move.cell] = rating
        elif isinstance(move, UseCard | Work | Trade | BuySeals):
            best[move.cell] = max(rating, best.get(move.cell, rating))
    useful = {cell: rating for cell, rating in best.items() if rating >= idle.get(cell, rating)}
    found = list(ratings)
    for place, move in enumerate(moves):
        if not isinstance(move, Work | Trade | BuySeals) or (nothing := idle.get(move.cell)) is None:
            continue
        others = [rating for cell, rating in useful.items() if cell != move.cell]
        if others and (changes_nothing(move) or ratings[place] < nothing):
            found[place] -= max(0, nothing - min(others) + 1)
    return found
