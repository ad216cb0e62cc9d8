"""The form for a seat: a name and one of the free colours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Input

from galli_tui.game_api.typed_names import changed_name_text
from galli_tui.screens.form import FormScreen
from galli_tui.style.actions import bindings
from galli_tui.tables.match_store import NAMES
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from galli_tui.widgets.text_field import TextField
from saves.format.header_fields import Player
from saves.text import lookalike_key

_CONFIRM = "Enter confirms name and colour"


class SeatFormScreen(FormScreen[Player | None]):
    """A small form over the lobby, which Enter confirms on every line. Returns None if it was cancelled."""

    SCOPES: ClassVar[tuple[str, ...]] = ("seat-form", "form", "spinner")
    BINDINGS = bindings("seat-form", "form")
    DEFAULT_CSS = """
    SeatFormScreen { align: center middle; background: $ground 60%; }
    SeatFormScreen:ansi { background: transparent; }
    SeatFormScreen #form { width: 60; height: auto; border: round $gold; padding: 1 2; background: $page;
        border-title-color: $rubric; border-title-style: bold; }
    SeatFormScreen Horizontal { height: 1; }
    SeatFormScreen FormButton { margin-top: 1; }
    SeatFormScreen #foot { dock: bottom; height: 2; width: 1fr; background: $ground; }
    """

    def __init__(
        self, title: str, button: str, name: str, colours: Sequence[str], colour: str, taken: Collection[str]
    ) -> None:
        """Suggest `name`, if any, and `colour`, one of `colours`; other seats have the names `taken`."""
        super().__init__()
        self._title, self._button = title, button
        self._wanted, self._proposed = name, proposed_name(taken, name)
        self._colours, self._colour = colours, colour
        self._taken = {lookalike_key(name) for name in taken}

    def compose(self) -> ComposeResult:
        with Vertical(id="form") as form:
            form.border_title = self._title
            with Horizontal():
                yield FaintLabel("Name".ljust(Spinner.LABEL_CELLS) + "  ")
                yield TextField(placeholder=self._proposed, identity="name")
            options = [SpinnerOption(colour, colour, f"{colour}_text") for colour in self._colours]
            yield Spinner("Colour", options, self._colour, identity="colour")
            yield FormButton(self._button, identity="done")
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one("#name").focus()

    def explain_field(self) -> None:
        match self.focused:
            case TextField(value=typed) if changed := changed_name_text(typed):
                words = f"{changed}."
            case TextField() if lookalike_key(self._wanted) in self._taken:
                words = f"{sanitize(self._wanted)} is taken; type another name or keep the suggestion."
            case TextField():
                words = f"Type a name or keep the suggestion. {_CONFIRM}; Down goes to the colour."
            case FormButton():
                words = f"{_CONFIRM}."
            case _:
                words = f"Left/Right change the colour. {_CONFIRM}."
        self.query_one(Prompt).show_next(words)

    def action_row(self, key: str) -> None:
        if key == "enter":
            self.done()
        else:
            super().action_row(key)

    def done(self) -> None:
        field = self.query_one("#name", Input)
        name = sanitize(field.value or field.placeholder)
        if not name:
            self.refuse("This name has no printable characters; choose another.", field)
        elif lookalike_key(name) in self._taken:
            self.refuse(f"The name {name} is taken at this table.", field)
        else:
            self.dismiss(Player(name, cast(str, self.query_one("#colour", Spinner).value)))

    def action_done(self) -> None:
        self.done()

    def action_back(self) -> None:
        self.dismiss(None)


def proposed_name(taken: Collection[str], wanted: str = "", monks: Sequence[str] = NAMES) -> str:
    """Return the wanted name or that of one of the monks, whichever is free first."""
    others = {lookalike_key(name) for name in taken}
    return next((name for name in (wanted, *monks) if name and lookalike_key(name) not in others), monks[0])
