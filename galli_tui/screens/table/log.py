"""The log: everything that has happened at a table, as the viewer may know it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.screens.table.peer_news import chat_line_words
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.style.text_wrap import wrapped
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.option_list import OptionList, OptionRow, heading, row
from galli_tui.widgets.prompt import Prompt
from rules.engine.secrecy import Viewer

_CELLS = 400
"""The most cells shown of a notice."""
_FRAME = 6
"""Cells beside a row: frame, margin and scroll bar."""


class LogScreen(TableScreenBase[None]):
    """A line for each event, wrapped if it is long; the last one is at the bottom and selected."""

    SCOPES: ClassVar[tuple[str, ...]] = ("log", "list")
    BINDINGS = bindings("log")
    DEFAULT_CSS = """
    LogScreen { }
    LogScreen OptionList { border: round $edge; border-title-color: $rubric; border-title-style: bold; }
    """

    def __init__(self, table: Table, texts: GameTexts, viewer: Viewer) -> None:
        super().__init__(table, texts)
        self._viewer = viewer

    def compose(self) -> ComposeResult:
        width = self.app.size.width - _FRAME
        shown = [
            one
            for timeline_event in self.table.timeline(self._viewer, self.table.game.bound)
            for line in self.texts.event_lines(self.table, timeline_event)
            for one in _rows(line, width)
        ] or [row("Nothing has happened yet.", "faint")]
        rows = OptionList([*shown, *self._talk()])
        rows.index = len(rows.rows) - 1
        rows.border_title = "Log"
        yield rows
        yield Prompt()
        yield Footer()

    def _talk(self) -> list[OptionRow]:
        """Return the rows of seats given away, chat and notices."""
        peers = self.table.peers
        if peers is None:
            return []
        status = peers.status
        width = self.app.size.width - _FRAME
        chat_lines = [chat_line_words(chat_line) for chat_line in status.chat]
        notices = [sanitize(notice, _CELLS) for notice in status.notices]
        given = [one for text in status.transfers for one in _rows(sanitize(text, _CELLS), width)]
        said = [one for text in chat_lines for one in _rows(text, width)]
        told = [one for text in notices for one in _rows(text, width)]
        parts = (("Seat changes", given), ("Chat", said), ("Notices", told))
        return [one for title, rows in parts if rows for one in (heading(), heading(title), *rows)]

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next("Esc goes back to the table.")

    def action_back(self) -> None:
        self.dismiss()


def _rows(text: str, width: int) -> list[OptionRow]:
    """Return a text wrapped into rows."""
    return [OptionRow(((line, "ink"),)) for line in wrapped(text, width, 2)]
