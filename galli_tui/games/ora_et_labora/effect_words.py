"""What each building does, made from its effect: in one or two sentences, or on one line of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from galli_tui.games.ora_et_labora.words import amounts_words, energy_words, good_name
from galli_tui.style.wording import counted, listed, sentence_start
from rules.ora_et_labora.effect_text import (
    ANY,
    Amounts,
    CarryOutPart,
    ChoicePart,
    GainPart,
    Grant,
    HoldingPart,
    Part,
    Reward,
    SettlePart,
    Target,
    TradePart,
    Way,
    WheelPart,
    parse_effect,
)
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import BASIC, COIN

TARGETS: Final = {
    Target.PRIOR: "another building, anybody's, on which a prior stands",
    Target.NEIGHBOUR: "an unoccupied building beside this one",
    Target.OCCUPIED: "another building, anybody's, that is occupied",
    Target.DISPLAY: "a building of the display",
}
"""What can be carried out, in a sentence."""
SHORT_TARGETS: Final = {
    Target.PRIOR: "a building with a prior",
    Target.NEIGHBOUR: "an unoccupied neighbour",
    Target.OCCUPIED: "an occupied building",
    Target.DISPLAY: "a building of the display",
}
GRANTS: Final = {
    Grant.BUILD: "build",
    Grant.CLEAR: "fell a forest, cut a moor, or both",
    Grant.ALL_HOME: "call all your clergymen home",
    Grant.PRIOR_HOME: "call your prior home",
    Grant.DISTRICT: "lay the next district",
    Grant.PLOT: "lay the next plot",
    Grant.OCCUPIED: f"carry out the effect of {TARGETS[Target.OCCUPIED]}",
    Grant.SETTLE: "found a settlement",
}
SHORT_GRANTS: Final = {
    **GRANTS,
    Grant.CLEAR: "fell and cut",
    Grant.ALL_HOME: "all clergymen come home",
    Grant.PRIOR_HOME: "call the prior home",
    Grant.DISTRICT: "lay a district",
    Grant.PLOT: "lay a plot",
    Grant.OCCUPIED: f"carry out {SHORT_TARGETS[Target.OCCUPIED]}",
}
REWARDS: Final = {
    Reward.CARD: "forest and moor on your land",
    Reward.CLOISTER: "cloister building on your land",
}
SHORT_REWARDS: Final = {Reward.CARD: "forest and moor", Reward.CLOISTER: "cloister building"}

_GET: Final = "get "


def effect_sentence(game: OraEtLabora, building: int) -> str:
    """Return what a building does, in one or two sentences."""
    return EffectWords(game).sentence(building)


def effect_line(game: OraEtLabora, building: int) -> str:
    """Return what a building does on one line of at most about 60 cells."""
    return EffectWords(game).line(building)


class EffectWords:
    """The words for effects in one match."""

    def __init__(self, game: OraEtLabora) -> None:
        self._game = game

    def sentence(self, building: int) -> str:
        """Return what a building does, in one or two sentences."""
        card, parts = self._game.cards[building], list[str]()
        for pieces in _parts(card.text):
            words = "; also ".join(self._part(piece) for piece in pieces)
            if parts and parts[-1].startswith(_GET) and words.startswith(_GET):
                parts[-1] += f", and {words.removeprefix(_GET)}" if " or " in parts[-1] + words else words[3:]
            else:
                parts.append(words)
        text = f"{sentence_start('; then '.join(parts))}."
        if "&" in card.text:
            text += " Both are paid at once."
        if building not in self._game.raising:
            return text
        return f"{text} Once it is built, contracts cost {self._coins(self._game.table.raised_fee)}."

    def line(self, building: int) -> str:
        """Return what a building does on one line."""
        found: list[str] = []
        for piece in (piece for pieces in _parts(self._game.cards[building].text) for piece in pieces):
            words = self._short(piece)
            if found and found[-1].startswith(_GET) and words.startswith(_GET):
                found[-1] += f" + {words.removeprefix(_GET)}"
            else:
                found.append(words)
        return "; ".join(found)

    # In a sentence

    def _part(self, part: Part) -> str:
        match part:
            case GainPart(goods):
                return f"get {self._goods(goods)}"
            case ChoicePart(choices):
                return f"get {amounts_words(self._game, choices, 'or')}"
            case HoldingPart(good, least, gain, amounts):
                owned = f"{listed(map(str, least), 'or')} {good_name(self._game, good, 2)}"
                gained = f"{listed(map(str, amounts), 'or')} {good_name(self._game, gain, 2)}"
                return f"get {gained} if you have at least {owned}, which you keep"
            case WheelPart(goods):
                return f"take {self._names(goods)} from the wheel"
            case CarryOutPart(target):
                return f"carry out the effect of {TARGETS[target]}"
            case SettlePart():
                return f"{GRANTS[Grant.SETTLE]}, and pay for it"
            case TradePart(ways, limit):
                return self._trade(ways, limit)

    def _trade(self, ways: Sequence[Way], limit: int) -> str:
        first = ways[0]
        if len(ways) == 1 and _sale(first):
            (_, number), coins = first.takes[0], self._goods(first.gives)
            several = limit > 1
            most = f"up to {limit} " if 1 < limit < ANY else "" if several else f"{number} "
            name = good_name(self._game, first.takes[0][0], limit)
            return f"sell {most}{name} for {coins}{' each' if several else ''}"
        if len({way._replace(takes=(), food=0, energy=0) for way in ways}) == 1:
            offer = f"{_or(self._taken(way) for way in ways)} {self._given(first)}"
        else:
            offer = _or(f"{self._taken(way)} {self._given(way)}" for way in ways)
        often = {1: "", 2: "twice", ANY: "as often as you like"}.get(limit, f"{limit} times")
        often = f"up to {often}" if often and limit < ANY else often
        if len(ways) > 1 and often:
            often += " in all"
        return f"{_verb(first)} {offer}{', ' if often else ''}{often}"

    def _taken(self, way: Way) -> str:
        return listed(
            filter(
                None,
                (
                    "a forest of yours" if way.forest else "",
                    *(f"{number} {name}" for number, name in self._gathered(way.takes)),
                    f"{way.food} food" if way.food else "",
                    energy_words(way.energy) if way.energy else "",
                    f"{way.different} different goods" if way.different else "",
                    f"other goods worth at least {way.points} points" if way.points else "",
                ),
            )
        )

    def _given(self, way: Way) -> str:
        gotten, done = list(self._gotten(way)), _joined(GRANTS[grant] for grant in way.grants)
        if done and {*way.grants} & {Grant.DISTRICT, Grant.PLOT}:
            done += " for nothing"
        if not done:
            return f"for {listed(gotten)}"
        if gotten:
            return f"for {listed(gotten)}, and {done}"
        return f"and then {done}" if way.forest else f"to {done}"

    def _gotten(self, way: Way) -> Iterator[str]:
        if way.gives:
            yield self._goods(way.gives)
        if way.basics:
            first, *then = way.basics
            yield f"{first} of one basic good{''.join(f' and {number} of another' for number in then)}"
        if way.wonder:
            yield "a wonder"
        if way.joker:
            yield f"as much {self._names(way.joker)} as the joker yields"
        if way.reward is not None:
            yield (
                "books, ceramics, ornaments and reliquaries, worth up to "
                f"{self._points(*way.reward)} for each {REWARDS[way.reward[1]]}"
            )

    # On a line

    def _short(self, part: Part) -> str:
        match part:
            case GainPart(goods):
                return f"get {self._short_goods(goods)}"
            case ChoicePart(choices):
                return f"get {'/'.join(self._short_goods((choice,)) for choice in choices)}"
            case HoldingPart(good, least, gain, amounts):
                owned = f"{'/'.join(map(str, least))} {good_name(self._game, good, 2)}"
                return f"get {'/'.join(map(str, amounts))} {good_name(self._game, gain, 2)} for having {owned}"
            case WheelPart(goods):
                return f"take {self._names(goods)} from the wheel"
            case CarryOutPart(target):
                return f"carry out {SHORT_TARGETS[target]}"
            case SettlePart():
                return f"{GRANTS[Grant.SETTLE]}, and pay for it"
            case TradePart(ways, limit):
                often = f" ({'any' if limit == ANY else f'{limit}x'})" if limit > 1 else ""
                if len({way._replace(takes=(), food=0, energy=0) for way in ways}) == 1:
                    taken = " or ".join(self._short_taken(way) for way in ways)
                    return f"{taken} {self._short_given(ways[0])}{often}"
                return f"{_side_by_side([f'{self._short_taken(it)} {self._short_given(it)}' for it in ways])}{often}"

    def _short_taken(self, way: Way) -> str:
        return " + ".join(
            filter(
                None,
                (
                    "forest" if way.forest else "",
                    self._short_goods(way.takes) if way.takes else "",
                    _counted(way.food, "food") if way.food else "",
                    {1: "half energy", 2: "energy"}.get(way.energy, energy_words(way.energy)) if way.energy else "",
                    f"{way.different} different goods" if way.different else "",
                    f"goods of {way.points} points" if way.points else "",
                ),
            )
        )

    def _short_given(self, way: Way) -> str:
        done = _joined((SHORT_GRANTS[grant] for grant in way.grants), " + ")
        gotten = [self._short_goods(way.gives)] if way.gives else []
        if way.basics:
            first, *then = way.basics
            gotten.append(f"{first} of one basic good{''.join(f' + {number} of another' for number in then)}")
        if way.wonder:
            gotten.append("a wonder")
        if way.joker:
            gotten.append(f"{self._names(way.joker, '/')} by the joker")
        if way.reward is not None:
            gotten.append(f"{self._points(*way.reward)} of goods per {SHORT_REWARDS[way.reward[1]]}")
        if not gotten:
            return f"to {done}"
        return f"for {' + '.join(gotten)}{f'; {done}' if done else ''}"

    def _short_goods(self, amounts: Amounts) -> str:
        """Return goods joined by plus signs, a single one without its number."""
        return " + ".join(_counted(number, name) for number, name in self._gathered(amounts))

    # Goods

    def _goods(self, amounts: Amounts) -> str:
        return listed(f"{number} {name}" for number, name in self._gathered(amounts))

    def _gathered(self, amounts: Amounts) -> list[tuple[int, str]]:
        """Return numbers with names of goods; the same number of each basic good is one of them."""
        there = dict(amounts)
        numbers = {there.get(good, 0) for good in BASIC}
        basic: list[tuple[int, str]] = []
        if len(numbers) == 1 and (number := numbers.pop()):
            basic, there = [(number, "of each basic good")], {it: n for it, n in there.items() if it not in BASIC}
        return [*basic, *((number, good_name(self._game, good, number)) for good, number in there.items())]

    def _names(self, goods: Sequence[int], join: str = "") -> str:
        names = [good_name(self._game, good, 2) for good in goods]
        return join.join(names) if join else listed(names, "or")

    def _coins(self, number: int) -> str:
        return f"{number} {good_name(self._game, COIN, number)}"

    def _points(self, each: int, what: Reward) -> str:
        """Return the points of a reward for each of what it counts, with the mode's share for cloister buildings."""
        quarters = each * (self._game.mode.reward_quarters if what is Reward.CLOISTER else 4)
        whole, odd = divmod(quarters, 4)
        return f"{whole}½ points" if odd else counted(whole, "point")


