"""What a game brings to the kit's table screen: its board as lines, its decisions as items, and words about things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from galli_tui.games.kit.lines import Line
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import TablePlayer
from rules.engine.events import Move
from rules.engine.secrecy import Seat


class Scene(NamedTuple):
    """What is to be drawn, and the room for it."""

    view: Any
    width: int
    height: int
    players: tuple[TablePlayer, ...] = ()
    seat: Seat | None = None
    """The seat that decides here now; None if none does."""
    move: Move | None = None
    """The chosen move, which is shown on the board before it is made."""
    before: Any = None
    """The view at the end of the reader's last turn, or one moment earlier in a replay; None if there was none."""
    reader: Seat | None = None
    """The seat to which what has come since is news; its own doing is not. None for everyone, as in a replay."""


class BoardPage(NamedTuple):
    """A page about the table: its name, and a function from a width to its lines."""

    name: str
    lines: Callable[[int], list[Line]]
    least: int = 38
    """The least cells in which it stands beside another page."""


class GameBoard:
    """The board of a game. A game defines `lines` and `items`; the rest is empty by default."""

    def lines(self, scene: Scene) -> list[Line]:
        """Return the board, at most `scene.width` cells wide and `scene.height` lines high."""
        raise NotImplementedError

    def seam(self, width: int) -> int:
        """Return the column at which the text of a lesson in a corner ends or begins: that beside a board of a width.

        A board whose lower part has two halves may name the second one.
        """
        return width + 1

    def items(self, view: Any, seat: Seat) -> list[MenuItem]:
        """Return the choices of a seat that is asked."""
        raise NotImplementedError

    def opening(self) -> str:
        """Return what a newcomer must know as a match begins, in one or two short sentences; empty for nothing."""
        return ""

    def extras(self, scene: Scene) -> list[Line]:
        """Return lines for below the log, such as a legend; shown only if all of them fit."""
        return []

    def about(self, view: Any, target: str) -> str:
        """Return a sentence about a target of the board, shown when it is clicked; empty if there is none."""
        return ""

    def clause_of(self, view: Any, target: str) -> str:
        """Return the clause that such a target rests on; empty if there is none."""
        return ""

    def pages(self, scene: Scene) -> Sequence[BoardPage]:
        """Return pages about the table, such as the boards of all players; empty for none.

        Of the scene only the view, the seats and what has come since count; the targets of lines are those of `about`.
        """
        return ()

    def details(self, view: Any, players: Sequence[TablePlayer]) -> tuple[Paragraph, ...]:
        """Return everything public in full sentences, for a page of its own; empty for none."""
        return ()
