"""Effects of buildings, read from the lines in which the component files give them.

An effect is a list of parts, carried out in order, with "; " between them:

    +1 coal +1 coin                     a gain
    +2 grain | +2 malt                  one of several gains
    for 1/5/9 livestock +3/5/6 coin     a gain by what one has
    wheel grain/livestock               production by the wheel
    carry out prior                     another building's effect: prior, neighbour, occupied or display
    settle                              a settlement is built
    1 livestock + 1 straw -> 1 meat (3) a trade, at most three times; (any) for as often as wished; ways with | between
    1 coin -> 1 book (3) & 1 clay -> 1 ceramic      trades that are made and paid together

A trade takes goods, `food`, `energy`, `points` (goods worth as many), `different` goods, or a `forest`; it gives goods,
`6 of one basic`, a `wonder`, and whatever `Grant` and `Reward` list.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias, TypeVar

from rules.ora_et_labora.goods import GOODS

ANY: Final = 999
"""The limit of a trade without one."""
_NUMBER: Final = re.compile(r"(\d+(?:/2)?) (.+)")
_LIMIT: Final = re.compile(r" \((\d+|any)\)$")

Amounts: TypeAlias = tuple[tuple[int, int], ...]
"""Goods and how many of each."""


E = TypeVar("E", bound=Enum)


class EffectError(ValueError):
    """An effect that cannot be read; the text says what was expected."""


class Grant(Enum):
    """What a trade gives besides goods."""

    BUILD = "build"
    CLEAR = "fell and cut"
    ALL_HOME = "all home"
    PRIOR_HOME = "prior home"
    DISTRICT = "district"
    PLOT = "plot"
    OCCUPIED = "carry out occupied"
    SETTLE = "settle"


class Target(Enum):
    """Which buildings can be carried out."""

    PRIOR = "prior"
    NEIGHBOUR = "neighbour"
    OCCUPIED = "occupied"
    DISPLAY = "display"


class Reward(Enum):
    """What the points of a reward are counted by."""

    CARD = "card"
    """Each forest and moor on the own land."""
    CLOISTER = "cloister"
    """Each cloister building on it."""


class Way(NamedTuple):
    """What one way to trade takes and gives. Energy is in halves."""

    takes: Amounts = ()
    food: int = 0
    energy: int = 0
    different: int = 0
    points: int = 0
    forest: bool = False
    gives: Amounts = ()
    wonder: bool = False
    basics: tuple[int, ...] = ()
    """Numbers of basic goods of one kind each, different kinds."""
    joker: tuple[int, ...] = ()
    """Goods of which it gives as many as the joker's value."""
    grants: tuple[Grant, ...] = ()
    reward: tuple[int, Reward] | None = None
    """Points for each, and of what."""

    @property
    def chosen(self) -> bool:
        """Whether a payment must be chosen."""
        return bool(self.food or self.energy or self.different or self.points)


class GainPart(NamedTuple):
    """Goods for nothing."""

    goods: Amounts


class ChoicePart(NamedTuple):
    """One of several goods for nothing."""

    choices: Amounts


class HoldingPart(NamedTuple):
    """Goods by how many one has of another."""

    good: int
    least: tuple[int, ...]
    gain: int
    amounts: tuple[int, ...]


class WheelPart(NamedTuple):
    """Production of one of these goods."""

    goods: tuple[int, ...]


class CarryOutPart(NamedTuple):
    """Another building's effect."""

    target: Target


class SettlePart(NamedTuple):
    """A settlement is built."""


class TradePart(NamedTuple):
    """A trade in one of several ways, as often as `limit` in all."""

    ways: tuple[Way, ...]
    limit: int


Part: TypeAlias = GainPart | ChoicePart | HoldingPart | WheelPart | CarryOutPart | SettlePart | TradePart
Effect: TypeAlias = tuple[Part, ...]


@cache
def parse_effect(text: str) -> Effect:
    """Return the parts of an effect. Raises `EffectError`."""
    return tuple(_part(part.strip()) for part in text.split(";"))


def _part(text: str) -> Part:
    if "&" in text:
        return TradePart(_bundles([_trade(trade.strip()) for trade in text.split("&")]), 1)
    if "->" in text:
        return _trade(text)
    if text.startswith("+"):
        gains = [_gain(choice) for choice in text.split("|")]
        if len(gains) == 1:
            return GainPart(gains[0])
        if any(len(gain) != 1 for gain in gains):
            raise EffectError("a single good in each choice of a gain")
        return ChoicePart(tuple(gain[0] for gain in gains))
    verb, _, rest = text.partition(" ")
    if verb == "wheel":
        return WheelPart(_goods(rest))
    if verb == "for":
        return _holding(rest)
    if text == "settle":
        return SettlePart()
    if text.startswith("carry out "):
        return CarryOutPart(_member(Target, text.removeprefix("carry out ")))
    raise EffectError("a gain, a trade, wheel, for, settle or carry out")


