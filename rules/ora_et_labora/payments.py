"""Payments: what a price in food, energy, points or different goods can be paid with, and the payment that is proposed.

Prices in named goods leave no choice (OL-7b). Energy is counted in halves throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


class _Proposal(NamedTuple):
    cost: int
    tiles: Tiles


class Payments:
    """The payments with the goods of one box."""

    def __init__(self, box: OraBox) -> None:
        goods, table = box.goods, box.table
        self._per_points, self._points = table.coins_for_points, table.coin_points
        five_food = 5 * goods[COIN].food
        self.food = (*(good.food for good in goods), five_food)
        self.energy = (*(good.energy for good in goods), 0)
        self.points = (*(good.points for good in goods), 2)
        self.coins = tuple(good.coins for good in goods)
        self._cost = tuple(good.points * _POINT + good.worth for good in goods)
        self._known: dict[tuple[Held, Price], Tiles | None] = {}

    # What is handed over

    def sell(self, held: Held, coins: int) -> Held | None:
        """Return what is held after selling wine or whiskey until there are so many coins, or None (OL-7c)."""
        if held[COIN] >= coins:
            return held
        left = list(held)
        for good in (WINE, WHISKEY):
            while left[COIN] < coins and left[good] and self.coins[good]:
                left[good] -= 1
                left[COIN] += self.coins[good]
        return tuple(left) if left[COIN] >= coins else None

    def without(self, held: Held, amounts: Amounts, times: int = 1) -> Held | None:
        """Return what is held after handing over named goods so many times, or None if there are too few (OL-7b)."""
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
        if price.different:
            return self._different(held, price.different)
        if price.points:
            found = self._cheapest(held, self.points, price.points, spend_coins=True)
            return None if found is None else found.tiles
        found = self._with_fuel(held, price, spare_grain=False) or self._with_fuel(held, price, spare_grain=True)
        return None if found is None else found

    def _with_fuel(self, held: Held, price: Price, *, spare_grain: bool) -> Tiles | None:
        """Return a payment of fuel first, then of food from what is left."""
        tiles = NOTHING
        if price.energy:
            straw, grain = held[STRAW], held[GRAIN]
            fuel = list(held)
            fuel[STRAW], fuel[GRAIN] = straw + (0 if spare_grain else grain), 0
            found = self._cheapest(tuple(fuel), self.energy, price.energy)
            if found is None and spare_grain:
                lacking = next(
                    (
                        more
                        for more in range(1, grain + 1)
                        if (
                            found := self._cheapest(
                                (*held[:STRAW], straw + more, *held[STRAW + 1 :]), self.energy, price.energy
                            )
                        )
                    ),
                    0,
                )
                if not lacking:
                    return None
            if found is None:
                return None
            tiles = found.tiles
            after = self.paid(held, tiles)
            if after is None:
                return None
            held = after
        if price.food:
            found = self._cheapest(held, self.food, price.food, spend_coins=True)
            if found is None:
                return None
            tiles = tuple(map(int.__add__, tiles, found.tiles))
        return tiles

    def _cheapest(
        self, held: Held, worth: Sequence[int], needed: int, *, spend_coins: bool = False
    ) -> _Proposal | None:
        """Return the cheapest tiles of at least a worth. Coins are spent only if they may be."""
        best: list[tuple[int, Tiles] | None] = [(0, NOTHING), *[None] * needed]
        for good in range(len(GOODS)):
            value, there = worth[good], held[good]
            if good == COIN or not value or not there:
                continue
            there = min(there, -(-needed // value))
            size = 1
            while there:
                size = min(size, there)
                there -= size
                for reached in range(needed, -1, -1):
                    if (before := best[reached]) is None or reached == needed:
                        continue
                    place = min(needed, reached + size * value)
                    cost = before[0] + size * self._cost[good]
                    if (now := best[place]) is None or cost < now[0]:
                        tiles = before[1]
                        best[place] = cost, (*tiles[:good], tiles[good] + size, *tiles[good + 1 :])
                size *= 2
        paid = best[needed]
        found = None if paid is None else _Proposal(*paid)
        return self._with_coins(held[COIN], best, worth, needed, found) if spend_coins else found

    def _with_coins(
        self,
        coins: int,
        best: Sequence[tuple[int, Tiles] | None],
        worth: Sequence[int],
        needed: int,
        found: _Proposal | None,
    ) -> _Proposal | None:
        """Return the best of the payments with each number of coins beside the others."""
        single, five = worth[COIN], worth[FIVE]
        for spent in range(1, coins + 1):
            value = spent * single if single else spent // 5 * five if spent % 5 == 0 else 0
            if not value:
                continue
            if (other := best[max(0, needed - value)]) is not None:
                lost = self._points * (coins // self._per_points - (coins - spent) // self._per_points)
                cost = other[0] + lost * _POINT + spent * _COIN
                if found is None or cost < found.cost:
                    fives = spent // 5
                    found = _Proposal(cost, (*other[1][:COIN], spent - 5 * fives, *other[1][COIN + 1 : FIVE], fives))
            if value >= needed:
                break
        return found

    def _different(self, held: Held, number: int) -> Tiles | None:
        """Return tiles of so many kinds, those that are missed least."""
        coins = held[COIN]
        costs = sorted((self._cost[good], good) for good in range(len(GOODS)) if held[good] and good != COIN)
        kinds = [good for _, good in costs]
        if coins:
            kinds.insert(sum(cost < _COIN for cost, _ in costs), COIN)
        if coins > 5:
            kinds.append(FIVE)
        elif coins == 5 and len(kinds) < number:
            kinds = [FIVE if kind == COIN else kind for kind in kinds]
        if not held[STRAW] and held[GRAIN] > 1 and len(kinds) < number:
            kinds.append(STRAW)
        if len(kinds) < number:
            return None
        chosen = set(kinds[:number])
        return tuple(int(tile in chosen) for tile in range(len(TILES)))

    def rewards(self, points: int, kinds: Sequence[int]) -> Iterator[Tiles]:
        """Yield the mixes of goods worth at most so many points to which no more can be added, the best first."""
        found = sorted(
            self._mixes(points, tuple(kinds)), key=lambda mix: (-sum(map(int.__mul__, mix, self.points)), mix)
        )
        yield from found

    def filled(self, mix: Tiles, points: int, kinds: Sequence[int]) -> Tiles:
        """Return a mix with goods added until no more fit into so many points."""
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
