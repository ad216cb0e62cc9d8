"""Heuristic values of laying sections in a state, for a seat.

Values are integers, 100 to a half-point. `move_rating` combines them into ratings of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rules.campus_galli import places
from rules.campus_galli.box import Task, TaskKind
from rules.campus_galli.gap_values import GapEvaluator, Weights
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.placement_batch import JOKER, NO_COLOUR, ByColour, PlacementContext, TaskDemand
from rules.campus_galli.scoring import BUILDER, LARGE_GAP, PARCHMENT
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.tasks import on_board, side_of
from rules.engine.grid import Mask, spaces_of, union
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat

GREEDY_WEIGHTS: Final = Weights(
    cover=16, near_completion=0, fragment=45, awkward=(0, 0, 0, 0), denied=0, tile=60, books=0
)
"""Points, and a penalty for gaps."""
COOP_WEIGHTS: Final = GREEDY_WEIGHTS._replace(near_completion=14, awkward=(0, 20, 35, 25))
"""The future of the plan as well."""
VERSUS_WEIGHTS: Final = COOP_WEIGHTS._replace(denied=50, tile=120, books=220)
"""For versus: also tasks denied to others; no penalties for large gaps."""

MAX_LATENESS: Final = 75
"""Lateness at the end of a match, in percent. Its square weighs large gaps up and books down."""

CACHED_STATES: Final = 32
"""The maximum number of cached states per setting."""


class PlacementEvaluator:
    """Evaluates placements in the states of a setting. Caches recent states, as a turn asks several times."""

    def __init__(self, setting: Setting, weights: Weights) -> None:
        self.setting = setting
        self.weights = weights
        self.gaps = GapEvaluator(setting, weights)
        self._states: dict[tuple[object, ...], PlacementValues] = {}

    def values(self, state: State, seat: Seat) -> PlacementValues:
        """Return the values in a state for a seat; equal for seats alike in supply and lazy monks."""
        known = (state.covered, state.open, state.board, state.turned, state.lazy, state.cordon, state.laid)
        own = 0 if self.setting.together else _bits(*[monk.space for monk in state.lazy if monk.seat == seat])
        carried_out = _cards_played(self.setting, state) if self.setting.together else 0
        key = (own, carried_out, bool(state.seats[seat].supply), *known)
        found = self._states.get(key)
        if found is None:
            if len(self._states) >= CACHED_STATES:
                del self._states[next(iter(self._states))]
            found = self._states[key] = PlacementValues(self, state, seat)
        return found


class PlacementValues:
    """Placement values in one state for one seat. Stocks and hands make no difference."""

    def __init__(self, evaluator: PlacementEvaluator, state: State, seat: Seat) -> None:
        setting = evaluator.setting
        self.gaps = evaluator.gaps
        self.weights = evaluator.weights
        self.setting = setting
        self.state = state
        self.seat = seat
        self._free = free_spaces(setting.layout, state)
        self.gap_map = self.gaps.gap_map(self._free, *self._lazy_monks)
        self._best: dict[int, ByColour | None] = {}
        self._pouch_values: dict[int, int | None] = {}

    def by_placement(self, shape: int, colour: int) -> dict[int, int]:
        """Return the value of each placement, legal or not, by index."""
        return self.gap_map.values(shape, colour, self.context(shape))

    def best_value(self, section: int) -> int | None:
        """Return the highest value of laying the section; None without a legal placement."""
        shape, colour = self.setting.box.sections[section][1:]
        if shape not in self._best:
            self._best[shape] = self.gap_map.best(shape, self.context(shape))
        best = self._best[shape]
        return None if best is None else best[JOKER if colour is None else colour]

    def pouch_value(self, shape: int, pouch: int) -> int | None:
        """Return the average value of a section of this shape from the pouch; None if there is none or no placement."""
        sections = pouch & self.setting.shape_sections[shape]
        if sections not in self._pouch_values:
            found = [best for section in spaces_of(sections) if (best := self.best_value(section)) is not None]
            self._pouch_values[sections] = sum(found) // len(found) if found else None
        return self._pouch_values[sections]

    def context(self, shape: int) -> PlacementContext:
        """Return what the values of placements of a shape depend on besides their gaps."""
        closed = places.closed(self.setting, self.state)
        demands = tuple([demand for _, demand in self.demands(shape)])
        return PlacementContext(closed, self._left, self._completion, self._large_gap_cost, self._rewards, demands)

    @cached_property
    def _left(self) -> tuple[int, ...]:
        """The free spaces of each building; 0 if one section cannot bring it close to completion."""
        most = SMALL_GAP + 1 + self.gaps.largest
        left = [(area & self._free).bit_count() for area in self.setting.layout.areas]
        return tuple([free if free <= most else 0 for free in left])

    @property
    def _rewards(self) -> bool:
        """Whether matching symbols are worth anything: tiles, or a master builder in supply."""
        return self.setting.tiles or bool(self.state.seats[self.seat].supply)

    @cached_property
    def _completion(self) -> int:
        """The value of completing a building."""
        asked = sum(value for _, task, value in self._tasks if task.kind is TaskKind.COMPLETE)
        parchment = self.state.open != self.setting.all_buildings
        if self.setting.tiles or not parchment:
            return asked
        return asked + self.builder_value + self.parchment_value

    @property
    def builder_value(self) -> int:
        """The value of a master builder who comes beside a building."""
        return BUILDER * SCORE_UNIT if self.state.seats[self.seat].supply else 0

    @property
    def parchment_value(self) -> int:
        """The value of a building in wood; some are flipped by tasks anyway."""
        return -PARCHMENT * SCORE_UNIT // 2 if self.setting.together else 0

    @cached_property
    def unfinished(self) -> int:
        """The expected cost of gaps and parchment, more certain later in the match."""
        large = sum(gap.cost() + self._large_gap_cost for gap in self.gap_map.gaps if gap.large)
        parchment = (self.setting.all_buildings & ~self.state.open).bit_count()
        return large - PARCHMENT * SCORE_UNIT * parchment // 2 - self._progress

    @property
    def _progress(self) -> int:
        """The value of covered spaces and of buildings close to completion."""
        layout = self.setting.layout
        found = self.gaps.weights.cover * (self.state.covered & layout.lettered).bit_count()
        for building in spaces_of(self.state.open):
            left = (layout.areas[building] & self._free).bit_count()
            found += self.gaps.near_completion(left) if left else 0
        return found

    @cached_property
    def _large_gap_cost(self) -> int:
        """The expected final cost of a large gap in co-op and solo."""
        late = lateness(self.setting, self.state)
        return -LARGE_GAP * SCORE_UNIT * late * late // (100 * 100) if self.setting.together else 0

    @property
    def _lazy_monks(self) -> tuple[int, int]:
        """The spaces of lazy monks that cost this seat nothing, and of its own, who go home when their gap closes.

        In versus the others' lazy monks cost nothing.
        """
        if self.setting.together:
            return 0, 0
        others = [monk.space for monk in self.state.lazy if monk.seat != self.seat]
        return _bits(*others), _bits(*[monk.space for monk in self.state.lazy if monk.seat == self.seat])

    @cached_property
    def _tasks(self) -> list[tuple[int, Task, int]]:
        """The tasks on the board with their numbers and values."""
        board = enumerate(self.state.board)
        lying = [task for place, task in board if task is not None and not self.state.turned >> place & 1]
        found = [(number, self.setting.box.tasks[number]) for number in lying]
        return [(number, task, self.task_value(task)) for number, task in found if task.points]

    def _under(self, sections: int) -> Mask:
        """Return the spaces under these sections."""
        placements = self.setting.layout.placements
        return union(placements[it.placement].mask for it in self.state.laid if sections >> it.section & 1)

    def demands(self, shape: int) -> Iterator[tuple[int, TaskDemand]]:
        """Yield the demands of the tasks on the board on a section of this shape, each with the task's number."""
        for number, task, value in self._tasks:
            match task.kind:
                case TaskKind.PROGRESS:
                    yield number, TaskDemand(_bits(task.building), 0, 0, NO_COLOUR, value)
                case TaskKind.LETTER if shape == task.shapes[0]:
                    yield number, TaskDemand(_bits(task.building), 0, 0, NO_COLOUR, value)
                case TaskKind.SHAPES if shape in task.shapes:
                    one, other = task.shapes
                    spaces = self._under(self.setting.shape_sections[other if shape == one else one])
                    yield number, TaskDemand(0, spaces, 0, NO_COLOUR, value)
                case TaskKind.COLOURS:
                    one, other = task.colours
                    for colour, beside in {one: other, other: one}.items():
                        spaces = self._under(self.setting.colour_sections[beside])
                        yield number, TaskDemand(0, spaces, 0, colour, value)
                case TaskKind.SIDE:
                    yield number, TaskDemand(_bits(*side_of(self.setting, task)), 0, 0, task.colours[0], value)
                case TaskKind.EXPANSION | TaskKind.CONNECTION:
                    yield number, TaskDemand(_bits(task.building, task.second), 0, task.spaces, NO_COLOUR, value)
                case _:
                    pass

    def task_kind_value(self, kind: TaskKind) -> int:
        """Return the value of the tasks of a kind on the board."""
        return sum(self.task_value(task) for _, task in on_board(self.setting, self.state, kind))

    def task_value(self, task: Task) -> int:
        """Return the value of fulfilling a task."""
        return task.points * SCORE_UNIT * (100 + self.weights.denied) // 100


def lateness(setting: Setting, state: State) -> int:
    """Return the progress of the match: 0 at first, `MAX_LATENESS` at the end.

    It is the percentage of their cards that seats have played where two are drawn at a time. Where more are drawn,
    fewer are played.
    """
    draw, cards = setting.level.draw, (1 + setting.deal) * len(state.seats)
    return min(100, MAX_LATENESS * _cards_played(setting, state) * draw**2 // ((2 * draw - 1) * cards))


def time_left(setting: Setting, state: State) -> int:
    """Return the remaining potential of what grows over the match, in percent, falling faster later."""
    return 100 - lateness(setting, state) ** 2 // 100


def _cards_played(setting: Setting, state: State) -> int:
    """Return the number of cards that seats no longer have before them."""
    waiting = sum(
        seat.pile.count + seat.hand.count + seat.next_year.count + (seat.chosen.card is not None)
        for seat in state.seats
    )
    return (1 + setting.deal) * len(state.seats) - waiting


def _bits(*buildings: int | None) -> int:
    return sum(1 << building for building in set(buildings) if building is not None)