def _trade(text: str) -> TradePart:
    found = _LIMIT.search(text)
    limit = 1 if found is None else ANY if found[1] == "any" else int(found[1])
    if limit < 1:
        raise EffectError("a limit from 1 on")
    return TradePart(tuple(_way(way) for way in _LIMIT.sub("", text).split("|")), limit)


def _bundles(trades: list[TradePart]) -> tuple[Way, ...]:
    """Return the ways to make several trades together, each as often as it allows."""
    if any(len(trade.ways) > 1 or trade.limit == ANY for trade in trades):
        raise EffectError("trades of one way with a limit around &")
    found: list[Way] = []
    for times in product(*(range(trade.limit + 1) for trade in trades)):
        if any(times):
            ways = [_times(trade.ways[0], number) for trade, number in zip(trades, times, strict=True) if number]
            found.append(
                Way(
                    takes=tuple(amount for way in ways for amount in way.takes),
                    food=sum(way.food for way in ways),
                    energy=sum(way.energy for way in ways),
                    gives=tuple(amount for way in ways for amount in way.gives),
                )
            )
    return tuple(found)


def _times(way: Way, number: int) -> Way:
    takes = tuple((good, many * number) for good, many in way.takes)
    gives = tuple((good, many * number) for good, many in way.gives)
    return Way(takes, way.food * number, way.energy * number, gives=gives)


def _gain(text: str) -> Amounts:
    return tuple(_amount(term.strip()) for term in text.strip().removeprefix("+").split("+"))


def _holding(text: str) -> HoldingPart:
    owned, _, gained = text.partition(" +")
    least, _, good = owned.partition(" ")
    amounts, _, gain = gained.partition(" ")
    numbers = tuple(map(_whole, least.split("/"))), tuple(map(_whole, amounts.split("/")))
    if len(numbers[0]) != len(numbers[1]) or list(numbers[0]) != sorted(set(numbers[0])):
        raise EffectError("as many gains as numbers, the numbers ascending")
    return HoldingPart(_good(good), numbers[0], _good(gain), numbers[1])


def _way(text: str) -> Way:
    taken, _, given = text.partition("->")
    way = Way()
    for term in map(str.strip, taken.split(" + ")):
        way = _take(way, term)
    for term in map(str.strip, given.split(" + ")):
        way = _give(way, term)
    return way


def _take(way: Way, term: str) -> Way:
    if term == "forest":
        return way._replace(forest=True)
    number, word = _split(term)
    if word == "energy":
        return way._replace(energy=number)
    if number % 2:
        raise EffectError("halves of energy only")
    match word:
        case "food":
            return way._replace(food=number // 2)
        case "different":
            return way._replace(different=number // 2)
        case "points":
            return way._replace(points=number // 2)
        case _:
            return way._replace(takes=(*way.takes, (_good(word), number // 2)))


def _give(way: Way, term: str) -> Way:
    grant = next((grant for grant in Grant if grant.value == term), None)
    if grant is not None:
        return way._replace(grants=(*way.grants, grant))
    if term.startswith("joker "):
        return way._replace(joker=_goods(term.removeprefix("joker ")))
    if term.startswith("reward "):
        number, _, what = term.removeprefix("reward ").partition(" per ")
        return way._replace(reward=(_whole(number), _member(Reward, what)))
    if term == "1 wonder":
        return way._replace(wonder=True)
    number, _, what = term.partition(" of ")
    if what in ("one basic", "another"):
        return way._replace(basics=(*way.basics, _whole(number)))
    return way._replace(gives=(*way.gives, _amount(term)))


def _amount(term: str) -> tuple[int, int]:
    halves, word = _split(term)
    if halves % 2:
        raise EffectError("halves of energy only")
    return _good(word), halves // 2


def _split(term: str) -> tuple[int, str]:
    """Return a number in halves and the word after it."""
    found = _NUMBER.fullmatch(term)
    if found is None:
        raise EffectError(f"a number and what it counts, not '{term[:30]}'")
    number = found[1]
    return (int(number.removesuffix("/2")) if number.endswith("/2") else 2 * _whole(number)), found[2]


def _whole(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        raise EffectError(f"a number up to 99, not '{word[:30]}'")
    return int(word)


def _goods(text: str) -> tuple[int, ...]:
    return tuple(map(_good, text.split("/")))


def _good(word: str) -> int:
    if word not in GOODS:
        raise EffectError(f"a good, not '{word[:30]}'")
    return GOODS.index(word)


def _member(kind: type[E], word: str) -> E:
    found = next((member for member in kind if member.value == word), None)
    if found is None:
        raise EffectError(f"one of {', '.join(str(member.value) for member in kind)}, not '{word[:30]}'")
    return found
