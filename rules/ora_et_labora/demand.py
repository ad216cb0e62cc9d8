"""Which buildings a seat wants, and what building materials and ground are worth to it for their sake.

The wanted buildings are the best on display, those of the next stage included where it comes soon. Each lends a part of
its worth to the materials that it costs and to the ground on which it may stand.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate
from typing import Final

from rules.ora_et_labora.box import OraTerrain
from rules.ora_et_labora.building import near_cloisters
from rules.ora_et_labora.goods import CLAY, COIN, GRAIN, STONE, STRAW, WOOD
from rules.ora_et_labora.payments import Held
from rules.ora_et_labora.setting import CardInPlay, OraSetting
from rules.ora_et_labora.state import Estate, OraState, free_spaces, spaces

COSTS: Final = {WOOD: 30, CLAY: 60, STONE: 110, STRAW: 30, COIN: 45}
"""What a material is worth beside the others, in hundredths of a point."""
BEYOND: Final = {WOOD: 4, CLAY: 4, STONE: 8, STRAW: 2, COIN: 0}
"""What one is worth that no wanted building needs."""
LENT: Final = 40
"""The part of a building's worth, in percent, that is lent to what it costs."""
READY: Final = 35
"""The part, in percent, that counts besides once the building can be paid and has a place."""
MOST_LENT: Final = 400
"""The worth lent to a material is at most so much of its usual one, in percent."""
GROUND: Final = 40
"""The part, in percent, that is lent to ground of a rare kind."""
FOREST, FELLED = 60, 5
"""The part, in percent, that a forest counts of so much wood that is short."""
NEIGHBOUR: Final = 35
"""What a point of dwelling value counts for settlements still to come."""
NEXT_STAGE: Final = 4
"""So many rounds before a settlement phase the buildings of its stage are looked at."""


class Demand:
    """What a seat wants to build in a state."""

    def __init__(self, game: OraSetting, state: OraState, estate: Estate, builds: int, phases: int, haste: int) -> None:
        """Take how many buildings and settlement phases are still to come, and what each building is worth besides."""
        self._game = game
        known = [*state.display]
        for stage, first in enumerate(game.mode.phases):
            if state.round < first <= state.round + NEXT_STAGE:
                known += state.stages[stage]
        priced = [(_worth(card, phases), _price(card), card) for card in (game.cards[it] for it in known)]
        priced = [it for it in priced if it[0] + haste > it[1]]
        wanted = sorted(priced, key=lambda it: it[0] - it[1], reverse=True)[:builds]
        units: dict[int, list[int]] = {good: [] for good in COSTS}
        for worth, price, card in wanted:
            lent = min(MOST_LENT, LENT * (worth + haste) // price)
            for good, number in card.cost:
                part = max(0, lent - 100) if good == COIN else lent  # Coins count by themselves.
                units[good] += [COSTS[good] * part // 100] * number
        self._sums = {good: [0, *accumulate(sorted(found, reverse=True))] for good, found in units.items()}
        """For each material the worth of none, one, two and more together."""
        self._rare = [
            (GROUND * worth // 100, card)
            for worth, _, card in wanted
            if card.cloister or OraTerrain.PLAINS not in card.terrain
        ]
        """The buildings that need rare ground or a cloister building beside them, and the worth lent to it."""
        ground = self._ground(estate, free_spaces(estate))
        self._ready = sorted(
            ((READY * (worth + haste) // 100, card.cost) for worth, _, card in wanted if _fits(card, ground)),
            reverse=True,
        )
        """The buildings that have a place, by what counts besides once they can be paid."""

    def _ground(self, estate: Estate, free: Collection[int]) -> tuple[set[OraTerrain], set[OraTerrain]]:
        """Return the kinds of empty ground, and those beside a cloister building."""
        terrain = spaces(estate)
        near = near_cloisters(self._game, estate).intersection(free)
        return {terrain[space] for space in free}, {terrain[space] for space in near}

    def materials(self, held: Held) -> int:
        """Return the worth of building materials; grain will do for straw."""
        total, straw = 0, held[STRAW] + held[GRAIN]
        for good, sums in self._sums.items():
            number, needed = straw if good == STRAW else held[good], len(sums) - 1
            total += sums[number] if number <= needed else sums[needed] + BEYOND[good] * max(0, held[good] - needed)
        for worth, cost in self._ready:
            for good, number in cost:
                if (straw if good == STRAW else held[good]) < number:
                    break
            else:
                return total + worth
        return total

    def land(self, estate: Estate, free: Collection[int], held: Held) -> int:
        """Return the worth of empty ground that is rare, and of a forest where wood is short."""
        total = 0
        if estate.forests:
            sums, number = self._sums[WOOD], held[WOOD]
            total = FOREST * (sums[min(number + FELLED, len(sums) - 1)] - sums[min(number, len(sums) - 1)]) // 100
        if self._rare:
            ground = self._ground(estate, free)
            total += sum(worth for worth, card in self._rare if _fits(card, ground))
        return total


def _worth(card: CardInPlay, phases: int) -> int:
    return 100 * card.points + (NEIGHBOUR * card.dwelling if phases else 0)


def _price(card: CardInPlay) -> int:
    return max(1, sum(COSTS[good] * number for good, number in card.cost))


def _fits(card: CardInPlay, ground: tuple[set[OraTerrain], set[OraTerrain]]) -> bool:
    """Return whether there is ground for a building, of all empty spaces and of those beside a cloister building."""
    return not ground[card.cloister].isdisjoint(card.terrain)
