"""Decisions that are a list of items, some of which open another list."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.games.campus_galli.lines import Line, Span, line, paragraph, spread
from galli_tui.games.campus_galli.move_entry.base import NUMBERED, Ability, Answer, Desk, Entering, Selection, Way
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

_FIRST = ""
"""The page that a decision begins with."""
_WITH_HINTS = 3
"""From so many lines on there is room to say how many more items there are."""


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
    why: Refusal | None = None
    """Why nothing on the page that it opens can be chosen now."""
    shows: str = ""
    """What it shows on the plan, in the words of the subclass."""

    @property
    def barred(self) -> Refusal | None:
        """Why it leads to nothing now, if it does not."""
        return self.answer if isinstance(self.answer, Refusal) else self.why


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
    def paged(self) -> bool:
        """Whether another page than the first is open."""
        return bool(self._path)

    @property
    def item(self) -> Item:
        """What the cursor is on."""
        return self.items[self.at]

    @property
    def refusal(self) -> Refusal | None:
        return self.item.barred

    def lines(self, width: int, height: int) -> list[Line]:
        head = self.above(width)
        note = self.note(self.item, width)
        shown = self._window(width, max(1, height - len(head) - self._kept(note, width)))
        found = [*head, *shown, *note][:height]
        # So that what follows stands still while the notes come and go.
        return found + [Line()] * (min(self.height(width), height) - len(found)) if self.WHOLE else found

    def height(self, width: int) -> int:
        """How many lines it takes at most, with the longest of the notes."""
        return len(self.above(width)) + len(self.items) + self._longest(width)

    def _longest(self, width: int) -> int:
        return max((len(self.note(item, width)) for item in self.items), default=0)

    def _kept(self, note: list[Line], width: int) -> int:
        """How many lines are kept for notes."""
        return self._longest(width) if self.WHOLE else len(note)

    def _window(self, width: int, room: int) -> list[Line]:
        """The items around the cursor, as far as there is room, and how many more there are on either side."""
        count = len(self.items)
        first = max(0, min(self.at - room // 2, count - room))
        shown = [self._line(number, width) for number in range(first, min(first + room, count))]
        if room >= _WITH_HINTS:
            if first > 0:
                shown[0] = line(f"   ↑ {first + 1} more", tone="faint")
            if first + room < count:
                shown[-1] = line(f"   ↓ {count - first - room + 1} more", tone="faint")
        return shown

    def _line(self, number: int, width: int) -> Line:
        item, chosen = self.items[number], number == self.at
        key = str(number + 1) if number < NUMBERED else " "
        mark = Span(f"{'▸' if chosen else ' '}{key} ", "gold", strong=True)
        text = Span(f"{item.words}{' ›' if item.page else ''}", "faint" if item.barred else "ink", strong=chosen)
        return spread([mark, text], item.right, width, target=f"choice:{number}")._replace(chosen=chosen)

    def note(self, item: Item, width: int) -> list[Line]:
        """More about an item, or why it cannot be chosen."""
        found = paragraph(f"✗ {self.desk.why(item.barred)}", width, "refusal", indent=2) if item.barred else []
        return found + paragraph(item.note, width, "faint")

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

    @property
    def numbered(self) -> int:
        return min(len(self.items), NUMBERED)

    def number(self, number: int) -> Selection:
        return self._select(number - 1) if 0 < number <= self.numbered else Selection.NOTHING

    def pick(self, target: str) -> Selection:
        kind, _, which = target.partition(":")
        if kind != "choice" or not which.isdecimal() or int(which) >= len(self.items):
            return Selection.NOTHING
        return self._select(int(which))

    def _select(self, place: int) -> Selection:
        """Put the cursor on an item; open its page, if it has one, as `esc` closes it again."""
        before, self.at = self.at, place
        if self.item.page and self.item.answer is None:
            self.enter()
            return Selection.OTHER
        return Selection.SAME if place == before else Selection.OTHER

    def stand_on(self, move: Move) -> bool:
        while self.out():
            pass
        return self._find(move)

    def _find(self, move: Move) -> bool:
        """Looks for a move on the page that is open, and on those that open from it."""
        for at, item in enumerate(self.items):
            if item.answer == move:
                self.at = at
                return True
        for at, item in enumerate(self.items):
            if item.page and item.why is None and self.leads_to(item.page, move):
                self.at = at
                self.enter()
                if self._find(move):
                    return True
                self.out()
        return False

    def leads_to(self, page: str, move: Move) -> bool:
        """Whether a move may stand on a page, or on one that opens from it."""
        return True

    def about(self, width: int) -> list[Line]:
        return self.note(self.item, width)

    def out(self) -> bool:
        if not self._path:
            return False
        self._show(*self._path.pop())
        return True
