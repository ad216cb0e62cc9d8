"""A board on which decisions are entered: with arrows, numbers and mouse, with hints, reports, dice and pointers.

A game says which decision comes with a view, and draws it.
"""

from __future__ import annotations

from time import monotonic
from typing import ClassVar, Generic, TypeVar

from textual.events import Key, MouseDown

from galli_tui.game_api.gain_words import change_words
from galli_tui.game_api.hint_about import SelectedHint
from galli_tui.game_api.hint_text import Hint
from galli_tui.games.kit.animation import Animation
from galli_tui.games.kit.decision import (
    Arrow,
    BoardDecision,
    EnterResult,
    InputKind,
    Report,
    SelectResult,
    is_shown_by_click,
)
from galli_tui.games.kit.grid_board import GridBoard
from galli_tui.games.kit.hint_decision import WHILE_HINTS_ARE_SHOWN, HintDecision
from galli_tui.games.kit.lines import BACK, LEGEND, TOLD
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.games.kit.panel_words import panel_words
from galli_tui.games.kit.pointing_board import PointingBoard
from galli_tui.screens.subject import Subject
from galli_tui.style.actions import Action, action
from galli_tui.tables.peers import Role
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import carry_out
from galli_tui.widgets.line_widget import app_of
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

_INPUTS = {
    "move": InputKind.ARROWS,
    "rotate": InputKind.ROTATE,
    "flip": InputKind.ROTATE,
    "next": InputKind.JUMP,
    "previous": InputKind.JUMP,
    "enter": InputKind.ENTER,
    "number": InputKind.NUMBERS,
}
"""The kind of input that the decision must accept, by action."""

S = TypeVar("S")
D = TypeVar("D", bound=BoardDecision)


