"""The board of a game made of the kit: its picture at the left, the decision and what happened at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from textual.app import ComposeResult
from textual.geometry import Size

from galli_tui.games.kit.lines import Line, line, paragraph
from galli_tui.games.kit.lines_panel import LinesPanel, chosen_cell
from galli_tui.games.kit.menu import Item, Menu
from galli_tui.screens.table.board import TableBoard
from galli_tui.style.actions import Action, bindings, register
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import app_of
from galli_tui.widgets.prompt import Prompt
from rules.engine.events import Move
from rules.engine.secrecy import Seat

_GROUP = "At the table"
register(
    Action(
        "kit.move",
        ("up", "down", "left", "right"),
        "move",
        "Move through the choices.",
        _GROUP,
        foot=1,
        each_key=True,
        shown="up down",
    ),
    Action("kit.next", ("tab",), "next", "Go to the next choice.", _GROUP, foot=11),
    Action("kit.previous", ("shift+tab",), "previous", "Go to the previous choice.", _GROUP),
    Action("kit.enter", ("enter", "space"), "ok", "Make the chosen move, or open its page.", _GROUP, foot=5),
    Action(
        "kit.number",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
        "choose",
        "Choose the item of that number; Enter confirms it.",
        _GROUP,
        foot=6,
        each_key=True,
        shown="1-9",
    ),
)
_STEPS = {"up": -1, "left": -1, "down": 1, "right": 1}


class GameBoard(Protocol):
    """What a game brings: its picture as lines, and its decisions as items of a menu."""

    def lines(self, view: Any, width: int, height: int, move: Move | None) -> list[Line]:
        """Return the picture in at most so many cells and lines, with the chosen move shown on it."""
        ...

    def items(self, view: Any, seat: Seat) -> list[Item]:
        """Return the choices of a seat that is asked."""
        ...


class KitBoard(TableBoard[Any]):
    """Shows the picture, the choices of whoever decides here, and what happened."""

    SCOPES: ClassVar[tuple[str, ...]] = ("kit",)
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    KitBoard { layout: horizontal; }
    KitBoard LinesPanel { height: 1fr; background: $page; }
    KitBoard #kit-picture { width: 50; }
    KitBoard #kit-side { width: 1fr; margin-left: 1; }
    """

    def __init__(self, table: Table, make: Callable[[bool], GameBoard], *, width: int = 50) -> None:
        """Create the board; `make` returns what the game brings, given whether the terminal shows ASCII only.

        `width` is that of the picture at 80x24.
        """
        super().__init__(table)
        self._make, self._width = make, width
        self._view: Any = None
        self._menu = Menu([])
        self._touched = False

    def compose(self) -> ComposeResult:
        self._game = self._make(app_of(self).terminal.ascii)
        self._left, self._right = LinesPanel(id="kit-picture"), LinesPanel(id="kit-side")
        yield from (self._left, self._right)

    def fit(self, window: Size) -> None:
        self._left.styles.width = self._width + max(0, window.width - 80) // 2

    def show_view(self, view: Any) -> None:
        self._view, self._touched, seat = view, False, self.turn.seat
        self._menu = Menu([] if seat is None else self._game.items(self.turn.own_view(), seat))
        self._draw()

    def renew_view(self, view: Any) -> None:
        self._view = view
        self._draw()

    def restore(self, move: Move) -> None:
        if self._menu.select(move):
            self._draw()

    def step_back(self) -> bool:
        closed = self._menu.close()
        self._draw()
        return closed

    @property
    def chosen(self) -> Move | None:
        """The move of the chosen item."""
        return None if self._menu.item is None else self._menu.item.move

    def _draw(self) -> None:
        """Draw the board and the column beside it, for the room they have."""
        if self._view is None:
            return
        width, height = self._left.size
        if width:
            self._left.show(self._game.lines(self._view, width, height, self.chosen))
        width, height = self._right.size
        if width:
            self._right.show(self._column(width, height))
        self._place_cursor()
        self.screen.query_one(Footer).offer()

    def redraw(self) -> None:
        self._draw()

    def _column(self, width: int, height: int) -> list[Line]:
        """Return the choices, then what happened, the newest first."""
        wanted = len(self._menu.items) + 3 if self._menu.items else 0
        choices = self._menu.lines(width - 1, min(wanted, height - 6)) if self._menu.items else []
        head = line(f"─ what happened {'─' * max(0, width - 17)}", tone="edge")
        said: list[Line] = []
        for one in reversed(self.turn.events):
            for words in reversed(self.texts.happening(self.table, one)):
                said += paragraph(words, width - 1, "ink" if one is self.turn.events[-1] else "faint", indent=2)
            if len(said) > height:
                break
        gap = [Line()] if choices else []
        return [*choices, *gap, head, *said][:height]

    def _place_cursor(self) -> None:
        self.put_cursor(chosen_cell(self._right) or self.screen.query_one(Prompt).start)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("move", "next", "previous", "enter", "number"):
            return self._view is not None and bool(self._menu.items)
        return super().check_action(action, parameters)

    def action_move(self, key: str) -> None:
        self._menu.step(_STEPS[key])
        self._touch()

    def action_next(self) -> None:
        self._menu.step(1)
        self._touch()

    def action_previous(self) -> None:
        self._menu.step(-1)
        self._touch()

    def action_number(self, key: str) -> None:
        if self._menu.choose(int(key) - 1):
            self._touch()

    def action_enter(self) -> None:
        item = self._menu.item
        if item is not None and item.clause:
            self.prompt.note(f"{item.note} ({item.clause})")
        elif self._menu.open():
            self._touch()
        elif self.chosen is not None:
            self.attempt(self.chosen)

    def _touch(self) -> None:
        self._touched = True
        self._draw()

    def on_lines_panel_picked(self, event: LinesPanel.Picked) -> None:
        place = int(event.target.removeprefix("item "))
        again = self._touched and place == self._menu.at
        self._menu.choose(place)
        if again:
            self.action_enter()
        else:
            self._touch()

    def on_lines_panel_resized(self, event: LinesPanel.Resized) -> None:
        self._draw()
