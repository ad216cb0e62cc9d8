"""The line in which a move is typed, with completion from the legal moves."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.typed_move import Rejection, TypedMoves
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import action, bindings
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import seats_to_move
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.text_field import TextField
from rules.engine.events import Move
from rules.engine.secrecy import Seat, Viewer

MOST: int = 200
"""The most characters of a move."""


class MovePrompt(TableScreenBase[Move]):
    """Returns the legal move that was typed, or nothing. It closes when the seat has nothing to decide any more."""

    SCOPES: ClassVar[tuple[str, ...]] = ("move-prompt",)
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    MovePrompt { align: center bottom; background: transparent; }
    MovePrompt Vertical { width: 1fr; height: 3; background: $ground; }
    MovePrompt Horizontal { height: 1; background: $page; }
    MovePrompt Static { width: 2; color: $gold; text-style: bold; }
    MovePrompt TextField { width: 1fr; }
    """

    def __init__(self, table: Table, texts: GameTexts, seat: Seat, viewer: Viewer) -> None:
        super().__init__(table, texts)
        self._seat, self._viewer = seat, viewer
        self._moves = TypedMoves(table, texts, seat, viewer)
        self._clause = ""
        """The clause of the refusal shown."""
        self._unsubscribe = table.subscribe(self._changed)

    def compose(self) -> ComposeResult:
        with Vertical():
            with Horizontal():
                yield Static(Content(" :"))
                yield _MoveField(most=MOST)
            prompt = Prompt()
            prompt.why = "move-prompt.why"
            yield prompt
            yield Footer()

    def on_mount(self) -> None:
        self.query_one(TextField).focus()
        self._show_next()

    def on_unmount(self) -> None:
        self._unsubscribe()

    def _changed(self) -> None:
        if self._seat not in seats_to_move(self.table):
            self.dismiss()
            return
        self._moves = TypedMoves(self.table, self.texts, self._seat, self._viewer)
        if self.is_mounted:
            self._show_next()

    def on_input_changed(self) -> None:
        self._show_next()

    @property
    def _text(self) -> str:
        return self.query_one(TextField).value

    def _show_next(self) -> None:
        """Show the move in words once it is complete, else the words that may follow."""
        self._clause = ""
        text = self._text
        if words := self._moves.words(text):
            self.query_one(Prompt).show_next(f"{words[:1].upper()}{words[1:]}. Enter makes the move.")
        elif found := self._moves.next_words(text):
            example = "" if text.strip() or not self._moves.example() else f". For example: {self._example}"
            self.query_one(Prompt).show_next(f"Next: {', '.join(found)}{example}")
        else:
            self.query_one(Prompt).show_next("No legal move begins like this; Enter says why.")

    @property
    def _example(self) -> str:
        """A whole move, with the clause of what is asked."""
        clause = self._moves.clause
        return f"{self._moves.example()}{f' ({clause})' if clause else ''}"

    def action_complete(self) -> None:
        field = self.query_one(TextField)
        field.value = self._moves.completed(field.value)
        field.cursor_position = len(field.value)

    def make(self) -> None:
        """Return the typed move, or show why it is invalid."""
        found = self._moves.read(self._text)
        if not self._text.strip():
            self._show_next()
        elif not isinstance(found, Rejection):
            self.dismiss(found)
        elif found.clause:
            self._clause = found.clause
            self.query_one(Prompt).show_refusal(found.text, found.clause)
        else:
            self.query_one(Prompt).show_problem(found.text)

    @property
    def may_explain(self) -> bool:
        """Whether a refusal with a clause is shown."""
        return bool(self._clause)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.may_explain if action == "why" else super().check_action(action, parameters)

    def action_why(self) -> None:
        self.app.show_clause(self.game_key, self._clause)

    def action_back(self) -> None:
        self.dismiss()


class _MoveField(TextField):
    """The text field. A question mark after a refusal explains it, as everywhere at the table."""

    def on_key(self, event: Key) -> None:
        screen = self.screen
        if not isinstance(screen, MovePrompt):
            return
        if event.key == "enter":
            screen.make()
        elif event.key in action("move-prompt.why").keys and screen.may_explain:
            screen.action_why()
        else:
            return
        event.stop()
        event.prevent_default()
