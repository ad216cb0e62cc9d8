"""Marks from other players: spaces and tasks they point at, and their last moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from galli_tui.games.campus_galli.plan_scene import RecentMove
from galli_tui.games.campus_galli.words import space_words
from galli_tui.games.kit.decision import SPACE
from galli_tui.tables.peers import Pointer
from rules.campus_galli.box import Plan
from rules.campus_galli.layout import Layout
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State
from rules.engine.grid import Mask, mask_of, space_named, union
from rules.engine.secrecy import Seat

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

TASK: Final = "task"
"""The target is the place on the board, from 1."""


class PointedAt(NamedTuple):
    """Everything that other players point at."""

    spaces: int = 0
    """A bit for each space."""
    tasks: frozenset[int] = frozenset()
    """Places on the task board, from 1."""


def target_words(setting: Setting, kind: str, target: int) -> str:
    """Return the name of a target; empty if this plan and board have no such target."""
    plan = setting.box.plan
    if kind == SPACE and 0 <= target < plan.width * plan.height:
        return space_words(plan, target)
    if kind == TASK and 1 <= target <= setting.board_size:
        return f"task {target}"
    return ""


def pointed_at(setting: Setting, signs: Iterable[Pointer]) -> PointedAt:
    """Return the targets of these signs; unknown targets are left out."""
    spaces, tasks = 0, set[int]()
    for sign in signs:
        if target_words(setting, sign.kind, sign.target):
            if sign.kind == SPACE:
                spaces |= 1 << sign.target
            else:
                tasks.add(sign.target)
    return PointedAt(spaces, frozenset(tasks))


def spaces_meant(plan: Plan, target: str) -> Mask:
    """Return the spaces of "e4", of a rectangle such as "e4:f6", or of "building A"; none for anything else."""
    kind, _, letter = target.partition(" ")
    if kind == "building":
        return union(building.area for building in plan.buildings if building.letter == letter)
    try:
        corners = [space_named(name, plan.width, plan.height) for name in target.split(":")]
    except ValueError:
        return Mask(0)
    (top, left), (bottom, right) = (divmod(space, plan.width) for space in (corners[0], corners[-1]))
    rows, columns = range(top, bottom + 1), range(left, right + 1)
    return mask_of(row * plan.width + column for row in rows for column in columns)


def news(layout: Layout, since: Sequence[TimelineEvent], reader: Seat | None) -> tuple[RecentMove, ...]:
    """Return the sections laid and buildings flipped by others in the events since a turn; none without a reader."""
    if reader is None:
        return ()
    found: list[RecentMove] = []
    for happening in reversed(since):
        state: State = happening.view
        for effect in state.told:
            if effect.seat is None or effect.seat == reader:
                continue
            if effect.key is EffectKind.SECTION_LAID:
                found.append(RecentMove(layout.placements[effect.facts[1]].mask, effect.seat))
            elif effect.key is EffectKind.FLIPPED:
                found.append(RecentMove(layout.areas[effect.facts[0]], effect.seat))
    return tuple(found)


def new_tasks(before: State | None, now: State) -> frozenset[int]:
    """Return the places, from 1, of tasks revealed since an earlier view; none without one."""
    if before is None:
        return frozenset()
    return frozenset(place for place, task in enumerate(now.board, 1) if task is not None and task not in before.board)
