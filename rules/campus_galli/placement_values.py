"""What laying a section is worth to a seat as the table stands: a quick estimate, for those who choose among many.

All worths are whole numbers, 100 to a half-point. What they add up to in a decision, `advice` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rules.campus_galli import places
from rules.campus_galli.box import Task, TaskKind
from rules.campus_galli.gap_values import GapEvaluator, Weights
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.placement_batch import JOKER, NO_COLOUR, ByColour, PlacementContext, TaskDemand
from rules.campus_galli.scoring import BUILDER, LARGE_GAP, PARCHMENT
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tasks import on_board, side_of
from rules.engine.game import HALF_POINT
from rules.engine.secrecy import Seat

GREEDY_WEIGHTS: Final = Weights(
    cover=16, near_completion=0, fragment=45, awkward=(0, 0, 0, 0), denied=0, tile=60, books=0
)
"""Points, and a word for gaps."""
COOP_WEIGHTS: Final = GREEDY_WEIGHTS._replace(near_completion=14, awkward=(0, 20, 35, 25))
"""What the plan will be like as well."""
VERSUS_WEIGHTS: Final = COOP_WEIGHTS._replace(denied=50, tile=120, books=220)
"""Against each other what others would have taken, too; and nobody has to build what all will be judged by."""

MAX_LATENESS: Final = 75
"""How late it is when a match ends, in percent: by its square large gaps cost more and books bring less."""

CACHED_STATES: Final = 32
"""Appraisals of one match's setting."""


class PlacementEvaluator:
    """Appraises the tables of one setting. The last are remembered, as a turn asks several times about one."""

    def __init__(self, setting: Setting, weights: Weights) -> None:
        self.setting = setting
        self.weights = weights
        self.gaps = GapEvaluator(setting, weights)
        self._tables: dict[tuple[object, ...], PlacementValues] = {}

    def values(self, state: State, seat: Seat) -> PlacementValues:
        """The table as it stands, for one seat: alike for all who have monks and the same lazy ones."""
        known = (state.covered, state.open, state.board, state.turned, state.lazy, state.cordon, state.laid)
        own = 0 if self.setting.together else _bits(*[monk.space for monk in state.lazy if monk.seat == seat])
        carried_out = _cards_played(self.setting, state) if self.setting.together else 0
        key = (own, carried_out, bool(state.seats[seat].supply), *known)
        found = self._tables.get(key)
        if found is None:
            if len(self._tables) >= CACHED_STATES:
                del self._tables[next(iter(self._tables))]
            found = self._tables[key] = PlacementValues(self, state, seat)
        return found


