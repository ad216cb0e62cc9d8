"""What makes up the value of a placement: the same sum as `placement_values`, in parts with a name.

For explanations in words; bots compute the sum for many placements at once (`placement_batch`).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.campus_galli.box import Section
from rules.campus_galli.layout import SMALL_GAP, Placement
from rules.campus_galli.placement_batch import JOKER, NO_COLOUR, TaskDemand
from rules.campus_galli.placement_values import PlacementValues
from rules.engine.grid import Mask, spaces_of, union
from rules.engine.judge import Part


def placement_parts(values: PlacementValues, section: Section, placement: Placement) -> list[Part]:
    """Return the parts of the value of laying a section at a placement of its shape."""
    colour = JOKER if section.colour is None else section.colour
    context = values.context(section.shape)
    met = [(number, it.value) for number, it in _demands(values, section) if _meets(it, placement)]
    return [
        Part("tasks", sum(value for _, value in met), len(met), tuple(number for number, _ in met)),
        _symbols(values, colour, placement) if context.rewards else Part("builders", 0),
        _gaps(values, placement, context.large_gap_cost),
        *_progress(values, placement, context.left, context.completion),
    ]


def most_task_points(values: PlacementValues, section: Section, placements: Iterable[Placement]) -> int:
    """Return the most half-points of tasks that laying a section fulfils at one of these placements of its shape."""
    tasks = values.setting.box.tasks
    demands = [(tasks[number].points, it) for number, it in _demands(values, section)]
    return max((sum(points for points, it in demands if _meets(it, place)) for place in placements), default=0)


def _demands(values: PlacementValues, section: Section) -> list[tuple[int, TaskDemand]]:
    """Return the demands of tasks on the board that a section can meet, each with the task's number."""
    colour = JOKER if section.colour is None else section.colour
    return [(number, it) for number, it in values.demands(section.shape) if it.colour in (colour, NO_COLOUR)]


def _meets(demand: TaskDemand, placement: Placement) -> bool:
    if demand.border:
        return bool(placement.border & demand.border)
    if demand.spaces:
        all_there = placement.buildings & demand.buildings == demand.buildings
        return bool(placement.mask & demand.spaces) and all_there
    return bool(placement.buildings & demand.buildings)


def _symbols(values: PlacementValues, colour: int, placement: Placement) -> Part:
    """Return what the covered symbols bring: tiles, or a master builder."""
    found, symbols = values.gaps.symbol_values(placement)[colour], values.setting.box.plan.symbols
    spaces = union(symbols) if colour == JOKER else symbols[colour]
    where = tuple(spaces_of(placement.mask & spaces)) if found else ()
    if values.setting.tiles:
        return Part("tiles", found, found // values.weights.tile, where=where)
    return Part("builders", found, int(found > 0), where=where)


def _gaps(values: PlacementValues, placement: Placement, large_gap_cost: int) -> Part:
    """Return what becomes of the gaps that it reaches into; its count is that of small gaps, in which monks lie.

    It is at the gaps that are left, or at the small ones that are filled if it fills more of them than it leaves.
    """
    value = small = 0
    filled, remains = list[Mask](), list[Mask]()
    for gap in values.gap_map.gaps:
        covered = placement.built & gap.spaces
        if covered:
            change = gap.after_covering(covered)
            value += change.savings - large_gap_cost * change.more_large
            left = values.setting.layout.parts_after_covering(gap.spaces, covered)
            small += sum(part.bit_count() <= SMALL_GAP for part in left) - (not gap.large)
            filled += [] if gap.large or left else [gap.spaces]
            remains += left
    return Part("gaps", value, small, where=tuple(filled if small < 0 else remains))


def _progress(values: PlacementValues, placement: Placement, left: tuple[int, ...], completion: int) -> list[Part]:
    """Return the covered spaces and the buildings brought close to completion, and those completed."""
    spaces = placement.built.bit_count()
    near, completed, covering = 0, list[int](), list[int]()
    for building, (area, free) in enumerate(zip(values.setting.layout.areas, left, strict=True)):
        covered = (placement.mask & area).bit_count()
        if covered:
            covering.append(building)
        if free and covered:
            completed += [building] if covered == free else []
            near += values.gaps.near_completion(free - covered) if covered < free else 0
    return [
        Part("progress", values.weights.cover * spaces + near, spaces, where=tuple(covering)),
        Part("completed", completion * len(completed), len(completed), tuple(completed)),
    ]
