"""The board of Campus Galli on its table screen: the decision being entered, keys and mouse, inspecting the plan."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Key, MouseDown
from textual.geometry import Size

from galli_tui.games.campus_galli.event_lines import DICE_FRAMES
from galli_tui.games.campus_galli.event_reports import EventReports
from galli_tui.games.campus_galli.event_summary import summarize_events
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE
from galli_tui.games.campus_galli.keys import ARROWS, DECIDING_KEYS, REQUIRED_INPUTS
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventEntry, EventReport
from galli_tui.games.campus_galli.move_entry.factory import WaitingEntry, move_entry_for
from galli_tui.games.campus_galli.move_entry.hints import HintEntry
from galli_tui.games.campus_galli.peer_marks import SPACE, TASK, PointedAt, pointed_at
from galli_tui.games.campus_galli.prompts import INSPECT_PROMPT, POINT_PROMPT, last_move_warning, may_end, round_words
from galli_tui.games.campus_galli.table_panels import PanelContents, TablePanels
from galli_tui.games.kit.animation import Animation
from galli_tui.games.kit.decision import EnterResult, InputKind, SelectResult
from galli_tui.games.kit.grid_board import GridBoard
from galli_tui.games.kit.grid_cursor import GridCursor
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.hint_text import Hint, change_words
from galli_tui.style.actions import Action, bindings
from galli_tui.tables.peers import Pointer, Role
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from galli_tui.widgets.line_widget import app_of
from galli_tui.widgets.prompt import Prompt
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC, Seat

_WHILE_INSPECTING = {"campus-galli.inspect": "back", "campus-galli.number": "task"}
"""Labels of keys while the player inspects the plan."""


class CampusBoard(TableBoard[State]):
    """The plan at the left, the decision at the right, hut and pouch below the plan."""

    SCOPES: ClassVar[tuple[str, ...]] = ("campus-galli",)
    BINDINGS = bindings(*SCOPES)
    SCOPED_CSS = False
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
        self._view: State | None = None
        self._hovered: int | None = None
        self._touched = False
        """Whether the player has selected anything in this decision."""
        self._pointed = PointedAt()
        """What other players point at."""
        self._animated_roll = 0
        """The number of the last roll that was animated."""
        self._dice = Animation(self, self._show_dice)
        self._shown_since: float | None = None
        """When the present report or decision appeared, on the clock of input events; None before that."""

    def compose(self) -> ComposeResult:
        glyphs = ASCII if app_of(self).terminal.ascii else UNICODE
        self._match_context = context = MatchContext.of(self.table, glyphs)
        self._reports = EventReports(self.table, context)
        self.entry = MoveEntry(context, context.game.initial())
        """The decision being entered."""
        self._covered_entry = self.entry
        """The entry that the hints replace while they are shown."""
        self._cursor = GridCursor(context.plan.width, context.plan.height)
        """The space that the player inspects."""
        self._panels = TablePanels(context)
        self.plan = self._panels.plan
        yield from (self.plan, self._panels.sidebar, self._panels.stock, self._panels.boards)

    def fit(self, window: Size) -> None:
        beside, rows, columns = self._panels.fit(window)
        self.set_class(beside, "-beside")
        self.styles.grid_rows, self.styles.grid_columns = rows, columns

    # The view, and the decision that goes with it.

    def show_view(self, view: State) -> None:
        self._view = view
        self._hovered, self._touched = None, False
        if self._reports.unseen or not self.turn.waits_for_others:
            self._cursor.space = None
        self.entry = self._entry_for(view)
        self._shown_since = None
        if isinstance(self.entry, EventEntry | EventReport):
            self.screen.call_after_refresh(self._record_shown)
        self._animate_new_roll()
        self._draw()

    def renew_view(self, view: State) -> None:
        self._view = view
        self._draw()

    def restore(self, move: Move) -> None:
        if self.entry.select(move):
            self._update()

    def interlude(self) -> bool:
        return self._reports.update()

    def _entry_for(self, view: State) -> MoveEntry:
        """Return the entry to show: unseen events first, then the decision of the seat here, else waiting."""
        if self._reports.unseen:
            return self._reports.report(view, self.entry)
        if self.turn.seat is None:
            return WaitingEntry(self._match_context, view, self.turn.viewer, self.turn.status)
        return self._own_entry(self.turn.seat)

    def _own_entry(self, seat: Seat) -> MoveEntry:
        """Return the entry for the decision of a seat here."""
        found = move_entry_for(self._match_context, self.turn.own_view(), seat)
        if isinstance(found, EventEntry):
            found.update_summary(summarize_events(self._match_context.game.setting, self.turn.events))
        return found

    def _record_shown(self) -> None:
        self._shown_since = monotonic()

    def _continue_report(self, report: EventReport) -> None:
        """Show the next page of the report, or after the last the next decision."""
        if report.next_page():
            self._animate_new_roll()
            self._update()
        else:
            self._reports.has_read(report)
            self.links.end_interlude()

    # Drawing.

    @property
    def _shown(self) -> PanelContents | None:
        if self._view is None:
            return None
        return PanelContents(self._view, self.entry, self._cursor.space, self._hovered, self._pointed)

    @property
    def _marking_seat(self) -> Seat | None:
        """The seat for which others' last moves are marked: the deciding seat, or the only local one; else None."""
        here = local_seats(self.table)
        return self.turn.seat if self.turn.seat is not None else here[0] if len(here) == 1 else None

    def _draw(self) -> None:
        """Draw the whole board."""
        if shown := self._shown:
            self._panels.draw(shown, self.turn.events, self._marking_seat)
            self._place_cursor(shown)

    def redraw(self) -> None:
        self._update()

    def _update(self) -> None:
        """Redraw after input: the plan, the panels, and the prompt if it has changed."""
        if shown := self._shown:
            self.plan.highlight(shown.highlights)
            self._update_panels(shown)

    def _update_panels(self, shown: PanelContents) -> None:
        self._panels.update(shown)
        self._place_cursor(shown)
        self.prompt.refresh_if_changed()

    def _place_cursor(self, shown: PanelContents) -> None:
        """Put the terminal's own cursor on the highlighted space, the chosen line or the prompt.

        With hints, on the line: a screen reader reads hints line by line.
        """
        cell = self._panels.cursor_cell(shown.highlights, read_lines=isinstance(self.entry, HintEntry))
        self.put_cursor(cell or self.screen.query_one(Prompt).start)

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        if shown := self._shown:
            self._panels.fill(shown)
            self._place_cursor(shown)

    # Dice.

    def _animate_new_roll(self) -> None:
        """Start the animation of dice that have not been animated yet."""
        self._dice.end()
        roll = self.entry.roll_number
        if roll and roll != self._animated_roll:
            self._animated_roll = roll
            if app_of(self).terminal.motion:
                self.entry.animate(DICE_FRAMES)
                self._dice.start(DICE_FRAMES)

    def _show_dice(self, frame: int) -> None:
        self.entry.animate(frame)
        if shown := self._shown:
            if frame:
                self._panels.fill_sidebar(shown)
            else:
                self._update_panels(shown)

    def absorbs(self, event: Key | MouseDown) -> bool:
        # Any key ends the animation. A deciding key does nothing else: its decision is not shown yet.
        return self._dice.end() and (isinstance(event, MouseDown) or event.key in DECIDING_KEYS)

    def hears(self, event: Key) -> bool | None:
        # Within an event one seat's decision follows another's: a key pressed for the first must not answer the next.
        if isinstance(self.entry, EventEntry | EventReport) and event.key in DECIDING_KEYS:
            return self._shown_since is not None and event.time >= self._shown_since
        return None

    # Prompt, footer and hints.

    def next_step(self) -> str:
        if self._cursor.space is not None:
            return POINT_PROMPT if self._may_point else INSPECT_PROMPT
        if self.table.paused and self._view is not None:
            return self.prompt.paused(round_words(self._view))
        if self.turn.seat is not None and self._view is not None and may_end(self._view):
            return last_move_warning(self._match_context.name(self.turn.seat))
        return self.entry.prompt

    @property
    def refusal(self) -> Refusal | None:
        return self.entry.refusal if self._cursor.space is None else None

    def offers(self, action: Action) -> bool:
        match action.id:
            case "campus-galli.point":
                return self._may_point
            case "campus-galli.inspect":
                # The key for pointing also starts inspecting.
                return self._cursor.space is not None or not self._may_point
            case _:
                return True

    def label(self, action: Action) -> str:
        if self._cursor.space is not None and action.id in _WHILE_INSPECTING:
            return _WHILE_INSPECTING[action.id]
        if action.id == "campus-galli.number" and isinstance(self.entry, HintEntry):
            return "show"
        return super().label(action)

    def shown(self, action: Action) -> str:
        inspecting = self._cursor.space is not None and self._view is not None
        most = len(self._view.board) if inspecting and self._view is not None else self.entry.number_count
        if action.id != "campus-galli.number" or not most:
            return super().shown(action)
        return " ".join("123"[:most]) if most <= len("123") else f"1-{most}"

    def show_pointers(self, pointers: tuple[Pointer, ...]) -> None:
        self._pointed = pointed_at(self._match_context.game.setting, pointers)
        self._update()

    def show_hints(self, hints: tuple[Hint, ...]) -> bool:
        seat = self.turn.seat
        if seat is not None:
            self._cursor.space = None
            self._covered_entry = self.entry
            own_view = self.turn.own_view()
            self.entry = HintEntry(self._match_context, own_view, hints, self._changes, partial(self._own_entry, seat))
            self._update()
        return True

    def _changes(self, hint: Hint) -> list[tuple[str, int]]:
        return change_words(self.table, self.texts, hint.move, hint.earned)

    def hide_hints(self) -> None:
        self.entry = self._covered_entry

    def step_back(self) -> bool:
        if self._cursor.space is not None:
            self.action_inspect()
            return True
        if self.entry.close_page():
            self._update()
            return True
        words = self.entry.locked_in_text()
        if words:
            self.prompt.note(words)
        return bool(words)

    # Keys and mouse.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in REQUIRED_INPUTS:
            if self._view is None:
                return False
            if self._cursor.space is not None:
                return action == "move" or (action == "number" and self._may_point)
            return REQUIRED_INPUTS[action] in self.entry.INPUTS
        if action == "point":
            status = self.turn.status
            return status is not None and status.role is not Role.SPECTATOR
        return super().check_action(action, parameters)

    def _do(self, answer: EnterResult) -> None:
        """Make the move, show the refusal, or redraw."""
        if isinstance(answer, Move):
            self.attempt(answer)
        elif answer is not None:
            self.prompt.refuse(answer)
        else:
            if self.entry.successor is not None:
                # The player has selected a hint: the decision continues from it.
                self.entry = self._covered_entry = self.entry.successor
                self.links.take_hint()
            self._update()

    def _touch(self) -> None:
        self._touched = True
        self._update()

    def _select(self, found: SelectResult, *, clicked: bool = False) -> None:
        """Show what a digit or click selects; a click on what the player selected before confirms it, as enter does."""
        again = clicked and self._touched and found is SelectResult.UNMOVED
        if found is not SelectResult.NONE and (again or not self.confirms):
            self._do(self.entry.enter())
        else:
            self._touch()

    def action_move(self, key: str) -> None:
        if self._cursor.space is None:
            self.entry.move(ARROWS[key])
            self._touched = True
        else:
            self._cursor.move(*ARROWS[key].value)
        self._update()

    def action_rotate(self) -> None:
        self.entry.rotate()
        self._touch()

    def action_flip(self) -> None:
        self.entry.flip()
        self._touch()

    def action_next(self) -> None:
        self.entry.jump(1)
        self._touch()

    def action_previous(self) -> None:
        self.entry.jump(-1)
        self._touch()

    def action_enter(self) -> None:
        if isinstance(self.entry, EventReport):
            self._continue_report(self.entry)
        else:
            self._do(self.entry.enter())

    def action_number(self, key: str) -> None:
        if self._cursor.space is not None:
            self._point_at(TASK, int(key))
        else:
            self._select(self.entry.select_number(int(key)))

    def action_inspect(self) -> None:
        self._cursor.toggle()
        self.refresh_bindings()
        self._update()

    def action_boards(self) -> None:
        from galli_tui.games.campus_galli.board_pages import board_pages
        from galli_tui.games.kit.boards_screen import BoardsScreen

        view = self.table.view(PUBLIC)
        pages = board_pages(self._match_context, view, self.table.game.sheet(view))
        app_of(self).push_screen(BoardsScreen(self.table, self.texts, pages, self.turn.seat or 0))

    @property
    def _may_point(self) -> bool:
        status = self.turn.status
        return status is not None and not status.muted and status.role is not Role.SPECTATOR

    def action_point(self) -> None:
        status = self.turn.status
        if status is not None and status.muted:
            self.prompt.note(status.muted)
        elif self._cursor.space is None:
            self.action_inspect()
        else:
            self._point_at(SPACE, self._cursor.space)

    def _point_at(self, kind: str, target: int) -> None:
        """Point at a target for the whole table."""
        peers = self.table.peers
        if peers is None or not self.texts.target(self.table, kind, target):
            return
        try:
            peers.point(kind, target)
        except ValueError as error:
            self.prompt.note(str(error))

    def on_grid_board_hovered(self, event: GridBoard.Hovered) -> None:
        if self._cursor.space is not None:
            return
        moved = self.entry.hover(event.space)
        details = not self.entry.highlights.held and self._hovered != event.space
        self._hovered = event.space if details else None
        if moved or details:
            self._update()

    def on_grid_board_clicked(self, event: GridBoard.Clicked) -> None:
        if event.space is None:
            return
        if self._cursor.space is not None:
            self._cursor.space = event.space
            self._update()
        else:
            self._select(self.entry.select_space(event.space), clicked=True)

    def on_grid_board_rotated(self, event: GridBoard.Rotated) -> None:
        if InputKind.ROTATE in self.entry.INPUTS:
            self.action_rotate()

    def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        if isinstance(self.entry, EventReport):
            self._continue_report(self.entry)
        else:
            self._select(self.entry.select_target(event.target), clicked=True)
