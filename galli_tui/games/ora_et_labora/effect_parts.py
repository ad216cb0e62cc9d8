"""What sentences and short lines about effects share: the parts of an effect, and names of goods in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from galli_tui.style.wording import counted, listed
from rules.ora_et_labora.effect_text import Amounts, Part, Reward, Way, parse_effect
from rules.ora_et_labora.goods import BASIC
from rules.ora_et_labora.tellings import good_word

WHOLE: Final = 4
"""A reward in full, in quarters."""


class EffectNames(NamedTuple):
    """The names that effects use in one match."""

    goods: Sequence[str]
    quarters: int = WHOLE
    """How much of a reward for cloister buildings the match gives."""

    def good(self, good: int, number: int = 1) -> str:
        """Return the name of a good, in the plural if the number asks for it."""
        return good_word(self.goods[good], number)

    def any_of(self, goods: Sequence[int], join: str = "") -> str:
        """Return names of goods of which one is chosen."""
        names = [self.good(good, 2) for good in goods]
        return join.join(names) if join else listed(names, "or")

    def gathered(self, amounts: Amounts) -> list[tuple[int, str]]:
        """Return numbers with names of goods; the same number of each basic good is one of them."""
        there = dict(amounts)
        numbers = {there.get(good, 0) for good in BASIC}
        basic: list[tuple[int, str]] = []
        if len(numbers) == 1 and (number := numbers.pop()):
            basic, there = [(number, "of each basic good")], {it: n for it, n in there.items() if it not in BASIC}
        return [*basic, *((number, self.good(good, number)) for good, number in there.items())]

    def points(self, each: int, what: Reward) -> str:
        """Return the points of a reward for each of what it counts."""
        whole, odd = divmod(each * (self.quarters if what is Reward.CLOISTER else WHOLE), WHOLE)
        return f"{whole}½ points" if odd else counted(whole, "point")


@cache
def parts_of(text: str) -> tuple[tuple[Part, ...], ...]:
    """Return the parts of an effect; trades that are made and paid together are one part of several."""
    together = (whole.split("&") for whole in text.split(";"))
    return tuple(tuple(part for piece in pieces for part in parse_effect(piece.strip())) for pieces in together)


def same_for_all(ways: Sequence[Way]) -> bool:
    """Return whether all ways to trade give the same for different prices."""
    return len({way._replace(takes=(), food=0, energy=0) for way in ways}) == 1


def basics_words(numbers: Sequence[int], link: str) -> str:
    """Return numbers of basic goods, each of another kind: "5 of one basic good and 3 of another"."""
    first, *others = numbers
    return f"{first} of one basic good{''.join(f' {link} {number} of another' for number in others)}"


def in_turn(words: Iterable[str]) -> list[str]:
    """Return what can be done in turn, without a verb that the one before has as well."""
    found: list[str] = []
    verb = ""
    for one in words:
        found.append(one.removeprefix(f"{verb} "))
        verb = one.split()[0]
    return found
