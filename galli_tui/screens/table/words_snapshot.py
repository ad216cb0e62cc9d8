"""The position in words in place of a board, for a game that draws none outside its table screen."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.geometry import Size

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from galli_tui.widgets.rich_text import RichText
from rules.engine.events import Move

_LEAST = Size(40, 8)


class WordsSnapshot(BoardSnapshot):
    """Describes a view. It shows no move before it is made."""

    def __init__(self, table: Table, texts: GameTexts) -> None:
        super().__init__()
        self._table, self._texts = table, texts
        self._text = RichText()
        self._text.can_focus = False

    def compose(self) -> ComposeResult:
        yield self._text

    def stands_on(self, view: Any, move: Move) -> bool:
        return False

    def show_move(self, view: Any, move: Move) -> None:
        self.show_view(view)

    def show_view(self, view: Any, before: Any = None) -> None:
        names = [player.name for player in self._table.players]
        parts = self._texts.position(self._table.game, view, names)
        self._text.show([Paragraph(line, label=part.title, close=True) for part in parts for line in part.lines])

    def fit(self, room: Size) -> Size:
        size = Size(max(room.width, _LEAST.width), max(room.height, _LEAST.height))
        self._text.styles.width, self._text.styles.height = size
        return size
