"""The widgets of the table of Campus Galli: plan, hut and pouch, the seats' boards, and the sidebar.

The lines come from `panel_lines`, `seat_lines`, `stock` and `sidebar`; `board` decides what they show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Offset, Region, Size

from galli_tui.games.campus_galli.log_lines import log_lines
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.panel_lines import plan_legend
from galli_tui.games.campus_galli.peer_marks import PointedAt, new_tasks, news
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.seat_lines import board_lines, supply_lines
from galli_tui.games.campus_galli.sidebar import InspectedSpace, Sidebar
from galli_tui.games.campus_galli.stock import stock_lines
from galli_tui.games.campus_galli.window_layout import choose_layout, grid_tracks
from galli_tui.games.campus_galli.words import map_name
from galli_tui.games.kit.lines import Line
from galli_tui.games.kit.lines_panel import LinesPanel, chosen_cell
from galli_tui.games.kit.log_lines import LogLine
from rules.campus_galli.state import State

if TYPE_CHECKING:
    from galli_tui.screens.table.shown_turn import ShownTurn


class PanelContents(NamedTuple):
    """What the panels show."""

    view: State
    entry: MoveEntry
    """The decision being entered."""
    cursor: int | None = None
    """The space inspected by keyboard; None while playing."""
    hovered: int | None = None
    """The space under the mouse whose details are shown."""
    pointed: PointedAt = PointedAt()
    """What other players point at."""
    lit: int = 0
    """The spaces that a lesson speaks of."""

    @property
    def highlights(self) -> Highlights:
        """What is highlighted on the plan."""
        own = self.entry.highlights._replace(pointed_at=self.pointed.spaces, lit=self.lit)
        return own if self.cursor is None else own._replace(cursor=self.cursor)


class TablePanels:
    """Draws a view and the decision being entered."""

    def __init__(self, context: MatchContext) -> None:
        self._match_context = context
        self._sidebar_lines = Sidebar(context)
        self._scene = PlanScene(context.layout, context.box.sections)
        self._log_lines: list[LogLine] = []
        self._new_tasks: frozenset[int] = frozenset()
        self._supplies: list[Line] = []
        names = {building.letter: map_name(building) for building in context.plan.buildings}
        self.plan = PlanWidget(self._scene, names, context.marks, context.glyphs)
        self.sidebar = LinesPanel(id="campus-column")
        self.stock = LinesPanel(id="campus-stock")
        self.boards = LinesPanel(id="campus-boards")

    def fit(self, window: Size) -> tuple[bool, str, str]:
        """Scale the plan for a window. Return whether hut and pouch are beside it, and the rows and columns around."""
        room = choose_layout(self._scene, window)
        self.plan.rescale(room.scale)
        return room.beside, *grid_tracks(self.plan.full_size, window, beside=room.beside)

    def draw(self, shown: PanelContents, turn: ShownTurn) -> None:
        """Draw everything; what others have done since the reader's last turn is marked."""
        self._log_lines = log_lines(self._match_context, turn.events, turn.since, turn.reader)
        self._new_tasks = new_tasks(turn.before, shown.view)
        recent = news(self._match_context.layout, turn.events[turn.since :], turn.reader)
        plan_state = PlanState.of(shown.view, self._match_context.box.tasks)
        self.plan.show(plan_state._replace(recent=recent), shown.highlights)
        self.fill(shown)

    def update(self, shown: PanelContents) -> None:
        """Draw what a key may have changed beside the plan."""
        self.fill_sidebar(shown)
        if shown.entry.stock_cursor is not None:
            self._fill_stock(shown)

    def fill(self, shown: PanelContents) -> None:
        """Fill all panels."""
        self.fill_sidebar(shown)
        self._supplies = supply_lines(self._match_context, shown.view, self.stock.size.width)
        self._fill_stock(shown)
        if self.boards.size:
            self.boards.show(self._board_lines(shown.view, self.boards.size.width - 1, self.boards.size.height))

    def _board_lines(self, view: State, width: int, height: int) -> list[Line]:
        context = self._match_context
        if height <= len(view.seats):
            return supply_lines(context, view, width)
        lines = board_lines(context, view, context.game.sheet(view), width, height)
        return [*lines, *plan_legend(context.glyphs, context.marks[0], width, height - len(lines))]

    def fill_sidebar(self, shown: PanelContents) -> None:
        """Fill the sidebar alone."""
        width, height = self.sidebar.size
        if width:
            inspecting = shown.cursor is not None
            space = shown.cursor if inspecting else shown.hovered
            inspected = InspectedSpace(space, inspecting, shown.pointed.tasks, self._new_tasks)
            self.sidebar.show(
                self._sidebar_lines.lines(shown.view, shown.entry, self._log_lines, inspected, width - 1, height)
            )

    def light(self, targets: frozenset[str]) -> frozenset[str]:
        """Light targets and texts beside the plan; return those that are shown."""
        return self.sidebar.light(targets) | self.stock.light(targets) | self.boards.light(targets)

    def lit_regions(self) -> list[Region]:
        """Return the cells of the screen that are lit beside the plan."""
        return [*self.sidebar.lit_regions(), *self.stock.lit_regions(), *self.boards.lit_regions()]

    def _fill_stock(self, shown: PanelContents) -> None:
        width, height = self.stock.size
        if width:
            lines = stock_lines(self._match_context, shown.view, shown.entry.stock_cursor, width)
            self.stock.show([*lines, *self._supplies][:height])

    def cursor_cell(self, highlights: Highlights, *, read_lines: bool) -> Offset | None:
        """Return the cell of the highlighted space or else of the chosen line; None without any.

        With `read_lines`, a chosen line comes before the section that is being placed.
        """
        if highlights.cursor is not None:
            return self.plan.cell_of(highlights.cursor)
        if highlights.held and not read_lines:
            return self.plan.cell_of((highlights.held & -highlights.held).bit_length() - 1)
        return chosen_cell(self.sidebar, self.stock)
