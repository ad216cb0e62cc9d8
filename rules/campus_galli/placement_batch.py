"""Values of many placements of one shape, computed together as packed vectors.

Values are integers, 100 to a half-point. `gap_values` selects the placements and their features.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from rules.campus_galli.layout import Placement
from rules.engine.grid import Mask, spaces_of, union
from rules.engine.packed_lanes import LEAST, keep_mask, pack, unpack

JOKER: Final = 4
"""The index of the joker among the colours."""
NO_COLOUR: Final = -1
"""For a demand without a colour."""

CACHED_CONTEXTS: Final = 64
"""The maximum number of cached contexts per batch, and of cached parts of them."""

ByColour: TypeAlias = tuple[int, int, int, int, int]
"""A number for each colour, the joker last."""
NO_VALUES: Final[ByColour] = (0, 0, 0, 0, 0)


class TaskDemand(NamedTuple):
    """What a task demands of a section of one shape: one of the first three fields."""

    buildings: int
    """Touch one of these; all of them if `spaces` is given too."""
    border: int
    """Border one of these spaces."""
    spaces: int
    """Cover one of these spaces."""
    colour: int
    """The colour of the section, or `NO_COLOUR`."""
    value: int


class PlacementContext(NamedTuple):
    """Everything besides its gaps that the value of a placement depends on."""

    closed: int
    """Spaces that cannot be covered."""
    left: tuple[int, ...]
    """The free spaces of each building; 0 if one section cannot bring it close to completion."""
    completion: int
    """The value of completing a building."""
    large_gap_cost: int
    """The expected final cost of a large gap."""
    rewards: bool
    """Whether matching symbols are worth anything."""
    demands: tuple[TaskDemand, ...]


class PlacementFeatures(NamedTuple):
    """The features of a placement that do not depend on the context."""

    placement: Placement
    value: int
    """The value of what it covers and leaves."""
    more_large: int
    """The increase in the number of large gaps."""
    symbols: ByColour
    """The value of its covered symbols, where they are worth anything."""


class PlacementBatch:
    """Placements of one shape."""

    __slots__ = (
        "_alike",
        "_areas",
        "_best",
        "_border",
        "_buildings",
        "_demanded",
        "_indices",
        "_kept",
        "_larger",
        "_last",
        "_nearly",
        "_placements",
        "_reach",
        "_rewards",
        "_symbols",
        "_touched",
        "_values",
    )

    def __init__(self, areas: Sequence[Mask], nearly: Callable[[int], int], found: Iterable[PlacementFeatures]) -> None:
        """Pack the placements. `nearly` returns the value of a building with a number of spaces left."""
        by_symbols: dict[ByColour, list[PlacementFeatures]] = {}
        for place in found:
            by_symbols.setdefault(place.symbols, []).append(place)
        self._alike: list[tuple[int, int, ByColour]] = []
        """From where to where symbols bring the same."""
        ordered: list[PlacementFeatures] = []
        for symbols, placements in by_symbols.items():
            self._alike.append((len(ordered), len(ordered) + len(placements), symbols))
            ordered += placements
        self._rewards = any(map(any, by_symbols))
        """Whether symbols bring anything."""
        self._placements = [place.placement for place in ordered]
        self._indices = [place.index for place in self._placements]
        self._values = pack([place.value for place in ordered])
        self._larger = pack([place.more_large for place in ordered])
        self._reach = union(place.mask for place in self._placements)
        """All of their spaces, and so on."""
        self._border = union(place.border for place in self._placements)
        self._buildings = union(place.buildings for place in self._placements)
        self._touched = tuple(spaces_of(self._buildings))
        self._areas = areas
        self._nearly = nearly
        self._last: dict[tuple[int, int], tuple[int, int]] = {}
        self._demanded: dict[tuple[int, int, int], int] = {}
        self._symbols: dict[int, int] = {}
        self._kept: dict[int, int] = {}
        self._best: dict[PlacementContext, ByColour | None] = {}

    def __len__(self) -> int:
        return len(self._placements)

    def best(self, context: PlacementContext) -> ByColour | None:
        """Return the highest value of a legal placement, by colour; None if none is legal."""
        context = self._concerned(context)
        if context in self._best:
            return self._best[context]
        if len(self._best) >= CACHED_CONTEXTS:
            self._best.clear()
        best = self._best[context] = self._most(context)
        return best

    def values(self, context: PlacementContext, colour: int) -> dict[int, int]:
        """Return the value of each placement, legal or not, for a section of a colour, by index."""
        context = self._concerned(context)
        row = self._common(context) + self._asked_for(colour, context)
        if context.rewards:
            row += self._of_symbols(colour)
        return dict(zip(self._indices, unpack(row, len(self._placements)), strict=True))

    def _concerned(self, context: PlacementContext) -> PlacementContext:
        """Return the context reduced to what matters to these placements."""
        closed, left, completion, late, rewards, demands = context
        return PlacementContext(
            closed & self._reach,
            tuple([left[building] for building in self._touched]),
            completion,
            late if self._larger else 0,
            rewards and self._rewards,
            tuple([found for demand in demands if (found := self._possible(demand)) is not None])
            if demands
            else demands,
        )

    def _possible(self, demand: TaskDemand) -> TaskDemand | None:
        """Return the demand reduced to what matters to these placements; None if none can fulfil it."""
        buildings, border, spaces, colour, value = demand
        if border:
            border &= self._border
            return TaskDemand(0, border, 0, colour, value) if border else None
        if spaces:
            spaces &= self._reach
            return (
                TaskDemand(buildings, 0, spaces, colour, value) if spaces and not buildings & ~self._buildings else None
            )
        buildings &= self._buildings
        return TaskDemand(buildings, 0, 0, colour, value) if buildings else None

    def _most(self, context: PlacementContext) -> ByColour | None:
        common, kept = self._common(context), self._legal(context.closed)
        found = self._highest(common, kept, context)
        if not found:
            return None
        most = [max([value + symbols[colour] for value, symbols in found]) for colour in range(JOKER + 1)]
        for colour in {demand.colour for demand in context.demands} - {NO_COLOUR}:
            asked = self._highest(common + self._asked_for(colour, context), kept, context)
            most[colour] = max([value + symbols[colour] for value, symbols in asked])
        return by_colour(most)

    def _highest(self, row: int, kept: int, context: PlacementContext) -> list[tuple[int, ByColour]]:
        """Return the highest values of legal placements with equal symbol values, with those values."""
        found = unpack(row, len(self._placements), kept)
        most = [(max(found[start:end]), symbols) for start, end, symbols in self._parts(context)]
        return [each for each in most if each[0] != LEAST]

    def _parts(self, context: PlacementContext) -> Sequence[tuple[int, int, ByColour]]:
        """Return the ranges of placements with equal symbol values."""
        return self._alike if context.rewards else [(0, len(self._placements), NO_VALUES)]

    def _of_symbols(self, colour: int) -> int:
        """Return the symbol values of the placements for a section of a colour."""
        found = self._symbols.get(colour)
        if found is None:
            brought = [symbols[colour] for start, end, symbols in self._alike for _ in range(start, end)]
            found = self._symbols[colour] = pack(brought)
        return found

    def _common(self, context: PlacementContext) -> int:
        """Return the values of the placements for any colour, without symbols."""
        row = self._values + self._asked_for(NO_COLOUR, context)
        if context.large_gap_cost:
            row -= context.large_gap_cost * self._larger
        for building, left in zip(self._touched, context.left, strict=True):
            if left:
                nearly, completed = self._of_last(building, left)
                row += nearly + context.completion * completed
        return row

    def _asked_for(self, colour: int, context: PlacementContext) -> int:
        """Return the values of demands for a colour, or for none."""
        row = 0
        for demand in context.demands:
            if demand.colour == colour:
                row += demand.value * self._fulfilling(demand)
        return row

    def _of_last(self, building: int, left: int) -> tuple[int, int]:
        """Return the values of bringing a building close to completion, and a 1 where it is completed."""
        found = self._last.get((building, left))
        if found is None:
            area, nearly = self._areas[building], [0, *map(self._nearly, range(left - 1, 0, -1)), 0]
            covered = [(place.mask & area).bit_count() for place in self._placements]
            found = pack([nearly[spaces] for spaces in covered]), pack([spaces == left for spaces in covered])
            self._last[building, left] = found
        return found

    def _fulfilling(self, demand: TaskDemand) -> int:
        """Return a 1 for each placement that fulfils a demand."""
        asked = demand[:3]
        found = self._demanded.get(asked)
        if found is None:
            if len(self._demanded) >= CACHED_CONTEXTS:
                self._demanded.clear()
            buildings, border, spaces = asked
            if border:
                fulfilled = [bool(place.border & border) for place in self._placements]
            elif spaces:
                fulfilled = [
                    bool(place.mask & spaces) and place.buildings & buildings == buildings for place in self._placements
                ]
            else:
                fulfilled = [bool(place.buildings & buildings) for place in self._placements]
            found = self._demanded[asked] = pack(fulfilled)
        return found

    def _legal(self, closed: int) -> int:
        """Return the mask of placements without closed spaces, for `unpack`."""
        found = self._kept.get(closed)
        if found is None:
            if len(self._kept) >= CACHED_CONTEXTS:
                self._kept.clear()
            found = self._kept[closed] = keep_mask([not place.mask & closed for place in self._placements])
        return found


def by_colour(numbers: Sequence[int]) -> ByColour:
    """Return the numbers as a `ByColour`."""
    red, green, blue, yellow, joker = numbers
    return (red, green, blue, yellow, joker)
