"""The forms for a match as a file: one imports a match that others have exported, one exports a finished match."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from galli_tui.screens.form import FormScreen
from galli_tui.style.actions import bindings
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.text_field import TextField
from saves.errors import SaveError

_LONGEST = 1000
"""The most characters of a path."""
_CELLS = 600
"""The most cells of a reason."""


class MatchFileScreen(FormScreen[str]):
    """A small form that asks for a file. Subclasses say what happens to it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("match-file", "form")
    BINDINGS = bindings("match-file", "form")
    DEFAULT_CSS = """
    MatchFileScreen { align: center middle; background: $ground 60%; }
    MatchFileScreen:ansi { background: transparent; }
    MatchFileScreen #form { width: 74; height: auto; max-height: 22; border: round $gold; padding: 1 2;
        background: $page; border-title-color: $rubric; border-title-style: bold; }
    MatchFileScreen Horizontal { height: 1; }
    MatchFileScreen Static { height: auto; color: $ink; margin-bottom: 1; }
    MatchFileScreen #why { color: $refusal; margin: 1 0 0 0; }
    MatchFileScreen FormButton { margin-top: 1; }
    MatchFileScreen #foot { dock: bottom; height: 2; width: 1fr; background: $ground; }
    """
    HEADING: ClassVar[str] = ""
    BUTTON: ClassVar[str] = ""
    FAILED: ClassVar[str] = ""

    def __init__(self, about: str, path: str) -> None:
        """Show `about` above the field, which begins with `path`."""
        super().__init__()
        self._about, self._path = about, path

    def compose(self) -> ComposeResult:
        with Vertical(id="form") as form:
            form.border_title = self.HEADING
            yield Static(Content(self._about))
            with Horizontal():
                yield FaintLabel("File  ")
                yield TextField(self._path, identity="path", most=_LONGEST)
            why = Static(id="why")
            why.display = False
            yield why
            yield FormButton(self.BUTTON, identity="done")
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one("#path").focus()

    def explain_field(self) -> None:
        if isinstance(self.focused, FormButton):
            words = f"Enter: {self.BUTTON.lower()}. Esc goes back to the list."
        else:
            words = "Type or paste the path of the file; ~ is your home folder."
        self.query_one(Prompt).show_next(words)

    def on_input_changed(self) -> None:
        self._say_why("")

    def entered(self) -> None:
        self.done()

    def done(self) -> None:
        field = self.query_one("#path", TextField)
        if not field.value.strip():
            self.refuse("Type the path of the file first.", field)
            return
        try:
            self.dismiss(self.carry_out(typed_path(field.value)))
        except SaveError as error:
            self._say_why(sanitize(str(error), _CELLS))
            self.refuse(f"{self.FAILED}; the reason is above.", field)

    def _say_why(self, words: str) -> None:
        why = self.query_one("#why", Static)
        why.update(Content(words))
        why.display = bool(words)

    def carry_out(self, path: Path) -> str:
        """Do it, and return what the list needs to know. Raises `SaveError`."""
        raise NotImplementedError

    def action_done(self) -> None:
        self.done()

    def action_back(self) -> None:
        self.dismiss()


class ImportScreen(MatchFileScreen):
    """Returns the id of the imported match, as in `SavedRow`."""

    HEADING = "Import a match"
    BUTTON = "Import"
    FAILED = "Nothing was imported"

    def __init__(self) -> None:
        super().__init__(
            "Adds a finished match that someone has exported to your saved matches, for viewing. Every signature, "
            "deal and rule in it is checked first.",
            "",
        )

    def carry_out(self, path: Path) -> str:
        return self.app.match_store.import_file(path)


class ExportScreen(MatchFileScreen):
    """Returns the path that was written."""

    HEADING = "Export a match"
    BUTTON = "Export"
    FAILED = "Nothing was written"

    def __init__(self, match_id: str, proposed: str) -> None:
        super().__init__(
            "Writes the match to a new file that others can import and replay. All cards are open in it, and it has "
            "the players' names.",
            proposed,
        )
        self._match_id = match_id

    def carry_out(self, path: Path) -> str:
        self.app.match_store.export_file(self._match_id, path)
        return str(path)


def typed_path(words: str) -> Path:
    """Return the path that was typed, or dropped onto the window, where terminals quote it as a shell does."""
    text = words.strip()
    if not _exists(_expanded(text)):
        with suppress(ValueError):
            match shlex.split(text):
                case [one] if one != text:
                    return _expanded(one)
                case _:
                    pass
    return _expanded(text)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False  # A name that is too long, or a folder that we may not read.


def _expanded(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)  # A "~name" of a user who does not exist.
