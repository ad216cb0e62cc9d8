"""What laying a section is worth to a seat as the table stands: a quick estimate, for those who choose among many.

All worths are whole numbers, 100 to a half-point. What they add up to in a decision, `advice` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from rules.campus_galli import places
from rules.campus_galli.box import Task, TaskKind
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.geometry import Mask, spaces_of
from rules.campus_galli.layout import SMALL_GAP, Placement
from rules.campus_galli.scoring import BUILDER, LARGE_GAP, LAZY, PARCHMENT
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tasks import on_board, side_of
from rules.engine.game import HALF_POINT
from rules.engine.secrecy import Seat

LAZY_COST: Final = -LAZY * HALF_POINT
TILE: Final = 60
"""A tile in hand: a third of a set, or a part of some payment."""
ROOMY: Final = 11
JOKER: Final = 4
"""In place of a colour."""


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


GREEDY: Final = Weights(16, 0, 45, (0, 0, 0, 0))
"""Points, and a word for gaps."""
JUDGEMENT: Final = Weights(16, 14, 45, (0, 20, 35, 25))
"""What the plan will be like as well."""

REMEMBERED: Final = 32
"""Appraisals of one match's setting."""
REMEMBERED_LEFT: Final = 1 << 16
"""Gaps with placements, of which is remembered what they leave."""

Colours: TypeAlias = tuple[int, int, int, int, int]
"""A number for each colour, the joker last."""
NOT_BY_COLOUR: Final[Colours] = (0, 0, 0, 0, 0)


class Worths(NamedTuple):
    """What a shape brings in each of its legal places: three rows of one length."""

    places: Sequence[Placement]
    any_colour: list[int]
    """With a section of whatever colour."""
    colours: list[Colours]
    """More than that, by colour."""


class _Left(NamedTuple):
    """What a placement leaves of a gap."""

    cost: int
    """Of the gaps that are wide enough, as long as the match is young."""
    large: int
    """How many those are."""
    small: tuple[Mask, ...]


class _Gap(NamedTuple):
    """A gap as the table stands."""

    spaces: Mask
    cost: int
    held: bool
    """Whether a lazy monk lies there."""
    left: dict[int, _Left]
    """By the placement."""


class _Wanted(NamedTuple):
    """What tasks ask of a section of one shape, each with its worth."""

    touching: list[tuple[int, int]]
    """One of these buildings."""
    beside: list[tuple[int, int]]
    """To border on one of these spaces."""
    linking: list[tuple[int, int, int]]
    """All of these buildings, and one of these spaces."""
    beside_in: list[tuple[int, int, int]]
    """To border on one of these spaces, in this colour."""
    touching_in: list[tuple[int, int, int]]
    """One of these buildings, in this colour."""


class Appraiser:
    """Appraises the tables of one setting. The last are remembered, as a turn asks several times about one."""

    def __init__(self, setting: Setting, weights: Weights) -> None:
        self.setting = setting
        self.weights = weights
        self._symbols: dict[int, Colours] = {}
        self._tables: dict[tuple[object, ...], Appraisal] = {}
        self._left: dict[Mask, dict[int, _Left]] = {}
        self._lefts = 0

    def appraise(self, state: State, seat: Seat) -> Appraisal:
        """The table as it stands, for one seat: alike for all who have monks and the same lazy ones."""
        known = (state.covered, state.open, state.board, state.turned, state.lazy, state.cordon, state.laid)
        own = 0 if self.setting.together else _bits(*[monk.space for monk in state.lazy if monk.seat == seat])
        key = (own, state.round, bool(state.seats[seat].supply), *known)
        found = self._tables.get(key)
        if found is None:
            if len(self._tables) >= REMEMBERED:
                del self._tables[next(iter(self._tables))]
            found = self._tables[key] = Appraisal(self, state, seat)
        return found

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
                colours[colour] = TILE * (covered + (not placement.grass))
                colours[JOKER] += TILE * covered
            elif covered and not placement.grass:
                colours[colour] = BUILDER * HALF_POINT
        return _colours(colours)

    def lefts(self, gap: Mask) -> dict[int, _Left]:
        """What is known of what placements leave of a gap. The same gap comes again and again."""
        if self._lefts >= REMEMBERED_LEFT:
            self._left.clear()
            self._lefts = 0
        return self._left.setdefault(gap, {})

    def young(self, size: int) -> int:
        """What a gap that is wide enough to be built in costs from the beginning."""
        return self.weights.fragment + (self.weights.awkward[size % 4] if size <= ROOMY else 0)

    def leave(self, gap: _Gap, placement: Placement) -> _Left:
        """What a placement leaves of a gap, found out and remembered."""
        cost = large = 0
        small: list[Mask] = []
        for part in self.setting.layout.left_of(gap.spaces, placement):
            size = part.bit_count()
            if size <= SMALL_GAP:
                small.append(part)
            else:
                cost += self.young(size)
                large += 1
        found = gap.left[placement.index] = _Left(cost, large, tuple(small))
        self._lefts += 1
        return found


