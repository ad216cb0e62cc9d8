"""Decisions that are a list of items, some of which open another list."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.campus_galli.entering.base import Ability, Answer, Desk, Entering, Way
from galli_tui.campus_galli.lines import Line, Span, paragraph, spread
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

_FIRST = ""
"""The page that a decision begins with."""
_NUMBERED = 9
"""So many items have a number key."""


class Item(NamedTuple):
    """One line to choose."""

    words: str
    right: tuple[Span, ...] = ()
    """What stands at the end of the line: tiles, points."""
    answer: Move | Refusal | None = None
    """The move it makes, or why it cannot be made."""
    page: str = ""
    """The page that it opens."""
    note: str = ""
    """More about it, while the cursor is on it."""


class Menu(Entering):
    """A decision on pages. A subclass says what stands on each."""

    ABILITIES = frozenset({Ability.ARROWS, Ability.ENTER, Ability.NUMBERS, Ability.JUMP})

    def __init__(self, desk: Desk, sight: State, seat: Seat) -> None:
        super().__init__(desk, sight)
        self.seat = seat
        self.moves = [*desk.game.legal(sight, seat)]
        self._path: list[tuple[str, int]] = []
        self._show(_FIRST)

    def page(self, name: str) -> list[Item]:
        """The items of a page; the first page has no name. Never empty."""
        raise NotImplementedError

    def above(self, width: int) -> list[Line]:
        """What stands above the items."""
        return []

    def _show(self, name: str, at: int = 0) -> None:
        self._name, self.items = name, self.page(name)
        self.at = min(at, len(self.items) - 1)

    @property
    def item(self) -> Item:
        """What the cursor is on."""
        return self.items[self.at]

    @property
    def refusal(self) -> Refusal | None:
        return self.item.answer if isinstance(self.item.answer, Refusal) else None

    def lines(self, width: int, height: int) -> list[Line]:
        head = self.above(width)
        note = self.note(self.item, width)
        room = max(1, height - len(head) - len(note))
        first = max(0, min(self.at - room // 2, len(self.items) - room))
        shown = [self._line(number, width) for number in range(first, min(first + room, len(self.items)))]
        return [*head, *shown, *note][:height]

    def _line(self, number: int, width: int) -> Line:
        item, chosen = self.items[number], number == self.at
        barred = isinstance(item.answer, Refusal)
        key = str(number + 1) if number < _NUMBERED else " "
        mark = Span(f"{'▸' if chosen else ' '}{key} ", "gold", strong=True)
        text = Span(f"{item.words}{' ›' if item.page else ''}", "faint" if barred else "ink", strong=chosen)
        return spread([mark, text], item.right, width, target=f"choice:{number}")._replace(chosen=chosen)

    def note(self, item: Item, width: int) -> list[Line]:
        """More about an item, or why it cannot be chosen."""
        if isinstance(item.answer, Refusal):
            return paragraph(f"✗ {self.desk.why(item.answer)}", width, "refusal", indent=2)
        return paragraph(item.note, width, "faint") if item.note else []

    def move(self, way: Way) -> None:
        if way is Way.LEFT:
            self.out()
        elif way is Way.RIGHT:
            if self.item.page:
                self.enter()
        else:
            self.jump(way.value[1])

    def jump(self, steps: int) -> None:
        self.at = (self.at + steps) % len(self.items)

    def enter(self) -> Answer:
        item = self.item
        if item.answer is not None or not item.page:
            return item.answer
        self._path.append((self._name, self.at))
        self._show(item.page)
        return None

    def number(self, number: int) -> Answer:
        if not 0 < number <= min(len(self.items), _NUMBERED):
            return None
        self.at = number - 1
        return self.enter()

    def pick(self, target: str) -> Answer:
        kind, _, which = target.partition(":")
        if kind != "choice" or not which.isdecimal() or int(which) >= len(self.items):
            return None
        self.at = int(which)
        return self.enter()

    def out(self) -> bool:
        if not self._path:
            return False
        self._show(*self._path.pop())
        return True
