"""The widgets of the table of Campus Galli: plan, hut and pouch, the seats' boards, and the sidebar.

The lines come from `panel_lines`, `seat_lines`, `stock` and `sidebar`; `screen` chooses the decision and handles keys.
"""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Resize
from textual.geometry import Offset

from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE
from galli_tui.games.campus_galli.log_lines import LogLine, LogLineBuilder
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.panel_lines import legend_lines
from galli_tui.games.campus_galli.peer_marks import PointedAt, last_moves, pointed_at
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.seat_lines import board_lines, supply_lines
from galli_tui.games.campus_galli.sidebar import InspectedSpace, Sidebar
from galli_tui.games.campus_galli.stock import stock_lines
from galli_tui.games.campus_galli.window_layout import choose_layout, grid_tracks
from galli_tui.games.campus_galli.words import map_name
from galli_tui.games.kit.lines import Line
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.peers import Pointer
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from rules.campus_galli.state import State
from rules.engine.secrecy import Seat


class TablePicture(TableScreen[State]):
    """Draws a view and the decision being entered."""

    DEFAULT_CSS = """
    TablePicture #table { layout: grid; grid-gutter: 0 1; }
    TablePicture #campus-column { row-span: 2; }
    TablePicture LinesPanel { width: 1fr; height: 1fr; background: $page; }
    TablePicture.-snug #table { grid-size: 2 2; }
    TablePicture.-snug #campus-boards { display: none; }
    TablePicture.-wide #table, TablePicture.-grand #table { grid-size: 3 2; }
    TablePicture.-wide PlanWidget, TablePicture.-grand PlanWidget { column-span: 2; }
    TablePicture.-beside #table { grid-size: 2 3; }
    TablePicture.-beside PlanWidget { column-span: 1; row-span: 2; }
    TablePicture.-beside #campus-column { row-span: 1; }
    TablePicture.-beside #campus-stock { row-span: 2; }
    TablePicture.-beside #campus-boards { display: block; }
    """

    def compose_table(self) -> ComposeResult:
        glyphs = ASCII if self.app.terminal.ascii else UNICODE
        self._match_context = MatchContext.of(self.table, glyphs)
        self._log_builder = LogLineBuilder(self._match_context.box, self._match_context.narrator)
        self._sidebar = Sidebar(self._match_context)
        self._scene = PlanScene(self._match_context.layout, self._match_context.box.sections)
        self._view: State | None = None
        self._entering = MoveEntry(self._match_context, self._match_context.game.initial())
        self._covered_entry = self._entering
        """The entry that the hints replace while they are shown."""
        self._log_lines: list[LogLine] = []
        self._supplies: list[Line] = []
        self._cursor: int | None = None
        """The inspected space; None while playing."""
        self._last_cursor = (
            self._match_context.plan.width * (self._match_context.plan.height // 2)
            + self._match_context.plan.width // 2
        )
        self._hovered: int | None = None
        self._prompt_shown = ""
        self._targets = PointedAt()
        """What other players point at."""
        names = {building.letter: map_name(building) for building in self._match_context.plan.buildings}
        self.plan = PlanWidget(self._scene, names, self._match_context.marks, glyphs)
        self._sidebar_panel = LinesPanel(id="campus-column")
        self._stock_panel = LinesPanel(id="campus-stock")
        self._boards_panel = LinesPanel(id="campus-boards")
        yield from (self.plan, self._sidebar_panel, self._stock_panel, self._boards_panel)

    @property
    def entering(self) -> MoveEntry:
        """The decision being entered."""
        return self._entering

    def on_resize(self, event: Resize) -> None:
        room = choose_layout(self._scene, event.size)
        self.plan.rescale(room.scale)
        self.set_class(room.beside, "-beside")
        panels = self.query_one("#table").styles
        panels.grid_rows, panels.grid_columns = grid_tracks(self.plan.full_size, event.size, beside=room.beside)

    def show_signs(self, signs: tuple[Pointer, ...]) -> None:
        self._targets = pointed_at(self._match_context.game.setting, signs)
        self._update()

    def _draw(self) -> None:
        """Draw the whole table."""
        if self._view is not None:
            self._log_lines = self._log_builder.build(self.happenings)
            plan_state = PlanState.of(self._view, self._match_context.box.tasks)
            recent = last_moves(self._match_context.layout, self.happenings, self._marking_seat)
            self.plan.show(plan_state._replace(recent=recent), self._highlights())
            self._fill()

    @property
    def _marking_seat(self) -> Seat | None:
        """The seat for which others' last moves are marked: the deciding seat, or the only local one; else None."""
        here = [Seat(number) for number, player in enumerate(self.table.players) if player.here]
        return self.seat if self.seat is not None else here[0] if len(here) == 1 else None

    def _highlights(self) -> Highlights:
        own = self._entering.highlights._replace(pointed_at=self._targets.spaces)
        return own if self._cursor is None else own._replace(cursor=self._cursor)

    def _fill(self) -> None:
        """Fill all panels."""
        self._fill_sidebar()
        if self._view is not None:
            self._supplies = supply_lines(self._match_context, self._view, self._stock_panel.size.width)
        self._fill_stock()
        boards = self._boards_panel
        if self._view is not None and boards.size:
            sheet = self.table.game.sheet(self._view)
            width, height = boards.size.width - 1, boards.size.height
            if height > len(self._view.seats):
                lines = board_lines(self._match_context, self._view, sheet, width, height)
                legend = legend_lines(
                    self._match_context.glyphs, self._match_context.marks[0], width, height - len(lines)
                )
                boards.show([*lines, *legend])
            else:
                boards.show(supply_lines(self._match_context, self._view, width))
        self._place_cursor()

    def _fill_sidebar(self) -> None:
        panel = self._sidebar_panel
        width, height = panel.size
        if self._view is not None and width:
            inspecting = self._cursor is not None
            inspected = InspectedSpace(self._cursor if inspecting else self._hovered, inspecting, self._targets.tasks)
            panel.show(self._sidebar.lines(self._view, self._entering, self._log_lines, inspected, width - 1, height))

    def _fill_stock(self) -> None:
        panel = self._stock_panel
        width, height = panel.size
        if self._view is not None and width:
            lines = stock_lines(self._match_context, self._view, self._entering.stock_cursor, width)
            panel.show([*lines, *self._supplies][:height])

    def _update(self) -> None:
        """Redraw after input: the plan, the panels, and the prompt if it has changed."""
        self.plan.highlight(self._highlights())
        self._update_panels()

    def _update_panels(self) -> None:
        """Refresh the panels, the prompt and the footer."""
        if self._view is None:
            return
        self._fill_sidebar()
        if self._entering.stock_cursor is not None:
            self._fill_stock()
        self._place_cursor()
        words = self.next_words()
        if words != self._prompt_shown:
            self._show_prompt()
        else:
            self.query_one(Footer).offer()

    def _show_prompt(self) -> None:
        """Show the prompt in place of a refusal or note."""
        self._prompt_shown = self.next_words()
        self.refresh_next()

    def note(self, text: str) -> None:
        super().note(text)
        self._prompt_shown = ""

    def _place_cursor(self) -> None:
        """Put the terminal's own cursor on the highlighted space, the chosen line or the prompt.

        With hints, on the line: a screen reader reads hints line by line.
        """
        highlights = self._highlights()
        if highlights.cursor is not None:
            self.put_cursor(self.plan.cell_of(highlights.cursor))
        elif highlights.held and not self.hints:
            self.put_cursor(self.plan.cell_of((highlights.held & -highlights.held).bit_length() - 1))
        else:
            self.put_cursor(self._chosen_cell() or self.query_one(Prompt).start)

    def _chosen_cell(self) -> Offset | None:
        for panel in (self._sidebar_panel, self._stock_panel):
            for y, line in enumerate(panel.lines):
                x = 0
                for span in line.spans:
                    if line.chosen or span.chosen:
                        return panel.region.offset + Offset(x, y)
                    x += cell_len(span.text)
        return None

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        self._fill()
