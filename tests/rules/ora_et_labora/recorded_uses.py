"""What a recorded use of a building says: the moves of ours that use exactly the goods that are named.

A record says little about how an effect was carried out (`USE G18 ClClSnCo`), so the moves are searched for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.conversions import Sell
from rules.ora_et_labora.effect_text import TradePart
from rules.ora_et_labora.gains import Choose, ChooseReward, ChooseStep, Done, ProduceStep, RewardStep, Take, Token
from rules.ora_et_labora.game import BOX, OraEtLabora
from rules.ora_et_labora.goods import COIN, FIVE, TILES, as_payment
from rules.ora_et_labora.land import space_at
from rules.ora_et_labora.payments import NOTHING as NO_TILES
from rules.ora_et_labora.payments import Price
from rules.ora_et_labora.state import OraState
from rules.ora_et_labora.trades import MakeTrade, TradeStep, price

ALIASES = {"Po": "Ce", "Ho": "Ma"}
JOKER = "Jo"
DRINKS = ("Wn", "Wh")
MOST_BARE = 2
"""A trade is made without its goods named where it can be made at most so often and is all that the building does."""
MOST_LEFT_OUT = 4
NOTHING = as_payment(NO_TILES)
CODES = tuple(good.code for good in BOX.new(Options(1, "solo", 1)).box.goods)


def moves_of_use(
    game: OraEtLabora, state: OraState, seat: Seat, words: Sequence[str], bottom: int
) -> tuple[list[Any] | None, int]:
    """Return the moves of a use with these goods and places, or None, and how many of the goods they leave out.

    They leave out as few as possible: what is gained may be named, too.
    """
    places = [word for word in words if word.lstrip("-").isdigit()]
    forests = [space_at(int(row), int(column) + 2) for column, row in zip(places[::2], places[1::2], strict=True)]
    tokens = codes("".join(word for word in words if word not in places))
    reading = Reading(game, seat, bottom, given=bool(tokens or forests))
    for fewer in range(min(MOST_LEFT_OUT, len(tokens)) + 1):
        for left_out in sorted(set(combinations(sorted(tokens), fewer))):
            found = reading.best(state, without(tokens, Counter(left_out)) or [], forests)
            if found is not None:
                return found, fewer
    return None, 0


class Reading:
    """The search for the moves of one use."""

    def __init__(self, game: OraEtLabora, seat: Seat, bottom: int, *, given: bool) -> None:
        self.game, self.seat, self.given = game, seat, given
        """Whether goods or places are named."""
        self.bottom = bottom
        """The length of the agenda below the effect."""

    def best(self, state: OraState, tokens: list[str], forests: list[int]) -> list[Any] | None:
        """Return the moves that use all the goods named, or else most of them, and bring most; None if none use any."""
        sequences = self._sequences(state, tokens, forests)
        return (max(sequences, key=lambda it: it[0], default=(0, None)) if self.given else next(sequences, (0, None)))[
            1
        ]

    def _sequences(self, state: OraState, tokens: list[str], forests: list[int]) -> Iterator[tuple[int, list[Any]]]:
        """Yield sequences of moves that use all the goods named, with what the goods are worth afterwards."""
        step: Any = state.agenda[-1] if state.agenda else None
        if len(state.agenda) <= self.bottom or not isinstance(step, TradeStep | ProduceStep | ChooseStep | RewardStep):
            if not tokens and not forests:
                yield self._worth(state), []
            return
        for move, rest, places in self._options(state, step, tokens, forests):
            if self.game.refusal(state, move) is None:
                after = self.game.apply(state, move)
                for value, found in self._sequences(after, rest, places):
                    yield value, [move, *found]

    def _worth(self, state: OraState) -> int:
        goods, kinds = state.estates[self.seat].goods, self.game.box.goods
        return sum(number * (10 * kind.points + kind.worth) for number, kind in zip(goods, kinds, strict=True))

    def _options(
        self, state: OraState, step: Any, tokens: list[str], forests: list[int]
    ) -> Iterator[tuple[Any, list[str], list[int]]]:
        if isinstance(step, ProduceStep):
            token = Token.JOKER if JOKER in tokens or step.joker_only else Token.OWN
            named = [good for good in step.goods if CODES[good] in tokens]
            for good in named or step.goods:
                yield Take(self.seat, good, token), [it for it in tokens if it not in (JOKER, CODES[good])], forests
        elif isinstance(step, ChooseStep):
            for offer in sorted(step.choices, key=lambda it: [*tokens, CODES[it.good]].index(CODES[it.good])):
                for number in (offer.number, 1):
                    rest = without(tokens, Counter({CODES[offer.good]: number}))
                    if rest is not None:
                        yield Choose(self.seat, offer.good), rest, forests
        elif isinstance(step, RewardStep):
            yield ChooseReward(self.seat, payment(tokens)), [], forests
        else:
            yield from self._trades(state, step, tokens, forests)
        yield Done(self.seat), tokens, forests

    def _trades(
        self, state: OraState, step: TradeStep, tokens: list[str], forests: list[int]
    ) -> Iterator[tuple[Any, list[str], list[int]]]:
        trade, goods = step.trade(self.game), state.estates[self.seat].goods
        alone = len(self.game.cards[step.building].effect) == 1
        costs = [many for way in trade.ways for good, many in way.takes if good == COIN]
        for code in set(DRINKS).intersection(tokens if costs else ()):  # Drink may be sold to pay coins.
            coins = tokens.count(code) * self.game.payments.coins[CODES.index(code)]
            rest = [it for it in tokens if it != code]
            yield Sell(self.seat, tokens.count(code)), [*rest, *["Pn"] * min(coins, max(costs))], forests
        for number, way in enumerate(trade.ways, 1):
            forest = forests[0] if way.forest and forests else None
            most = self.game.payments.most(goods, way.takes, step.at_once(self.game, way))
            for times in range(most, 0, -1):
                if alone and not way.chosen and trade.limit <= (1 if self.given else MOST_BARE):
                    yield MakeTrade(self.seat, times, number, forest, NOTHING), tokens, forests
                rest = without(tokens, Counter({CODES[good]: many * times for good, many in way.takes}))
                if not self.given or rest is None:
                    continue
                if not way.chosen:
                    yield MakeTrade(self.seat, times, number, forest, NOTHING), rest, forests[1:] if forest else forests
                    continue
                again = step.left > 1 and len(trade.ways) > 1
                elsewhere = None if again or _asks(trade) else self._elsewhere(state)
                for tiles, left in self._payments(rest, price(way, times)):
                    if elsewhere is None or elsewhere.issuperset(left):
                        yield MakeTrade(self.seat, times, number, forest, tiles), left, forests

    def _elsewhere(self, state: OraState) -> set[str] | None:
        """Return the goods that the parts of an effect behind the present one may use; None where that is any."""
        found = set[str]()
        for step in state.agenda[self.bottom : -1]:
            if not isinstance(step, TradeStep) or any(way.chosen for way in step.trade(self.game).ways):
                return None
            found.update(CODES[good] for way in step.trade(self.game).ways for good, _ in way.takes)
        return found

    def _payments(self, tokens: list[str], cost: Price) -> Iterator[tuple[Any, list[str]]]:
        """Yield parts of the tokens that meet a price, and what is left; of different goods the first ones."""
        if cost.different:
            if self.game.payments.meets(payment(tokens[: cost.different]), cost):
                yield payment(tokens[: cost.different]), tokens[cost.different :]
            return
        worth = self.game.payments
        useful = [(cost.food, worth.food), (cost.energy, worth.energy), (cost.points, worth.points)]
        held = Counter(code for code in tokens if any(it and of[tile(code)] for it, of in useful))
        for numbers in product(*(range(number, -1, -1) for number in held.values())):
            part = Counter(dict(zip(held, numbers, strict=True)))
            if self.game.payments.meets(payment(list(part.elements())), cost):
                yield payment(list(part.elements())), list((Counter(tokens) - part).elements())


def _asks(trade: TradePart) -> bool:
    """Return whether a trade lets choose what it gives."""
    return any(way.basics or way.joker or way.reward for way in trade.ways)


def codes(text: str) -> list[str]:
    """Return the two-letter codes of a word of goods, under our names."""
    found = [text[place : place + 2] for place in range(0, len(text), 2)]
    return [ALIASES.get(code, code) for code in found if code != "Bp"]


def payment(tokens: Sequence[str]) -> Any:
    """Return tokens as a payment."""
    tiles = [0] * len(TILES)
    for code in tokens:
        tiles[tile(code)] += 1
    return as_payment(tiles)


def tile(code: str) -> int:
    """Return the number of a tile."""
    return FIVE if code == "Ni" else CODES.index(code)


def without(tokens: list[str], taken: Counter[str]) -> list[str] | None:
    """Return the tokens without some, or None if they are not all there; a tile of five coins can be changed."""
    left = list(tokens)
    for code in taken.elements():
        if code == "Pn" and code not in left and "Ni" in left:
            left[left.index("Ni") : left.index("Ni") + 1] = ["Pn"] * 5
        if code not in left:
            return None
        left.remove(code)
    return left
