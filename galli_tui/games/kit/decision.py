"""What a board asks of the decision that is being entered, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar, Final, TypeAlias

from galli_tui.games.kit.lines import MORE, Line
from galli_tui.games.kit.typed_number import TypedNumber, may_go_on, span_words
from galli_tui.screens.subject import Subject
from rules.engine.events import Move
from rules.engine.refusal import Refusal

NUMBER_KEYS: Final = 9
"""The number of choices that have a key of their own; further ones have two digits."""
_TWO_DIGITS: Final = 99

CHOICE: Final = "choice"
"""The kind of target of the line of a choice."""

SPACE: Final = "space"
"""The kind of pointer whose target is the number of a space in reading order, from 0."""


class Arrow(Enum):
    """A direction of the arrow keys: columns east, rows south."""

    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


class InputKind(Enum):
    """The keys that a decision responds to; the footer shows no others."""

    ARROWS = "arrows"
    ENTER = "enter"
    NUMBERS = "numbers"
    ROTATE = "turn"
    JUMP = "jump"


class SelectResult(Enum):
    """What a digit or a click selected. Neither makes a move: the board decides what confirms one."""

    NONE = "nothing"
    MOVED = "other"
    UNMOVED = "same"
    """The choice that the cursor was on already."""


EnterResult: TypeAlias = Move | Refusal | str | None
"""What Enter leads to: a move to make, a reason why not, a note, or None for a change of the display only."""


class BoardDecision:
    """A decision that is being entered. This base class asks for nothing, as while others decide."""

    INPUTS: ClassVar[frozenset[InputKind]] = frozenset()
    NEEDS_FRESH_KEYS: ClassVar[bool] = False
    """Whether keys that make a move count only if they were pressed once it was on the screen."""

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

    frame: int = 0
    """The frame at which its dice tumble; 0 while they lie still."""

    @property
    def animating(self) -> bool:
        """Whether its dice are tumbling: nothing may give their result away meanwhile."""
        return self.frame > 0

    def animate(self, frame: int) -> None:
        """Show its dice tumbling at a frame, or their result at frame 0."""
        self.frame = frame

    @property
    def refusal(self) -> Refusal | None:
        """Why the move shown is illegal, if it is."""
        return None

    @property
    def subject(self) -> Subject | None:
        """What is under the cursor, for the help; None if the decision cannot say."""
        return None

    @property
    def holds_piece(self) -> bool:
        """Whether it shows a piece on the board that is being placed."""
        return False

    def move(self, way: Arrow) -> None:
        """Answer an arrow key."""

    def jump(self, steps: int) -> None:
        """Go to the next legal choice, or to the one before."""

    def scroll(self, steps: int) -> None:
        """Go down a list by the wheel, or up; not beyond its ends."""

    def rotate(self) -> None:
        """Rotate what is placed by 90 degrees clockwise."""

    def flip(self) -> None:
        """Flip what is placed over."""

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

    def type_digit(self, digit: int, now: float) -> SelectResult:
        """Select the choice of the number that a digit makes, with one typed shortly before; `now` is in seconds."""
        return self.select_number(digit)

    def digit_answer(self, digit: int, found: SelectResult) -> str:
        """Return the answer to a digit: that it selects nothing, or that another may follow; empty for none."""
        return f"Nothing here has the number {digit}." if found is SelectResult.NONE else ""

    def select_target(self, target: str) -> SelectResult:
        """Select the target of a line that was clicked."""
        return SelectResult.NONE

    def hover(self, space: int | None) -> bool:
        """Show what a click on a space of the board would do; return whether the display changed."""
        return False

    def select_space(self, space: int) -> SelectResult:
        """Select a space of the board."""
        return SelectResult.NONE

    def select(self, move: Move) -> bool:
        """Put the cursor where Enter makes this move; return whether that is possible."""
        return False

    @property
    def gain(self) -> int | None:
        """What the choice under the cursor scores, in the game's unit; None if the decision cannot say."""
        return None

    def details(self, width: int) -> list[Line]:
        """Return the details of the choice under the cursor."""
        return []

    @property
    def page_depth(self) -> int:
        """How many pages are open above the first."""
        return 0

    @property
    def has_page_open(self) -> bool:
        """Whether `close_page` goes back a page."""
        return False

    def close_page(self) -> bool:
        """Go back a page within the decision; return False on the first."""
        return False

    def start_over(self, asked: Move | None) -> None:
        """Go back to the nearest page from which a move is reached, else to the first."""
        while self.close_page():
            pass

    def strays_from(self, asked: Move) -> bool:
        """Return whether Enter would open a page from which a move can't be reached."""
        return False

    def locked_in_text(self) -> str:
        """Return why the decision can't be left by going back; empty if there is nothing to say."""
        return ""


