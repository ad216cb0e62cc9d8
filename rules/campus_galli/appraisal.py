"""What laying a section is worth to a seat as the table stands: a quick estimate, for those who choose among many.

All worths are whole numbers, 100 to a half-point. What they add up to in a decision, `advice` says.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from rules.campus_galli import places
from rules.campus_galli.box import Task, TaskKind
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.layout import SMALL_GAP, Placement
from rules.campus_galli.scoring import BUILDER, LARGE_GAP, LAZY, PARCHMENT
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tasks import on_board, side_of
from rules.engine.secrecy import Seat

HALF_POINT: Final = 100
TILE: Final = 60
"""A tile in hand: a third of a set, or a part of some payment."""
COVER: Final = 16
"""A building space covered: it brings a building nearer to its completion, and a gap nearer to its end."""
NEARLY: Final = 14
"""For a building of which four spaces are left or fewer: so much for each space that is not among them."""
FRAGMENT: Final = 45
"""A gap more that is still wide enough to be built in."""
AWKWARD: Final = (0, 20, 35, 25)
"""By how many spaces a gap of up to `ROOMY` is more than so many whole sections."""
ROOMY: Final = 11
JOKER: Final = 4
"""In place of a colour."""


REMEMBERED: Final = 32
"""Appraisals of one match's setting."""


class Worth(NamedTuple):
    """What one placement brings."""

    placement: Placement
    any_colour: int
    """With a section of whatever colour."""
    colours: tuple[int, int, int, int, int]
    """More than that, by colour, the joker last."""


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

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._symbols: dict[int, tuple[int, ...]] = {}
        self._tables: dict[tuple[object, ...], Appraisal] = {}

    def appraise(self, state: State, seat: Seat) -> Appraisal:
        """The table as it stands, for one seat."""
        known = (state.covered, state.open, state.board, state.turned, state.lazy, state.cordon, state.laid)
        key = (seat, state.round, bool(state.seats[seat].supply), *known)
        found = self._tables.get(key)
        if found is None:
            if len(self._tables) >= REMEMBERED:
                del self._tables[next(iter(self._tables))]
            found = self._tables[key] = Appraisal(self, state, seat)
        return found

    def symbols(self, placement: Placement) -> tuple[int, ...]:
        """What covering symbols brings by the section's colour: a master builder, or tiles (CG-I-3b, CG-II-3c)."""
        found = self._symbols.get(placement.index)
        if found is None:
            found = self._symbols[placement.index] = self._of_symbols(placement)
        return found

    def _of_symbols(self, placement: Placement) -> tuple[int, ...]:
        colours = [0, 0, 0, 0, 0]
        for colour, symbols in enumerate(self.setting.box.plan.symbols):
            covered = (placement.mask & symbols).bit_count()
            if self.setting.tiles:
                colours[colour] = TILE * (covered + (not placement.grass))
                colours[JOKER] += TILE * covered
            elif covered and not placement.grass:
                colours[colour] = BUILDER * HALF_POINT
        return tuple(colours)


