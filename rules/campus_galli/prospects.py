"""What the places of one shape in one gap bring, remembered: from one move to the next most gaps stay as they are.

All worths are whole numbers, 100 to a half-point. What the table as a whole is like, `appraisal` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rules.campus_galli.geometry import Mask
from rules.campus_galli.layout import SMALL_GAP, Placement
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.setting import Setting
from rules.engine.game import HALF_POINT

LAZY_COST: Final = -LAZY * HALF_POINT
ROOMY: Final = 11
JOKER: Final = 4
"""The joker's place among the colours."""
WHATEVER: Final = -1
"""In place of a colour where a wish asks for none."""

REMEMBERED_PLACES: Final = 1 << 17
"""Places in gaps, of which is remembered what they leave."""
REMEMBERED_LEFT: Final = 1 << 14
"""The same for places that reach into several gaps."""
REMEMBERED_TERMS: Final = 64
"""Terms on which a gap was looked at."""

Colours: TypeAlias = tuple[int, int, int, int, int]
"""A number for each colour, the joker last."""
NOT_BY_COLOUR: Final[Colours] = (0, 0, 0, 0, 0)


class Weights(NamedTuple):
    """What is seen in a place beyond the points that it brings."""

    cover: int
    """A building space covered: it brings a building nearer to its completion, and a gap nearer to its end."""
    nearly: int
    """For a building of which four spaces are left or fewer: so much for each space that is not among them."""
    fragment: int
    """A gap more that is still wide enough to be built in."""
    awkward: tuple[int, int, int, int]
    """By how many spaces a gap of up to `ROOMY` is more than so many whole sections."""
    denied: int
    """What a task is worth beyond its seals, as nobody else will have it, in percent of them."""
    tile: int
    """A tile in hand: a third of a set, or a part of some payment."""
    books: int
    """What a book is worth at the beginning beyond its points, as it can be scored again, in percent of them."""


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
    """All that the worth of a place in a gap hangs on beside the gap."""

    closed: int
    """Where nothing may lie."""
    near: tuple[Mask, ...]
    """What is free of each building of which one section could leave little."""
    completion: int
    """What completing a building brings."""
    late: int
    """What a large gap costs by and by."""
    rewards: bool
    """Whether matching symbols bring anything."""
    wishes: tuple[Wish, ...]


class Worths(NamedTuple):
    """What a shape brings in each of several places: rows of one length."""

    places: Sequence[Placement]
    any_colour: list[int]
    """With a section of whatever colour."""
    colours: list[Colours]
    """More than that, by colour."""
    best: Colours | None
    """The most in any of them; None where there are none."""


class Row:
    """The places of a shape in a gap without a monk."""

    __slots__ = ("_found", "_larger", "_prospects", "_symbols", "_worths", "border", "buildings", "places", "reach")

    def __init__(self, prospects: Prospects, gap: Mask, shape: int) -> None:
        places = prospects.setting.layout.within(shape, gap)
        found = [prospects.leave(gap, place) for place in places]
        self.places = places
        self.reach = _all_of(place.mask for place in places)
        """All of their spaces, and so on."""
        self.border = _all_of(place.border for place in places)
        self.buildings = _all_of(place.buildings for place in places)
        self._prospects = prospects
        self._worths = [prospects.covering(place) + less for place, (less, _) in zip(places, found, strict=True)]
        self._larger = [larger for _, larger in found]
        self._symbols = [prospects.symbols(place) for place in places]
        self._found: dict[Terms, Worths] = {}

    def on(self, terms: Terms) -> Worths:
        """What the places bring that are legal on these terms."""
        terms = self._concerned(terms)
        found = self._found.get(terms)
        if found is None:
            if len(self._found) >= REMEMBERED_TERMS:
                self._found.clear()
            found = self._found[terms] = self._prospects.complete(terms, self.places, self._by(terms), self._symbols)
        return found

    def _concerned(self, terms: Terms) -> Terms:
        """The terms as far as they make a difference here."""
        reach, border, buildings = self.reach, self.border, self.buildings
        near = tuple([free for free in terms.near if free & reach])
        wishes = [
            wish._replace(border=wish.border & border) if wish.border else wish
            for wish in terms.wishes
            if wish.border & border or (wish.buildings & buildings and (not wish.spaces or wish.spaces & reach))
        ]
        return Terms(
            terms.closed & reach, near, terms.completion if near else 0, terms.late, terms.rewards, tuple(wishes)
        )

    def _by(self, terms: Terms) -> list[int]:
        late = terms.late
        if not late:
            return self._worths
        return [worth - larger * late for worth, larger in zip(self._worths, self._larger, strict=True)]


