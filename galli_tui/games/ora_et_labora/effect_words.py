"""What each building does, made from its effect: in one or two sentences, or on one line of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from galli_tui.games.ora_et_labora.effect_lines import EffectLines
from galli_tui.games.ora_et_labora.effect_parts import EffectNames, basics_words, in_turn, parts_of, same_for_all
from galli_tui.games.ora_et_labora.words import energy_words, good_name
from galli_tui.style.wording import listed, sentence_start
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
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN

TARGETS: Final = {
    Target.PRIOR: "another building with a prior on it, whoever owns it",
    Target.NEIGHBOUR: "an unoccupied building beside this one",
    Target.OCCUPIED: "another occupied building, whoever owns it",
    Target.DISPLAY: "a building of the display",
}
"""What can be carried out."""
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
REWARDS: Final = {
    Reward.CARD: "forest and moor on your land",
    Reward.CLOISTER: "cloister building on your land",
}
FREE: Final = {Grant.DISTRICT, Grant.PLOT}
_GET: Final = "get "


def effect_sentence(game: OraEtLabora, building: int) -> str:
    """Return what a building does, in one or two sentences."""
    text = EffectWords(names_of(game)).sentence(game.cards[building].text)
    if building not in game.raising:
        return text
    fee = game.table.raised_fee
    return f"{text} Once it is built, contracts cost {fee} {good_name(game, COIN, fee)}."


def effect_line(game: OraEtLabora, building: int) -> str:
    """Return what a building does on one line of at most about 60 cells."""
    return EffectLines(names_of(game)).line(game.cards[building].text)


def names_of(game: OraEtLabora) -> EffectNames:
    """Return the names that effects use in a match."""
    return EffectNames([good.name for good in game.box.goods], game.mode.reward_quarters)


class EffectWords:
    """The sentences about effects in one match."""

    def __init__(self, names: EffectNames) -> None:
        self._names = names

    def sentence(self, text: str) -> str:
        """Return an effect in a sentence, and in a second one what is special about it."""
        parts = list[str]()
        for pieces in parts_of(text):
            words = "; also ".join(map(self.part, pieces))
            if parts and parts[-1].startswith(_GET) and words.startswith(_GET):
                parts[-1] += f", and {words.removeprefix(_GET)}"
            else:
                parts.append(words)
        return f"{sentence_start('; then '.join(parts))}.{' Both are paid at once.' if '&' in text else ''}"

    def part(self, part: Part) -> str:
        """Return a part of an effect as a clause that begins with a verb."""
        match part:
            case GainPart(goods):
                return f"{_GET}{self._goods(goods)}"
            case ChoicePart(choices):
                return f"{_GET}{_or(self._goods((choice,)) for choice in choices)}"
            case HoldingPart(good, least, gain, amounts):
                owned = f"{listed(map(str, least), 'or')} {self._names.good(good, 2)}"
                gained = f"{listed(map(str, amounts), 'or')} {self._names.good(gain, 2)}"
                return f"{_GET}{gained} if you have at least {owned}, which you keep"
            case WheelPart(goods):
                return f"take {self._names.any_of(goods)} from the wheel"
            case CarryOutPart(target):
                return f"carry out the effect of {TARGETS[target]}"
            case SettlePart():
                return f"{GRANTS[Grant.SETTLE]}, and pay for it"
            case TradePart(ways, limit):
                return self._trade(ways, limit)

    def _trade(self, ways: Sequence[Way], limit: int) -> str:
        first = ways[0]
        if len(ways) == 1 and _is_sale(first):
            (good, number), coins = first.takes[0], self._goods(first.gives)
            most = f"up to {limit} " if 1 < limit < ANY else f"{number} " if limit == 1 else ""
            return f"sell {most}{self._names.good(good, limit)} for {coins}{' each' if limit > 1 else ''}"
        if same_for_all(ways):
            offer = f"{_or(map(self._taken, ways))} {self._given(first)}"
        else:
            offer = _or(f"{self._taken(way)} {self._given(way)}" for way in ways)
        return f"{_verb(first)} {offer}{_often(limit, ' in all' if len(ways) > 1 else '')}"

    def _taken(self, way: Way) -> str:
        found = ["a forest of yours"] if way.forest else []
        found += [f"{number} {name}" for number, name in self._names.gathered(way.takes)]
        found += [f"{way.food} food"] if way.food else []
        found += [energy_words(way.energy)] if way.energy else []
        found += [f"{way.different} different goods"] if way.different else []
        found += [f"other goods worth at least {way.points} points"] if way.points else []
        return listed(found)

    def _given(self, way: Way) -> str:
        gotten, done = listed(self._gotten(way)), listed(in_turn(GRANTS[grant] for grant in way.grants))
        if FREE & {*way.grants}:
            done += " for nothing"
        if not done:
            return f"for {gotten}"
        if gotten:
            return f"for {gotten}, and {done}"
        return f"and then {done}" if way.forest else f"to {done}"

    def _gotten(self, way: Way) -> Iterator[str]:
        if way.gives:
            yield self._goods(way.gives)
        if way.basics:
            yield basics_words(way.basics, "and")
        if way.wonder:
            yield "a wonder"
        if way.joker:
            yield f"as much {self._names.any_of(way.joker)} as the joker yields"
        if way.reward is not None:
            worth = f"worth up to {self._names.points(*way.reward)} for each {REWARDS[way.reward[1]]}"
            yield f"books, ceramics, ornaments and reliquaries, {worth}"

    def _goods(self, amounts: Amounts) -> str:
        return listed(f"{number} {name}" for number, name in self._names.gathered(amounts))


def _or(words: Iterable[str]) -> str:
    """Return alternatives, with a comma before the last of three or more."""
    found = list(words)
    return listed(found, "or") if len(found) < 3 else f"{', '.join(found[:-1])}, or {found[-1]}"


def _often(limit: int, in_all: str) -> str:
    if limit == 1:
        return ""
    return (
        ", as often as you like" if limit == ANY else f", up to {'twice' if limit == 2 else f'{limit} times'}{in_all}"
    )


def _is_sale(way: Way) -> bool:
    """Return whether a way to trade gives coins alone for one kind of goods."""
    alone = way == Way(takes=way.takes, gives=way.gives)
    return alone and len(way.takes) == 1 and {good for good, _ in way.gives} == {COIN}


def _verb(way: Way) -> str:
    if way.forest:
        return "clear"
    return "pay" if {good for good, _ in way.takes} == {COIN} and not way.chosen else "give"
