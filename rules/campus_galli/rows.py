"""What many places of one shape bring on the terms of a table, reckoned for all of them in one go.

All worths are whole numbers, 100 to a half-point. Which places there are, and what they leave, `prospects` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from rules.campus_galli.geometry import Mask, spaces_of
from rules.campus_galli.layout import Placement
from rules.campus_galli.packed_lanes import LEAST, chosen, packed, unpacked

JOKER: Final = 4
"""The joker's place among the colours."""
WHATEVER: Final = -1
"""In place of a colour where a wish asks for none."""

REMEMBERED_TERMS: Final = 64
"""Terms on which a row was looked at; so many, too, of what they consist of."""

Colours: TypeAlias = tuple[int, int, int, int, int]
"""A number for each colour, the joker last."""
NOT_BY_COLOUR: Final[Colours] = (0, 0, 0, 0, 0)


class Wish(NamedTuple):
    """What a task asks of a section of one shape: one of the first three."""

    buildings: int
    """To touch one of these; or all of them, if spaces are asked for as well."""
    border: int
    """To border on one of these spaces."""
    spaces: int
    """To lie on one of these."""
    colour: int
    """Of the section; or `WHATEVER`."""
    worth: int


class Terms(NamedTuple):
    """All that the worth of a place hangs on beside the gaps that it reaches into."""

    closed: int
    """Where nothing may lie."""
    left: tuple[int, ...]
    """How many spaces are free of each building; none where one section could not leave little."""
    completion: int
    """What completing a building brings."""
    late: int
    """What a large gap costs by and by."""
    rewards: bool
    """Whether matching symbols bring anything."""
    wishes: tuple[Wish, ...]


class Place(NamedTuple):
    """What is known of a place whatever the terms."""

    placement: Placement
    worth: int
    """What it covers, and what it leaves."""
    larger: int
    """How many more gaps there are then that are wide enough to be built in."""
    symbols: Colours
    """What the symbols that it covers bring, where they bring anything."""


