"""The screens and widgets of Campus Galli, for screens that work with any game."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size

from galli_tui.games.campus_galli.board import CampusBoard
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.move_entry.factory import move_entry_for
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.words import map_name
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from rules.campus_galli.state import State
from rules.engine.events import Move


class CampusBoardSnapshot(BoardSnapshot):
    """Shows the plan before a move, with the section or building that the move changes highlighted."""

    def __init__(self, table: Table, glyphs: Glyphs) -> None:
        super().__init__()
        self._match_context = context = MatchContext.of(table, glyphs)
        names = {building.letter: map_name(building) for building in context.plan.buildings}
        self.plan = PlanWidget(PlanScene(context.layout, context.box.sections), names, context.marks, glyphs)

    def compose(self) -> ComposeResult:
        yield self.plan

    def stands_on(self, view: State, move: Move) -> bool:
        return self._highlights(view, move) != Highlights()

    def show_move(self, view: State, move: Move) -> None:
        self.plan.show(PlanState.of(view, self._match_context.box.tasks), self._highlights(view, move))

    def _highlights(self, view: State, move: Move) -> Highlights:
        entering = move_entry_for(self._match_context, view, move.seat)
        return entering.highlights if entering.select(move) else Highlights()

    def fit(self, room: Size) -> Size:
        return self.plan.fit(room)


class CampusScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> TableScreen:
        """Return the table screen."""
        return TableScreen(table, CampusBoard(table))

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> CampusBoardSnapshot:
        """Return a widget that shows the plan at past decisions of this match."""
        return CampusBoardSnapshot(table, ASCII if ascii_only else UNICODE)


SCREENS = CampusScreens()