class PlacementValues:
    """The table as it stands, for one seat. What lies in hut and pouch and what is in hands makes no difference."""

    def __init__(self, appraiser: PlacementEvaluator, state: State, seat: Seat) -> None:
        setting = appraiser.setting
        self._prospects = appraiser.gaps
        self.weights = appraiser.weights
        self.setting = setting
        self.state = state
        self.seat = seat
        self._free = free_spaces(setting.layout, state)
        self._ground = self._prospects.gap_map(self._free, *self._lazy)
        self._best: dict[int, ByColour | None] = {}
        self._felt: dict[int, int | None] = {}

    def by_placement(self, shape: int, colour: int) -> dict[int, int]:
        """What laying a section brings in each place, legal or not, by the placement's number."""
        return self._ground.worths(shape, colour, self._terms(shape))

    def best_value(self, section: int) -> int | None:
        """The most that laying the section can bring; None where it has no place."""
        shape, colour = self.setting.box.sections[section][1:]
        if shape not in self._best:
            self._best[shape] = self._ground.best(shape, self._terms(shape))
        best = self._best[shape]
        return None if best is None else best[JOKER if colour is None else colour]

    def pouch_value(self, shape: int, pouch: int) -> int | None:
        """What a section of this shape out of the pouch brings on average; None where there is none, or no place."""
        sections = pouch & self.setting.shape_sections[shape]
        if sections not in self._felt:
            found = [best for section in spaces_of(sections) if (best := self.best_value(section)) is not None]
            self._felt[sections] = sum(found) // len(found) if found else None
        return self._felt[sections]

    def _terms(self, shape: int) -> PlacementContext:
        closed = places.closed(self.setting, self.state)
        wishes = tuple(self._wishes(shape))
        return PlacementContext(closed, self._left, self._completion, self._large, self._rewards, wishes)

    @cached_property
    def _left(self) -> tuple[int, ...]:
        """How many spaces are free of each building; none where one section could not leave little."""
        most = SMALL_GAP + 1 + self._prospects.largest
        left = [(area & self._free).bit_count() for area in self.setting.layout.areas]
        return tuple([free if free <= most else 0 for free in left])

    @property
    def _rewards(self) -> bool:
        """Whether matching symbols bring anything: tiles, or a master builder while there is one."""
        return self.setting.tiles or bool(self.state.seats[self.seat].supply)

    @cached_property
    def _completion(self) -> int:
        """What completing a building brings."""
        asked = sum(worth for task, worth in self._tasks if task.kind is TaskKind.COMPLETE)
        parchment = self.state.open != self.setting.all_buildings
        if self.setting.tiles or not parchment:
            return asked
        return asked + self.flip_value

    @property
    def flip_value(self) -> int:
        """What turning a building to wood brings."""
        builder = BUILDER * HALF_POINT if self.state.seats[self.seat].supply else 0
        # Some are turned by tasks without anybody's doing.
        return builder - (PARCHMENT * HALF_POINT // 2 if self.setting.together else 0)

    @cached_property
    def unfinished(self) -> int:
        """What the gaps and the parchment will cost as they stand, the later the surer."""
        large = sum(gap.cost() + self._large for gap in self._ground.gaps if gap.large)
        parchment = (self.setting.all_buildings & ~self.state.open).bit_count()
        return large - PARCHMENT * HALF_POINT * parchment // 2 - self._progress

    @property
    def _progress(self) -> int:
        """What is covered, and the buildings of which little is left."""
        layout = self.setting.layout
        found = self._prospects.weights.cover * (self.state.covered & layout.lettered).bit_count()
        for building in spaces_of(self.state.open):
            left = (layout.areas[building] & self._free).bit_count()
            found += self._prospects.near_completion(left) if left else 0
        return found

    @cached_property
    def _large(self) -> int:
        """What a large gap costs by and by, where all play together."""
        late = self._late
        return -LARGE_GAP * HALF_POINT * late * late // (100 * 100) if self.setting.together else 0

    @property
    def _lazy(self) -> tuple[int, int]:
        """Where lazy monks lie who cost this seat nothing, and where its own do, who go home when their gap is closed.

        Those of the others cost nothing where all play against each other.
        """
        if self.setting.together:
            return 0, 0
        others = [monk.space for monk in self.state.lazy if monk.seat != self.seat]
        return _bits(*others), _bits(*[monk.space for monk in self.state.lazy if monk.seat == self.seat])

    @cached_property
    def _late(self) -> int:
        return lateness(self.setting, self.state)

    @cached_property
    def _tasks(self) -> list[tuple[Task, int]]:
        """Those on the board, with what they bring."""
        board = enumerate(self.state.board)
        lying = [task for place, task in board if task is not None and not self.state.turned >> place & 1]
        found = map(self.setting.box.tasks.__getitem__, lying)
        return [(task, self.task_value(task)) for task in found if task.points]

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

    def _wishes(self, shape: int) -> Iterator[TaskDemand]:
        """What the tasks on the board ask of a section of this shape."""
        for task, worth in self._tasks:
            match task.kind:
                case TaskKind.PROGRESS:
                    yield TaskDemand(_bits(task.building), 0, 0, NO_COLOUR, worth)
                case TaskKind.LETTER if shape == task.shapes[0]:
                    yield TaskDemand(_bits(task.building), 0, 0, NO_COLOUR, worth)
                case TaskKind.SHAPES if shape in task.shapes:
                    one, other = task.shapes
                    yield TaskDemand(0, self._of_shape[other if shape == one else one], 0, NO_COLOUR, worth)
                case TaskKind.COLOURS:
                    one, other = task.colours
                    for colour, spaces in {one: self._of_colour[other], other: self._of_colour[one]}.items():
                        yield TaskDemand(0, spaces, 0, colour, worth)
                case TaskKind.SIDE:
                    yield TaskDemand(_bits(*side_of(self.setting, task)), 0, 0, task.colours[0], worth)
                case TaskKind.EXPANSION | TaskKind.CONNECTION:
                    yield TaskDemand(_bits(task.building, task.second), 0, task.spaces, NO_COLOUR, worth)
                case _:
                    pass

    def task_kind_value(self, kind: TaskKind) -> int:
        """What the tasks of a kind on the board bring."""
        return sum(self.task_value(task) for _, task in on_board(self.setting, self.state, kind))

    def task_value(self, task: Task) -> int:
        """What fulfilling a task brings."""
        return task.points * HALF_POINT * (100 + self.weights.denied) // 100


def lateness(setting: Setting, state: State) -> int:
    """How late it is: nought at first, `LATEST` at the end.

    That is the share of their cards in percent that seats have carried out where two are drawn at a time and one waits
    for the second year. Where more are drawn, fewer are carried out.
    """
    draw, cards = setting.level.draw, (1 + setting.deal) * len(state.seats)
    return min(100, MAX_LATENESS * _cards_played(setting, state) * draw**2 // ((2 * draw - 1) * cards))


def time_left(setting: Setting, state: State) -> int:
    """How much is still to come of what grows with the match, in percent: all at first, and the less the faster."""
    return 100 - lateness(setting, state) ** 2 // 100


def _cards_played(setting: Setting, state: State) -> int:
    """Cards that seats no longer have before them: what tells how late it is."""
    waiting = sum(
        seat.pile.count + seat.hand.count + seat.next_year.count + (seat.chosen.card is not None)
        for seat in state.seats
    )
    return (1 + setting.deal) * len(state.seats) - waiting


def _bits(*buildings: int | None) -> int:
    return sum(1 << building for building in set(buildings) if building is not None)
