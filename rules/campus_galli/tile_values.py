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

CACHED_TILES: Final = 4096
"""Sets of tiles of which is remembered what they are worth."""


class TileGoals:
    """Tasks that a seat could take or pay for next, had it the tiles, with what they bring."""

    def __init__(self, claims: Sequence[tuple[Task, int]], paid: Sequence[tuple[Cost, int]], tile: int) -> None:
        self._claims, self._paid, self._tile = claims, paid, tile
        self.best_reached = lru_cache(CACHED_TILES)(self._reached)
        """The best of them, had the seat these tiles; nought if there is none."""
        self.swap_value = lru_cache(4 * CACHED_TILES)(self._swap)
        """What a swap brings: one tile for three, and what that brings within reach."""
        self.best_swap = lru_cache(CACHED_TILES)(self._best_swap)
        """The swap that brings most, the first of several; nothing if there is none."""

    def _reached(self, own: Tiles) -> int:
        found = [worth for task, worth in self._claims if tile_turns.fulfilled(task, own)]
        for cost, worth in self._paid:
            found += [worth - tile_cost(own, paid, self._tile) for paid in cheapest_payment(own, cost, self._tile)]
        return max(0, *found) if found else 0

    def _swap(self, own: Tiles, given: Tiles, colour: int) -> int:
        worth = tile_gain(own, ONE[colour], self._tile) - tile_cost(own, given, self._tile)
        return worth + self.best_reached(swapped(own, given, colour)) - self.best_reached(own)

    def _best_swap(self, own: Tiles, supply: Tiles, cost: Cost | None) -> tuple[Swap, ...]:
        """Of those after which the cost can still be paid, if there is one."""
        exchanges = tile_turns.swaps_before(own, supply, cost)
        return (max(exchanges, key=lambda swap: self.swap_value(own, *swap)),) if exchanges else ()


tile_goals = lru_cache(maxsize=32)(TileGoals)
"""The same things are wanted time and again. One that has met many tiles and swaps takes some megabytes."""


@lru_cache(CACHED_TILES)
def cheapest_payment(own: Tiles, cost: Cost, tile: int) -> tuple[Tiles, ...]:
    """The way to pay that costs least, the first of several; empty if there is none."""
    return tuple(sorted(payments(own, cost), key=lambda paid: tile_cost(own, paid, tile))[:1])


@lru_cache(CACHED_TILES)
def tile_cost(own: Tiles, paid: Tiles, tile: int) -> int:
    """What giving these tiles costs: more where few are left."""
    return sum(_scarcity_value(held, number, tile) for held, number in zip(own, paid, strict=True))


@lru_cache(CACHED_TILES)
def tile_gain(own: Tiles, tiles: Tiles, tile: int) -> int:
    """What receiving these tiles brings: more where there are few."""
    return tile_cost(plus(own, tiles), tiles, tile)


_STEPS: Final = (24, 10, 4, 0, -6, -12)
"""What the first tile of a colour is worth more than any, the second, and so on; all others as the last."""


def _scarcity_value(held: int, number: int, tile: int) -> int:
    """So many tiles of one colour, the last of those that are held."""
    return sum(tile + _STEPS[min(place, len(_STEPS) - 1)] for place in range(max(0, held - number), held))
