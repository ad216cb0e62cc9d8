"""The base class of forms: lines of fields, and moving between them by keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.containers import Horizontal
from textual.widget import Widget

from galli_tui.screens.base import GalliScreen
from galli_tui.widgets.prompt import Prompt

R = TypeVar("R")


class FormScreen(GalliScreen[R]):
    """A form with one line for each question; Enter on the last line calls `done`. Its scopes include "form"."""

    def done(self) -> None:
        """Submit the form, or show what is wrong with it."""
        raise NotImplementedError

    def explain_field(self) -> None:
        """Explain the focused field in the prompt."""
        raise NotImplementedError

    _wrong: Widget | None = None
    """The field whose error is shown."""

    def refuse(self, why: str, field: Widget | None = None) -> None:
        """Show an error until the focus moves; focus the `field` to correct, if given."""
        if field is not None:
            self.set_focus(field)
        self._wrong = self.focused
        self.query_one(Prompt).show_problem(why)

    def on_descendant_focus(self) -> None:
        if self.focused is not self._wrong:
            self._wrong = None
            self.explain_field()
        self.refresh_bindings()

    def on_input_changed(self) -> None:
        self.explain_field()

    def action_row(self, key: str) -> None:
        rows = self._rows()
        if not rows:
            return
        place = next((number for number, row in enumerate(rows) if self.focused in row), 0)
        if key == "enter" and place == len(rows) - 1:
            self.done()
            return
        column = rows[place].index(self.focused) if self.focused in rows[place] else 0
        target = rows[(place + (-1 if key == "up" else 1)) % len(rows)]
        self.set_focus(target[min(column, len(target) - 1)])

    def _rows(self) -> Sequence[Sequence[Widget]]:
        """Return the focusable widgets line by line; the children of a `Horizontal` share a line."""
        lines: list[list[Widget]] = []
        for widget in self.focus_chain:
            if lines and isinstance(widget.parent, Horizontal) and widget.parent is lines[-1][0].parent:
                lines[-1].append(widget)
            else:
                lines.append([widget])
        return lines

    def on_input_submitted(self) -> None:
        # Textual calls the handlers of every class in turn, so subclasses override `entered` instead.
        self.entered()

    def entered(self) -> None:
        """Handle Enter in a text field: go to the next line, or call `done` on the last one."""
        self.action_row("enter")

    def on_form_button_pressed(self) -> None:
        self.done()

    def action_field(self, key: str) -> None:
        if key == "tab":
            self.focus_next()
        else:
            self.focus_previous()
