"""The base of all move entries: the context of a match, and what the table screen asks of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeAlias

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.lines import Line
from galli_tui.games.campus_galli.narrator import Narrator
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.refusal_text import refusal_text
from galli_tui.games.campus_galli.words import seat_marks
from galli_tui.tables.table import Table, TablePlayer
from rules.campus_galli.box import Box, Plan
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.layout import Layout
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from saves.text import ellipsize

_NAME_CELLS = 12
"""Cells for a name in the middle of a sentence."""
NUMBER_KEYS = 9
"""So many choices have a key of their own."""


class MatchContext:
    """What stays the same for a whole match: the rules, the players, the glyphs and whoever tells the news."""

    def __init__(self, game: CampusGalli, players: tuple[TablePlayer, ...], glyphs: Glyphs) -> None:
        self.game = game
        self.players = players
        self.glyphs = glyphs
        self.marks = seat_marks(players)
        names = tuple(ellipsize(player.name, _NAME_CELLS) for player in players)
        self.narrator = Narrator(self.box, tuple(place.spaces for place in self.layout.placements), names)

    @classmethod
    def of(cls, table: Table, glyphs: Glyphs) -> MatchContext:
        """The context of a table. Raises TypeError for a table of another game."""
        if not isinstance(table.game, CampusGalli):
            raise TypeError(f"this is a table of {table.game.meta.title}")
        return cls(table.game, table.players, glyphs)

    @property
    def box(self) -> Box:
        return self.game.setting.box

    @property
    def plan(self) -> Plan:
        return self.box.plan

    @property
    def layout(self) -> Layout:
        return self.game.setting.layout

    def name(self, seat: Seat, cells: int = _NAME_CELLS) -> str:
        """A player's name in at most so many cells."""
        return ellipsize(self.players[seat].name, cells)

    def refusal_line(self, refusal: Refusal) -> str:
        """The reason with its clause and the key that opens it."""
        return f"{refusal_text(self.box, refusal)} ({refusal.clause})  ? why"


class Arrow(Enum):
    """A direction of the arrow keys: columns east, rows south."""

    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


class InputKind(Enum):
    """What a way of entering can do with keys; the footer shows these alone."""

    ARROWS = "arrows"
    ENTER = "enter"
    NUMBERS = "numbers"
    ROTATE = "turn"
    JUMP = "jump"


class SelectResult(Enum):
    """What a digit or a click has selected. It never makes a move: the table screen says what confirms one."""

    NONE = "nothing"
    MOVED = "other"
    UNMOVED = "same"
    """What the cursor was on already."""


EnterResult: TypeAlias = Move | Refusal | None
"""What enter leads to: a move to make, a reason why not, or nothing but another picture."""


@dataclass(frozen=True, slots=True)
class StockCursor:
    """What of hut and pouch may be taken, and where the cursor stands."""

    hut: int
    """A bit for each section."""
    pouch: int
    """A bit for each shape."""
    shape: int
    """The row of the cursor."""
    column: int
    """The column of the cursor: the hut's colours, then `POUCH`."""


POUCH = 4
"""The column of the pouch among a shape's places in the stock."""


