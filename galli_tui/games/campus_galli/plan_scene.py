"""The scene of the plan: computes the look of every space from what is on the plan and what is highlighted.

`plan_picture` draws the looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galli_tui.games.campus_galli.plan_look import JOKER, Figure, HeldStatus, SpaceLook, Terrain
from galli_tui.games.kit.grid_edges import edges_of
from rules.campus_galli.box import Section, Task
from rules.campus_galli.layout import SMALL_GAP, Layout
from rules.campus_galli.state import BesideMonk, LaidSection, LazyMonk, State
from rules.engine.grid import Mask, border, spaces_of
from rules.engine.secrecy import Seat


class RecentMove(NamedTuple):
    """A section laid or a building turned to wood by another seat since the viewer's last move."""

    spaces: int
    seat: Seat


class PlanState(NamedTuple):
    """What is on the plan."""

    open: int
    laid: tuple[LaidSection, ...] = ()
    beside: tuple[BesideMonk, ...] = ()
    lazy: tuple[LazyMonk, ...] = ()
    covered: int = 0
    cordon: int | None = None
    """The index of the cordoned building."""
    task_spaces: tuple[int, ...] = ()
    """For each place of the task board, the spaces of grass that its task indicates."""
    recent: tuple[RecentMove, ...] = ()
    """The moves of others since the viewer's own last move."""

    @classmethod
    def of(cls, state: State, tasks: Sequence[Task] = ()) -> PlanState:
        """Return the plan's contents in a state. `tasks` are all tasks of the game."""
        indicated = tuple(0 if task is None else tasks[task].spaces for task in state.board) if tasks else ()
        return cls(state.open, state.laid, state.beside, state.lazy, state.covered, state.cordon, indicated)


class Highlights(NamedTuple):
    """What keys, mouse and other players highlight on the plan. Sets of spaces are masks."""

    cursor: int | None = None
    held: int = 0
    """The spaces of the section being placed."""
    held_colour: int = -1
    held_legal: bool = False
    new_gaps: int = 0
    """The spaces of small gaps that the section would leave."""
    marked: int = 0
    lit: int = 0
    """The spaces that a lesson speaks of."""
    pointed_at: int = 0
    """The spaces that other players point at."""


class PlanScene:
    """Computes the looks of a plan's spaces."""

    def __init__(self, layout: Layout, sections: Sequence[Section]) -> None:
        self.layout = layout
        self.sections = sections
        self.width, self.height = layout.plan.width, layout.plan.height
        self._tones = _building_tones(layout)
        self._symbols = {space: i for i, mask in enumerate(layout.plan.symbols) for space in spaces_of(mask)}
        self._owner = {space: i for i, area in enumerate(layout.areas) for space in spaces_of(area)}

    def looks(self, plan_state: PlanState) -> list[SpaceLook]:
        """Return the look of every space, without highlights."""
        looks = [self._ground(space, plan_state.open) for space in range(self.width * self.height)]
        for place, mask in enumerate(plan_state.task_spaces, 1):
            for space in spaces_of(mask):
                # The first of two tasks is shown; inspecting the space names both.
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
            self._mark_recent(looks, it)
        for space, monk in monks_beside(self.layout, plan_state.beside, plan_state.covered):
            looks[space] = looks[space]._replace(figure=Figure.BUILDER, seat=monk.seat)
        return looks

    def highlighted(self, look: SpaceLook, space: int, highlights: Highlights) -> SpaceLook:
        """Return the look of a space with highlights."""
        bit = 1 << space
        if highlights.held & bit:
            look = look._replace(
                held=HeldStatus.LEGAL if highlights.held_legal else HeldStatus.ILLEGAL,
                held_colour=highlights.held_colour,
                held_edges=edges_of(space, highlights.held, self.width, self.height),
            )
        if highlights.new_gaps & bit:
            look = look._replace(new_gap=True, label="")
        return look._replace(
            cursor=highlights.cursor == space,
            marked=bool(highlights.marked & bit),
            lit=bool(highlights.lit & bit),
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
                builder = it.builder and number == last
                looks[space] = looks[space]._replace(
                    kind=Terrain.LAID,
                    symbol=-1,
                    task=0,
                    shade=tone,
                    edges=edges_of(space, place.mask, self.width, self.height),
                    colour=shown,
                    place=number,
                    figure=Figure.BUILDER if builder else Figure.NONE,
                    seat=it.seat if builder else -1,
                )

    def _mark_recent(self, looks: list[SpaceLook], recent: RecentMove) -> None:
        """Mark the first visible space of the section, or the first uncovered space of the building."""
        for space in spaces_of(Mask(recent.spaces)):
            look = looks[space]
            if look.figure is Figure.NONE and (
                look.kind is Terrain.WOOD or (look.kind is Terrain.LAID and look.place == 0)
            ):
                looks[space] = look._replace(recent=recent.seat)
                return


def monks_beside(layout: Layout, beside: Iterable[BesideMonk], covered: int) -> list[tuple[int, BesideMonk]]:
    """Return each monk beside a building with the space where he is shown: the nearest free grass."""
    width, height = layout.plan.width, layout.plan.height
    taken, found = covered, list[tuple[int, BesideMonk]]()
    for monk in beside:
        reach: int = layout.areas[monk.building]
        free = 0
        for _ in range(width + height):
            reach |= border(reach, width, height)
            if free := reach & layout.grass & ~taken:
                break
        if free:
            space = next(spaces_of(free))
            taken |= 1 << space
            found.append((space, monk))
    return found


def _building_tones(layout: Layout) -> list[int]:
    """Return a tone for each building; neighbours differ where two tones are enough."""
    plan = layout.plan
    tones: list[int] = []
    for i, area in enumerate(layout.areas):
        near = border(area, plan.width, plan.height)
        beside = [tones[j] for j in range(i) if layout.areas[j] & near]
        tones.append(1 if beside.count(0) > beside.count(1) else 0)
    return tones


def changed_spaces(before: Highlights, after: Highlights) -> Mask:
    """Return the spaces that may look different after a change of highlights."""
    if before == after:
        return Mask(0)
    same = (before.held, before.held_colour, before.held_legal) == (
        after.held,
        after.held_colour,
        after.held_legal,
    )
    mask = 0 if same else before.held | after.held
    mask |= (before.new_gaps ^ after.new_gaps) | (before.marked ^ after.marked)
    mask |= (before.lit ^ after.lit) | (before.pointed_at ^ after.pointed_at)
    if before.cursor != after.cursor:
        for cursor in (before.cursor, after.cursor):
            mask |= 0 if cursor is None else 1 << cursor
    return Mask(mask)
