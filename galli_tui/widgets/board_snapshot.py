"""A game's board as it stood at a decision, with one move on it: what a game shows where one looks back."""

from __future__ import annotations

from typing import Any

from textual.containers import Container
from textual.geometry import Size

from galli_tui.widgets.line_widget import CachedWidget
from rules.engine.events import Move


class BoardSnapshot(CachedWidget, Container):
    """A game's own is a subclass; it takes the room that its board needs."""

    DEFAULT_CSS = """
    BoardSnapshot { width: auto; height: auto; }
    """

    def stands_on(self, view: Any, move: Move) -> bool:
        """Whether the board shows a move at all."""
        raise NotImplementedError

    def show_move(self, view: Any, move: Move) -> None:
        """Draws the seat's view right before the move, and the move as if it were being entered."""
        raise NotImplementedError

    def fit(self, room: Size) -> Size:
        """Draws as large as fits into so much room, or as small as it can; the room that it takes."""
        raise NotImplementedError
