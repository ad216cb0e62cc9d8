"""What is told about goods and clergymen: a difference in goods as "gives 2 wood for 1 ornament and 5 coins"."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from rules.engine.secrecy import Seat
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.box import OraBox
from rules.ora_et_labora.goods import GRAIN, STRAW
from rules.ora_et_labora.payments import Held
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Clergyman, OraState, owner_of

PLURALS: Final = {
    "coin": "coins",
    "grape": "grapes",
    "book": "books",
    "ceramic": "ceramics",
    "ornament": "ornaments",
    "reliquary": "reliquaries",
}
"""Of the goods that are counted; the others are not."""
CLERGYMEN: Final = {Clergyman.LAY: "a lay brother", Clergyman.PRIOR: "the prior"}
NEUTRAL_CLERGYMEN: Final = {Clergyman.LAY: "a neutral lay brother", Clergyman.PRIOR: "the neutral prior"}
GRAIN_AS_STRAW: Final = "grain as straw"
"""Grain that is paid as straw: a kind of its own in what is told, after all goods (OL-7c)."""


def difference(telling: Telling, seat: Seat | None, *holdings: Held) -> Told:
    """Return a telling that ends with the goods given and gotten from each holding to the next."""
    pairs = [
        fact
        for before, after in pairwise(holdings)
        for good, (had, has) in enumerate(zip(before, after, strict=True))
        if had != has
        for fact in (good, has - had)
    ]
    return Told(telling.key, seat, tuple(pairs))


def with_owner(own: Telling, others: Telling, game: OraSetting, state: OraState, seat: Seat, building: int) -> Told:
    """Return what a seat does with a building, by the telling that names the owner if that is another player."""
    owner = owner_of(state, building)
    if owner in (None, seat, game.neutral):
        return own(seat, building=building)
    return others(seat, building=building, owner=owner or 0)


def with_clergyman(telling: Telling, seat: Seat, clergyman: Clergyman, building: int) -> Told:
    """Return that a seat sends a clergyman to a building; both `CLERGYMEN` and `NEUTRAL_CLERGYMEN` name him."""
    return telling(seat, clergyman=[*CLERGYMEN].index(clergyman), building=building)


def with_grain_as_straw(held: Held, straw: int) -> Held:
    """Return a holding out of which so much straw is paid, with the grain that stands in for straw as a kind more."""
    made = max(0, straw - held[STRAW])
    return (*(number - made if good == GRAIN else number for good, number in enumerate(held)), made)


def difference_words(facts: tuple[int, ...], goods: tuple[str, ...]) -> str:
    """Return the words for goods given and gotten, from pairs of a good and a difference."""
    names = (*goods, GRAIN_AS_STRAW)
    pairs = list(zip(facts[::2], facts[1::2], strict=False))
    given = _listed([_amount(-number, names[good]) for good, number in pairs if number < 0])
    gotten = _listed([_amount(number, names[good]) for good, number in pairs if number > 0])
    if given and gotten:
        return f"gives {given} for {gotten}"
    return f"gives {given}" if given else f"gets {gotten}" if gotten else "gets nothing"


def good_word(name: str, number: int) -> str:
    """Return the name of a good, in the plural if the number asks for it."""
    return name if number == 1 else PLURALS.get(name, name)


def amounts_text(box: OraBox, amounts: Iterable[tuple[int, int]], last: str = "and") -> str:
    """Return goods and how many of each: "2 wood and 1 coin"; empty for none."""
    return _listed([_amount(number, box.goods[good].name) for good, number in amounts if number], last)


def _amount(number: int, name: str) -> str:
    return f"{number} {good_word(name, number)}"


def _listed(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