def _or(words: Iterable[str]) -> str:
    """Return alternatives, with a comma before the last of three or more."""
    found = list(words)
    return listed(found, "or") if len(found) < 3 else f"{', '.join(found[:-1])}, or {found[-1]}"


def _joined(words: Iterable[str], between: str = "") -> str:
    """Return what can be done in turn, without a verb that the one before has as well."""
    found: list[str] = []
    verb = ""
    for one in words:
        found.append(one.removeprefix(f"{verb} "))
        verb = one.split()[0]
    return between.join(found) if between else listed(found)


def _side_by_side(offers: Sequence[str]) -> str:
    """Return offers that differ in some words as one, these words side by side: "3/6/9 energy for 5/8/10 coins"."""
    rows = [offer.split() for offer in offers]
    if len({len(row) for row in rows}) > 1:
        return " or ".join(offers)
    return " ".join("/".join(dict.fromkeys(words)) for words in zip(*rows, strict=True))


@cache
def _parts(text: str) -> list[list[Part]]:
    """Return the parts of an effect; trades that are made together are parts side by side."""
    return [
        [*(part for piece in whole.split("&") for part in parse_effect(piece.strip()))] for whole in text.split(";")
    ]


def _sale(way: Way) -> bool:
    """Return whether a way to trade gives coins alone for one kind of goods."""
    return (
        len(way.takes) == 1 and way == Way(takes=way.takes, gives=way.gives) and {it for it, _ in way.gives} == {COIN}
    )


def _verb(way: Way) -> str:
    if way.forest:
        return "clear"
    return "pay" if {good for good, _ in way.takes} == {COIN} and not way.chosen else "give"


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number > 1 or name.startswith("of ") else name
