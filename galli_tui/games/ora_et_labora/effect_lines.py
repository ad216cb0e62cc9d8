"""What a building does on one line of a table: "grain for flour + straw (7x)"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.ora_et_labora.effect_parts import EffectNames, basics_words, in_turn, parts_of, same_for_all
from galli_tui.games.ora_et_labora.words import energy_words
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
)

TARGETS: Final = {
    Target.PRIOR: "a building with a prior",
    Target.NEIGHBOUR: "an unoccupied neighbour",
    Target.OCCUPIED: "an occupied building",
    Target.DISPLAY: "a building of the display",
}
GRANTS: Final = {
    Grant.BUILD: "build",
    Grant.CLEAR: "fell and cut",
    Grant.ALL_HOME: "call all clergymen home",
    Grant.PRIOR_HOME: "call the prior home",
    Grant.DISTRICT: "lay a district",
    Grant.PLOT: "lay a plot",
    Grant.OCCUPIED: f"carry out {TARGETS[Target.OCCUPIED]}",
    Grant.SETTLE: "settle",
}
REWARDS: Final = {Reward.CARD: "forest and moor", Reward.CLOISTER: "cloister building"}
_GET: Final = "get "


class EffectLines:
    """The short lines about effects in one match."""

    def __init__(self, names: EffectNames) -> None:
        self._names = names

    def line(self, text: str) -> str:
        """Return an effect on one line."""
        found: list[str] = []
        for words in (self.part(piece) for pieces in parts_of(text) for piece in pieces):
            if found and found[-1].startswith(_GET) and words.startswith(_GET):
                found[-1] += f" + {words.removeprefix(_GET)}"
            else:
                found.append(words)
        return "; ".join(found)

    def part(self, part: Part) -> str:
        """Return a part of an effect in a few words."""
        match part:
            case GainPart(goods):
                return f"{_GET}{self._goods(goods)}"
            case ChoicePart(choices):
                return f"{_GET}{'/'.join(self._goods((choice,)) for choice in choices)}"
            case HoldingPart(good, least, gain, amounts):
                owned = f"{'/'.join(map(str, least))} {self._names.good(good, 2)}"
                return f"{_GET}{'/'.join(map(str, amounts))} {self._names.good(gain, 2)} for having {owned}"
            case WheelPart(goods):
                return f"take {self._names.any_of(goods)} from the wheel"
            case CarryOutPart(target):
                return f"carry out {TARGETS[target]}"
            case SettlePart():
                return "found a settlement, and pay for it"
            case TradePart(ways, limit):
                return f"{self._trade(ways)}{f' ({limit}x)' if 1 < limit < ANY else ' (any)' if limit == ANY else ''}"

    def _trade(self, ways: Sequence[Way]) -> str:
        if same_for_all(ways):
            return f"{' or '.join(map(self._taken, ways))} {self._given(ways[0])}"
        return _side_by_side([f"{self._taken(way)} {self._given(way)}" for way in ways])

    def _taken(self, way: Way) -> str:
        found = ["clear a forest"] if way.forest else []
        found += [self._goods(way.takes)] if way.takes else []
        found += [_one("food", way.food)] if way.food else []
        found += [{1: "half energy", 2: "energy"}.get(way.energy, energy_words(way.energy))] if way.energy else []
        found += [f"{way.different} different goods"] if way.different else []
        found += [f"goods of {way.points} points"] if way.points else []
        return " + ".join(found)

    def _given(self, way: Way) -> str:
        gotten = [self._goods(way.gives)] if way.gives else []
        gotten += [basics_words(way.basics, "+")] if way.basics else []
        gotten += ["a wonder"] if way.wonder else []
        gotten += [f"{self._names.any_of(way.joker, '/')} by the joker"] if way.joker else []
        if way.reward is not None:
            gotten.append(f"{self._names.points(*way.reward)} of goods per {REWARDS[way.reward[1]]}")
        done = " + ".join(in_turn(GRANTS[grant] for grant in way.grants))
        if not gotten:
            return f"to {done}"
        return f"for {' + '.join(gotten)}{f'; {done}' if done else ''}"

    def _goods(self, amounts: Amounts) -> str:
        """Return goods joined by plus signs, a single one without its number."""
        return " + ".join(_one(name, number) for number, name in self._names.gathered(amounts))


def _one(name: str, number: int) -> str:
    return f"{number} {name}" if number > 1 or name.startswith("of ") else name


def _side_by_side(offers: Sequence[str]) -> str:
    """Return offers that differ in some words as one, these words side by side: "3/6/9 energy for 5/8/10 coins"."""
    rows = [offer.split() for offer in offers]
    if len({len(row) for row in rows}) > 1:
        return " or ".join(offers)
    return " ".join("/".join(dict.fromkeys(words)) for words in zip(*rows, strict=True))
