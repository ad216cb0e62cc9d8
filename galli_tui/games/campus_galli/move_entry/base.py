"""The base of all move entries: the context of a match, and what the table screen asks of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeAlias

from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.narrator import Narrator
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.refusal_text import refusal_text
from galli_tui.games.campus_galli.words import seat_marks
from galli_tui.games.kit.lines import Line
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
"""The number of choices that have a key of their own."""


class MatchContext:
    """What stays the same for a whole match: rules, players, glyphs and narrator."""

    def __init__(self, game: CampusGalli, players: tuple[TablePlayer, ...], glyphs: Glyphs) -> None:
        self.game = game
        self.players = players
        self.glyphs = glyphs
        self.marks = seat_marks(players)
        names = tuple(ellipsize(player.name, _NAME_CELLS) for player in players)
        self.narrator = Narrator(self.box, tuple(place.spaces for place in self.layout.placements), names)

    @classmethod
    def of(cls, table: Table, glyphs: Glyphs) -> MatchContext:
        """Return the context of a table. Raises TypeError for a table of another game."""
        if not isinstance(table.game, CampusGalli):
            raise TypeError(f"this is a table of {table.game.meta.title}")
        return cls(table.game, table.players, glyphs)

    @property
    def solo(self) -> bool:
        """Whether one seat plays, so that there is no turn order."""
        return len(self.players) == 1

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
        """Return a player's name in at most `cells` cells."""
        return ellipsize(self.players[seat].name, cells)

    def refusal_line(self, refusal: Refusal) -> str:
        """Return the reason with its clause and the key that opens it."""
        return f"{refusal_text(self.box, refusal)} ({refusal.clause})  ? why"


class Arrow(Enum):
    """A direction of the arrow keys: columns east, rows south."""

    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


class InputKind(Enum):
    """The keys that a move entry responds to; the footer shows no others."""

    ARROWS = "arrows"
    ENTER = "enter"
    NUMBERS = "numbers"
    ROTATE = "turn"
    JUMP = "jump"


class SelectResult(Enum):
    """What a digit or a click selected. Neither makes a move: the table screen decides what confirms one."""

    NONE = "nothing"
    MOVED = "other"
    UNMOVED = "same"
    """The choice that the cursor was on already."""


EnterResult: TypeAlias = Move | Refusal | None
"""What Enter leads to: a move to make, a reason why not, or None for a change of the display only."""


@dataclass(frozen=True, slots=True)
class StockCursor:
    """The sections that may be taken from hut and pouch, and the cursor's position."""

    hut: int
    """A bit for each section."""
    pouch: int
    """A bit for each shape."""
    shape: int
    """The row of the cursor."""
    column: int
    """The column of the cursor: the hut's colours, then `POUCH`."""


POUCH = 4
"""The column of the pouch, after those of the hut's colours."""


class MoveEntry:
    """A decision that is being entered. This base class asks for nothing, as while others decide."""

    INPUTS: ClassVar[frozenset[InputKind]] = frozenset()
    FIXED_HEIGHT: ClassVar[bool] = False
    """Whether its panel takes all the room there is, since its number of lines changes with every key."""
    COVERS_TASKS: ClassVar[bool] = False
    """Whether its lines replace the task board where there is no room for both."""

    def __init__(self, context: MatchContext, own_view: State) -> None:
        self.context = context
        self.own_view = own_view
        """The deciding seat's view, or the screen's own view if nobody here decides."""

    @property
    def title(self) -> str:
        """The heading of its panel."""
        return ""

    @property
    def prompt(self) -> str:
        """The prompt of the decision; empty if the table screen has one of its own."""
        return ""

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the lines of its panel, at most `height` of them if possible."""
        return []

    @property
    def roll_number(self) -> int:
        """The number of rolls in the match, if it shows the last one; else 0."""
        return 0

    @property
    def animating(self) -> bool:
        """Whether its dice are tumbling: nothing may give their result away meanwhile."""
        return False

    def animate(self, frame: int) -> None:
        """Show its dice tumbling at a frame, or their result at frame 0."""

    @property
    def highlights(self) -> Highlights:
        """What it highlights on the plan."""
        return Highlights()

    @property
    def stock_cursor(self) -> StockCursor | None:
        """The cursor that it shows in hut and pouch, if any."""
        return None

    @property
    def fulfilled_tasks(self) -> frozenset[int]:
        """The tasks that the move shown would fulfil."""
        return frozenset()

    @property
    def refusal(self) -> Refusal | None:
        """Why the move shown is illegal, if it is."""
        return None

    def move(self, way: Arrow) -> None:
        """Answer an arrow key."""

    def jump(self, steps: int) -> None:
        """Go to the next legal choice, or to the one before."""

    def rotate(self) -> None:
        """Rotate the section by 90 degrees clockwise."""

    def flip(self) -> None:
        """Flip the section over."""

    def enter(self) -> EnterResult:
        """Confirm the choice under the cursor."""
        return None

    @property
    def number_count(self) -> int:
        """The number of choices with a number key."""
        return 0

    def select_number(self, number: int) -> SelectResult:
        """Select the choice of a number, from 1."""
        return SelectResult.NONE

    def select_target(self, target: str) -> SelectResult:
        """Select the target of a line that was clicked."""
        return SelectResult.NONE

    def hover(self, space: int | None) -> bool:
        """Show what a click on a space of the plan would do; return whether the display changed."""
        return False

    def select_space(self, space: int) -> SelectResult:
        """Select a space of the plan."""
        return SelectResult.NONE

    def select(self, move: Move) -> bool:
        """Put the cursor where Enter makes this move; return whether that is possible."""
        return False

    @property
    def gain(self) -> int | None:
        """The half-points that the choice under the cursor scores, if the entry knows them itself."""
        return None

    def details(self, width: int) -> list[Line]:
        """Return the details of the choice under the cursor."""
        return []

    @property
    def successor(self) -> MoveEntry | None:
        """The entry that replaces this one, if any."""
        return None

    def close_page(self) -> bool:
        """Go back a page within the decision; return False on the first."""
        return False

    def locked_in_text(self) -> str:
        """Return why the decision can't be left by going back; empty if there is nothing to say."""
        return ""


class ListEntry(MoveEntry):
    """A decision among a few choices in a list."""

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