class Report(BoardDecision):
    """A report of what nobody here decided; Enter continues."""

    INPUTS = frozenset({InputKind.ENTER})
    NEEDS_FRESH_KEYS = True

    def next_page(self) -> bool:
        """Show the next page; return False after the last one."""
        return False


class ListedDecision(BoardDecision):
    """A decision among choices in a list, with a cursor. A subclass sets `count` or `moves`."""

    INPUTS = frozenset({InputKind.ARROWS, InputKind.ENTER, InputKind.NUMBERS, InputKind.JUMP})

    at: int = 0
    """The index of the choice under the cursor."""
    typed = TypedNumber()
    """What has been typed of a longer number."""

    @property
    def count(self) -> int:
        """The number of choices."""
        raise NotImplementedError

    @property
    def first_page(self) -> bool:
        """Whether the choices are those that the decision begins with, not those of a page that opened."""
        return True

    def move(self, way: Arrow) -> None:
        self.jump(sum(way.value))

    def jump(self, steps: int) -> None:
        self.at = (self.at + steps) % self.count

    def scroll(self, steps: int) -> None:
        self.at = max(0, min(self.at + steps, self.count - 1))

    @property
    def number_count(self) -> int:
        return min(self.count, _TWO_DIGITS)

    def select_number(self, number: int) -> SelectResult:
        """Select the choice of a number; one that may go on with another digit opens no page yet."""
        most = self.number_count
        if not 0 < number <= most:
            return SelectResult.NONE
        return self.point_at(number - 1) if may_go_on(number, most) else self.put_cursor(number - 1)

    def type_digit(self, digit: int, now: float) -> SelectResult:
        if self.at != self.typed.digit - 1:
            self.typed = TypedNumber()
        number, self.typed = self.typed.add(digit, self.number_count, now)
        return self.select_number(number)

    @property
    def numbers(self) -> str:
        """The numbers that can be typed: "1 to 7"."""
        return span_words(1, self.number_count)

    def digit_answer(self, digit: int, found: SelectResult) -> str:
        if found is SelectResult.NONE:
            return f"Nothing here has the number {digit}: type {self.numbers}."
        if self.typed.digit != digit or self.at != digit - 1:
            return ""
        longer = span_words(10 * digit, min(10 * digit + 9, self.number_count))
        return f"For {longer} type the second digit at once; Enter takes {digit}."

    def select_target(self, target: str) -> SelectResult:
        kind, _, which = target.partition(":")
        if kind not in (CHOICE, MORE) or not which.isdecimal() or int(which) >= self.count:
            return SelectResult.NONE
        return self.put_cursor(int(which)) if kind == CHOICE else self.point_at(int(which))

    def put_cursor(self, place: int) -> SelectResult:
        """Put the cursor on a choice, and open its page if it has one."""
        return self.point_at(place)

    def point_at(self, place: int) -> SelectResult:
        """Put the cursor on a choice."""
        before, self.at = self.at, place
        return SelectResult.UNMOVED if place == before else SelectResult.MOVED


def is_shown_by_click(target: str, *, opened: bool) -> bool:
    """Return whether a click has only shown more choices or `opened` a page, and the cursor is on the first of them.

    The player has not chosen that one, so the next click on it must not confirm it yet.
    """
    return target.startswith(MORE) or (opened and target.startswith(CHOICE))


class MoveList(ListedDecision):
    """A decision among a few moves."""

    moves: Sequence[Move]

    @property
    def count(self) -> int:
        return len(self.moves)

    def enter(self) -> EnterResult:
        return self.moves[self.at]

    def select(self, move: Move) -> bool:
        if move not in self.moves:
            return False
        self.at = self.moves.index(move)
        return True
