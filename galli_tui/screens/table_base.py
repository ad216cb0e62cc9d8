"""The base class of screens about one table: the table, its game's texts and the window title."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final, TypeVar

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice
from galli_tui.tables.table import Table, TablePlayer
from galli_tui.widgets.prompt import Prompt

R = TypeVar("R")

_CALL: Final = "Your turn in the network match: Esc goes back to it."
_CALL_BRIEF: Final = "Your turn: Esc goes back."


class TableScreenBase(GalliScreen[R]):
    """The table screen itself, or a screen on top of it."""

    is_calling = False
    """Whether all table screens above say that it is the player's turn here."""

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

    def on_mount(self) -> None:
        self.show_call()

    def show_call(self) -> None:
        """Say beside the prompt that it is the player's turn on a screen below, or no longer."""
        below = takewhile(lambda it: it is not self, self.app.screen_stack)
        calls = any(isinstance(it, TableScreenBase) and it.is_calling for it in below)
        for prompt in self.query(Prompt):
            if calls:
                prompt.show_passing(_CALL, _CALL_BRIEF, names_keys=True)
            elif prompt.passing == _CALL:
                prompt.end_passing()

    def show_error(self, heading: str, text: str) -> None:
        """Show a notice about something that failed outside the game."""
        self.app.push_screen(Notice(heading, text))
