"""The log: all that has happened at a table, as the viewer may know it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.screens.table.peer_news import remark_words
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.option_list import OptionList, OptionRow, heading, row
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import wrapped
from rules.engine.secrecy import Viewer

_CELLS = 400
"""More of a notice is never shown."""
_FRAME = 6
"""Cells beside a row: frame, margin and scroll bar."""


class LogScreen(TableScreenBase[None]):
    """One line for each thing of note, the last at the bottom and under the cursor."""

    SCOPES: ClassVar[tuple[str, ...]] = ("log", "list")
    BINDINGS = bindings("log")
    DEFAULT_CSS = """
    LogScreen { }
    LogScreen OptionList { border: round $edge; border-title-color: $rubric; border-title-style: bold; }
    """

    def __init__(self, table: Table, face: GameTexts, viewer: Viewer) -> None:
        super().__init__(table, face)
        self._viewer = viewer

    def compose(self) -> ComposeResult:
        lines = [
            line
            for happening in self.table.timeline(self._viewer, self.table.game.bound)
            for line in self.face.happening(self.table, happening)
        ]
        shown = [row(line) for line in lines] or [row("Nothing has happened yet.", "faint")]
        rows = OptionList([*shown, *self._talk()])
        rows.index = len(rows.rows) - 1
        rows.border_title = "Log"
        yield rows
        yield Prompt()
        yield Footer()

    def _talk(self) -> list[OptionRow]:
        """Seats that changed hands, what was said, and what the player was told of the company."""
        peers = self.table.peers
        if peers is None:
            return []
        status = peers.status
        width = self.app.size.width - _FRAME
        remarks = [remark_words(remark) for remark in status.chat]
        notices = [sanitize(notice, _CELLS) for notice in status.notices]
        given = [one for text in status.transfers for one in _rows(sanitize(text, _CELLS), width)]
        said = [one for text in remarks for one in _rows(text, width)]
        told = [one for text in notices for one in _rows(text, width)]
        parts = (("Seats given away", given), ("Said at the table", said), ("For you to know", told))
        return [one for title, rows in parts if rows for one in (heading(), heading(title), *rows)]

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next("Esc goes back to the table.")

    def action_back(self) -> None:
        self.dismiss()


def _rows(text: str, width: int) -> list[OptionRow]:
    """A text in as many rows as it needs."""
    return [OptionRow(tuple(line)) for line in wrapped([(text, "ink")], width, 2)]
