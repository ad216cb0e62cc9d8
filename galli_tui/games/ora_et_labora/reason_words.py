"""Which goods make one move better than another, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from galli_tui.game_api.reason_text import THAN
from galli_tui.games.ora_et_labora.words import amounts_words
from rules.bots.reasons import Advantage
from rules.ora_et_labora.game import OraEtLabora

_MOST: Final = 3
"""The most kinds of goods that a clause names."""


def goods_reason(game: OraEtLabora, reason: Advantage) -> str:
    """Return the clause for the goods of a move: "gains 5 coins for 2 wood"; empty if they are too many to name.

    Goods that both moves gain or spend are left out where a move has no more goods than the other.
    """
    gained, spent = Counter(reason.names), Counter(reason.lost)
    same = bool(gained) and gained == Counter(reason.other_names)
    if reason.count > reason.other and not same:
        return _gain(game, gained, spent) or _expense(game, gained, spent, reason.count)
    own, other = Counter(gained), Counter(reason.other_names)
    own.subtract(spent)
    other.subtract(Counter(reason.other_lost))
    own.subtract(other)
    more, fewer = {good: it for good, it in own.items() if it > 0}, {good: -it for good, it in own.items() if it < 0}
    if not _few(more) or len(fewer) > _MOST or not (fewer or same):
        return ""
    left, instead = (amounts_words(game, sorted(it.items())) for it in (more, fewer))
    return f"leaves {left} more{f' but {instead} less' if fewer else ''} {THAN}"


def _gain(game: OraEtLabora, gained: Counter[int], spent: Counter[int]) -> str:
    if not gained or len(spent) > _MOST:
        return ""
    price = f" for {amounts_words(game, sorted(spent.items()))}" if spent else ""
    named = amounts_words(game, sorted(gained.items())) if _few(gained) else f"{gained.total()} goods"
    return f"gains {named}{price}"


def _expense(game: OraEtLabora, gained: Counter[int], spent: Counter[int], count: int) -> str:
    if gained or not count or not _few(spent):
        return ""
    return f"spends only {amounts_words(game, sorted(spent.items()))}"


def _few(goods: Iterable[int]) -> bool:
    return 0 < len(list(goods)) <= _MOST
