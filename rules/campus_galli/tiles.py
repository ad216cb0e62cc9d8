"""Tiles: costs of cards, payments and swaps (CG-II-3p1 to CG-II-3s4).

Tiles of a seat, of the supply or of a payment are four counts, by colour.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Annotated, Final, NamedTuple, TypeAlias

from rules.campus_galli.box import ANY_TILE, COLOURS, ActionCard, CardKind, Origin
from rules.campus_galli.pieces import Count
from rules.engine.grid import spaces_of
from rules.engine.kinds import Letters

RED, GREEN, BLUE, YELLOW = range(4)
Tiles: TypeAlias = Annotated[tuple[Count, Count, Count, Count], Letters("colour")]
Swap: TypeAlias = tuple[Tiles, int]
"""The tiles given, and the colour received."""
NO_TILES: Final[Tiles] = (0, 0, 0, 0)
ONE_EACH: Final[Tiles] = (1, 1, 1, 1)
ANY_COLOUR: Final = 0b1111
"""A bit for each colour."""
SWAPPED: Final = 3
"""The number of tiles given for one."""


COST_FACTS: Final = (*(f"cost_{colour}" for colour in COLOURS), "cost_any")
TILE_FACTS: Final = tuple(f"have_{colour}" for colour in COLOURS)
"""The names of the facts that `tile_facts` returns."""


class Cost(NamedTuple):
    """A cost: certain tiles, and a number of tiles of any colour."""

    tiles: Tiles = NO_TILES
    more: int = 0


@lru_cache(maxsize=64)
def tile(colour: int, number: int = 1) -> Tiles:
    """Return this number of tiles of one colour."""
    counts = [0, 0, 0, 0]
    counts[colour] = number
    return _tiles(counts)


ONE: Final[tuple[Tiles, ...]] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""One tile of each colour."""


@lru_cache(maxsize=256)
def tiles_of(colours: tuple[int, ...]) -> Tiles:
    """Return one tile per colour listed."""
    return _tiles([colours.count(colour) for colour in range(4)])


@lru_cache(maxsize=256)
def shown_cost(shown: tuple[int, ...]) -> Cost:
    """Return the cost of a list of colours, which may include ANY_TILE (CG-II-4b1)."""
    return Cost(tiles_of(shown), shown.count(ANY_TILE))


def plus(one: Tiles, other: Tiles) -> Tiles:
    """Return the tiles of both."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def minus(one: Tiles, other: Tiles) -> Tiles:
    """Return the difference, negative where `other` has more."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3])


def within(one: Tiles, other: Tiles) -> bool:
    """Return whether `other` contains all of `one`."""
    return one[0] <= other[0] and one[1] <= other[1] and one[2] <= other[2] and one[3] <= other[3]


def card_cost(card: ActionCard, declared: Origin | None) -> Cost:
    """Return the cost of playing the card (CG-II-3p1 to CG-II-3p5, CG-III-3a)."""
    match card.kind:
        case CardKind.BUILD:
            return Cost(tile(RED))
        case CardKind.PRAY:
            return Cost(tile(BLUE))
        case CardKind.MASTER:
            return Cost(tile(RED), 1)
        case CardKind.SEER:
            return Cost(tile(BLUE), 1)
        case CardKind.DOUBLE:
            return Cost(tile(RED if declared is Origin.HUT else BLUE))
        case CardKind.BOOK:
            return Cost(tile(GREEN))
        case CardKind.GUEST:
            return Cost(tile(YELLOW))
        case CardKind.UNFINISHED:
            return Cost(more=1)
        case CardKind.ANGEL:
            return Cost()


def tile_facts(own: Tiles, cost: Cost) -> tuple[tuple[str, int], ...]:
    """Return the facts of a refused payment: the tiles that it takes and those that the seat has, by colour."""
    wanted = zip(COST_FACTS, (*cost.tiles, cost.more), strict=True)
    return (*wanted, *zip(TILE_FACTS, own, strict=True))


def payments(own: Tiles, cost: Cost) -> list[Tiles]:
    """Return every way to pay the cost from these tiles."""
    if not within(cost.tiles, own):
        return []
    return [plus(cost.tiles, more) for more in choices(cost.more, minus(own, cost.tiles))]


