"""The plan as it stood at a decision, with what was decided or could have been."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size

from galli_tui.games.campus_galli.move_entry.base import Desk
from galli_tui.games.campus_galli.move_entry.make import entering_for
from galli_tui.games.campus_galli.plan_picture import SCALES
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.scene import Pointing, Stage, Standing
from galli_tui.games.campus_galli.signs import Signs
from galli_tui.games.campus_galli.words import map_name
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from rules.campus_galli.state import State
from rules.engine.events import Move


class CampusBoardSnapshot(BoardSnapshot):
    """Shows a section where it is laid and a building that is turned; other moves leave the plan as it stood."""

    def __init__(self, table: Table, signs: Signs) -> None:
        super().__init__()
        self._desk = desk = Desk.of(table, signs)
        names = {building.letter: map_name(building) for building in desk.plan.buildings}
        self.plan = PlanWidget(Stage(desk.layout, desk.box.sections), names, desk.marks, signs)

    def compose(self) -> ComposeResult:
        yield self.plan

    def stands_on(self, view: State, move: Move) -> bool:
        return self._pointing(view, move) != Pointing()

    def show_move(self, view: State, move: Move) -> None:
        self.plan.show(Standing.of(view, self._desk.box.tasks), self._pointing(view, move))

    def _pointing(self, view: State, move: Move) -> Pointing:
        entering = entering_for(self._desk, view, move.seat)
        return entering.pointing if entering.stand_on(move) else Pointing()

    def fit(self, room: Size) -> Size:
        sizes = {scale: self.plan.wanted_at(scale) for scale in SCALES}
        fitting = [scale for scale, size in sizes.items() if size.width <= room.width and size.height <= room.height]
        scale = fitting[-1] if fitting else SCALES[0]
        self.plan.rescale(scale)
        return sizes[scale]
