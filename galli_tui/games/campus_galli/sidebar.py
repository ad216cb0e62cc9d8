"""The sidebar beside the plan, from top to bottom: round, tasks, the decision being entered, and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.panel_lines import (
    TaskMarks,
    round_line,
    space_lines,
    task_lines,
    task_texts,
)
from galli_tui.games.kit.lines import Line, heading, line
from galli_tui.games.kit.log_lines import LogLine, log_panel_lines
from galli_tui.style.key_names import KEY
from rules.campus_galli.rounds import rounds_in_all
from rules.campus_galli.state import State

_BELOW_TASKS = 13
"""Tasks show their whole text if that leaves this many lines for the decision and the log."""
_FIXED_LINES = 16
"""The most lines reserved for a decision of fixed height."""
_LOG_LINES = 4
"""Lines left for the log beside a decision of fixed height."""


class InspectedSpace(NamedTuple):
    """The inspected space, if any."""

    space: int | None = None
    by_keyboard: bool = False
    """Whether the keyboard inspects it, in place of the decision; else the mouse is over it."""
    tasks: frozenset[int] = frozenset()
    """The places on the board that other players point at."""
    new_tasks: frozenset[int] = frozenset()
    """The places on the board with tasks revealed since the reader's last turn."""


class Sidebar:
    """Builds the sidebar's lines. Parts that do not depend on keys are cached for each view."""

    def __init__(self, context: MatchContext) -> None:
        self._match_context = context
        self._rounds = rounds_in_all(context.game.setting)
        self._head: list[Line] = []
        self._head_key: tuple[object, ...] | None = None
        self._full = False
        """Whether the tasks show their whole text."""
        self._view: State | None = None
        self._foot: list[Line] = []
        self._foot_key: tuple[int, int, int] | None = None
        self._log_lines: Sequence[LogLine] = ()

    def lines(
        self,
        view: State,
        entering: MoveEntry,
        log_lines: Sequence[LogLine],
        inspected: InspectedSpace,
        width: int,
        height: int,
    ) -> list[Line]:
        """Return the sidebar for `height` lines. A space inspected by keyboard replaces the decision."""
        task_marks = TaskMarks(entering.fulfilled_tasks, inspected.tasks, inspected.new_tasks)
        found = [*self._above(view, task_marks, width, height)]
        about = [] if inspected.space is None else space_lines(self._match_context, view, inspected.space, width)
        if inspected.by_keyboard and not self._full:
            for shapes in (True, False):
                texts = task_texts(self._match_context, view, task_marks, width, shapes=shapes)
                if 2 + len(texts) + len(about) <= height:
                    found[2:] = texts
                    break
        if inspected.by_keyboard:
            found += about
        elif entering.title:
            room = height - len(found) - 1
            if entering.COVERS_TASKS and not self._full and len(entering.lines(width, height)) > room:
                found[1:] = [line(f"Tasks hidden; press {KEY:campus-galli.inspect} to see them.", tone="faint")]
                room = height - len(found) - 1
            back = entering.title_target
            found.append(heading(f"{'← ' if back else ''}{entering.title}", width, back))
            if entering.FIXED_HEIGHT:
                lines = entering.lines(width, min(room, _FIXED_LINES))
                kept = min(room - _LOG_LINES, _FIXED_LINES)
                found += lines + [Line()] * (kept - len(lines))
            else:
                found += entering.lines(width, room)
        if about and not inspected.by_keyboard:
            return found + about
        if height > len(found) + 1 and not entering.animating:
            found += self._below(log_lines, width, height - len(found))
        return found

    def _below(self, log_lines: Sequence[LogLine], width: int, height: int) -> list[Line]:
        """Return the lines of the log."""
        key = (id(log_lines), width, height)
        if key != self._foot_key:
            self._foot, self._foot_key, self._log_lines = (
                log_panel_lines(self._match_context.players, log_lines, width, height),
                key,
                log_lines,
            )
        return self._foot

    def _above(self, view: State, task_marks: TaskMarks, width: int, height: int) -> list[Line]:
        """Return the round and the tasks."""
        key = (id(view), task_marks, width, height)
        if key != self._head_key:
            tasks = task_lines(self._match_context, view, task_marks, width, full=True)
            self._full = 1 + len(tasks) + _BELOW_TASKS <= height
            if not self._full:
                tasks = task_lines(self._match_context, view, task_marks, width, full=False)
            self._head = [round_line(self._match_context, view, self._rounds, width), *tasks]
            self._head_key, self._view = key, view
        return self._head
