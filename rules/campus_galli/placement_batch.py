"""What many places of one shape bring on the terms of a table, reckoned for all of them in one go.

All worths are whole numbers, 100 to a half-point. Which places there are, and what they leave, `prospects` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from rules.campus_galli.geometry import Mask, spaces_of
from rules.campus_galli.layout import Placement
from rules.campus_galli.packed_lanes import LEAST, keep_mask, pack, unpack

JOKER: Final = 4
"""The joker's place among the colours."""
NO_COLOUR: Final = -1
"""In place of a colour where a wish asks for none."""

CACHED_CONTEXTS: Final = 64
"""Terms on which a row was looked at; so many, too, of what they consist of."""

ByColour: TypeAlias = tuple[int, int, int, int, int]
"""A number for each colour, the joker last."""
NO_VALUES: Final[ByColour] = (0, 0, 0, 0, 0)


class TaskDemand(NamedTuple):
    """What a task asks of a section of one shape: one of the first three."""

    buildings: int
    """To touch one of these; or all of them, if spaces are asked for as well."""
    border: int
    """To border on one of these spaces."""
    spaces: int
    """To lie on one of these."""
    colour: int
    """Of the section; or `WHATEVER`."""
    value: int


class PlacementContext(NamedTuple):
    """All that the worth of a place hangs on beside the gaps that it reaches into."""

    closed: int
    """Where nothing may lie."""
    left: tuple[int, ...]
    """How many spaces are free of each building; none where one section could not leave little."""
    completion: int
    """What completing a building brings."""
    large_gap_cost: int
    """What a large gap costs by and by."""
    rewards: bool
    """Whether matching symbols bring anything."""
    demands: tuple[TaskDemand, ...]


class PlacementFeatures(NamedTuple):
    """What is known of a place whatever the terms."""

    placement: Placement
    value: int
    """What it covers, and what it leaves."""
    more_large: int
    """How many more gaps there are then that are wide enough to be built in."""
    symbols: ByColour
    """What the symbols that it covers bring, where they bring anything."""