class Appraisal:
    """The table as it stands, for one seat. What lies in hut and pouch and what is in hands makes no difference."""

    def __init__(self, appraiser: Appraiser, state: State, seat: Seat) -> None:
        setting = appraiser.setting
        self._appraiser = appraiser
        self.setting = setting
        self.state = state
        self.seat = seat
        self._free = free_spaces(setting.layout, state)
        self._shapes: dict[int, list[Worth]] = {}
        self._best: dict[int, tuple[int, ...] | None] = {}

    def worths(self, shape: int) -> list[Worth]:
        """Of every legal place of a shape."""
        if shape not in self._shapes:
            legal = places.legal(self.setting, self.state, shape)
            wanted = self._wanted(shape)
            self._shapes[shape] = [self._worth(placement, wanted) for placement in legal]
        return self._shapes[shape]

    def best(self, section: int) -> int | None:
        """The most that laying the section can bring; None where it has no place."""
        shape, colour = self.setting.box.sections[section][1:]
        if shape not in self._best:
            rows = [[worth.any_colour + more for more in worth.colours] for worth in self.worths(shape)]
            self._best[shape] = tuple(map(max, *rows)) if len(rows) > 1 else tuple(rows[0]) if rows else None
        best = self._best[shape]
        return None if best is None else best[JOKER if colour is None else colour]

    def felt(self, shape: int, pouch: int) -> int | None:
        """What a section of this shape out of the pouch brings on average; None where there is none, or no place."""
        sections = pouch & self.setting.shape_sections[shape]
        found = [best for section in spaces_of(sections) if (best := self.best(section)) is not None]
        return sum(found) // len(found) if found else None

    def _worth(self, placement: Placement, wanted: _Wanted) -> Worth:
        """Of one place."""
        border, buildings, mask = placement.border, placement.buildings, placement.mask
        any_colour = self._gaps(placement) + self._buildings(placement) + COVER * (mask & self._free).bit_count()
        for bits, worth in wanted.touching:
            if buildings & bits:
                any_colour += worth
        for spaces, worth in wanted.beside:
            if border & spaces:
                any_colour += worth
        for bits, spaces, worth in wanted.linking:
            if buildings & bits == bits and mask & spaces:
                any_colour += worth
        colours = list(self._appraiser.symbols(placement)) if self._rewards else [0, 0, 0, 0, 0]
        for spaces, colour, worth in wanted.beside_in:
            if border & spaces:
                colours[colour] += worth
        for bits, colour, worth in wanted.touching_in:
            if buildings & bits:
                colours[colour] += worth
        red, green, blue, yellow, joker = colours
        return Worth(placement, any_colour, (red, green, blue, yellow, joker))

    @property
    def _rewards(self) -> bool:
        """Whether matching symbols bring anything: tiles, or a master builder while there is one."""
        return self.setting.tiles or bool(self.state.seats[self.seat].supply)

    def _buildings(self, placement: Placement) -> int:
        found, areas = 0, self.setting.layout.areas
        for building in spaces_of(placement.buildings):
            left = (areas[building] & self._free & ~placement.mask).bit_count()
            if not left:
                found += self._completion
            elif left <= SMALL_GAP + 1:
                found += NEARLY * (SMALL_GAP + 2 - left)
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

    def _gaps(self, placement: Placement) -> int:
        """What the gaps that it is laid in cost, and do not cost any more."""
        found, mask, left_of = 0, placement.mask, self.setting.layout.left_of
        for gap, cost in self._before:
            if gap & mask:
                found += cost
                for part in left_of(gap, placement):
                    found -= self._cost(part, part.bit_count())
        return found

    @cached_property
    def _before(self) -> list[tuple[int, int]]:
        return [(gap, self._cost(gap, gap.bit_count())) for gap in self.setting.layout.gaps(self._free)]

    @cached_property
    def unfinished(self) -> int:
        """What the gaps and the parchment will cost as they stand, the later the surer."""
        large = sum(cost for gap, cost in self._before if gap.bit_count() > SMALL_GAP)
        parchment = (self.setting.all_buildings & ~self.state.open).bit_count()
        return large - PARCHMENT * HALF_POINT * parchment // 2 - self._progress

    @property
    def _progress(self) -> int:
        """What is covered, and the buildings of which little is left."""
        layout = self.setting.layout
        found = COVER * (self.state.covered & layout.lettered).bit_count()
        for building in spaces_of(self.state.open):
            left = (layout.areas[building] & self._free).bit_count()
            if 0 < left <= SMALL_GAP + 1:
                found += NEARLY * (SMALL_GAP + 2 - left)
        return found

    def _cost(self, gap: int, size: int) -> int:
        if size <= SMALL_GAP:
            return -LAZY * HALF_POINT if not gap & self._held else self._monk_cost(gap)
        late = self._late
        cost = FRAGMENT + (AWKWARD[size % 4] if size <= ROOMY else 0)
        if self.setting.together:
            cost += -LARGE_GAP * HALF_POINT * late * late // (100 * 100)
        return cost

    def _monk_cost(self, gap: int) -> int:
        """A lazy monk lies there already: he goes home when the gap is closed."""
        own = self.setting.together or any(monk.seat == self.seat and gap >> monk.space & 1 for monk in self.state.lazy)
        return -LAZY * HALF_POINT if own else 0

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


def _bits(*buildings: int | None) -> int:
    return sum(1 << building for building in set(buildings) if building is not None)
