"""What all ways of entering a move share: the desk they stand at, and the questions that the table screen asks them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeAlias

from galli_tui.games.campus_galli.lines import Line
from galli_tui.games.campus_galli.scene import Pointing
from galli_tui.games.campus_galli.signs import Signs
from galli_tui.games.campus_galli.texts import Teller, refusal_text
from galli_tui.games.campus_galli.words import seat_marks
from galli_tui.tables.table import Player, Table
from galli_tui.terminal.capabilities import ellipsize
from rules.campus_galli.box import Box, Plan
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.layout import Layout
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

_TOLD = 12
"""Cells for a name in the middle of a sentence."""
NUMBERED = 9
"""So many choices have a key of their own."""


class Desk:
    """What stays the same for a whole match: the rules, the players, the signs and whoever tells the news."""

    def __init__(self, game: CampusGalli, players: tuple[Player, ...], signs: Signs) -> None:
        self.game = game
        self.players = players
        self.signs = signs
        self.marks = seat_marks(players)
        names = tuple(ellipsize(player.name, _TOLD) for player in players)
        self.teller = Teller(self.box, tuple(place.spaces for place in self.layout.placements), names)

    @classmethod
    def of(cls, table: Table, signs: Signs) -> Desk:
        """The desk of a table. Raises TypeError for a table of another game."""
        if not isinstance(table.game, CampusGalli):
            raise TypeError(f"this is a table of {table.game.meta.title}")
        return cls(table.game, table.players, signs)

    @property
    def box(self) -> Box:
        return self.game.setting.box

    @property
    def plan(self) -> Plan:
        return self.box.plan

    @property
    def layout(self) -> Layout:
        return self.game.setting.layout

    def name(self, seat: Seat, cells: int = _TOLD) -> str:
        """A player's name in at most so many cells."""
        return ellipsize(self.players[seat].name, cells)

    def why(self, refusal: Refusal) -> str:
        """The reason with its clause and the key that opens it."""
        return f"{refusal_text(self.box, refusal)} ({refusal.clause})  ? why"


class Way(Enum):
    """A direction of the arrow keys: columns east, rows south."""

    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


class Ability(Enum):
    """What a way of entering can do with keys; the footer shows these alone."""

    ARROWS = "arrows"
    ENTER = "enter"
    NUMBERS = "numbers"
    TURN = "turn"
    JUMP = "jump"


class Selection(Enum):
    """What a digit or a click has selected. It never makes a move: the table screen says what confirms one."""

    NOTHING = "nothing"
    OTHER = "other"
    SAME = "same"
    """What the cursor was on already."""


Answer: TypeAlias = Move | Refusal | None
"""What enter leads to: a move to make, a reason why not, or nothing but another picture."""


@dataclass(frozen=True, slots=True)
class Stock:
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


class Entering:
    """One decision being entered. This one asks for nothing: it is what is shown while others decide."""

    ABILITIES: ClassVar[frozenset[Ability]] = frozenset()
    ROOMY: ClassVar[bool] = False
    """Whether its panel takes all the room there is, since its lines come and go with every key."""
    WHOLE: ClassVar[bool] = False
    """Whether its lines are worth more than the task board, where there is no room for both."""

    def __init__(self, desk: Desk, sight: State) -> None:
        self.desk = desk
        self.sight = sight
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
    def thrown(self) -> int:
        """How often dice have been rolled in the match, where it shows the last of them; else 0."""
        return 0

    @property
    def tumbling(self) -> bool:
        """Whether its dice tumble just now: then nothing may tell how they will lie."""
        return False

    def tumble(self, beat: int) -> None:
        """Shows its dice as they tumble at this beat; at 0 as they lie."""

    @property
    def pointing(self) -> Pointing:
        """What it shows on the plan."""
        return Pointing()

    @property
    def stock(self) -> Stock | None:
        """What it shows in hut and pouch."""
        return None

    @property
    def promised(self) -> frozenset[int]:
        """The tasks that would be fulfilled."""
        return frozenset()

    @property
    def refusal(self) -> Refusal | None:
        """Why what is shown cannot be done, if it cannot."""
        return None

    def move(self, way: Way) -> None:
        """An arrow key."""

    def jump(self, steps: int) -> None:
        """Tab and its like: to the next legal choice, or the one before."""

    def turn(self) -> None:
        """A quarter turn clockwise."""

    def mirror(self) -> None:
        """Turned over."""

    def enter(self) -> Answer:
        """Makes the move under the cursor."""
        return None

    @property
    def numbered(self) -> int:
        """How many choices have a number, from 1."""
        return 0

    def number(self, number: int) -> Selection:
        """Select the choice of a number, from 1."""
        return Selection.NOTHING

    def pick(self, target: str) -> Selection:
        """Select what a line that was clicked names as its target."""
        return Selection.NOTHING

    def hover(self, space: int | None) -> bool:
        """Show what a click on a space of the plan would do; return whether anything looks different now."""
        return False

    def click(self, space: int) -> Selection:
        """Select a space of the plan."""
        return Selection.NOTHING

    def stand_on(self, move: Move) -> bool:
        """Puts the cursor where enter makes this move; False where it cannot be put there."""
        return False

    @property
    def gain(self) -> int | None:
        """Half-points that the choice under the cursor brings, where more is known than its row of the score sheet."""
        return None

    def about(self, width: int) -> list[Line]:
        """What there is to say of the choice under the cursor."""
        return []

    @property
    def successor(self) -> Entering | None:
        """What is entered from now on in place of this."""
        return None

    def out(self) -> bool:
        """Goes back a page within the decision; False when this is the first."""
        return False

    def back(self) -> str:
        """What to say when asked to go back a step; empty if there is no step to go back."""
        return ""


class ListEntering(Entering):
    """A decision among a few, listed one below the other."""

    ABILITIES = frozenset({Ability.ARROWS, Ability.ENTER, Ability.NUMBERS, Ability.JUMP})

    def __init__(self, desk: Desk, sight: State, moves: list[Move]) -> None:
        super().__init__(desk, sight)
        self.moves = moves
        self.at = 0

    def move(self, way: Way) -> None:
        self.jump(sum(way.value))

    def jump(self, steps: int) -> None:
        self.at = (self.at + steps) % len(self.moves)

    def enter(self) -> Answer:
        return self.moves[self.at]

    @property
    def numbered(self) -> int:
        return min(len(self.moves), NUMBERED)

    def number(self, number: int) -> Selection:
        if not 0 < number <= len(self.moves):
            return Selection.NOTHING
        before, self.at = self.at, number - 1
        return Selection.SAME if self.at == before else Selection.OTHER

    def stand_on(self, move: Move) -> bool:
        if move not in self.moves:
            return False
        self.at = self.moves.index(move)
        return True

    def pick(self, target: str) -> Selection:
        kind, _, which = target.partition(":")
        return self.number(int(which) + 1) if kind == "choice" else Selection.NOTHING
