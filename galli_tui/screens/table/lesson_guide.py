"""A lesson at a table: its panel, what is lit on the board, and which moves and keys it lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.geometry import Region, Size

from galli_tui.lessons.lesson import plain_text
from galli_tui.lessons.run import LessonRun
from galli_tui.screens.leaving import leave_after_question
from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.lesson_panel import LessonPanel
from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, action
from galli_tui.style.key_names import key_words
from rules.engine.events import Move

if TYPE_CHECKING:
    from collections.abc import Callable

_FREE = ("log", "scores", "describe", "type_move", "why", "legend", "back", "leave")
"""What a player may do at the table whatever the step asks for, by the action's method."""


class LessonGuide:
    """Leads the player through a lesson on the table screen."""

    def __init__(
        self,
        screen: TableScreenBase[None],
        board: TableBoard[Any],
        prompt: TablePrompt,
        run: LessonRun,
        finished: Callable[[], None],
    ) -> None:
        """`finished` is called once the last step has been read."""
        self._screen, self._board, self._prompt, self.run, self._finished = screen, board, prompt, run, finished
        self.panel = LessonPanel()
        self._led = -1
        """The step in which the player was led to the move that it asks for."""
        self._began = False
        """Whether the table has been shown."""
        self._away = False
        """Whether the key that the step asked for has opened another screen, which is still in front."""

    # Moves and keys.

    def accepts(self, move: Move) -> bool:
        """Return whether the step asks for a move; else say what to do."""
        right = self.run.accepts(move)
        if not right:
            self._board.start_over(self.run.asked)
            self.show()
        return right

    def moved(self) -> None:
        """Go on after the right move."""
        self.run.moved()
        self.show()

    def accepts_action(self, chosen: Action | None) -> bool:
        """Return whether an action may be carried out now; else say what to do. None is a key without one."""
        step = self.run.step
        if chosen is not None and self._strays(chosen):
            self.run.strayed()
            self.show()
            return False
        if chosen is not None and (chosen.id == step.press or self._is_free(chosen)):
            if self.run.answer:
                self.run.answer = ""
                self.show()
            return not self._leads(chosen)
        if chosen is None:
            self.run.accepts_key("")
        else:
            self.run.accepts_key(chosen.id, f"**{self.key_of(chosen.id)}** ({chosen.label})")
        self.show()
        return False

    def _strays(self, chosen: Action) -> bool:
        """Return whether an action confirms what is selected, and that does not lead to the move that is asked for."""
        asked = self.run.asked
        confirms = chosen.method == "enter" and chosen.scope in self._board.SCOPES
        return confirms and asked is not None and self._board.strays_from(asked)

    def _leads(self, chosen: Action) -> bool:
        """Return whether an action for the next choice has led to the move that the step asks for instead."""
        asked = self.run.asked
        if chosen.method != "next" or chosen.scope not in self._board.SCOPES or asked is None:
            return False
        if self._led == self.run.number:  # From there it goes on as always.
            return False
        self._led = self.run.number
        self._board.select(asked)
        return True

    def _is_free(self, chosen: Action) -> bool:
        """Return whether an action is harmless in this step."""
        if chosen.scope in ("lesson", "app"):
            return True
        if chosen.scope == "table":
            return chosen.method in _FREE
        return bool(self.run.step.moves) and chosen.scope in self._board.SCOPES

    def has_done(self, chosen: Action) -> None:
        """Go on if the action that was carried out is the one that the step asks for."""
        if chosen.id != self.run.step.press:
            return
        if self._screen.in_front:
            self.run.pressed()
            self.show()
        else:
            self._away = True

    def offers(self, chosen: Action) -> bool:
        """Return whether the footer shows an action in this step."""
        step = self.run.step
        if chosen.id == step.press or chosen.scope in ("lesson", "app") or chosen.method == "leave":
            return True
        return bool(step.moves) and (chosen.scope in self._board.SCOPES or chosen.method in _FREE)

    # The way on and back.

    def resume(self) -> None:
        """Show the step when the table comes to the front."""
        if self._away:
            self._away = False
            self.run.pressed()
        elif not self._began:
            self._prepare_move()
        self._began = True
        self.show()

    def _prepare_move(self) -> None:
        """Do again to the move at hand what the steps before did to it."""
        self._led = -1
        for key in self.run.keys_before:
            self._board.repeat(action(key))

    def go_on(self) -> None:
        """Go to the next step, or end the lesson."""
        self.run.go_on()
        self._show_or_finish()

    def skip(self) -> None:
        """Have the script do this step."""
        self.run.skip()
        self._prepare_move()
        self._show_or_finish()

    def back(self) -> None:
        """Go to the step before."""
        self.run.back()
        self._prepare_move()
        self.show()

    def _show_or_finish(self) -> None:
        if self.run.over:
            self._finished()
        else:
            self.show()

    def leave(self) -> None:
        """Ask whether to leave the lesson."""
        app = self._screen.app

        def leave() -> None:
            app.leave_table()

        leave_after_question(app, "Leave the lesson?", "It goes on from this step next time.", leave)

    # What is shown.

    def show(self) -> None:
        """Show the step on the panel and on the board; the prompt answers what was wrong, below the text."""
        run, step = self.run, self.run.step
        todo = run.todo(self.key_of) or f"**{self.key_of('lesson.go-on')}** goes on."
        self.panel.read_only = step.is_read_only
        title = f"{run.lesson.title}"
        self.panel.show(title, f"{run.number + 1} of {len(run.lesson.steps)}", run.text(self.key_of), todo)
        self.fit(self._screen.size)
        self.light()
        if run.answer:
            self._prompt.correct(plain_text(run.answer_text(self.key_of)))
        else:
            self._prompt.refresh_passing()
        self._screen.refresh_bindings()

    def next_step(self) -> str:
        """Return the prompt of a step that asks for no move, in place of the game's; empty for any other step."""
        if self.run.step.moves:
            return ""
        if not self.run.step.is_read_only:
            return plain_text(self.run.todo(self.key_of))
        return f"Read this step, then press {self.key_of('lesson.go-on')} or click its text. Keys can be clicked too."

    def light(self) -> frozenset[str]:
        """Light the targets of the step; return those that the board shows."""
        return self._board.light(frozenset(self.run.step.lit))

    @property
    def lit_regions(self) -> list[Region]:
        """The cells of the screen that are lit."""
        return self._board.lit_regions()

    def fit(self, window: Size) -> None:
        """Put the panel in its place in a window."""
        if window:
            self._board.cover(self.panel.fit(window, self.run.step.place, self._board.seam))

    def key_of(self, action_id: str) -> str:
        """Return the name of the key of an action."""
        return key_words(action(action_id).keys[0])
