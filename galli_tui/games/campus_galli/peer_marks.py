"""Marks from other players: spaces and tasks they point at, and their last moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from galli_tui.games.campus_galli.plan_scene import RecentMove
from galli_tui.games.campus_galli.words import space_words
from galli_tui.games.kit.decision import SPACE
from galli_tui.tables.peers import Pointer
from rules.campus_galli.box import Plan
from rules.campus_galli.laying_sections import TakeFromHut, TakeFromPouch
from rules.campus_galli.layout import Layout
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tile_transfers import PayTiles, SwapTiles
from rules.campus_galli.turn_order import Declare, PlayCard
from rules.engine.events import Move
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


_BEGIN_TURN = (Declare, PlayCard, PayTiles, SwapTiles, TakeFromHut, TakeFromPouch)
"""Moves that only begin a turn: marks remain until the section is placed."""


def last_moves(layout: Layout, happenings: Sequence[TimelineEvent], seat: Seat | None) -> tuple[RecentMove, ...]:
    """Return the sections laid and buildings flipped by others since the seat's own last move; none without a seat."""
    if seat is None:
        return ()
    found: list[RecentMove] = []
    for happening in reversed(happenings):
        event = happening.event
        if isinstance(event, Move) and event.seat == seat and not isinstance(event, _BEGIN_TURN):
            break
        state: State = happening.view
        for effect in state.told:
            if effect.seat is None or effect.seat == seat:
                continue
            if effect.key is EffectKind.SECTION_LAID:
                found.append(RecentMove(layout.placements[effect.facts[1]].mask, effect.seat))
            elif effect.key is EffectKind.FLIPPED:
                found.append(RecentMove(layout.areas[effect.facts[0]], effect.seat))
    return tuple(found)