def pays(paid: Tiles, cost: Cost) -> bool:
    """Return whether these tiles are exactly the cost."""
    return within(cost.tiles, paid) and sum(paid) == sum(cost.tiles) + cost.more


def paid_for(cost: Cost, chosen: Tiles | None) -> Tiles:
    """Return the tiles paid for a cost: those chosen, or without a choice those it names."""
    return cost.tiles if chosen is None else chosen


def affordable(own: Tiles, supply: Tiles, cost: Cost) -> bool:
    """Return whether the cost can be paid, after swaps if necessary (CG-II-3x2).

    Tiles not needed in their own colour can be swapped, three for each missing one.
    """
    if within(cost.tiles, own):
        return sum(own) >= sum(cost.tiles) + cost.more
    missing = [max(0, needed - held) for needed, held in zip(cost.tiles, own, strict=True)]
    spare = sum(own) - (sum(cost.tiles) - sum(missing))
    return spare >= SWAPPED * sum(missing) + cost.more and within(_tiles(missing), supply)


def swaps(own: Tiles, supply: Tiles) -> tuple[Swap, ...]:
    """Return every swap: the three tiles given, and the colour received (CG-II-3s, CG-II-3s3)."""
    return _swaps(own, any_left(supply))


def any_left(supply: Tiles) -> Tiles:
    """Return one tile of each colour in supply: all that swaps depend on."""
    red, green, blue, yellow = supply
    return (1 if red else 0, 1 if green else 0, 1 if blue else 0, 1 if yellow else 0)


@lru_cache(maxsize=4096)
def _swaps(own: Tiles, supply: Tiles) -> tuple[Swap, ...]:
    return tuple(
        (given, colour) for given in choices(SWAPPED, own) for colour in range(4) if supply[colour] + given[colour]
    )


@lru_cache(maxsize=4096)
def swaps_before(own: Tiles, supply: Tiles, cost: Cost | None) -> tuple[Swap, ...]:
    """Return the swaps after which the cost, if any, can be paid (CG-II-3x3)."""
    exchanges = swaps(own, supply)
    return exchanges if cost is None else tuple(it for it in exchanges if still_pays(own, supply, it, cost))


def still_pays(own: Tiles, supply: Tiles, swap: Swap, cost: Cost) -> bool:
    """Return whether the cost can be paid after the swap."""
    given, colour = swap
    return affordable(swapped(own, given, colour), minus(plus(supply, given), tile(colour)), cost)


def swapped(own: Tiles, given: Tiles, colour: int) -> Tiles:
    """Return the tiles after a swap."""
    return plus(minus(own, given), tile(colour))


@lru_cache(maxsize=4096)
def choices(number: int, out_of: Tiles) -> tuple[Tiles, ...]:
    """Return every choice of exactly `number` tiles out of these."""
    rows = (range(min(number, held) + 1) for held in out_of)
    return tuple(counts for counts in product(*rows) if sum(counts) == number)  # pyright: ignore[reportReturnType]


def receipts(number: int, colours: int, supply: Tiles) -> tuple[Tiles, ...]:
    """Return every choice of tiles of these colours, or of all that are left (CG-II-3s4)."""
    there = _tiles([supply[colour] if colours >> colour & 1 else 0 for colour in range(4)])
    return choices(min(number, sum(there)), there)


def sets_of(tiles: Tiles) -> int:
    """Return the maximum number of sets of three alike or of all four colours (CG-II-6c, CG-II-6d)."""
    return max(fours + sum((count - fours) // 3 for count in tiles) for fours in range(min(tiles) + 1))


def colours_in(tiles: Tiles) -> int:
    """Return a bit for each colour that occurs."""
    return sum(1 << colour for colour, count in enumerate(tiles) if count)


def each(colours: int) -> Tiles:
    """Return one tile of each of these colours."""
    return tiles_of(tuple(spaces_of(colours)))


def _tiles(counts: list[int]) -> Tiles:
    red, green, blue, yellow = counts
    return (red, green, blue, yellow)