class MoveEntry:
    """One decision being entered. This one asks for nothing: it is what is shown while others decide."""

    INPUTS: ClassVar[frozenset[InputKind]] = frozenset()
    FIXED_HEIGHT: ClassVar[bool] = False
    """Whether its panel takes all the room there is, since its lines come and go with every key."""
    COVERS_TASKS: ClassVar[bool] = False
    """Whether its lines are worth more than the task board, where there is no room for both."""

    def __init__(self, context: MatchContext, own_view: State) -> None:
        self.context = context
        self.own_view = own_view
        """The deciding seat's view; the screen's own view where nobody here decides."""

    @property
    def title(self) -> str:
        """The heading of its panel."""
        return ""

    @property
    def prompt(self) -> str:
        """What to do, in words; empty where the face's own words say it."""
        return ""

    def lines(self, width: int, height: int) -> list[Line]:
        """Its panel's lines, at most `height` of them where that can be."""
        return []

    @property
    def roll_number(self) -> int:
        """How often dice have been rolled in the match, where it shows the last of them; else 0."""
        return 0

    @property
    def animating(self) -> bool:
        """Whether its dice tumble just now: then nothing may tell how they will lie."""
        return False

    def animate(self, frame: int) -> None:
        """Shows its dice as they tumble at this frame; at 0 as they lie."""

    @property
    def highlights(self) -> Highlights:
        """What it shows on the plan."""
        return Highlights()

    @property
    def stock_cursor(self) -> StockCursor | None:
        """What it shows in hut and pouch."""
        return None

    @property
    def fulfilled_tasks(self) -> frozenset[int]:
        """The tasks that would be fulfilled."""
        return frozenset()

    @property
    def refusal(self) -> Refusal | None:
        """Why what is shown cannot be done, if it cannot."""
        return None

    def move(self, way: Arrow) -> None:
        """An arrow key."""

    def jump(self, steps: int) -> None:
        """Tab and its like: to the next legal choice, or the one before."""

    def rotate(self) -> None:
        """A quarter turn clockwise."""

    def flip(self) -> None:
        """Turned over."""

    def enter(self) -> EnterResult:
        """Makes the move under the cursor."""
        return None

    @property
    def number_count(self) -> int:
        """How many choices have a number, from 1."""
        return 0

    def select_number(self, number: int) -> SelectResult:
        """Select the choice of a number, from 1."""
        return SelectResult.NONE

    def select_target(self, target: str) -> SelectResult:
        """Select what a line that was clicked names as its target."""
        return SelectResult.NONE

    def hover(self, space: int | None) -> bool:
        """Show what a click on a space of the plan would do; return whether anything looks different now."""
        return False

    def select_space(self, space: int) -> SelectResult:
        """Select a space of the plan."""
        return SelectResult.NONE

    def select(self, move: Move) -> bool:
        """Puts the cursor where enter makes this move; False where it cannot be put there."""
        return False

    @property
    def gain(self) -> int | None:
        """Half-points that the choice under the cursor brings, where more is known than its row of the score sheet."""
        return None

    def details(self, width: int) -> list[Line]:
        """What there is to say of the choice under the cursor."""
        return []

    @property
    def successor(self) -> MoveEntry | None:
        """What is entered from now on in place of this."""
        return None

    def close_page(self) -> bool:
        """Goes back a page within the decision; False when this is the first."""
        return False

    def locked_in_text(self) -> str:
        """What to say when asked to go back a step; empty if there is no step to go back."""
        return ""


class ListEntry(MoveEntry):
    """A decision among a few, listed one below the other."""

    INPUTS = frozenset({InputKind.ARROWS, InputKind.ENTER, InputKind.NUMBERS, InputKind.JUMP})

    def __init__(self, context: MatchContext, own_view: State, moves: list[Move]) -> None:
        super().__init__(context, own_view)
        self.moves = moves
        self.at = 0

    def move(self, way: Arrow) -> None:
        self.jump(sum(way.value))

    def jump(self, steps: int) -> None:
        self.at = (self.at + steps) % len(self.moves)

    def enter(self) -> EnterResult:
        return self.moves[self.at]

    @property
    def number_count(self) -> int:
        return min(len(self.moves), NUMBER_KEYS)

    def select_number(self, number: int) -> SelectResult:
        if not 0 < number <= len(self.moves):
            return SelectResult.NONE
        before, self.at = self.at, number - 1
        return SelectResult.UNMOVED if self.at == before else SelectResult.MOVED

    def select(self, move: Move) -> bool:
        if move not in self.moves:
            return False
        self.at = self.moves.index(move)
        return True

    def select_target(self, target: str) -> SelectResult:
        kind, _, which = target.partition(":")
        return self.select_number(int(which) + 1) if kind == "choice" else SelectResult.NONE
