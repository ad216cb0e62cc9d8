"""What each space of the plan shows, as small values: terrain, section, figure, and what is pointed at.

`plan_picture` draws these values; nothing here knows characters or colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from rules.campus_galli.box import Section, Task
from rules.campus_galli.geometry import Mask, border, spaces_of
from rules.campus_galli.layout import SMALL_GAP, Layout
from rules.campus_galli.state import BesideMonk, LaidSection, LazyMonk, State
from rules.engine.secrecy import Seat

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Sides on which a space does not belong to the same region as its neighbour: there an edge is drawn."""
NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = 16, 32, 64, 128
"""Corners across which a space does not belong to the same region, though both sides do."""
JOKER: Final = 4
"""The colour of a section that has none."""


class Terrain(IntEnum):
    """What a space is."""

    GRASS = 0
    TREE = 1
    PARCHMENT = 2
    WOOD = 3
    LAID = 4


class Figure(IntEnum):
    """Who is on a space."""

    NONE = 0
    BUILDER = 1
    LAZY = 2


class HeldStatus(IntEnum):
    """Whether a section in the hand is held over a space."""

    NONE = 0
    LEGAL = 1
    ILLEGAL = 2


class SpaceLook(NamedTuple):
    """All that one space shows."""

    kind: Terrain
    letter: str = ""
    """The building's, also under a section; empty on grass."""
    symbol: int = -1
    """The colour of its symbol, if any."""
    shade: int = 0
    """0 or 1: neighbours alike in all else differ in tone."""
    edges: int = 0
    """Of the building or the section."""
    colour: int = -1
    """Of the section."""
    place: int = 0
    """Which space of its section it is, from 0 in reading order."""
    figure: Figure = Figure.NONE
    seat: int = -1
    """Whose figure."""
    gap: bool = False
    """Whether it lies in a gap of three spaces or fewer."""
    held: HeldStatus = HeldStatus.NONE
    held_colour: int = -1
    held_edges: int = 0
    held_place: int = 0
    new_gap: bool = False
    """Whether it would lie in such a gap if the section were laid."""
    cursor: bool = False
    marked: bool = False
    pointed_at: bool = False
    """Whether somebody at another terminal points at it."""
    variety: int = 0
    """0 to 7, by space: keeps grass from looking like wallpaper."""
    label: str = ""
    """This space's part of its building's name, as wide as the space."""
    label_row: int = 0
    """The row of the space in which that part stands."""
    cordon: bool = False
    """Whether nothing may cover it, since the cordon lies on its building."""
    recent: int = -1
    """Whose last move laid the section or turned the building here; told on the first space of it alone."""
    task: int = 0
    """The place on the board of a task that indicates this space of grass, from 1; 0 for none."""


class RecentMove(NamedTuple):
    """The spaces of a section or building that somebody has just laid or turned to wood."""

    spaces: int
    seat: Seat


class PlanState(NamedTuple):
    """What stands on the plan."""

    open: int
    laid: tuple[LaidSection, ...] = ()
    beside: tuple[BesideMonk, ...] = ()
    lazy: tuple[LazyMonk, ...] = ()
    covered: int = 0
    cordon: int | None = None
    """The building that it lies on."""
    task_spaces: tuple[int, ...] = ()
    """The spaces of grass that each place's task indicates."""
    recent: tuple[RecentMove, ...] = ()
    """What others have done since one's own last move."""

    @classmethod
    def of(cls, state: State, tasks: Sequence[Task] = ()) -> PlanState:
        """What stands on the plan in a state; `tasks` are all of the game."""
        indicated = tuple(0 if task is None else tasks[task].spaces for task in state.board) if tasks else ()
        return cls(state.open, state.laid, state.beside, state.lazy, state.covered, state.cordon, indicated)


class Highlights(NamedTuple):
    """What is pointed at: everything here comes and goes with keys and mouse."""

    cursor: int | None = None
    held: int = 0
    """The spaces under the section held."""
    held_colour: int = -1
    held_legal: bool = False
    new_gaps: int = 0
    """The spaces of the small gaps that the section would leave."""
    marked: int = 0
    pointed_at: int = 0
    """The spaces that others point at."""


