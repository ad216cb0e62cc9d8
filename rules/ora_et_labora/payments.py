"""Payments: what a price in food, energy, points or different goods can be paid with, and the payment that is proposed.

Prices in named goods leave no choice (OL-7b). Energy is counted in halves throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, product
from typing import Final, NamedTuple, TypeAlias

from rules.ora_et_labora.box import OraBox
from rules.ora_et_labora.effect_text import Amounts
from rules.ora_et_labora.goods import COIN, FIVE, GOODS, GRAIN, STRAW, TILES, WHISKEY, WINE

Held: TypeAlias = tuple[int, ...]
"""How many of each good somebody has."""
Tiles: TypeAlias = tuple[int, ...]
"""How many tiles of each kind are paid."""
NOTHING: Final[Tiles] = (0,) * len(TILES)
_POINT: Final = 1_000_000
"""What losing a point costs in the comparison of payments: points first, then coins, then what is worth most."""
_COIN: Final = 10_000
_KNOWN: Final = 20_000
"""Proposals that are remembered."""


class Price(NamedTuple):
    """What must be paid with tiles of one's choice."""

    food: int = 0
    energy: int = 0
    points: int = 0
    different: int = 0


class Payments:
    """The payments with the goods of one box."""

    def __init__(self, box: OraBox) -> None:
        goods, table = box.goods, box.table
        self._per_points, self._points = table.coins_for_points, table.coin_points
        five_food = 5 * goods[COIN].food
        self.food = (*(good.food for good in goods), five_food)
        self.energy = (*(good.energy for good in goods), 0)
        self.points = (*(good.points for good in goods), 5 * table.coin_points // table.coins_for_points)
        self.coins = tuple(good.coins for good in goods)
        self._cost = tuple(good.points * _POINT + good.worth for good in goods)
        self._known: dict[tuple[Held, Price], Tiles | None] = {}

    # What is handed over

    def sell(self, held: Held, coins: int) -> Held | None:
        """Return what is held after selling wine or whiskey until there are `coins` coins, or None (OL-7c)."""
        if held[COIN] >= coins:
            return held
        left = list(held)
        for good in (WINE, WHISKEY):
            while left[COIN] < coins and left[good] and self.coins[good]:
                left[good] -= 1
                left[COIN] += self.coins[good]
        return tuple(left) if left[COIN] >= coins else None

    def without(self, held: Held, amounts: Amounts, times: int = 1) -> Held | None:
        """Return what is held after handing over named goods `times` times, or None if there are too few (OL-7b)."""
        left, coins = list(held), 0
        for good, number in amounts:
            if good == COIN:
                coins = number * times
            else:
                left[good] -= number * times
        if left[STRAW] < 0:
            left[GRAIN] += left[STRAW]
            left[STRAW] = 0
        if min(left) < 0:
            return None
        if not coins:
            return tuple(left)
        rich = self.sell(tuple(left), coins)
        return None if rich is None else (*rich[:COIN], rich[COIN] - coins, *rich[COIN + 1 :])

    def paid(self, held: Held, tiles: Tiles) -> Held | None:
        """Return what is held after handing over tiles, or None if there are too few."""
        coins = tiles[COIN] + 5 * tiles[FIVE]
        amounts = [(good, tiles[good]) for good in range(len(GOODS)) if good != COIN and tiles[good]]
        return self.without(held, (*amounts, (COIN, coins)) if coins else tuple(amounts))

    def most(self, held: Held, amounts: Amounts, limit: int) -> int:
        """Return how many times named goods can be handed over, at most `limit`."""
        for good, number in amounts:
            there = held[good] + (held[GRAIN] if good == STRAW else 0)
            if good == COIN:
                there += held[WINE] * self.coins[WINE] + held[WHISKEY] * self.coins[WHISKEY]
            limit = min(limit, there // number)
        while limit and self.without(held, amounts, limit) is None:
            limit -= 1
        return limit

    def lacking(self, held: Held, amounts: Amounts) -> Amounts:
        """Return the named goods that are lacking, after grain and drink stand in for straw and coins."""
        short = [(good, number - self.most(held, ((good, 1),), number)) for good, number in amounts]
        return tuple((good, number) for good, number in short if number)

    # What meets a price

    def meets(self, tiles: Tiles, price: Price) -> bool:
        """Return whether tiles meet a price. More than needed may be paid, but no tile that meets no part of it."""
        if price.different:
            return sum(tiles) == price.different and max(tiles) == 1
        useful = [
            bool((price.food and food) or (price.energy and energy) or (price.points and points))
            for food, energy, points in zip(self.food, self.energy, self.points, strict=True)
        ]
        return all(fits or not number for fits, number in zip(useful, tiles, strict=True)) and all(
            sum(map(int.__mul__, tiles, worth)) >= needed
            for worth, needed in ((self.food, price.food), (self.energy, price.energy), (self.points, price.points))
        )

    def propose(self, held: Held, price: Price) -> Tiles | None:
        """Return the payment that loses fewest points, then fewest coins, then the least; None if nothing meets it."""
        known, key = self._known, (held, price)
        if key not in known:
            if len(known) >= _KNOWN:
                known.clear()
            known[key] = self._proposed(held, price)
        return known[key]

    def _proposed(self, held: Held, price: Price) -> Tiles | None:
        """Return the payment that loses least among those that are worth a look."""
        if price.different:
            found = self._different(held, price.different)
        elif price.points:
            found = self._with_coins(held, self.points, price.points)
        else:
            found = self._fuel_and_food(held, price)
        best: tuple[int, Tiles] | None = None
        for tiles in found:
            after = self.paid(held, tiles)
            if after is not None and (best is None or self._lost(held, after) < best[0]):
                best = self._lost(held, after), tiles
        return None if best is None else best[1]

    def _lost(self, held: Held, after: Held) -> int:
        """Return what is lost between two holdings, for comparison."""
        coins = self._points * (held[COIN] // self._per_points - after[COIN] // self._per_points)
        lost = sum((before - now) * cost for before, now, cost in zip(held, after, self._cost, strict=True))
        return lost + coins * _POINT + (held[COIN] - after[COIN]) * _COIN

    def _fuel_and_food(self, held: Held, price: Price) -> Iterator[Tiles]:
        """Yield payments with each number of straws made of grain, which is food as well."""
        for made in range(min(held[GRAIN], price.energy) + 1):
            with_straw = (*held[:STRAW], held[STRAW] + made, *held[STRAW + 1 :])
            fuel, _ = self._cheapest(with_straw, self.energy, price.energy)[-1] or (None, 0)
            after = None if fuel is None else self.paid(held, fuel)
            if fuel is not None and after is not None:
                for food in self._with_coins(after, self.food, price.food) if price.food else (NOTHING,):
                    yield tuple(map(int.__add__, fuel, food))

    def _with_coins(self, held: Held, worth: Sequence[int], needed: int) -> Iterator[Tiles]:
        """Yield payments of coins and other goods: the best one with each number of drinks sold for more coins."""
        drink, coins = WINE if held[WINE] else WHISKEY, held[COIN]
        each, single, five = self.coins[drink], worth[COIN], worth[FIVE]
        for sold in range(min(held[drink], self._per_points) + 1):
            best = self._cheapest((*held[:drink], held[drink] - sold, *held[drink + 1 :]), worth, needed)
            found = None if sold else best[needed]
            for spent in range(coins + each * (sold - 1) + 1 if sold else 1, coins + each * sold + 1):
                value = spent * single if single else spent // 5 * five if spent % 5 == 0 else 0
                if value and (other := best[max(0, needed - value)]) is not None:
                    left = coins + each * sold - spent
                    lost = self._points * (coins // self._per_points - left // self._per_points)
                    cost, fives, tiles = other[1] + lost * _POINT + spent * _COIN, spent // 5, other[0]
                    if found is None or cost < found[1]:
                        found = (*tiles[:COIN], spent - 5 * fives, *tiles[COIN + 1 : FIVE], fives), cost
                if value >= needed:
                    break
            if found is not None:
                yield found[0]

    def _cheapest(self, held: Held, worth: Sequence[int], needed: int) -> list[tuple[Tiles, int] | None]:
        """Return the cheapest tiles without coins of at least each worth up to the one needed, with their cost."""
        best: list[tuple[Tiles, int] | None] = [(NOTHING, 0), *[None] * needed]
        for good in range(len(GOODS)):
            value, there = worth[good], held[good]
            if good == COIN or not value or not there:
                continue
            there = min(there, -(-needed // value))
            size = 1
            while there:
                size = min(size, there)
                there -= size
                for reached in range(needed - 1, -1, -1):
                    if (before := best[reached]) is None:
                        continue
                    place = min(needed, reached + size * value)
                    tiles, cost = before[0], before[1] + size * self._cost[good]
                    if (now := best[place]) is None or cost < now[1]:
                        best[place] = (*tiles[:good], tiles[good] + size, *tiles[good + 1 :]), cost
                size *= 2
        for place in range(needed - 1, -1, -1):  # What is worth more will do as well.
            less, more = best[place], best[place + 1]
            if more is not None and (less is None or more[1] < less[1]):
                best[place] = more
        return best

    def _different(self, held: Held, number: int) -> Iterator[Tiles]:
        """Yield tiles of `number` kinds, with and without drink and the two kinds of coins, the others missed least."""
        drink = WINE if held[WINE] else WHISKEY
        costs = [(self._cost[good], good) for good in range(len(GOODS)) if held[good] and good not in (COIN, drink)]
        if not held[STRAW] and held[GRAIN] > 1:
            costs.append((self._cost[GRAIN], STRAW))
        others = [good for _, good in sorted(costs)]
        for kinds in product((False, True), repeat=3):
            chosen = set(compress((drink, COIN, FIVE), kinds))
            if 0 <= number - len(chosen) <= len(others):
                chosen.update(others[: number - len(chosen)])
                yield tuple(int(tile in chosen) for tile in range(len(TILES)))

    def rewards(self, points: int, kinds: Sequence[int]) -> Iterator[Tiles]:
        """Yield the mixes of goods worth at most `points` to which no more can be added, the best first."""
        found = sorted(
            self._mixes(points, tuple(kinds)), key=lambda mix: (-sum(map(int.__mul__, mix, self.points)), mix)
        )
        yield from found

    def filled(self, mix: Tiles, points: int, kinds: Sequence[int]) -> Tiles:
        """Return a mix with goods added until no more fit into `points`."""
        left, found = points - sum(map(int.__mul__, mix, self.points)), list(mix)
        for kind in sorted(kinds, key=lambda kind: -self.points[kind]):
            found[kind] += max(left, 0) // self.points[kind]
            left -= max(left, 0) // self.points[kind] * self.points[kind]
        return tuple(found)

    def _mixes(self, points: int, kinds: tuple[int, ...]) -> Iterator[Tiles]:
        least = min(self.points[kind] for kind in kinds)

        def filled(left: int, rest: tuple[int, ...], mix: list[int]) -> Iterator[Tiles]:
            if not rest:
                if left < least:
                    yield tuple(mix)
                return
            for number in range(left // self.points[rest[0]], -1, -1):
                mix[rest[0]] = number
                yield from filled(left - number * self.points[rest[0]], rest[1:], mix)
            mix[rest[0]] = 0

        yield from filled(points, kinds, [0] * len(TILES))
