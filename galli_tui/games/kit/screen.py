"""The table of a game made of the kit: its board at the left, the decision and what happened at the right."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Offset

from galli_tui.games.kit.lines import Line, line, paragraph
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.games.kit.menu import Item, Menu
from galli_tui.screens.table.table import TableScreen
from galli_tui.style.actions import Action, bindings, register
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
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
    """What a game brings: its board as lines, and its decisions as items of a menu."""

    def lines(self, view: Any, width: int, height: int, move: Move | None) -> list[Line]:
        """Return the board in at most so many cells and lines, with the chosen move shown on it."""
        ...

    def items(self, view: Any, seat: Seat) -> list[Item]:
        """Return the choices of a seat that is asked."""
        ...


class KitScreen(TableScreen[Any]):
    """Shows the board, the choices of whoever decides here, and what happened."""

    SCOPES: ClassVar[tuple[str, ...]] = ("kit", "table")
    BINDINGS = bindings(*SCOPES)
    DEFAULT_CSS = """
    KitScreen #table { layout: horizontal; }
    KitScreen LinesPanel { height: 1fr; background: $page; }
    KitScreen #kit-board { width: 50; }
    KitScreen #kit-side { width: 1fr; margin-left: 1; }
    """

    def __init__(self, table: Table, board: GameBoard, *, board_width: int = 50) -> None:
        super().__init__(table)
        self._board, self._board_width = board, board_width
        self._view: Any = None
        self._menu = Menu([])
        self._touched = False

    def compose_table(self) -> ComposeResult:
        self._left, self._right = LinesPanel(id="kit-board"), LinesPanel(id="kit-side")
        with Horizontal():
            yield self._left
            yield self._right

    def on_resize(self, event: Resize) -> None:
        wide = self._board_width + max(0, event.size.width - 80) // 2
        self._left.styles.width = wide

    def show_view(self, view: Any) -> None:
        self._view, self._touched = view, False
        self._menu = Menu([] if self.seat is None else self._board.items(self.sight(), self.seat))
        self._draw()

    def renew_view(self, view: Any) -> None:
        self._view = view
        self._draw()

    def stand_again(self, move: Move) -> None:
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
            self._left.show(self._board.lines(self._view, width, height, self.chosen))
        width, height = self._right.size
        if width:
            self._right.show(self._column(width, height))
        self._place_cursor()
        self.query_one(Footer).offer()

    def _column(self, width: int, height: int) -> list[Line]:
        """Return the choices, then what happened, the newest first."""
        wanted = len(self._menu.items) + 3 if self._menu.items else 0
        choices = self._menu.lines(width - 1, min(wanted, height - 6)) if self._menu.items else []
        head = line(f"─ what happened {'─' * max(0, width - 17)}", tone="edge")
        said: list[Line] = []
        for one in reversed(self.happenings):
            for words in reversed(self.face.happening(self.table, one)):
                said += paragraph(words, width - 1, "ink" if one is self.happenings[-1] else "faint", indent=2)
            if len(said) > height:
                break
        gap = [Line()] if choices else []
        return [*choices, *gap, head, *said][:height]

    def _place_cursor(self) -> None:
        for y, shown in enumerate(self._right.lines):
            if shown.chosen:
                self.put_cursor(self._right.region.offset + Offset(min(2, cell_len(shown.text)), y))
                return
        self.put_cursor(self.query_one(Prompt).start)

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
            self.note(f"{item.note} ({item.clause})")
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
