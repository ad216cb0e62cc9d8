"""The log: everything that has happened at a table, as the viewer may know it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
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
_MARGIN = 3
"""Cells of a row beside its text: the mark of the selected one, and the scroll bar."""


class _LogRows(OptionList):
    """Parts of the log, each with a heading unless it is empty, wrapped for the width that it has."""

    def __init__(self, parts: Sequence[tuple[str, Sequence[str]]]) -> None:
        super().__init__()
        self._parts = [(title, texts) for title, texts in parts if texts]
        self.border_title = "Log"

    def on_resize(self) -> None:
        """Wrap the texts for the new width; the text that was selected stays selected, at first the last one."""
        selected = self.rows[self.index].key if self.rows else ""
        shown = self._wrapped(self.size.width - _MARGIN)
        places = [place for place, it in enumerate(shown) if it.key == selected]
        self.show(shown, places[0] if places else len(shown) - 1)
        super().on_resize()

    def _wrapped(self, width: int) -> list[OptionRow]:
        """Return the rows, each with the number of its text as key."""
        shown: list[OptionRow] = []
        number = count()
        for title, texts in self._parts:
            shown += [heading(), heading(title)] if title else []
            for text in texts:
                key = str(next(number))
                shown += [row(part, key=key) for part in wrapped(text, width, 2)]
        return shown


class LogScreen(TableScreenBase[None]):
    """A line for each event, wrapped if it is long; the last one is at the bottom and selected."""

    SCOPES: ClassVar[tuple[str, ...]] = ("log", "list")
    BINDINGS = bindings("log")
    DEFAULT_CSS = """
    LogScreen OptionList { border: round $edge; border-title-color: $rubric; border-title-style: bold; }
    """

    def __init__(self, table: Table, texts: GameTexts, viewer: Viewer) -> None:
        super().__init__(table, texts)
        self._viewer = viewer

    def compose(self) -> ComposeResult:
        happened = [
            words
            for timeline_event in self.table.timeline(self._viewer, self.table.game.bound)
            for words in self.texts.event_lines(self.table, timeline_event)
        ]
        yield _LogRows([("", happened or ["Nothing has happened yet."]), *self._talk()])
        yield Prompt()
        yield Footer()

    def _talk(self) -> list[tuple[str, list[str]]]:
        """Return seats given away, chat and notices, each with its heading."""
        if self.table.peers is None:
            return []
        status = self.table.peers.status
        return [
            ("Seat changes", [sanitize(transfer, _CELLS) for transfer in status.transfers]),
            ("Chat", [chat_line_words(chat_line) for chat_line in status.chat]),
            ("Notices", [sanitize(notice, _CELLS) for notice in status.notices]),
        ]

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next("Esc goes back to the table.")

    def action_back(self) -> None:
        self.dismiss()
