"""A game's board at one moment, read-only: as it was then, or with a move on it that could be made."""

from __future__ import annotations

from typing import Any

from textual.containers import Container
from textual.geometry import Size

from galli_tui.widgets.line_widget import CachedWidget
from rules.engine.events import Move


class BoardSnapshot(CachedWidget, Container):
    """The base of each game's own board snapshot."""

    DEFAULT_CSS = """
    BoardSnapshot { width: auto; height: auto; }
    """

    def stands_on(self, view: Any, move: Move) -> bool:
        """Return whether the board can show a move."""
        raise NotImplementedError

    def show_move(self, view: Any, move: Move) -> None:
        """Show the seat's view right before a move, with the move as if it were being entered."""
        raise NotImplementedError

    def show_view(self, view: Any, before: Any = None) -> None:
        """Show a view; what has changed since the view `before` is marked."""
        raise NotImplementedError

    def fit(self, room: Size) -> Size:
        """Draw as large as fits into the room, or as small as possible, and return the size taken."""
        raise NotImplementedError