class Row:
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

    def __init__(self, areas: Sequence[Mask], nearly: Callable[[int], int], found: Iterable[Place]) -> None:
        """`nearly` tells what it is worth that of a building so many spaces are left, and not none."""
        by_symbols: dict[Colours, list[Place]] = {}
        for place in found:
            by_symbols.setdefault(place.symbols, []).append(place)
        self._alike: list[tuple[int, int, Colours]] = []
        """From where to where symbols bring the same."""
        ordered: list[Place] = []
        for symbols, places in by_symbols.items():
            self._alike.append((len(ordered), len(ordered) + len(places), symbols))
            ordered += places
        self._rewards = any(map(any, by_symbols))
        """Whether symbols bring anything."""
        self._places = [place.placement for place in ordered]
        self._indices = [place.index for place in self._places]
        self._worths = packed([place.worth for place in ordered])
        self._larger = packed([place.larger for place in ordered])
        self._reach = _all_of(place.mask for place in self._places)
        """All of their spaces, and so on."""
        self._border = _all_of(place.border for place in self._places)
        self._buildings = _all_of(place.buildings for place in self._places)
        self._touched = tuple(spaces_of(self._buildings))
        self._areas = areas
        self._nearly = nearly
        self._last: dict[tuple[int, int], tuple[int, int]] = {}
        self._wished: dict[tuple[int, int, int], int] = {}
        self._symbols: dict[int, int] = {}
        self._kept: dict[int, int] = {}
        self._best: dict[Terms, Colours | None] = {}

    def __len__(self) -> int:
        return len(self._places)

    def best(self, terms: Terms) -> Colours | None:
        """The most that any place brings, by the section's colour; None where none is legal."""
        terms = self._concerned(terms)
        if terms in self._best:
            return self._best[terms]
        if len(self._best) >= REMEMBERED_TERMS:
            self._best.clear()
        best = self._best[terms] = self._most(terms)
        return best

    def worths(self, terms: Terms, colour: int) -> dict[int, int]:
        """What each place, legal or not, brings with a section of a colour, by the placement's number."""
        terms = self._concerned(terms)
        row = self._common(terms) + self._asked_for(colour, terms)
        if terms.rewards:
            row += self._of_symbols(colour)
        return dict(zip(self._indices, unpacked(row, len(self._places)), strict=True))

    def _concerned(self, terms: Terms) -> Terms:
        """The terms as far as they make a difference here."""
        closed, left, completion, late, rewards, wishes = terms
        return Terms(
            closed & self._reach,
            tuple([left[building] for building in self._touched]),
            completion,
            late if self._larger else 0,
            rewards and self._rewards,
            tuple([found for wish in wishes if (found := self._possible(wish)) is not None]) if wishes else wishes,
        )

    def _possible(self, wish: Wish) -> Wish | None:
        """A wish as far as it makes a difference here; None where no place could fulfil it."""
        buildings, border, spaces, colour, worth = wish
        if border:
            border &= self._border
            return Wish(0, border, 0, colour, worth) if border else None
        if spaces:
            spaces &= self._reach
            return Wish(buildings, 0, spaces, colour, worth) if spaces and not buildings & ~self._buildings else None
        buildings &= self._buildings
        return Wish(buildings, 0, 0, colour, worth) if buildings else None

    def _most(self, terms: Terms) -> Colours | None:
        common, kept = self._common(terms), self._legal(terms.closed)
        found = self._highest(common, kept, terms)
        if not found:
            return None
        most = [max([worth + symbols[colour] for worth, symbols in found]) for colour in range(JOKER + 1)]
        for colour in {wish.colour for wish in terms.wishes} - {WHATEVER}:
            asked = self._highest(common + self._asked_for(colour, terms), kept, terms)
            most[colour] = max([worth + symbols[colour] for worth, symbols in asked])
        return colours_of(most)

    def _highest(self, row: int, kept: int, terms: Terms) -> list[tuple[int, Colours]]:
        """The most among the legal places where symbols bring the same, with what these bring."""
        found = unpacked(row, len(self._places), kept)
        most = [(max(found[start:end]), symbols) for start, end, symbols in self._parts(terms)]
        return [each for each in most if each[0] != LEAST]

    def _parts(self, terms: Terms) -> Sequence[tuple[int, int, Colours]]:
        """From where to where symbols bring the same."""
        return self._alike if terms.rewards else [(0, len(self._places), NOT_BY_COLOUR)]

    def _of_symbols(self, colour: int) -> int:
        """What the symbols bring that the places cover with a section of a colour."""
        found = self._symbols.get(colour)
        if found is None:
            brought = [symbols[colour] for start, end, symbols in self._alike for _ in range(start, end)]
            found = self._symbols[colour] = packed(brought)
        return found

    def _common(self, terms: Terms) -> int:
        """What the places bring with a section of whatever colour, without what symbols bring."""
        row = self._worths + self._asked_for(WHATEVER, terms)
        if terms.late:
            row -= terms.late * self._larger
        for building, left in zip(self._touched, terms.left, strict=True):
            if left:
                nearly, completed = self._of_last(building, left)
                row += nearly + terms.completion * completed
        return row

    def _asked_for(self, colour: int, terms: Terms) -> int:
        """What tasks bring that ask for a colour, or for none."""
        row = 0
        for wish in terms.wishes:
            if wish.colour == colour:
                row += wish.worth * self._fulfilling(wish)
        return row

    def _of_last(self, building: int, left: int) -> tuple[int, int]:
        """What it is worth that little is left of a building; and a one for each place that completes it."""
        found = self._last.get((building, left))
        if found is None:
            area, nearly = self._areas[building], [0, *map(self._nearly, range(left - 1, 0, -1)), 0]
            covered = [(place.mask & area).bit_count() for place in self._places]
            found = packed([nearly[spaces] for spaces in covered]), packed([spaces == left for spaces in covered])
            self._last[building, left] = found
        return found

    def _fulfilling(self, wish: Wish) -> int:
        """A one for each place that fulfils a wish."""
        asked = wish[:3]
        found = self._wished.get(asked)
        if found is None:
            if len(self._wished) >= REMEMBERED_TERMS:
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
            found = self._wished[asked] = packed(fulfilled)
        return found

    def _legal(self, closed: int) -> int:
        """The places on which nothing lies that is closed, as `unpacked` asks for them."""
        found = self._kept.get(closed)
        if found is None:
            if len(self._kept) >= REMEMBERED_TERMS:
                self._kept.clear()
            found = self._kept[closed] = chosen([not place.mask & closed for place in self._places])
        return found


def colours_of(numbers: Sequence[int]) -> Colours:
    """These numbers by colour."""
    red, green, blue, yellow, joker = numbers
    return (red, green, blue, yellow, joker)


def _all_of(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
