"""The screens and widgets of Campus Galli, for screens that work with any game."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size

from galli_tui.games.campus_galli.board import CampusBoard
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.factory import move_entry_for
from galli_tui.games.campus_galli.move_entry.hints import placing_entry
from galli_tui.games.campus_galli.panel_lines import TaskMarks, task_lines
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.seat_lines import board_lines
from galli_tui.games.campus_galli.stock import stock_lines
from galli_tui.games.campus_galli.words import map_name
from galli_tui.games.kit.grid_board import SMALL
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.grid import spaces_of

_LEAST_BESIDE, _MOST_BESIDE = 34, 56
"""Cells of what stands beside the plan."""
_LEAST_BELOW = 5
"""Lines of what stands below it."""
_ROOMY = 30
"""Lines from which tasks are told in full."""


class CampusBoardSnapshot(BoardSnapshot):
    """Shows the plan, and tasks, hut, pouch and seats where there is room; what is new or a move changes is lit.

    A section that a move takes is shown at its most promising place, as by a hint.
    """

    DEFAULT_CSS = """
    CampusBoardSnapshot LinesPanel { background: $page; }
    """

    def __init__(self, table: Table, glyphs: Glyphs) -> None:
        super().__init__()
        self._match_context = context = MatchContext.of(table, glyphs)
        names = {building.letter: map_name(building) for building in context.plan.buildings}
        self.plan = PlanWidget(PlanScene(context.layout, context.box.sections), names, context.marks, glyphs)
        self._beside = LinesPanel()
        self._view: State | None = None
        self._task_marks = TaskMarks()
        self._room = Size(0, 0)
        """The room beside the plan."""

    def compose(self) -> ComposeResult:
        yield self.plan
        yield self._beside

    def stands_on(self, view: State, move: Move) -> bool:
        return self._entering(view, move).highlights != Highlights()

    def show_move(self, view: State, move: Move) -> None:
        entering = self._entering(view, move)
        self._show(view, entering.highlights, TaskMarks(entering.fulfilled_tasks))

    def show_view(self, view: State, before: State | None = None) -> None:
        self._show(view, Highlights() if before is None else Highlights(marked=self._news(view, before)), TaskMarks())

    def _show(self, view: State, highlights: Highlights, task_marks: TaskMarks) -> None:
        self._view, self._task_marks = view, task_marks
        self.plan.show(PlanState.of(view, self._match_context.box.tasks), highlights)
        self._show_beside()

    def _show_beside(self) -> None:
        """Show what is not on the plan: tasks, hut and pouch, and what the seats have."""
        view, context, (width, height) = self._view, self._match_context, self._room
        if view is None or not width:
            return
        lines = task_lines(context, view, self._task_marks, width - 1, full=height >= _ROOMY)
        lines += stock_lines(context, view, None, width - 1) if height >= _ROOMY // 2 else []
        if (left := height - len(lines)) > len(view.seats):
            lines += board_lines(context, view, context.game.sheet(view), width - 1, left)
        self._beside.show(lines[:height])

    def _news(self, view: State, before: State) -> int:
        """Return the spaces of sections laid and buildings turned to wood since an earlier view."""
        layout, news = self._match_context.layout, 0
        for laid in set(view.laid) - set(before.laid):
            news |= layout.placements[laid.placement].mask
        for building in spaces_of(view.open & ~before.open):
            news |= layout.areas[building]
        return news

    def _entering(self, view: State, move: Move) -> MoveEntry:
        """Return the entry with a move selected, or with the section that it takes held where it promises most."""
        context = self._match_context
        if placing := placing_entry(context, view, move):
            return placing
        entering = move_entry_for(context, view, move.seat)
        return entering if entering.select(move) else MoveEntry(context, view)

    def fit(self, room: Size) -> Size:
        plan = self.plan.fit(Size(room.width - _LEAST_BESIDE - 1, room.height))
        if plan == self.plan.size_at(SMALL):
            plan = self.plan.fit(room)
        right, below = room.width - plan.width - 1, room.height - plan.height
        self._room = Size(0, 0)
        if right >= _LEAST_BESIDE:
            self._room = Size(min(right, _MOST_BESIDE), room.height)
        elif below >= _LEAST_BELOW:
            self._room = Size(room.width, below)
        self._beside.display = bool(self._room)
        self._beside.styles.width, self._beside.styles.height = self._room
        self.styles.layout = "horizontal" if right >= _LEAST_BESIDE else "vertical"
        self._show_beside()
        if right >= _LEAST_BESIDE:
            return Size(plan.width + self._room.width, self._room.height)
        return Size(max(plan.width, self._room.width), plan.height + self._room.height)


class CampusScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> TableScreen:
        """Return the table screen."""
        return TableScreen(table, CampusBoard(table))

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> CampusBoardSnapshot:
        """Return a widget that shows the plan at past decisions of this match."""
        return CampusBoardSnapshot(table, ASCII if ascii_only else UNICODE)


SCREENS = CampusScreens()
