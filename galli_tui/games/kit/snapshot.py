"""The board of a game made of the kit at one moment, read-only."""

from __future__ import annotations

from typing import Any, Final

from textual.app import ComposeResult
from textual.geometry import Size

from galli_tui.games.kit.game_board import GameBoard, Scene
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from rules.engine.events import Move

LEAST: Final = Size(50, 21)
"""The size of a board at 80x24, unless a game says otherwise."""


class LinesSnapshot(BoardSnapshot):
    """Shows the board's lines."""

    def __init__(self, table: Table, board: GameBoard, least: Size = LEAST) -> None:
        super().__init__()
        self._table, self._board, self._least = table, board, least
        self._panel = LinesPanel()
        self._scene = Scene(None, *least, table.players)

    def compose(self) -> ComposeResult:
        yield self._panel

    def stands_on(self, view: Any, move: Move) -> bool:
        """Return whether the move can be seen on the board."""
        scene = Scene(view, *self._least, self._table.players)
        return self._board.lines(scene) != self._board.lines(scene._replace(move=move))

    def show_move(self, view: Any, move: Move) -> None:
        self._scene = self._scene._replace(view=view, move=move, seat=move.seat, before=None)
        self._draw()

    def show_view(self, view: Any, before: Any = None) -> None:
        self._scene = self._scene._replace(view=view, move=None, seat=None, before=before)
        self._draw()

    def fit(self, room: Size) -> Size:
        """Draw as large as fits into the room, or as small as possible, and return the size taken."""
        width, height = (max(there, least) for there, least in zip(room, self._least, strict=True))
        self._scene = self._scene._replace(width=width, height=height)
        self._panel.styles.width, self._panel.styles.height = width, height
        self._draw()
        return Size(width, height)

    def _draw(self) -> None:
        if self._scene.view is not None:
            self._panel.show(self._board.lines(self._scene))
