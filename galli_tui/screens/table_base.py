"""The base class of screens about one table: the table, its game's texts and the window title."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice
from galli_tui.tables.table import Table, TablePlayer

R = TypeVar("R")


class TableScreenBase(GalliScreen[R]):
    """The table screen itself, or a screen on top of it."""

    def __init__(self, table: Table, texts: GameTexts) -> None:
        super().__init__()
        self.table, self.texts = table, texts

    @property
    def game_key(self) -> str:
        return self.table.game.meta.key

    @property
    def players(self) -> Sequence[TablePlayer]:
        return self.table.players

    def component_names(self) -> Collection[str]:
        return self.texts.component_names(self.table.game)

    @property
    def window_title(self) -> str:
        return f"{self.table.game.meta.title} - galli-tui"

    def show_error(self, heading: str, text: str) -> None:
        """Show a notice about something that failed outside the game."""
        self.app.push_screen(Notice(heading, text))
