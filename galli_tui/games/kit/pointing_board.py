"""A board that a player inspects, asks about, and points at for the whole table."""

from __future__ import annotations

from typing import Generic, TypeVar

from galli_tui.games.kit.decision import SPACE
from galli_tui.games.kit.grid_cursor import GridCursor
from galli_tui.screens.subject import Subject
from galli_tui.screens.table.board import TableBoard
from galli_tui.style.key_names import KEY
from galli_tui.tables.peers import Role
from galli_tui.tables.table import Table

S = TypeVar("S")


class PointingBoard(TableBoard[S], Generic[S]):
    """A board with a cursor, whose space the player inspects and points at. Subclasses set `cursor`."""

    cursor: GridCursor
    """The space that the player inspects."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._asked: Subject | None = None
        """What the player asked about last, by its number while inspecting or by a click, until the next input."""

    def draw(self) -> None:
        """Draw the whole board."""
        self._asked = None

    def redraw(self) -> None:
        """Draw again what input may have changed: the board, the decision, and the prompt."""
        self._asked = None

    def subject_of(self, target: str) -> Subject | None:
        """Return what a target beside the board says and the clause of it; None for one without, such as a choice."""
        return None

    def space_subject(self, space: int) -> Subject | None:
        """Return what the player inspects on a space, for the help; None if there is nothing to say."""
        return None

    def target_of_number(self, number: int) -> tuple[str, int] | None:
        """Return the kind and target of a pointer by a number key while the player inspects; None if none has one."""
        return None

    @property
    def targets(self) -> int:
        """The number of targets with a number key while the player inspects."""
        return 0

    @property
    def inspecting(self) -> bool:
        """Whether the player inspects the board."""
        return self.cursor.space is not None

    def action_inspect(self) -> None:
        self.cursor.toggle()
        self.refresh_bindings()
        self.redraw()

    def _inspect_number(self, number: int) -> None:
        """Say what the target with a number is, and point at it if the player may."""
        if target := self.target_of_number(number):
            if self.may_point:
                self._point_at(*target)
            kind, place = target
            self._ask(f"{kind} {place}")

    def _ask(self, target: str) -> bool:
        """Say what a target beside the board is, for the help to explain; return whether it is known."""
        found = self.subject_of(target)
        if found is not None:
            self._tell(found)
        return found is not None

    def _tell(self, found: Subject) -> None:
        """Say in the prompt what the player asked about, for the help to explain."""
        self.redraw()
        self._asked = found
        text = " ".join(it.text for it in found.text) or f"{found.title}."
        self.prompt.answer(text, f"{KEY:app.help}: its rule.")

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
