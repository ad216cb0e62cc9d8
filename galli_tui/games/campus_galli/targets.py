"""What players of Campus Galli point at for each other: spaces of the plan, and places of the task board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from galli_tui.games.campus_galli.words import space_words
from galli_tui.tables.peers import Sign
from rules.campus_galli.setting import Setting

SPACE: Final = "space"
"""The target is the number of the space in reading order, from 0."""
TASK: Final = "task"
"""The target is the place on the board, from 1."""


class Targets(NamedTuple):
    """All that is pointed at."""

    spaces: int = 0
    """A bit for each space."""
    tasks: frozenset[int] = frozenset()
    """Places on the board."""


def target_words(setting: Setting, kind: str, target: int) -> str:
    """What somebody points at; empty for what this plan and board do not have."""
    plan = setting.box.plan
    if kind == SPACE and 0 <= target < plan.width * plan.height:
        return space_words(plan, target)
    if kind == TASK and 1 <= target <= setting.board_size:
        return f"task {target}"
    return ""


def targets_of(setting: Setting, signs: Iterable[Sign]) -> Targets:
    """What these signs stand for; those that stand for nothing are left out."""
    spaces, tasks = 0, set[int]()
    for sign in signs:
        if target_words(setting, sign.kind, sign.target):
            if sign.kind == SPACE:
                spaces |= 1 << sign.target
            else:
                tasks.add(sign.target)
    return Targets(spaces, frozenset(tasks))