class DecisionBoard(PointingBoard[S], Generic[S, D]):
    """A board with a decision of type `D`. `compose` sets `entry` and `cursor`.

    Its first scope has actions named move, rotate, flip, next, previous, enter, number, inspect and point.
    """

    FRAMES: ClassVar[int] = 8
    """The frames of an animation of dice."""
    WHILE_INSPECTING: ClassVar[dict[str, str]] = {"inspect": "back"}
    """Labels of keys while the player inspects the board, by the action's name."""

    entry: D
    """The decision being entered."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.view: S | None = None
        """The view that is shown."""
        self.hovered: int | None = None
        """The space under the mouse whose details are shown."""
        self._covered: D | None = None
        """The decision that the hints replace while they are shown."""
        self._touched = False
        """Whether the player has selected anything in this decision."""
        self._opened = False
        """Whether the player has opened a page of it by a click."""
        self._animated_roll = 0
        """The number of the last roll that was animated."""
        self.dice = Animation(self, self._show_dice)
        self._shown_since: float | None = None
        """When the present report or decision appeared, on the clock of input events; None before that."""

    def entry_for(self, view: S) -> D:
        """Return the entry for a view: a report, the decision of the seat here, or one that only waits."""
        raise NotImplementedError

    def hinted(self, seat: Seat, hints: tuple[Hint, ...]) -> D:
        """Return the decision of a seat among hints."""
        raise NotImplementedError

    def successor(self) -> D | None:
        """Return the decision that replaces this one, since a hint was selected; None if none was."""
        return None

    def has_read(self, report: Report) -> None:
        """Record that the player has seen a report."""

    @property
    def has_unseen(self) -> bool:
        """Whether something must be reported first."""
        return False

    def draw_decision(self) -> None:
        """Draw the decision alone."""
        raise NotImplementedError

    # The view, and the decision that goes with it.

    def show_view(self, view: S) -> None:
        self.view = view
        self.hovered, self._touched, self._opened = None, False, False
        if self.has_unseen or not self.turn.waits_for_others:
            self.cursor.space = None
        self.entry = self.entry_for(view)
        self._shown_since = None
        if self.entry.NEEDS_FRESH_KEYS:
            self.screen.call_after_refresh(self._record_shown)
        self._animate_new_roll()
        self.draw()

    def renew_view(self, view: S) -> None:
        self.view = view
        self.draw()

    def select(self, move: Move) -> None:
        if self.entry.select(move):
            self.redraw()

    def _record_shown(self) -> None:
        self._shown_since = monotonic()

    def _continue_report(self, report: Report) -> None:
        """Show the next page of the report, or after the last the next decision."""
        if report.next_page():
            self._animate_new_roll()
            self.redraw()
        else:
            self.has_read(report)
            self.links.end_interlude()

    # Dice.

    def _animate_new_roll(self) -> None:
        """Start the animation of dice that have not been animated yet."""
        self.dice.end()
        roll = self.entry.roll_number
        if roll and roll != self._animated_roll:
            self._animated_roll = roll
            if app_of(self).terminal.motion:
                self.entry.animate(self.FRAMES)
                self.dice.start(self.FRAMES)

    def _show_dice(self, frame: int) -> None:
        self.entry.animate(frame)
        if frame:
            self.draw_decision()
        else:
            self.redraw()

    @property
    def _deciding_keys(self) -> tuple[str, ...]:
        """The keys that can make a move."""
        scope = self.SCOPES[0]
        return *action(f"{scope}.enter").keys, *action(f"{scope}.number").keys

    def absorbs(self, event: Key | MouseDown) -> bool:
        # Any key ends the animation. A deciding key does nothing else: its decision is not shown yet.
        return self.dice.end() and (isinstance(event, MouseDown) or event.key in self._deciding_keys)

    def hears(self, event: Key) -> bool | None:
        # One seat's decision may follow another's at once: a key pressed for the first must not answer the next.
        if self.entry.NEEDS_FRESH_KEYS and event.key in self._deciding_keys:
            return self._shown_since is not None and event.time >= self._shown_since
        return None

    # Footer and hints.

    @property
    def refusal(self) -> Refusal | None:
        return None if self.inspecting else self.entry.refusal

    @property
    def subject(self) -> Subject | None:
        if self._asked is not None:
            return self._asked
        return self.space_subject(self.cursor.space) if self.cursor.space is not None else self.entry.subject

    @property
    def selected_hint(self) -> SelectedHint | None:
        entry, asked = self.entry, self._asked is not None or self.cursor.space is not None
        return entry.selected_hint if isinstance(entry, HintDecision) and not asked else None

    def offers(self, action: Action) -> bool:
        if action.scope != self.SCOPES[0]:
            return True
        match action.method:
            case "point":
                return self.may_point
            case "inspect":
                # The key for pointing also starts inspecting.
                return self.inspecting or not self.may_point
            case _:
                return True

    def label(self, action: Action) -> str:
        if action.scope == self.SCOPES[0]:
            if self.inspecting and action.method in self.WHILE_INSPECTING:
                return self.WHILE_INSPECTING[action.method]
            if self._covered is not None and action.method in WHILE_HINTS_ARE_SHOWN:
                return WHILE_HINTS_ARE_SHOWN[action.method]
        return super().label(action)

    def shown(self, action: Action) -> str:
        if action.scope != self.SCOPES[0] or action.method != "number":
            return super().shown(action)
        most = self.targets if self.inspecting else self.entry.number_count
        if not most:
            return super().shown(action)
        return " ".join("123"[:most]) if most <= len("123") else f"1-{most}"

    @property
    def shows_hints(self) -> bool:
        """Whether hints are shown in place of the decision."""
        return self._covered is not None

    def show_hints(self, hints: tuple[Hint, ...]) -> bool:
        if self.turn.seat is not None:
            self.cursor.space = None
            self._covered = self.entry
            self.entry = self.hinted(self.turn.seat, hints)
            self.redraw()
        return True

    def changes(self, hint: Hint) -> list[tuple[str, int]]:
        """Return the rows of the score sheet that a hint changes."""
        return change_words(self.table, self.texts, hint.move, hint.earned)

    def hide_hints(self) -> None:
        if self._covered is not None:
            self.entry, self._covered = self._covered, None

    @property
    def page_depth(self) -> int:
        return self.entry.page_depth

    @property
    def may_step_back(self) -> bool:
        return self.inspecting or self.entry.has_page_open

    def step_back(self) -> bool:
        if self.inspecting:
            self.action_inspect()
            return True
        if self.entry.close_page():
            self.redraw()
            return True
        words = self.entry.locked_in_text()
        if words:
            self.prompt.note(words)
        return bool(words)

    def undo_page(self) -> bool:
        closed = (self._touched or self._opened) and not self.inspecting and self.entry.close_page()
        if closed:
            self.redraw()
        return closed

    def strays_from(self, asked: Move) -> bool:
        return self.entry.strays_from(asked)

    def start_over(self, asked: Move | None) -> None:
        self.entry.start_over(asked)
        self.redraw()

    def repeat(self, action: Action) -> None:
        if action.method == "rotate":
            self.action_rotate()
        elif action.method == "flip":
            self.action_flip()

    # Keys and mouse.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in _INPUTS:
            if self.view is None:
                return False
            if self.inspecting:
                return action == "move" or (action == "number" and self.targets > 0)
            return _INPUTS[action] in self.entry.INPUTS
        if action == "point":
            status = self.turn.status
            return status is not None and status.role is not Role.SPECTATOR
        return super().check_action(action, parameters)

    def _do(self, answer: EnterResult) -> None:
        """Make the move, show the refusal, or redraw."""
        if isinstance(answer, Move):
            self.attempt(answer)
        elif isinstance(answer, Refusal):
            self.prompt.refuse(answer)
        elif answer is not None:
            self._touch()
            self.prompt.note(answer)
        else:
            successor = self.successor()
            if successor is not None:
                # The player has selected a hint: the decision continues from it.
                self.entry, self._covered = successor, None
                self.links.take_hint()
            self._touched = self._touched or successor is None
            self.redraw()

    def _touch(self) -> None:
        self._touched = True
        self.redraw()

    def _select(self, found: SelectResult, *, clicked: bool = False) -> None:
        """Show what a digit or click selects; a click on what the player selected before confirms it, as enter does."""
        same, touched = clicked and found is SelectResult.UNMOVED, self._touched
        if found is not SelectResult.NONE and ((same and touched) or not self.confirms):
            self._do(self.entry.enter())
        else:
            self._touch()
            if same:
                self.prompt.note_first_click(of_hint=self.shows_hints)

    def action_move(self, key: str) -> None:
        if self.inspecting:
            self.cursor.move(*Arrow[key.upper()].value)
        else:
            self.entry.move(Arrow[key.upper()])
            self._touched = True
        self.redraw()

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
        if isinstance(self.entry, Report):
            self._continue_report(self.entry)
        else:
            self._do(self.entry.enter())

    def action_number(self, key: str) -> None:
        if not self.inspecting:
            entry = self.entry
            found = entry.type_digit(int(key), monotonic())
            self._select(found)
            if self.entry is entry and (answer := entry.digit_answer(int(key), found)):
                self.prompt.note(answer)
        else:
            self._inspect_number(int(key))

    async def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        if isinstance(self.entry, Report):
            if event.target in (TOLD, LEGEND):
                self._say_nothing_is_chosen(event.target)
            elif not self._ask(event.target):
                self._continue_report(self.entry)
        elif event.target in _INPUTS:
            await carry_out(action(f"{self.SCOPES[0]}.{event.target}"), self.screen)
        elif event.again:
            self.prompt.note_second_click(goes_back=event.target == BACK)
        else:
            depth = self.entry.page_depth
            found = self.entry.select_target(event.target)
            if found is not SelectResult.NONE:
                self._select(found, clicked=True)
            elif not self._ask(event.target):
                self._say_nothing_is_chosen(event.target)
            if is_shown_by_click(event.target, opened=self.entry.page_depth > depth):
                self._touched, self._opened = False, True

    def on_lines_panel_scrolled(self, event: LinesPanel.Scrolled) -> None:
        if not self.inspecting:
            self.entry.scroll(event.steps)
            self._touch()

    def on_grid_board_hovered(self, event: GridBoard.Hovered) -> None:
        if self.inspecting:
            return
        moved = self.entry.hover(event.space)
        details = not self.entry.holds_piece and self.hovered != event.space
        self.hovered = event.space if details else None
        if moved or details:
            self.redraw()

    def on_grid_board_clicked(self, event: GridBoard.Clicked) -> None:
        if event.space is None:
            self._say_nothing_is_chosen()
            return
        if self.inspecting:
            self.cursor.space = event.space
            self.redraw()
            return
        found = self.entry.select_space(event.space)
        about = self.space_subject(event.space) if found is SelectResult.NONE else None
        if about is not None:
            self.hovered = event.space
            self._tell(about)
        elif found is SelectResult.NONE:
            self._say_nothing_is_chosen()
        else:
            self._select(found, clicked=True)

    def _say_nothing_is_chosen(self, target: str = "") -> None:
        """Answer a click that has hit nothing that can be chosen or explained."""
        self.redraw()
        self.prompt.answer(panel_words(target))

    async def on_grid_board_rotated(self, event: GridBoard.Rotated) -> None:
        if InputKind.ROTATE in self.entry.INPUTS:
            for _ in range(3 if event.back else 1):
                await carry_out(action(f"{self.SCOPES[0]}.rotate"), self.screen)
