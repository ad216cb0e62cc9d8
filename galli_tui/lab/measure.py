"""How often a thing is taken where it could be, beside the median of its like; and what is dead or dominant by that."""

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
"""What is taken less or more often than so many times the median of its like is out of measure."""


class BalanceVerdict(Enum):
    """What a thing is beside its like."""

    IN_MEASURE = ""
    DEAD = "dead"
    """Taken less than a third as often."""
    DOMINANT = "dominant"
    """Taken more than three times as often."""
    PERHAPS_DEAD = "dead?"
    """So seen, but too seldom there to be sure of it."""
    PERHAPS_DOMINANT = "dominant?"


class ItemBalance(NamedTuple):
    """A thing beside its like."""

    item: TallyItem
    share: Proportion | None
    """How often it was taken where it could be; None if it never could."""
    of_like: Fraction | None
    """How many times the median of its like that is; None where there is none to compare with."""
    verdict: BalanceVerdict


def measured(part: TallyGroup) -> list[ItemBalance]:
    """The items of a part, in its order."""
    medians = {like: _median(part.items, like) for like in {item.peers for item in part.items} if like}
    return [_measured(item, medians.get(item.peers)) for item in part.items]


def _median(items: Sequence[TallyItem], like: str) -> Fraction | None:
    """The median share of those alike that could ever be taken; None where nothing is to be compared."""
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