class Appraisal:
    """The table as it stands, for one seat. What lies in hut and pouch and what is in hands makes no difference."""

    def __init__(self, appraiser: Appraiser, state: State, seat: Seat) -> None:
        setting = appraiser.setting
        self._appraiser = appraiser
        self._weights = appraiser.weights
        self.setting = setting
        self.state = state
        self.seat = seat
        self._free = free_spaces(setting.layout, state)
        self._shapes: dict[int, Worths] = {}
        self._best: dict[int, Colours | None] = {}

    def worths(self, shape: int) -> Worths:
        """Of every legal place of a shape."""
        found = self._shapes.get(shape)
        if found is None:
            legal = places.legal(self.setting, self.state, shape)
            wanted = self._wanted(shape)
            common = [self._common(placement, wanted) for placement in legal]
            found = self._shapes[shape] = Worths(legal, common, self._by_colour(legal, wanted))
        return found

    def best(self, section: int) -> int | None:
        """The most that laying the section can bring; None where it has no place."""
        shape, colour = self.setting.box.sections[section][1:]
        if shape not in self._best:
            _, common, colours = self.worths(shape)
            rows = [
                (every + a, every + b, every + c, every + d, every + e)
                for every, (a, b, c, d, e) in zip(common, colours, strict=True)
            ]
            self._best[shape] = _colours([max(row) for row in zip(*rows, strict=True)]) if rows else None
        best = self._best[shape]
        return None if best is None else best[JOKER if colour is None else colour]

    def felt(self, shape: int, pouch: int) -> int | None:
        """What a section of this shape out of the pouch brings on average; None where there is none, or no place."""
        sections = pouch & self.setting.shape_sections[shape]
        found = [best for section in spaces_of(sections) if (best := self.best(section)) is not None]
        return sum(found) // len(found) if found else None

    def _common(self, placement: Placement, wanted: _Wanted) -> int:
        """What a place brings with whatever colour."""
        border, buildings, mask = placement.border, placement.buildings, placement.mask
        found = self._weights.cover * placement.built.bit_count()
        for gap in self._before:
            if gap.spaces & mask:
                left = gap.left.get(placement.index) or self._appraiser.leave(gap, placement)
                found += gap.cost - left.cost - left.large * self._large
                if left.small:
                    found -= sum(map(self._small, left.small)) if gap.held else LAZY_COST * len(left.small)
                if not placement.built & ~gap.spaces:
                    break
        if buildings & self._near:
            found += self._buildings(placement)
        for bits, worth in wanted.touching:
            if buildings & bits:
                found += worth
        for spaces, worth in wanted.beside:
            if border & spaces:
                found += worth
        for bits, spaces, worth in wanted.linking:
            if buildings & bits == bits and mask & spaces:
                found += worth
        return found

    def _by_colour(self, legal: Sequence[Placement], wanted: _Wanted) -> list[Colours]:
        """What each place brings more by the section's colour."""
        nothing: list[Colours] = [NOT_BY_COLOUR for _ in legal]
        found = list(map(self._appraiser.symbols, legal)) if self._rewards else nothing
        if not wanted.beside_in and not wanted.touching_in:
            return found
        for place, placement in enumerate(legal):
            border, buildings = placement.border, placement.buildings
            more: list[int] | None = None
            for spaces, colour, worth in wanted.beside_in:
                if border & spaces:
                    more = more or list(found[place])
                    more[colour] += worth
            for bits, colour, worth in wanted.touching_in:
                if buildings & bits:
                    more = more or list(found[place])
                    more[colour] += worth
            if more is not None:
                found[place] = _colours(more)
        return found

    @property
    def _rewards(self) -> bool:
        """Whether matching symbols bring anything: tiles, or a master builder while there is one."""
        return self.setting.tiles or bool(self.state.seats[self.seat].supply)

    @cached_property
    def _near(self) -> int:
        """The buildings of which one section could leave little."""
        largest = max(len(shape.cells) for shape in self.setting.box.shapes)
        areas = enumerate(self.setting.layout.areas)
        return _bits(*[i for i, area in areas if 0 < (area & self._free).bit_count() <= SMALL_GAP + 1 + largest])

    def _buildings(self, placement: Placement) -> int:
        found, areas = 0, self.setting.layout.areas
        for building in spaces_of(placement.buildings & self._near):
            left = (areas[building] & self._free & ~placement.mask).bit_count()
            if not left:
                found += self._completion
            elif left <= SMALL_GAP + 1:
                found += self._weights.nearly * (SMALL_GAP + 2 - left)
        return found

    @cached_property
    def _completion(self) -> int:
        """What completing a building brings."""
        asked = sum(worth for task, worth in self._tasks if task.kind is TaskKind.COMPLETE)
        parchment = self.state.open != self.setting.all_buildings
        if self.setting.tiles or not parchment:
            return asked
        return asked + self.flipping

    @property
    def flipping(self) -> int:
        """What turning a building to wood brings."""
        builder = BUILDER * HALF_POINT if self.state.seats[self.seat].supply else 0
        # Some are turned by tasks without anybody's doing.
        return builder - (PARCHMENT * HALF_POINT // 2 if self.setting.together else 0)

    @cached_property
    def _before(self) -> list[_Gap]:
        """The gaps, the largest first: most places lie in one of those."""
        gaps = sorted(self.setting.layout.gaps(self._free), key=int.bit_count, reverse=True)
        return [_Gap(gap, self._cost(gap), bool(gap & self._held), self._appraiser.lefts(gap)) for gap in gaps]

    @cached_property
    def unfinished(self) -> int:
        """What the gaps and the parchment will cost as they stand, the later the surer."""
        large = sum(gap.cost for gap in self._before if gap.spaces.bit_count() > SMALL_GAP)
        parchment = (self.setting.all_buildings & ~self.state.open).bit_count()
        return large - PARCHMENT * HALF_POINT * parchment // 2 - self._progress

    @property
    def _progress(self) -> int:
        """What is covered, and the buildings of which little is left."""
        layout = self.setting.layout
        found = self._weights.cover * (self.state.covered & layout.lettered).bit_count()
        for building in spaces_of(self.state.open):
            left = (layout.areas[building] & self._free).bit_count()
            if 0 < left <= SMALL_GAP + 1:
                found += self._weights.nearly * (SMALL_GAP + 2 - left)
        return found

    def _cost(self, gap: Mask) -> int:
        size = gap.bit_count()
        return self._small(gap) if size <= SMALL_GAP else self._appraiser.young(size) + self._large

    def _small(self, gap: Mask) -> int:
        return self._monk_cost(gap) if gap & self._held else LAZY_COST

    @cached_property
    def _large(self) -> int:
        """What a large gap costs by and by, where all play together."""
        late = self._late
        return -LARGE_GAP * HALF_POINT * late * late // (100 * 100) if self.setting.together else 0

    def _monk_cost(self, gap: int) -> int:
        """A lazy monk lies there already: he goes home when the gap is closed."""
        own = self.setting.together or any(monk.seat == self.seat and gap >> monk.space & 1 for monk in self.state.lazy)
        return LAZY_COST if own else 0

    @cached_property
    def _held(self) -> int:
        return sum(1 << monk.space for monk in self.state.lazy)

    @cached_property
    def _late(self) -> int:
        """How much of the match is over, in percent."""
        played = sum(len(seat.played) for seat in self.state.seats)
        share = 1 + self.setting.deal
        return max(0, min(100, 100 * played // (share * len(self.state.seats))))

    @cached_property
    def _tasks(self) -> list[tuple[Task, int]]:
        """Those on the board, with what they bring."""
        board = enumerate(self.state.board)
        lying = [task for place, task in board if task is not None and not self.state.turned >> place & 1]
        found = map(self.setting.box.tasks.__getitem__, lying)
        return [(task, task.points * HALF_POINT) for task in found if task.points]

    @cached_property
    def _of_colour(self) -> list[int]:
        """The spaces under sections of each colour."""
        found = [0, 0, 0, 0]
        for laid in self.state.laid:
            colour = self.setting.box.sections[laid.section].colour
            if colour is not None:
                found[colour] |= self.setting.layout.placements[laid.placement].mask
        return found

    @cached_property
    def _of_shape(self) -> list[int]:
        """The spaces under sections of each shape."""
        found = [0] * len(self.setting.box.shapes)
        for laid in self.state.laid:
            placement = self.setting.layout.placements[laid.placement]
            found[placement.shape] |= placement.mask
        return found

    def _wanted(self, shape: int) -> _Wanted:
        """What the tasks on the board ask of a section of this shape."""
        found = _Wanted([], [], [], [], [])
        for task, worth in self._tasks:
            match task.kind:
                case TaskKind.PROGRESS:
                    found.touching.append((_bits(task.building), worth))
                case TaskKind.LETTER if shape == task.shapes[0]:
                    found.touching.append((_bits(task.building), worth))
                case TaskKind.SHAPES if shape in task.shapes:
                    one, other = task.shapes
                    found.beside.append((self._of_shape[other if shape == one else one], worth))
                case TaskKind.COLOURS:
                    one, other = task.colours
                    for colour, spaces in {one: self._of_colour[other], other: self._of_colour[one]}.items():
                        found.beside_in.append((spaces, colour, worth))
                case TaskKind.SIDE:
                    found.touching_in.append((_bits(*side_of(self.setting, task)), task.colours[0], worth))
                case TaskKind.EXPANSION | TaskKind.CONNECTION:
                    found.linking.append((_bits(task.building, task.second), task.spaces, worth))
                case _:
                    pass
        return found

    def points_of(self, kind: TaskKind) -> int:
        """What the tasks of a kind on the board bring."""
        return sum(task.points for _, task in on_board(self.setting, self.state, kind)) * HALF_POINT


def _colours(numbers: list[int]) -> Colours:
    red, green, blue, yellow, joker = numbers
    return (red, green, blue, yellow, joker)


def _bits(*buildings: int | None) -> int:
    return sum(1 << building for building in set(buildings) if building is not None)
