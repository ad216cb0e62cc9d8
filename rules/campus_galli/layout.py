"""The plan prepared for play: every placement of every shape, computed once, and fast queries on masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules.campus_galli.box import Plan, Shape
from rules.engine.grid import Mask, border, edges, mask_of, oriented, regions, ring, space_name, spaces_of, union

SMALL_GAP = 3
"""The largest gap that takes a lazy monk (CG-I-3e)."""

CACHED_QUERIES = 1024
"""The maximum number of cached queries for legal placements."""


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A placement of a shape on the plan. Made once; compared by identity."""

    index: int
    shape: int
    mask: Mask
    built: Mask
    """The covered building spaces."""
    spaces: tuple[int, ...]
    """Ascending."""
    border: Mask
    """The spaces that share an edge with it."""
    ring: Mask
    """The spaces that share an edge or a corner with it."""
    buildings: int
    """A bit for each building that it touches."""
    grass: bool
    """Whether it covers any grass."""
    symbols: int
    """A bit for each colour whose symbol it covers."""


class Layout:
    """All placements on a plan. Made by `layout_of`."""

    def __init__(self, plan: Plan, shapes: tuple[Shape, ...]) -> None:
        self.plan = plan
        self.shapes = shapes
        self.areas: tuple[Mask, ...] = tuple(building.area for building in plan.buildings)
        self.lettered = union(self.areas)
        everything, not_first, not_last = edges(plan.width, plan.height)
        self._edges = (plan.width, not_first, not_last)
        self.grass = everything & ~(self.lettered | plan.trees)
        self.placements: list[Placement] = []
        self.by_mask: dict[int, Placement] = {}
        """Every placement by its spaces; no two shapes share any."""
        candidates: list[dict[int, list[tuple[Mask, Placement]]]] = []
        for number, shape in enumerate(shapes):
            groups: dict[int, list[tuple[Mask, Placement]]] = {space: [] for space in spaces_of(self.lettered)}
            for spaces in self._all_spaces(shape):
                placement = self._add(number, spaces)
                lettered = placement.mask & self.lettered
                if lettered and not placement.mask & plan.trees:
                    groups[next(spaces_of(lettered))].append((placement.mask, placement))
            candidates.append(groups)
        # The same state is queried many times: for takeable sections, for placements and for values.
        self._legal = lru_cache(CACHED_QUERIES)(self._all_legal)
        self._fits = lru_cache(CACHED_QUERIES)(self._any_legal)
        self._wood: dict[int, int] = {}
        self._candidates = tuple(candidates)
        """For each shape, by the first building space that a placement covers: wherever it could ever be legal."""
        every = [[p for group in groups.values() for _, p in group] for groups in candidates]
        self._parted = tuple(tuple(p for p in found if len(self.gaps(p.built)) > 1) for found in every)
        """For each shape, the candidates whose building spaces are not connected."""

    @cached_property
    def names(self) -> list[str]:
        """For each placement the names of its spaces."""
        return [" ".join(space_name(it, self.plan.width) for it in found.spaces) for found in self.placements]

    def _all_spaces(self, shape: Shape) -> list[tuple[int, ...]]:
        width, height = self.plan.width, self.plan.height
        found: dict[tuple[int, ...], None] = {}
        for mirrored in (False, True):
            for turns in range(4):
                cells = oriented(shape.cells, turns, mirrored)
                right, low = max(x for x, _ in cells), max(y for _, y in cells)
                for row in range(height - low):
                    for column in range(width - right):
                        found[tuple((row + y) * width + column + x for x, y in cells)] = None
        return list(found)

    def _add(self, shape: int, spaces: tuple[int, ...]) -> Placement:
        plan = self.plan
        mask = mask_of(spaces)
        placement = Placement(
            index=len(self.placements),
            shape=shape,
            mask=mask,
            built=Mask(mask & self.lettered),
            spaces=tuple(sorted(spaces)),
            border=border(mask, plan.width, plan.height),
            ring=ring(mask, plan.width, plan.height),
            buildings=sum(1 << i for i, area in enumerate(self.areas) if area & mask),
            grass=bool(mask & self.grass),
            symbols=sum(1 << i for i, symbols in enumerate(plan.symbols) if symbols & mask),
        )
        self.placements.append(placement)
        self.by_mask[mask] = placement
        return placement

    def at(self, shape: int, quarter_turns: int, mirrored: bool, column: int, row: int) -> Placement | None:
        """Return the placement with this orientation and north-west corner; None if it leaves the plan."""
        width, height = self.plan.width, self.plan.height
        mask = 0
        for x, y in oriented(self.shapes[shape].cells, quarter_turns, mirrored):
            if not (0 <= column + x < width and 0 <= row + y < height):
                return None
            mask |= 1 << (row + y) * width + column + x
        return self.by_mask[mask]

    def wood(self, open_buildings: int) -> int:
        """Return all spaces of wooden buildings, covered or not."""
        mask = self._wood.get(open_buildings)
        if mask is None:
            mask = self._wood[open_buildings] = sum(self.areas[i] for i in spaces_of(open_buildings))
        return mask

    def legal(self, shape: int, open_buildings: int, covered: int) -> tuple[Placement, ...]:
        """Return the legal placements of a shape (CG-I-3a1 to CG-I-3a5).

        A candidate covers a building space and no tree. If none of its spaces is blocked, its building spaces are
        uncovered wood, so one test decides.
        """
        return self._legal(shape, self.wood(open_buildings), covered)

    def fits(self, shape: int, open_buildings: int, covered: int) -> bool:
        """Return whether a shape has a legal placement."""
        return self._fits(shape, self.wood(open_buildings), covered)

    def forget(self) -> None:
        """Clear the caches, for benchmarks."""
        self._legal.cache_clear()
        self._fits.cache_clear()

    def _all_legal(self, shape: int, wood: int, covered: int) -> tuple[Placement, ...]:
        groups, blocked = self._candidates[shape], covered | self.lettered & ~wood
        return tuple([p for space in spaces_of(wood & ~covered) for mask, p in groups[space] if not mask & blocked])

    def within(self, shape: int, gap: int) -> list[Placement]:
        """Return the placements of a shape whose building spaces lie in one gap, ignoring what covers grass."""
        groups, beyond = self._candidates[shape], self.lettered & ~gap
        return [p for space in spaces_of(gap) for mask, p in groups[space] if not mask & beyond]

    def astride(self, shape: int, free: int, gaps: Sequence[int]) -> list[Placement]:
        """Return the placements of a shape that reach into several gaps, ignoring what covers grass."""
        blocked = self.lettered & ~free
        found = [p for p in self._parted[shape] if not p.built & blocked]
        for gap in gaps:
            found = [p for p in found if p.built & ~gap]
        return found

    def _any_legal(self, shape: int, wood: int, covered: int) -> bool:
        groups, blocked = self._candidates[shape], covered | self.lettered & ~wood
        for space in spaces_of(wood & ~covered):
            for mask, _ in groups[space]:
                if not mask & blocked:
                    return True
        return False

    def gaps(self, free: int) -> tuple[Mask, ...]:
        """Return the gaps of uncovered wooden spaces, by first space (CG-I-3e)."""
        return regions(free, self.plan.width, self.plan.height)

    def gap_at(self, space: int, free: int) -> Mask:
        """Return the gap around an uncovered wooden space."""
        return self._spread(1 << space, free)

    def small_gap_at(self, space: int, free: int) -> tuple[Mask, bool]:
        """Return the gap around an uncovered wooden space, and whether it is small; of a large one only a part."""
        width, not_first, not_last = self._edges
        part, grown = 0, 1 << space
        while grown != part:
            if grown.bit_count() > SMALL_GAP:
                return Mask(grown), False
            part = grown
            grown |= ((part & not_last) << 1 | (part & not_first) >> 1 | part << width | part >> width) & free
        return Mask(part), True

    def parts_after_covering(self, gap: int, covered: int) -> tuple[Mask, ...]:
        """Return the gaps left of a gap when some of its spaces are covered."""
        left = gap & ~covered
        # Each part borders the covered spaces. A part that has the whole border is the last.
        beside = border(covered, self.plan.width, self.plan.height) & left
        found: list[Mask] = []
        while beside:
            part = self._spread(beside & -beside, left, beside)
            if not beside & ~part:
                return (*found, Mask(left))
            found.append(part)
            left ^= part
            beside &= ~part
        return tuple(found)

    def _spread(self, start: int, free: int, sought: int = -1) -> Mask:
        """Return the free spaces connected to `start`; may stop early once all of `sought` are reached."""
        width, not_first, not_last = self._edges
        part, grown = 0, start
        while grown != part and sought & ~grown:
            part = grown
            grown = (part | (part & not_last) << 1 | (part & not_first) >> 1) & free
            grown = (grown | grown << width | grown >> width) & free
        return Mask(grown)


@lru_cache(maxsize=16)
def layout_of(plan: Plan, shapes: tuple[Shape, ...]) -> Layout:
    """Return the layout of a plan; equal plans share one."""
    return Layout(plan, shapes)
