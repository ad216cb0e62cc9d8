"""The board of Campus Galli on its table screen: the plan, the panels around it, and the decision of a view."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.geometry import Region, Size

from galli_tui.game_api.hint_text import Hint
from galli_tui.games.campus_galli.event_lines import DICE_FRAMES
from galli_tui.games.campus_galli.event_reports import EventReports
from galli_tui.games.campus_galli.event_summary import summarize_events
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE
from galli_tui.games.campus_galli.keys import SCOPE
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventEntry, EventReport
from galli_tui.games.campus_galli.move_entry.factory import WaitingEntry, move_entry_for
from galli_tui.games.campus_galli.move_entry.hints import HintEntry
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.panel_lines import space_subject
from galli_tui.games.campus_galli.panel_subjects import panel_subject
from galli_tui.games.campus_galli.peer_marks import TASK, PointedAt, pointed_at, spaces_meant
from galli_tui.games.campus_galli.prompts import INSPECT_PROMPT, POINT_PROMPT, last_move_warning, may_end, round_words
from galli_tui.games.campus_galli.table_panels import PanelContents, TablePanels
from galli_tui.games.kit.decision import Report
from galli_tui.games.kit.decision_board import DecisionBoard
from galli_tui.games.kit.grid_cursor import GridCursor
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.subject import Subject
from galli_tui.style.actions import bindings
from galli_tui.style.key_names import with_keys
from galli_tui.tables.peers import Pointer
from galli_tui.tables.table import Table
from galli_tui.widgets.line_widget import app_of
from galli_tui.widgets.prompt import Prompt
from rules.campus_galli.state import State
from rules.engine.grid import spaces_of, union
from rules.engine.secrecy import PUBLIC, Seat


class CampusBoard(DecisionBoard[State, MoveEntry]):
    """The plan at the left, the decision at the right, hut and pouch below the plan."""

    SCOPES: ClassVar[tuple[str, ...]] = (SCOPE,)
    BINDINGS = bindings(*SCOPES)
    SCOPED_CSS = False
    FRAMES = DICE_FRAMES
    WHILE_INSPECTING = {"inspect": "back", "number": "task"}
    DEFAULT_CSS = """
    CampusBoard { layout: grid; grid-gutter: 0 1; }
    CampusBoard #campus-column { row-span: 2; }
    CampusBoard LinesPanel { width: 1fr; height: 1fr; background: $page; }
    .-snug CampusBoard { grid-size: 2 2; }
    .-snug CampusBoard #campus-boards { display: none; }
    .-wide CampusBoard, .-grand CampusBoard { grid-size: 3 2; }
    .-wide CampusBoard PlanWidget, .-grand CampusBoard PlanWidget { column-span: 2; }
    GalliScreen CampusBoard.-beside { grid-size: 2 3; }
    GalliScreen CampusBoard.-beside PlanWidget { column-span: 1; row-span: 2; }
    GalliScreen CampusBoard.-beside #campus-column { row-span: 1; }
    GalliScreen CampusBoard.-beside #campus-stock { row-span: 2; }
    GalliScreen CampusBoard.-beside #campus-boards { display: block; }
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._pointed = PointedAt()
        """What other players point at."""
        self._lit = 0
        """The spaces that a lesson lights."""
        self._suggested: LaySectionEntry | None = None
        """The place that the selected hint showed for the section it takes."""

    def compose(self) -> ComposeResult:
        glyphs = ASCII if app_of(self).terminal.ascii else UNICODE
        self._match_context = context = MatchContext.of(self.table, glyphs)
        self._reports = EventReports(self.table, context)
        self.entry = MoveEntry(context, context.game.initial())
        self.cursor = GridCursor(context.plan.width, context.plan.height)
        self._panels = TablePanels(context)
        self.plan = self._panels.plan
        yield from (self.plan, self._panels.sidebar, self._panels.stock, self._panels.boards)

    def fit(self, window: Size) -> None:
        beside, rows, columns = self._panels.fit(window)
        self.set_class(beside, "-beside")
        self.styles.grid_rows, self.styles.grid_columns = rows, columns
        self.seam = sum(int(width) + 1 for width in columns.split()[:-1])

    # The decision that goes with a view.

    def interlude(self) -> bool:
        return self._reports.update()

    @property
    def has_unseen(self) -> bool:
        return bool(self._reports.unseen)

    def has_read(self, report: Report) -> None:
        if isinstance(report, EventReport):
            self._reports.has_read(report)

    def entry_for(self, view: State) -> MoveEntry:
        if self._reports.unseen:
            return self._reports.report(view, self.entry)
        if self.turn.seat is None:
            return WaitingEntry(self._match_context, view, self.turn.viewer, self.turn.status)
        found = self._own_entry(self.turn.seat)
        shown = self._suggested
        if isinstance(found, LaySectionEntry) and shown is not None and shown.own_view.round == view.round:
            found.begin_at(shown)
        return found

    def _own_entry(self, seat: Seat) -> MoveEntry:
        """Return the entry for the decision of a seat here."""
        found = move_entry_for(self._match_context, self.turn.own_view(), seat)
        if isinstance(found, EventEntry):
            found.update_summary(summarize_events(self._match_context.game.setting, self.turn.events))
        return found

    def hinted(self, seat: Seat, hints: tuple[Hint, ...]) -> MoveEntry:
        own_view, make = self.turn.own_view(), partial(self._own_entry, seat)
        return HintEntry(self._match_context, own_view, hints, self.changes, make)

    def successor(self) -> MoveEntry | None:
        found = self.entry.successor
        if found is not None and isinstance(self.entry, HintEntry):
            self._suggested = self.entry.following(self.entry.at)
        return found

    def next_step(self) -> str:
        if self.inspecting:
            return with_keys(POINT_PROMPT if self.may_point else INSPECT_PROMPT)
        if self.table.paused and self.view is not None:
            return self.prompt.paused(round_words(self.view))
        seat, selects = self.turn.seat, isinstance(self.entry, HintEntry)
        if seat is not None and not selects and self.view is not None and may_end(self.view):
            return last_move_warning(self._match_context.name(seat))
        return self.entry.prompt

    def space_subject(self, space: int) -> Subject | None:
        return None if self.view is None else space_subject(self._match_context, self.view, space)

    def subject_of(self, target: str) -> Subject | None:
        return None if self.view is None else panel_subject(self._match_context, self.view, target)

    # Drawing.

    @property
    def _contents(self) -> PanelContents | None:
        if self.view is None:
            return None
        return PanelContents(self.view, self.entry, self.cursor.space, self.hovered, self._pointed, self._lit)

    def draw(self) -> None:
        super().draw()
        if contents := self._contents:
            self._panels.draw(contents, self.turn)
            self._place_cursor(contents)

    def redraw(self) -> None:
        super().redraw()
        if contents := self._contents:
            self.plan.highlight(contents.highlights)
            self._panels.update(contents)
            self._place_cursor(contents)
            self.prompt.refresh_if_changed()

    def draw_decision(self) -> None:
        if contents := self._contents:
            self._panels.fill_sidebar(contents)

    def _place_cursor(self, contents: PanelContents) -> None:
        """Put the terminal's own cursor on the highlighted space, the chosen line or the prompt.

        With hints, on the line: a screen reader reads hints line by line.
        """
        cell = self._panels.cursor_cell(contents.highlights, read_lines=self.shows_hints)
        self.put_cursor(cell or self.screen.query_one(Prompt).start)

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        if contents := self._contents:
            self._panels.fill(contents)
            self._place_cursor(contents)

    # Pointers, and the planning boards.

    def show_pointers(self, pointers: tuple[Pointer, ...]) -> None:
        self._pointed = pointed_at(self._match_context.game.setting, pointers)
        self.redraw()

    def light(self, targets: frozenset[str]) -> frozenset[str]:
        masks = {target: spaces_meant(self._match_context.plan, target) for target in targets}
        self._lit = union(masks.values())
        self.redraw()
        found = self._panels.light(frozenset(target for target in targets if not masks[target]))
        return found | {target for target in targets if masks[target]}

    def lit_regions(self) -> list[Region]:
        return [*map(self.plan.region_of, spaces_of(self._lit)), *self._panels.lit_regions()]

    def target_of_number(self, number: int) -> tuple[str, int]:
        return TASK, number

    @property
    def targets(self) -> int:
        return 0 if self.view is None else len(self.view.board)

    def action_boards(self) -> None:
        from galli_tui.games.campus_galli.board_pages import board_pages
        from galli_tui.games.kit.boards_screen import BoardsScreen

        view = self.table.view(PUBLIC)
        pages = board_pages(self._match_context, view, self.table.game.sheet(view))
        app_of(self).push_screen(BoardsScreen(self.table, self.texts, pages, self.turn.seat or 0))