class Prospects:
    """Those of one setting and set of weights."""

    def __init__(self, setting: Setting, weights: Weights) -> None:
        self.setting = setting
        self.weights = weights
        self.largest = max(len(shape.cells) for shape in setting.box.shapes)
        """Spaces of a section."""
        self.leave = lru_cache(REMEMBERED_LEFT)(self._leave)
        self._symbols: dict[int, Colours] = {}
        self._rows: dict[tuple[int, int], Row] = {}
        self._remembered = 0

    def row(self, gap: Mask, shape: int) -> Row:
        """The places of a shape in a gap without a monk."""
        found = self._rows.get((gap, shape))
        if found is None:
            if self._remembered >= REMEMBERED_PLACES:
                self._rows.clear()
                self._remembered = 0
            found = self._rows[gap, shape] = Row(self, gap, shape)
            self._remembered += 1 + len(found.places)
        return found

    def complete(
        self, terms: Terms, places: Sequence[Placement], worths: Sequence[int], symbols: Sequence[Colours]
    ) -> Worths:
        """What the places bring that are legal; `worths` is what they cover and leave, `symbols` by colour."""
        free = [number for number, place in enumerate(places) if not place.mask & terms.closed]
        legal = [places[number] for number in free]
        common = [worths[number] for number in free]
        by_colour = [symbols[number] if terms.rewards else NOT_BY_COLOUR for number in free]
        for left in terms.near:
            brings = self._brings(left.bit_count(), terms.completion)
            common = [
                worth + brings[(place.mask & left).bit_count()] for worth, place in zip(common, legal, strict=True)
            ]
        for wish in terms.wishes:
            for number in _fulfilling(wish, legal):
                if wish.colour == WHATEVER:
                    common[number] += wish.worth
                else:
                    by_colour[number] = _more(by_colour[number], wish.colour, wish.worth)
        return Worths(legal, common, by_colour, _best(common, by_colour))

    def covering(self, placement: Placement) -> int:
        """What the building spaces are worth that a placement covers."""
        return self.weights.cover * placement.built.bit_count()

    def young(self, gap: Mask) -> int:
        """What a gap without a monk costs from the beginning."""
        size = gap.bit_count()
        if size <= SMALL_GAP:
            return LAZY_COST
        return self.weights.fragment + (self.weights.awkward[size % 4] if size <= ROOMY else 0)

    def nearly(self, left: int) -> int:
        """What it is worth that of a building so many spaces are left, and not none."""
        return self.weights.nearly * max(0, SMALL_GAP + 2 - left)

    def symbols(self, placement: Placement) -> Colours:
        """What covering symbols brings by the section's colour: a master builder, or tiles (CG-I-3b, CG-II-3c)."""
        found = self._symbols.get(placement.index)
        if found is None:
            found = self._symbols[placement.index] = self._of_symbols(placement)
        return found

    def _of_symbols(self, placement: Placement) -> Colours:
        colours = [0] * len(NOT_BY_COLOUR)
        for colour, symbols in enumerate(self.setting.box.plan.symbols):
            covered = (placement.mask & symbols).bit_count()
            if self.setting.tiles:
                colours[colour] = self.weights.tile * (covered + (not placement.grass))
                colours[JOKER] += self.weights.tile * covered
            elif covered and not placement.grass:
                colours[colour] = BUILDER * HALF_POINT
        return _colours(colours)

    def _leave(self, gap: Mask, placement: Placement) -> tuple[int, int]:
        """How much less is left of a gap without a monk, and how many gaps more that are wide enough to be built in."""
        left = self.setting.layout.left_of(gap, placement)
        larger = sum(part.bit_count() > SMALL_GAP for part in left) - (gap.bit_count() > SMALL_GAP)
        return self.young(gap) - sum(map(self.young, left)), larger

    def _brings(self, size: int, completion: int) -> list[int]:
        """What covering none, one, two ... of the last spaces of a building brings."""
        most = min(size, self.largest)
        return [0, *[completion if covered == size else self.nearly(size - covered) for covered in range(1, most + 1)]]


def _fulfilling(wish: Wish, places: Sequence[Placement]) -> list[int]:
    buildings, border, spaces = wish.buildings, wish.border, wish.spaces
    if border:
        return [number for number, place in enumerate(places) if place.border & border]
    if spaces:
        return [
            number
            for number, place in enumerate(places)
            if place.mask & spaces and place.buildings & buildings == buildings
        ]
    return [number for number, place in enumerate(places) if place.buildings & buildings]


def _all_of(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _best(common: Sequence[int], by_colour: Sequence[Colours]) -> Colours | None:
    most: dict[Colours, int] = {}
    for every, more in zip(common, by_colour, strict=True):
        if every > most.get(more, every - 1):
            most[more] = every
    if not most:
        return None
    return _colours([max([every + more[colour] for more, every in most.items()]) for colour in range(JOKER + 1)])


@lru_cache(maxsize=1024)
def _more(colours: Colours, colour: int, worth: int) -> Colours:
    found = list(colours)
    found[colour] += worth
    return _colours(found)


def _colours(numbers: Sequence[int]) -> Colours:
    red, green, blue, yellow, joker = numbers
    return (red, green, blue, yellow, joker)
