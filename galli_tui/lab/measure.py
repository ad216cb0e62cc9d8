"""How often a component is taken when it is available, compared with the median of its peers, and the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from statistics import median
from typing import Final, NamedTuple

from galli_tui.lab.figures import Proportion, wilson
from rules.engine.tally import TallyGroup, TallyItem

LEAST: Final = Fraction(1, 3)
MOST: Final = Fraction(3)
"""Above this multiple of the median of its peers, a component is dominant."""


class BalanceVerdict(Enum):
    """The verdict on a component compared with its peers."""

    IN_MEASURE = ""
    DEAD = "dead"
    """Taken less than a third as often."""
    DOMINANT = "dominant"
    """Taken more than three times as often."""
    PERHAPS_DEAD = "dead?"
    """Observed as dead, but too rarely to be sure."""
    PERHAPS_DOMINANT = "dominant?"


class ItemBalance(NamedTuple):
    """A component compared with its peers."""

    item: TallyItem
    share: Proportion | None
    """How often it was taken when it was available; None if it never was."""
    of_like: Fraction | None
    """The multiple of the median of its peers; None without peers."""
    verdict: BalanceVerdict


def measured(part: TallyGroup) -> list[ItemBalance]:
    """Return the balance of a part's items, in its order."""
    medians = {like: _median(part.items, like) for like in {item.peers for item in part.items} if like}
    return [_measured(item, medians.get(item.peers)) for item in part.items]


def _median(items: Sequence[TallyItem], like: str) -> Fraction | None:
    """Return the median share of the peers that were ever available; None if there is nothing to compare."""
    shares = [Fraction(item.taken, item.chances) for item in items if item.peers == like and item.chances]
    return (median(shares) or None) if len(shares) > 1 else None


def _measured(item: TallyItem, middle: Fraction | None) -> ItemBalance:
    if not item.chances:
        return ItemBalance(item, None, None, BalanceVerdict.IN_MEASURE)
    share = wilson(item.taken, item.chances)
    if middle is None:
        return ItemBalance(item, share, None, BalanceVerdict.IN_MEASURE)
    ratio = share.part / middle
    verdict = BalanceVerdict.IN_MEASURE
    if ratio < LEAST:
        verdict = BalanceVerdict.DEAD if share.high < LEAST * middle else BalanceVerdict.PERHAPS_DEAD
    elif ratio > MOST:
        verdict = BalanceVerdict.DOMINANT if share.low > MOST * middle else BalanceVerdict.PERHAPS_DOMINANT
    return ItemBalance(item, share, ratio, verdict)
