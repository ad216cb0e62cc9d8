"""Values of tiles given, received and swapped, and of the tasks they bring within reach.

Values are as in `placement_values`; `tile` is the base value of a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules.campus_galli import tile_turns
from rules.campus_galli.box import Task
from rules.campus_galli.tiles import ONE, Cost, Swap, Tiles, payments, plus, swapped, swaps_before

CACHED_TILES: Final = 4096
"""The maximum number of cached sets of tiles."""


class TileGoals:
    """Tasks that a seat could claim or pay for next, with their values."""

    def __init__(self, claims: Sequence[tuple[Task, int]], paid: Sequence[tuple[Cost, int]], tile: int) -> None:
        self._claims, self._paid, self._tile = claims, paid, tile
        self.best_reached = lru_cache(CACHED_TILES)(self._reached)
        """The best of them, had the seat these tiles; nought if there is none."""
        self.swap_value = lru_cache(4 * CACHED_TILES)(self._swap)
        """What a swap brings: one tile for three, and what that brings within reach."""
        self.best_swap = lru_cache(CACHED_TILES)(self._best_swap)
        """The swap that brings most, the first of several; nothing if there is none."""

    def _reached(self, own: Tiles) -> int:
        found = [value for task, value in self._claims if tile_turns.fulfilled(task, own)]
        for cost, value in self._paid:
            found += [value - tile_cost(own, paid, self._tile) for paid in cheapest_payment(own, cost, self._tile)]
        return max(0, *found) if found else 0

    def _swap(self, own: Tiles, given: Tiles, colour: int) -> int:
        value = tile_gain(own, ONE[colour], self._tile) - tile_cost(own, given, self._tile)
        return value + self.best_reached(swapped(own, given, colour)) - self.best_reached(own)

    def _best_swap(self, own: Tiles, supply: Tiles, cost: Cost | None) -> tuple[Swap, ...]:
        """Return the best swap after which the cost, if any, can still be paid."""
        exchanges = swaps_before(own, supply, cost)
        return (max(exchanges, key=lambda swap: self.swap_value(own, *swap)),) if exchanges else ()


tile_goals = lru_cache(maxsize=32)(TileGoals)
"""The goals for these arguments, cached: the same goals recur. A much used one takes some megabytes."""


@lru_cache(CACHED_TILES)
def cheapest_payment(own: Tiles, cost: Cost, tile: int) -> tuple[Tiles, ...]:
    """Return the payment with the lowest cost, the first of equals; empty if there is none."""
    return tuple(sorted(payments(own, cost), key=lambda paid: tile_cost(own, paid, tile))[:1])


@lru_cache(CACHED_TILES)
def tile_cost(own: Tiles, paid: Tiles, tile: int) -> int:
    """Return the cost of giving these tiles: higher where few are left."""
    return sum(_scarcity_value(held, number, tile) for held, number in zip(own, paid, strict=True))


@lru_cache(CACHED_TILES)
def tile_gain(own: Tiles, tiles: Tiles, tile: int) -> int:
    """Return the value of receiving these tiles: higher where there are few."""
    return tile_cost(plus(own, tiles), tiles, tile)


_STEPS: Final = (24, 10, 4, 0, -6, -12)
"""The extra value of the first tile of a colour, the second, and so on; all others as the last."""


def _scarcity_value(held: int, number: int, tile: int) -> int:
    """Return the value of the last `number` tiles of a colour held."""
    return sum(tile + _STEPS[min(place, len(_STEPS) - 1)] for place in range(max(0, held - number), held))
