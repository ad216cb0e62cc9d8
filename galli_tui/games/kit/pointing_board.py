"""A board on which a player points at a space or another target, for the whole table."""

from __future__ import annotations

from typing import Generic, TypeVar

from galli_tui.games.kit.decision import SPACE
from galli_tui.games.kit.grid_cursor import GridCursor
from galli_tui.screens.table.board import TableBoard
from galli_tui.tables.peers import Role

S = TypeVar("S")


class PointingBoard(TableBoard[S], Generic[S]):
    """A board with a cursor, whose space the player points at."""

    cursor: GridCursor
    """The space that the player inspects."""

    def action_inspect(self) -> None:
        """Begin or end to inspect the board."""
        raise NotImplementedError

    @property
    def may_point(self) -> bool:
        """Whether the player may point at something for the whole table."""
        status = self.turn.status
        return status is not None and not status.muted and status.role is not Role.SPECTATOR

    def action_point(self) -> None:
        status = self.turn.status
        if status is not None and status.muted:
            self.prompt.note(status.muted)
        elif self.cursor.space is None:
            self.action_inspect()
        else:
            self._point_at(SPACE, self.cursor.space)

    def _point_at(self, kind: str, target: int) -> None:
        """Point at a target for the whole table."""
        peers = self.table.peers
        if peers is None or not self.texts.target(self.table, kind, target):
            return
        try:
            peers.point(kind, target)
        except ValueError as error:
            self.prompt.note(str(error))