class PlanScene:
    """A plan with its sections: makes looks of what stands and what is pointed at."""

    def __init__(self, layout: Layout, sections: Sequence[Section]) -> None:
        self.layout = layout
        self.sections = sections
        self.width, self.height = layout.plan.width, layout.plan.height
        self._tones = _building_tones(layout)
        self._symbols = {space: i for i, mask in enumerate(layout.plan.symbols) for space in spaces_of(mask)}
        self._owner = {space: i for i, area in enumerate(layout.areas) for space in spaces_of(area)}

    def looks(self, plan_state: PlanState) -> list[SpaceLook]:
        """The look of every space, with nothing pointed at."""
        looks = [self._ground(space, plan_state.open) for space in range(self.width * self.height)]
        for place, mask in enumerate(plan_state.task_spaces, 1):
            for space in spaces_of(mask):
                # Of two tasks the upper one is named; looking at the space tells both.
                looks[space] = looks[space]._replace(task=looks[space].task or place)
        if plan_state.cordon is not None:
            for space in spaces_of(self.layout.areas[plan_state.cordon] & ~plan_state.covered):
                looks[space] = looks[space]._replace(cordon=True)
        self._lay(looks, plan_state.laid)
        free = self.layout.wood(plan_state.open) & ~plan_state.covered
        for gap in self.layout.gaps(free):
            if gap.bit_count() <= SMALL_GAP:
                for space in spaces_of(gap):
                    looks[space] = looks[space]._replace(gap=True)
        for monk in plan_state.lazy:
            looks[monk.space] = looks[monk.space]._replace(figure=Figure.LAZY, seat=monk.seat)
        for it in plan_state.recent:
            self._mark(looks, it)
        for space, seat in self._beside(plan_state):
            looks[space] = looks[space]._replace(figure=Figure.BUILDER, seat=seat)
        return looks

    def highlighted(self, look: SpaceLook, space: int, highlights: Highlights) -> SpaceLook:
        """The look of a space with what is pointed at."""
        bit = 1 << space
        if highlights.held & bit:
            below = highlights.held & (bit - 1)
            look = look._replace(
                held=HeldStatus.LEGAL if highlights.held_legal else HeldStatus.ILLEGAL,
                held_colour=highlights.held_colour,
                held_edges=edges_of(space, highlights.held, self.width, self.height),
                held_place=below.bit_count(),
            )
        if highlights.new_gaps & bit:
            look = look._replace(new_gap=True, label="")
        return look._replace(
            cursor=highlights.cursor == space,
            marked=bool(highlights.marked & bit),
            pointed_at=bool(highlights.pointed_at & bit),
        )

    def _ground(self, space: int, open_buildings: int) -> SpaceLook:
        plan = self.layout.plan
        building = self._owner.get(space)
        variety = (space * 5 + space // self.width * 3) % 8
        if building is None:
            kind = Terrain.TREE if plan.trees >> space & 1 else Terrain.GRASS
            return SpaceLook(kind, variety=variety)
        return SpaceLook(
            Terrain.WOOD if open_buildings >> building & 1 else Terrain.PARCHMENT,
            letter=plan.buildings[building].letter,
            symbol=self._symbols.get(space, -1),
            shade=self._tones[building],
            edges=edges_of(space, self.layout.areas[building], self.width, self.height),
            variety=variety,
        )

    def _lay(self, looks: list[SpaceLook], laid: Iterable[LaidSection]) -> None:
        tones: list[tuple[int, int, int]] = []
        for it in laid:
            place = self.layout.placements[it.placement]
            colour = self.sections[it.section].colour
            shown = JOKER if colour is None else colour
            beside = [tone for mask, other, tone in tones if other == shown and mask & place.border]
            tone = 1 if beside.count(0) > beside.count(1) else 0
            tones.append((place.mask, shown, tone))
            last = len(place.spaces) - 1
            for number, space in enumerate(place.spaces):
                stands = it.builder and number == last
                looks[space] = looks[space]._replace(
                    kind=Terrain.LAID,
                    symbol=-1,
                    task=0,
                    shade=tone,
                    edges=edges_of(space, place.mask, self.width, self.height),
                    colour=shown,
                    place=number,
                    figure=Figure.BUILDER if stands else Figure.NONE,
                    seat=it.seat if stands else -1,
                )

    def _mark(self, looks: list[SpaceLook], recent: RecentMove) -> None:
        """Marks the first space of a section that still lies there, or of a building's wood that is free."""
        for space in spaces_of(Mask(recent.spaces)):
            look = looks[space]
            if look.figure is Figure.NONE and (
                look.kind is Terrain.WOOD or (look.kind is Terrain.LAID and look.place == 0)
            ):
                looks[space] = look._replace(recent=recent.seat)
                return

    def _beside(self, plan_state: PlanState) -> list[tuple[int, int]]:
        """A space for each master builder beside a building: on grass that borders it, or else any near grass."""
        taken, found = plan_state.covered, list[tuple[int, int]]()
        for monk in plan_state.beside:
            reach: int = self.layout.areas[monk.building]
            free = 0
            for _ in range(self.width + self.height):
                reach |= border(reach, self.width, self.height)
                if free := reach & self.layout.grass & ~taken:
                    break
            if free:
                space = next(spaces_of(free))
                taken |= 1 << space
                found.append((space, monk.seat))
        return found


def edges_of(space: int, region: int, width: int, height: int) -> int:
    """On which sides and corners a space of a region borders what does not belong to it."""
    column, row = space % width, space // width

    def outside(east: int, south: int) -> bool:
        x, y = column + east, row + south
        return not (0 <= x < width and 0 <= y < height and region >> y * width + x & 1)

    north, right, south, left = outside(0, -1), outside(1, 0), outside(0, 1), outside(-1, 0)
    edges = north * NORTH | right * EAST | south * SOUTH | left * WEST
    for bit, one, other, step in (
        (NORTH_EAST, north, right, (1, -1)),
        (SOUTH_EAST, south, right, (1, 1)),
        (SOUTH_WEST, south, left, (-1, 1)),
        (NORTH_WEST, north, left, (-1, -1)),
    ):
        if not one and not other and outside(*step):
            edges |= bit
    return edges


def _building_tones(layout: Layout) -> list[int]:
    """A tone for each building, such that neighbours differ where two tones suffice."""
    plan = layout.plan
    tones: list[int] = []
    for i, area in enumerate(layout.areas):
        near = border(area, plan.width, plan.height)
        beside = [tones[j] for j in range(i) if layout.areas[j] & near]
        tones.append(1 if beside.count(0) > beside.count(1) else 0)
    return tones


def named_runs(looks: Sequence[SpaceLook], letter: str, width: int) -> list[tuple[int, int]]:
    """The runs of uncovered spaces of a building: first space and length, the longest first, the northern first."""
    runs: list[tuple[int, int]] = []
    for space, look in enumerate(looks):
        if look.letter != letter or look.kind is Terrain.LAID or look.figure:
            continue
        if runs and space % width and runs[-1][0] + runs[-1][1] == space:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((space, 1))
    return sorted(runs, key=lambda run: -run[1])


def changed(before: Highlights, after: Highlights) -> Mask:
    """The spaces that may look otherwise after a change of what is pointed at."""
    if before == after:
        return Mask(0)
    same = (before.held, before.held_colour, before.held_legal) == (
        after.held,
        after.held_colour,
        after.held_legal,
    )
    mask = 0 if same else before.held | after.held
    mask |= (before.new_gaps ^ after.new_gaps) | (before.marked ^ after.marked) | (before.pointed_at ^ after.pointed_at)
    if before.cursor != after.cursor:
        for cursor in (before.cursor, after.cursor):
            mask |= 0 if cursor is None else 1 << cursor
    return Mask(mask)
