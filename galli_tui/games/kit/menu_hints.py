"""Hints for a menu, in its place beside the board; each is shown on the board as if it were being entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from galli_tui.game_api.gain_words import change_words
from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.hint_text import Hint
from galli_tui.games.kit.hint_decision import HintDecision
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.tables.table import Table
from rules.engine.events import Move


class MenuHints(HintDecision[ItemMenu]):
    """A list of the best moves of a menu. Enter selects one on its page."""

    COMPACT = True

    def __init__(
        self, table: Table, texts: GameTexts, own_view: Any, hints: tuple[Hint, ...], make: Callable[[], ItemMenu]
    ) -> None:
        """Create the list; `make` returns the menu, of which each hint has one of its own."""
        self._forms = [texts.decision_forms(table, own_view, it.move) for it in hints]
        self.begin(table.game.meta, hints, lambda it: change_words(table, texts, it.move, it.earned), make)

    def forms(self, place: int) -> Sequence[str]:
        return self._forms[place]

    @property
    def chosen(self) -> Move:
        """The move of the hint under the cursor."""
        return self.hints[self.at].move
