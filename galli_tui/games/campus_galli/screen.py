"""The table screen of Campus Galli: keys and mouse, and inspecting the plan."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from galli_tui.games.campus_galli.keys import ARROWS, REQUIRED_INPUTS
from galli_tui.games.campus_galli.move_entry.base import EnterResult, InputKind, SelectResult
from galli_tui.games.campus_galli.move_entry.event_entries import EventReport
from galli_tui.games.campus_galli.move_entry.hints import HintEntry
from galli_tui.games.campus_galli.peer_marks import SPACE, TASK
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.prompts import INSPECT_PROMPT, POINT_PROMPT, last_move_warning, may_end, round_words
from galli_tui.games.campus_galli.table_events import TableEvents
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.table.hint_text import Hint, change_words
from galli_tui.screens.table.hints import ASKING
from galli_tui.style.actions import Action, bindings
from galli_tui.tables.peers import Role
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal

_WHILE_INSPECTING = {"campus-galli.inspect": "back", "campus-galli.number": "task"}
"""Labels of keys while the player inspects the plan."""


class CampusScreen(TableEvents):
    """The plan at the left, the decision at the right, hut and pouch below the plan."""

    SCOPES: ClassVar[tuple[str, ...]] = ("campus-galli", "table")
    BINDINGS = bindings(*SCOPES)

    def show_view(self, view: State) -> None:
        self._view = view
        self._hovered, self._touched = None, False
        if self._unseen or not self.waits_for_others:
            self._cursor = None
        self._entering = self._entry_for_view(view)
        self._begin_entry()
        self._prompt_shown = self.next_words()
        self._draw()

    def stand_again(self, move: Move) -> None:
        if self._entering.select(move):
            self._update()

    def renew_view(self, view: State) -> None:
        self._view = view
        self._draw()

    def next_words(self) -> str:
        if self.asking:
            return ASKING
        if self._cursor is not None:
            return POINT_PROMPT if self._may_point else INSPECT_PROMPT
        if self.table.paused and self._view is not None:
            return self.resting_words(round_words(self._view))
        if self.seat is not None and self._view is not None and may_end(self._view):
            return last_move_warning(self._match_context.name(self.seat))
        return self._entering.prompt or super().next_words()

    def show_hints(self, hints: tuple[Hint, ...]) -> None:
        if self.seat is not None:
            self._cursor = None
            self._covered_entry = self._entering
            self._entering = HintEntry(
                self._match_context, self.sight(), hints, self._changes, partial(self._own_entering, self.seat)
            )
            self._update()

    def _changes(self, hint: Hint) -> list[tuple[str, int]]:
        return change_words(self.table, self.face, hint.move, hint.earned)

    def hide_hints(self) -> None:
        self._entering = self._covered_entry

    def end_hints(self) -> bool:
        if not super().end_hints():
            return False
        self._update()
        return True

    def step_back(self) -> bool:
        if self._cursor is not None:
            self.action_inspect()
            return True
        if self._entering.close_page():
            self._update()
            return True
        words = self._entering.locked_in_text()
        if words:
            self.note(words)
        return bool(words)

    @property
    def reason(self) -> Refusal | None:
        return super().reason or (self._entering.refusal if self._cursor is None else None)

    def _do(self, answer: EnterResult) -> None:
        """Make the move, show the refusal, or redraw."""
        if isinstance(answer, Move):
            self.attempt(answer)
        elif answer is not None:
            self.refuse(answer)
            self._prompt_shown = ""
        else:
            if self._entering.successor is not None:
                # The player has selected a hint: the decision continues from it.
                self._entering, self.hints = self._entering.successor, ()
                self._covered_entry = self._entering
                self.refresh_bindings()
            self._update()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in REQUIRED_INPUTS:
            if self._view is None:
                return False
            if self._cursor is not None:
                return action == "move" or (action == "number" and self._may_point)
            return REQUIRED_INPUTS[action] in self._entering.INPUTS
        if action == "point":
            status = self.status
            return status is not None and status.role is not Role.SPECTATOR
        return super().check_action(action, parameters)

    @property
    def _may_point(self) -> bool:
        status = self.status
        return status is not None and not status.muted and status.role is not Role.SPECTATOR

    def action_move(self, key: str) -> None:
        way = ARROWS[key]
        if self._cursor is None:
            self._entering.move(way)
            self._touched = True
        else:
            width, height = self._match_context.plan.width, self._match_context.plan.height
            east, south = way.value
            column, row = (self._cursor % width + east) % width, (self._cursor // width + south) % height
            self._cursor = row * width + column
        self._update()

    def action_rotate(self) -> None:
        self._entering.rotate()
        self._touch()

    def action_flip(self) -> None:
        self._entering.flip()
        self._touch()

    def action_next(self) -> None:
        self._entering.jump(1)
        self._touch()

    def action_previous(self) -> None:
        self._entering.jump(-1)
        self._touch()

    def _touch(self) -> None:
        self._touched = True
        self._update()

    def _select(self, found: SelectResult, *, clicked: bool = False) -> None:
        """Show what a digit or click selects; a click on what the player selected before confirms it, as enter does."""
        again = clicked and self._touched and found is SelectResult.UNMOVED
        if found is not SelectResult.NONE and (again or not self.confirms):
            self._do(self._entering.enter())
        else:
            self._touch()

    def action_enter(self) -> None:
        if isinstance(self._entering, EventReport):
            self._continue_report()
            return
        self._do(self._entering.enter())

    def action_number(self, key: str) -> None:
        if self._cursor is not None:
            self._point_at(TASK, int(key))
            return
        self._select(self._entering.select_number(int(key)))

    def action_inspect(self) -> None:
        if self._cursor is None:
            self._cursor = self._last_cursor
        else:
            self._last_cursor, self._cursor = self._cursor, None
        self.refresh_bindings()
        self._update()

    def offers(self, action: Action) -> bool:
        match action.id:
            case "campus-galli.point":
                return self._may_point
            case "campus-galli.inspect":
                # The key for pointing also starts inspecting.
                return self._cursor is not None or not self._may_point
            case _:
                return super().offers(action)

    def label(self, action: Action) -> str:
        if self._cursor is not None and action.id in _WHILE_INSPECTING:
            return _WHILE_INSPECTING[action.id]
        if action.id == "campus-galli.number" and self.hints:
            return "show"
        return super().label(action)

    def shown(self, action: Action) -> str:
        most = (
            len(self._view.board)
            if self._cursor is not None and self._view is not None
            else self._entering.number_count
        )
        if action.id != "campus-galli.number" or not most:
            return super().shown(action)
        return " ".join("123"[:most]) if most <= len("123") else f"1-{most}"

    def action_point(self) -> None:
        status = self.status
        if status is not None and status.muted:
            self.note(status.muted)
        elif self._cursor is None:
            self.action_inspect()
        else:
            self._point_at(SPACE, self._cursor)

    def _point_at(self, kind: str, target: int) -> None:
        """Point at a target for the whole table."""
        peers = self.table.peers
        if peers is None or not self.face.target(self.table, kind, target):
            return
        try:
            peers.point(kind, target)
        except ValueError as error:
            self.note(str(error))

    def action_boards(self) -> None:
        from galli_tui.games.campus_galli.boards_screen import BoardsScreen

        self.app.push_screen(BoardsScreen(self.table, self.face, self._match_context, self.seat))

    def on_plan_widget_hovered(self, event: PlanWidget.Hovered) -> None:
        if self._cursor is not None:
            return
        moved = self._entering.hover(event.space)
        details = not self._entering.highlights.held and self._hovered != event.space
        self._hovered = event.space if details else None
        if moved or details:
            self._update()

    def on_plan_widget_clicked(self, event: PlanWidget.Clicked) -> None:
        if event.space is None:
            return
        if self._cursor is not None:
            self._cursor = event.space
            self._update()
        else:
            self._select(self._entering.select_space(event.space), clicked=True)

    def on_plan_widget_rotated(self, event: PlanWidget.Rotated) -> None:
        if InputKind.ROTATE in self._entering.INPUTS:
            self.action_rotate()

    def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        if isinstance(self._entering, EventReport):
            self._continue_report()
            return
        self._select(self._entering.select_target(event.target), clicked=True)
