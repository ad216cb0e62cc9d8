"""What tiles are worth to a seat: given, received and swapped, and which tasks that brings within reach.

Worths are whole numbers like those of `appraisal`; `tile` is what a tile is worth by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules.campus_galli import tile_turns
from rules.campus_galli.box import Task
from rules.campus_galli.tiles import ONE, Cost, Swap, Tiles, payments, plus, swapped

REMEMBERED: Final = 4096
"""Sets of tiles of which is remembered what they are worth."""


class Wants:
    """Tasks that a seat could take or pay for next, had it the tiles, with what they bring."""

    def __init__(self, claims: Sequence[tuple[Task, int]], paid: Sequence[tuple[Cost, int]], tile: int) -> None:
        self._claims, self._paid, self._tile = claims, paid, tile
        self.reached = lru_cache(REMEMBERED)(self._reached)
        """The best of them, had the seat these tiles; nought if there is none."""
        self.swap = lru_cache(4 * REMEMBERED)(self._swap)
        """What a swap brings: one tile for three, and what that brings within reach."""
        self.best_swap = lru_cache(REMEMBERED)(self._best_swap)
        """The swap that brings most, the first of several; nothing if there is none."""

    def _reached(self, own: Tiles) -> int:
        found = [worth for task, worth in self._claims if tile_turns.fulfilled(task, own)]
        for cost, worth in self._paid:
            found += [worth - price(own, paid, self._tile) for paid in cheapest(own, cost, self._tile)]
        return max(0, *found) if found else 0

    def _swap(self, own: Tiles, given: Tiles, colour: int) -> int:
        worth = received(own, ONE[colour], self._tile) - price(own, given, self._tile)
        return worth + self.reached(swapped(own, given, colour)) - self.reached(own)

    def _best_swap(self, own: Tiles, supply: Tiles, cost: Cost | None) -> tuple[Swap, ...]:
        """Of those after which the cost can still be paid, if there is one."""
        exchanges = tile_turns.swaps_before(own, supply, cost)
        return (max(exchanges, key=lambda swap: self.swap(own, *swap)),) if exchanges else ()


wants = lru_cache(maxsize=32)(Wants)
"""The same things are wanted time and again. One that has met many tiles and swaps takes some megabytes."""


@lru_cache(REMEMBERED)
def cheapest(own: Tiles, cost: Cost, tile: int) -> tuple[Tiles, ...]:
    """The way to pay that costs least, the first of several; empty if there is none."""
    return tuple(sorted(payments(own, cost), key=lambda paid: price(own, paid, tile))[:1])


@lru_cache(REMEMBERED)
def price(own: Tiles, paid: Tiles, tile: int) -> int:
    """What giving these tiles costs: more where few are left."""
    return sum(_scarce(held, number, tile) for held, number in zip(own, paid, strict=True))


@lru_cache(REMEMBERED)
def received(own: Tiles, tiles: Tiles, tile: int) -> int:
    """What receiving these tiles brings: more where there are few."""
    return price(plus(own, tiles), tiles, tile)


_STEPS: Final = (24, 10, 4, 0, -6, -12)
"""What the first tile of a colour is worth more than any, the second, and so on; all others as the last."""


def _scarce(held: int, number: int, tile: int) -> int:
    """So many tiles of one colour, the last of those that are held."""
    return sum(tile + _STEPS[min(place, len(_STEPS) - 1)] for place in range(max(0, held - number), held))
