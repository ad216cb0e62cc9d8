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


class Worth(NamedTuple):
    """What one placement brings."""

    placement: Placement
    any_colour: int
    """With a section of whatever colour."""
    colours: tuple[int, int, int, int, int]
    """More than that, by colour, the joker last."""


class Appraisal:
    """The table as it stands, for one seat."""

    def __init__(self, setting: Setting, state: State, seat: Seat) -> None:
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
            self._shapes[shape] = [self.worth(placement) for placement in legal]
        return self._shapes[shape]

    def best(self, section: int) -> int | None:
        """The most that laying the section can bring; None where it has no place."""
        shape, colour = self.setting.box.sections[section][1:]
        if shape not in self._best:
            rows = [[worth.any_colour + more for more in worth.colours] for worth in self.worths(shape)]
            self._best[shape] = tuple(map(max, *rows)) if len(rows) > 1 else tuple(rows[0]) if rows else None
        best = self._best[shape]
        return None if best is None else best[JOKER if colour is None else colour]

    def felt(self, shape: int) -> int | None:
        """What a section of this shape out of the pouch brings on average; None where there is none, or no place."""
        sections = self.state.pouch & self.setting.shape_sections[shape]
        found = [best for section in spaces_of(sections) if (best := self.best(section)) is not None]
        return sum(found) // len(found) if found else None

    def worth(self, placement: Placement) -> Worth:
        """Of one place."""
        any_colour = self._gaps(placement) + self._buildings(placement)
        any_colour += COVER * (placement.mask & self._free).bit_count()
        colours = [0, 0, 0, 0, 0]
        shape, border, buildings = placement.shape, placement.border, placement.buildings
        for task, worth in self._tasks:
            match task.kind:
                case TaskKind.PROGRESS:
                    met = bool(buildings >> (task.building or 0) & 1)
                case TaskKind.SHAPES:
                    one, other = task.shapes
                    met = (shape == one and bool(border & self._of_shape[other])) or (
                        shape == other and bool(border & self._of_shape[one])
                    )
                case TaskKind.LETTER:
                    met = shape == task.shapes[0] and bool(buildings >> (task.building or 0) & 1)
                case TaskKind.EXPANSION | TaskKind.CONNECTION:
                    wanted = self._linked(task)
                    met = buildings & wanted == wanted and bool(placement.mask & task.spaces)
                case TaskKind.COLOURS:
                    one, other = task.colours
                    if border & self._of_colour[other]:
                        colours[one] += worth
                    if one != other and border & self._of_colour[one]:
                        colours[other] += worth
                    continue
                case TaskKind.SIDE:
                    if any(buildings >> building & 1 for building in side_of(self.setting, task)):
                        colours[task.colours[0]] += worth
                    continue
                case _:
                    continue
            if met:
                any_colour += worth
        self._symbols(placement, colours)
        red, green, blue, yellow, joker = colours
        return Worth(placement, any_colour, (red, green, blue, yellow, joker))

    def _symbols(self, placement: Placement, colours: list[int]) -> None:
        """A master builder, or tiles (CG-I-3b, CG-II-3c)."""
        if not self.setting.tiles:
            if not placement.grass and self.state.seats[self.seat].supply:
                for colour in spaces_of(placement.symbols):
                    colours[colour] += BUILDER * HALF_POINT
            return
        whole = 0 if placement.grass else TILE
        for colour, symbols in enumerate(self.setting.box.plan.symbols):
            tiles = TILE * (placement.mask & symbols).bit_count()
            colours[colour] += tiles + whole
            colours[JOKER] += tiles

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
        found, layout, mask = 0, self.setting.layout, placement.mask
        for gap, cost in self._before:
            inside = gap & mask
            if not inside:
                continue
            found += cost
            rest = gap ^ inside
            if not rest:
                continue
            if layout.parts(placement, rest) == 1:
                found -= self._cost(rest, rest.bit_count())
                continue
            while rest:
                part = layout.gap_at((rest & -rest).bit_length() - 1, rest)
                rest ^= part
                found -= self._cost(part, part.bit_count())
        return found

    @cached_property
    def _before(self) -> list[tuple[int, int]]:
        return [(gap, self._cost(gap, gap.bit_count())) for gap in self.setting.layout.gaps(self._free)]

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
        played = total = 0
        for seat in self.state.seats:
            played += len(seat.played)
            total += seat.pile.count + seat.next_year.count + seat.hand.count
        share = 1 + self.setting.deal
        return max(0, min(100, 100 * played // (share * len(self.state.seats))))

    @cached_property
    def _tasks(self) -> list[tuple[Task, int]]:
        """Those on the board, with what they bring."""
        board = enumerate(self.state.board)
        found = [self.setting.box.tasks[task] for place, task in board if task is not None and not self._turned(place)]
        return [(task, task.points * HALF_POINT) for task in found if task.points]

    def _turned(self, place: int) -> bool:
        return bool(self.state.turned >> place & 1)

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

    def _linked(self, task: Task) -> int:
        return sum(1 << building for building in {task.building, task.second} if building is not None)

    def points_of(self, kind: TaskKind) -> int:
        """What the tasks of a kind on the board bring."""
        return sum(task.points for _, task in on_board(self.setting, self.state, kind)) * HALF_POINT
