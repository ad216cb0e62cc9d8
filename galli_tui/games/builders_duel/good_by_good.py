"""A choice of goods one by one, where a card can be used in too many ways to list them all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from galli_tui.games.kit.menu_item import MenuItem
from rules.builders_duel.box import GOODS
from rules.builders_duel.cards import Trade, Work, changes_nothing

MOST_LISTED: Final = 9
"""The most ways of using a card that are listed at once, so that each has a digit."""
SUGGESTED: Final = 3
"""How many are listed where there are more."""


def shorten_ways(ways: Sequence[MenuItem]) -> Sequence[MenuItem]:
    """Return the items of a page with the ways of using a card, which are given best first.

    Where there are too many, the best is followed by a choice of goods one by one, a few others, and doing nothing.
    """
    if len(ways) <= MOST_LISTED or not all(isinstance(it.answer, Work | Trade) for it in ways):
        return ways
    nothing = [it for it in ways if isinstance(it.answer, Work | Trade) and changes_nothing(it.answer)]
    ways = [it for it in ways if it not in nothing]
    note = f"Any of the {len(ways)} ways, one good at a time."
    by_goods = MenuItem("choose good by good", items=partial(_first_page, ways), note=note)
    return [ways[0], by_goods, *ways[1:SUGGESTED], *nothing]


def _first_page(ways: Sequence[MenuItem]) -> list[MenuItem]:
    """Return how much wool to sell first, if any, and the first of the goods."""
    sales = sorted({sold for it in ways if (sold := _sold(it.answer))})
    return [*_page(ways, 0, ()), *(_item(ways, f"sell {sold} wool", sold, ()) for sold in sales)]


def _page(ways: Sequence[MenuItem], sold: int, chosen: tuple[int, ...]) -> list[MenuItem]:
    """Return the way that takes just what is chosen, and the goods that can follow, in their order."""
    ways = [it for it in ways if _leads(sold, chosen, it.answer)]
    exact = [it for it in ways if _goods(it.answer) == chosen]
    following = sorted({_goods(it.answer)[len(chosen)] for it in ways if it not in exact})
    return [*exact, *(_item(ways, _words(ways, chosen, good), sold, (*chosen, good)) for good in following)]


def _item(ways: Sequence[MenuItem], words: str, sold: int, chosen: tuple[int, ...]) -> MenuItem:
    """Return an item that opens the page of what is chosen; the way itself if nothing can follow."""
    leading = [it for it in ways if _leads(sold, chosen, it.answer)]
    if len(leading) == 1 and _goods(leading[0].answer) == chosen:
        return leading[0]._replace(words=words)
    return MenuItem(words, items=partial(_page, leading, sold, chosen), leads=partial(_leads, sold, chosen))


def _leads(sold: int, chosen: tuple[int, ...], move: object) -> bool:
    return _sold(move) == sold and _goods(move)[: len(chosen)] == chosen


def _words(ways: Sequence[MenuItem], chosen: tuple[int, ...], good: int) -> str:
    if chosen:
        return f"and {GOODS[good]}"
    return f"{'buy' if isinstance(ways[0].answer, Trade) else 'work'} {GOODS[good]}"


def _sold(move: object) -> int:
    return move.sold if isinstance(move, Trade) else 0


def _goods(move: object) -> tuple[int, ...]:
    return tuple(move.goods) if isinstance(move, Work | Trade) else ()
