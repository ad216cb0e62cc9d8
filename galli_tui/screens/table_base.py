"""What every screen about one table has: the table, its game's face, and by them the window's title."""

from __future__ import annotations

from typing import TypeVar

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.screens.base import GalliScreen
from galli_tui.tables.table import Table

R = TypeVar("R")


class TableScreenBase(GalliScreen[R]):
    """A screen of the table itself, or one that lies upon it."""

    def __init__(self, table: Table, face: GameTexts) -> None:
        super().__init__()
        self.table, self.face = table, face

    @property
    def game_key(self) -> str:
        return self.table.game.meta.key

    @property
    def window_title(self) -> str:
        return f"{self.table.game.meta.title} - galli-tui"