class PlacementBatch:
    """Places of one shape."""

    __slots__ = (
        "_alike",
        "_areas",
        "_best",
        "_border",
        "_buildings",
        "_indices",
        "_kept",
        "_larger",
        "_last",
        "_nearly",
        "_places",
        "_reach",
        "_rewards",
        "_symbols",
        "_touched",
        "_wished",
        "_worths",
    )

    def __init__(self, areas: Sequence[Mask], nearly: Callable[[int], int], found: Iterable[PlacementFeatures]) -> None:
        """`nearly` tells what it is worth that of a building so many spaces are left, and not none."""
        by_symbols: dict[ByColour, list[PlacementFeatures]] = {}
        for place in found:
            by_symbols.setdefault(place.symbols, []).append(place)
        self._alike: list[tuple[int, int, ByColour]] = []
        """From where to where symbols bring the same."""
        ordered: list[PlacementFeatures] = []
        for symbols, places in by_symbols.items():
            self._alike.append((len(ordered), len(ordered) + len(places), symbols))
            ordered += places
        self._rewards = any(map(any, by_symbols))
        """Whether symbols bring anything."""
        self._places = [place.placement for place in ordered]
        self._indices = [place.index for place in self._places]
        self._worths = pack([place.value for place in ordered])
        self._larger = pack([place.more_large for place in ordered])
        self._reach = _union(place.mask for place in self._places)
        """All of their spaces, and so on."""
        self._border = _union(place.border for place in self._places)
        self._buildings = _union(place.buildings for place in self._places)
        self._touched = tuple(spaces_of(self._buildings))
        self._areas = areas
        self._nearly = nearly
        self._last: dict[tuple[int, int], tuple[int, int]] = {}
        self._wished: dict[tuple[int, int, int], int] = {}
        self._symbols: dict[int, int] = {}
        self._kept: dict[int, int] = {}
        self._best: dict[PlacementContext, ByColour | None] = {}

    def __len__(self) -> int:
        return len(self._places)

    def best(self, terms: PlacementContext) -> ByColour | None:
        """The most that any place brings, by the section's colour; None where none is legal."""
        terms = self._concerned(terms)
        if terms in self._best:
            return self._best[terms]
        if len(self._best) >= CACHED_CONTEXTS:
            self._best.clear()
        best = self._best[terms] = self._most(terms)
        return best

    def values(self, terms: PlacementContext, colour: int) -> dict[int, int]:
        """What each place, legal or not, brings with a section of a colour, by the placement's number."""
        terms = self._concerned(terms)
        row = self._common(terms) + self._asked_for(colour, terms)
        if terms.rewards:
            row += self._of_symbols(colour)
        return dict(zip(self._indices, unpack(row, len(self._places)), strict=True))

    def _concerned(self, terms: PlacementContext) -> PlacementContext:
        """The terms as far as they make a difference here."""
        closed, left, completion, late, rewards, wishes = terms
        return PlacementContext(
            closed & self._reach,
            tuple([left[building] for building in self._touched]),
            completion,
            late if self._larger else 0,
            rewards and self._rewards,
            tuple([found for wish in wishes if (found := self._possible(wish)) is not None]) if wishes else wishes,
        )

    def _possible(self, wish: TaskDemand) -> TaskDemand | None:
        """A wish as far as it makes a difference here; None where no place could fulfil it."""
        buildings, border, spaces, colour, worth = wish
        if border:
            border &= self._border
            return TaskDemand(0, border, 0, colour, worth) if border else None
        if spaces:
            spaces &= self._reach
            return (
                TaskDemand(buildings, 0, spaces, colour, worth) if spaces and not buildings & ~self._buildings else None
            )
        buildings &= self._buildings
        return TaskDemand(buildings, 0, 0, colour, worth) if buildings else None

    def _most(self, terms: PlacementContext) -> ByColour | None:
        common, kept = self._common(terms), self._legal(terms.closed)
        found = self._highest(common, kept, terms)
        if not found:
            return None
        most = [max([worth + symbols[colour] for worth, symbols in found]) for colour in range(JOKER + 1)]
        for colour in {wish.colour for wish in terms.demands} - {NO_COLOUR}:
            asked = self._highest(common + self._asked_for(colour, terms), kept, terms)
            most[colour] = max([worth + symbols[colour] for worth, symbols in asked])
        return by_colour(most)

    def _highest(self, row: int, kept: int, terms: PlacementContext) -> list[tuple[int, ByColour]]:
        """The most among the legal places where symbols bring the same, with what these bring."""
        found = unpack(row, len(self._places), kept)
        most = [(max(found[start:end]), symbols) for start, end, symbols in self._parts(terms)]
        return [each for each in most if each[0] != LEAST]

    def _parts(self, terms: PlacementContext) -> Sequence[tuple[int, int, ByColour]]:
        """From where to where symbols bring the same."""
        return self._alike if terms.rewards else [(0, len(self._places), NO_VALUES)]

    def _of_symbols(self, colour: int) -> int:
        """What the symbols bring that the places cover with a section of a colour."""
        found = self._symbols.get(colour)
        if found is None:
            brought = [symbols[colour] for start, end, symbols in self._alike for _ in range(start, end)]
            found = self._symbols[colour] = pack(brought)
        return found

    def _common(self, terms: PlacementContext) -> int:
        """What the places bring with a section of whatever colour, without what symbols bring."""
        row = self._worths + self._asked_for(NO_COLOUR, terms)
        if terms.large_gap_cost:
            row -= terms.large_gap_cost * self._larger
        for building, left in zip(self._touched, terms.left, strict=True):
            if left:
                nearly, completed = self._of_last(building, left)
                row += nearly + terms.completion * completed
        return row

    def _asked_for(self, colour: int, terms: PlacementContext) -> int:
        """What tasks bring that ask for a colour, or for none."""
        row = 0
        for wish in terms.demands:
            if wish.colour == colour:
                row += wish.value * self._fulfilling(wish)
        return row

    def _of_last(self, building: int, left: int) -> tuple[int, int]:
        """What it is worth that little is left of a building; and a one for each place that completes it."""
        found = self._last.get((building, left))
        if found is None:
            area, nearly = self._areas[building], [0, *map(self._nearly, range(left - 1, 0, -1)), 0]
            covered = [(place.mask & area).bit_count() for place in self._places]
            found = pack([nearly[spaces] for spaces in covered]), pack([spaces == left for spaces in covered])
            self._last[building, left] = found
        return found

    def _fulfilling(self, wish: TaskDemand) -> int:
        """A one for each place that fulfils a wish."""
        asked = wish[:3]
        found = self._wished.get(asked)
        if found is None:
            if len(self._wished) >= CACHED_CONTEXTS:
                self._wished.clear()
            buildings, border, spaces = asked
            if border:
                fulfilled = [bool(place.border & border) for place in self._places]
            elif spaces:
                fulfilled = [
                    bool(place.mask & spaces) and place.buildings & buildings == buildings for place in self._places
                ]
            else:
                fulfilled = [bool(place.buildings & buildings) for place in self._places]
            found = self._wished[asked] = pack(fulfilled)
        return found

    def _legal(self, closed: int) -> int:
        """The places on which nothing lies that is closed, as `unpacked` asks for them."""
        found = self._kept.get(closed)
        if found is None:
            if len(self._kept) >= CACHED_CONTEXTS:
                self._kept.clear()
            found = self._kept[closed] = keep_mask([not place.mask & closed for place in self._places])
        return found


def by_colour(numbers: Sequence[int]) -> ByColour:
    """These numbers by colour."""
    red, green, blue, yellow, joker = numbers
    return (red, green, blue, yellow, joker)


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
