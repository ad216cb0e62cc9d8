"""The log: all that has happened at a table, as the viewer may know it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult

from galli_tui.actions import bindings
from galli_tui.face import Face
from galli_tui.screens.base import GalliScreen
from galli_tui.table import Table
from galli_tui.widgets.key_line import KeyLine
from galli_tui.widgets.next_line import NextLine
from galli_tui.widgets.rows import Rows, row
from rules.engine.secrecy import Viewer


class ChronicleScreen(GalliScreen[None]):
    """One line for each thing of note, the last at the bottom and under the cursor."""

    SCOPES: ClassVar[tuple[str, ...]] = ("log", "list")
    BINDINGS = bindings("log")
    DEFAULT_CSS = """
    ChronicleScreen { }
    ChronicleScreen Rows { border: round $edge; border-title-color: $rubric; border-title-style: bold; }
    """

    def __init__(self, table: Table, face: Face, viewer: Viewer) -> None:
        super().__init__()
        self._table, self._face, self._viewer = table, face, viewer

    @property
    def game_key(self) -> str:
        return self._table.game.meta.key

    @property
    def window_title(self) -> str:
        return f"{self._table.game.meta.title} - galli-tui"

    def compose(self) -> ComposeResult:
        lines = [
            line
            for happening in self._table.happenings(self._viewer, self._table.game.bound)
            for line in self._face.happening(self._table, happening)
        ]
        rows = Rows([row(line) for line in lines] or [row("Nothing has happened yet.", "faint")])
        rows.index = len(rows.rows) - 1
        rows.border_title = "Log"
        yield rows
        yield NextLine()
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(NextLine).show_next("Esc goes back to the table.")

    def action_back(self) -> None:
        self.dismiss()
