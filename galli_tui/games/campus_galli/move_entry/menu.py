"""Menus: decisions among items, some of which open another page."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.games.campus_galli.move_entry.base import (
    NUMBER_KEYS,
    Arrow,
    EnterResult,
    InputKind,
    MatchContext,
    MoveEntry,
    SelectResult,
)
from galli_tui.games.kit.lines import Line, Span, line, paragraph, spread
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

_FIRST = ""
"""The first page."""
_WITH_HINTS = 3
"""The least number of lines that leave room to say how many more items there are."""


class MenuItem(NamedTuple):
    """One item of a menu."""

    words: str
    right: tuple[Span, ...] = ()
    """The end of its line: tiles, points."""
    answer: Move | Refusal | None = None
    """The move that it makes, or why it is illegal."""
    page: str = ""
    """The page that it opens."""
    note: str = ""
    """A note that is shown while the cursor is on it."""
    page_refusal: Refusal | None = None
    """Why nothing on the page that it opens is legal."""
    shows: str = ""
    """What it highlights on the plan, in a form of the subclass's own."""

    @property
    def refusal(self) -> Refusal | None:
        """Why it leads to no legal move, if so."""
        return self.answer if isinstance(self.answer, Refusal) else self.page_refusal


class MenuEntry(MoveEntry):
    """A decision on one or more pages. A subclass provides the items of each."""

    INPUTS = frozenset({InputKind.ARROWS, InputKind.ENTER, InputKind.NUMBERS, InputKind.JUMP})

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        super().__init__(context, own_view)
        self.seat = seat
        self.moves = [*context.game.legal(own_view, seat)]
        self._path: list[tuple[str, int]] = []
        self._show(_FIRST)

    def page(self, name: str) -> list[MenuItem]:
        """Return the items of a page, at least one; the name of the first page is empty."""
        raise NotImplementedError

    def above(self, width: int) -> list[Line]:
        """Return the lines above the items."""
        return []

    def _show(self, name: str, at: int = 0) -> None:
        self._name, self.items = name, self.page(name)
        self.at = min(at, len(self.items) - 1)

    @property
    def paged(self) -> bool:
        """Whether another page than the first is open."""
        return bool(self._path)

    @property
    def item(self) -> MenuItem:
        """The item under the cursor."""
        return self.items[self.at]

    @property
    def refusal(self) -> Refusal | None:
        return self.item.refusal

    def lines(self, width: int, height: int) -> list[Line]:
        head = self.above(width)
        note = self.note(self.item, width)
        shown = self._window(width, max(1, height - len(head) - self._note_rows(note, width)))
        found = [*head, *shown, *note][:height]
        # What follows must not move when the note changes.
        return found + [Line()] * (min(self.height(width), height) - len(found)) if self.COVERS_TASKS else found

    def height(self, width: int) -> int:
        """Return the lines that it needs with the longest of the notes."""
        return len(self.above(width)) + len(self.items) + self._longest_note(width)

    def _longest_note(self, width: int) -> int:
        return max((len(self.note(item, width)) for item in self.items), default=0)

    def _note_rows(self, note: list[Line], width: int) -> int:
        """Return the number of lines reserved for notes."""
        return self._longest_note(width) if self.COVERS_TASKS else len(note)

    def _window(self, width: int, room: int) -> list[Line]:
        """Return the items around the cursor in at most `room` lines, and how many more there are on either side."""
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
        key = str(number + 1) if number < NUMBER_KEYS else " "
        mark = Span(f"{'▸' if chosen else ' '}{key} ", "gold", strong=True)
        text = Span(f"{item.words}{' ›' if item.page else ''}", "faint" if item.refusal else "ink", strong=chosen)
        return spread([mark, text], item.right, width, target=f"choice:{number}")._replace(chosen=chosen)

    def note(self, item: MenuItem, width: int) -> list[Line]:
        """Return the note of an item, after the reason if it can't be chosen."""
        found = (
            paragraph(f"✗ {self.context.refusal_line(item.refusal)}", width, "refusal", indent=2)
            if item.refusal
            else []
        )
        return found + paragraph(item.note, width, "faint")

    def move(self, way: Arrow) -> None:
        if way is Arrow.LEFT:
            self.close_page()
        elif way is Arrow.RIGHT:
            if self.item.page:
                self.enter()
        else:
            self.jump(way.value[1])

    def jump(self, steps: int) -> None:
        self.at = (self.at + steps) % len(self.items)

    def enter(self) -> EnterResult:
        item = self.item
        if item.answer is not None or not item.page:
            return item.answer
        self._path.append((self._name, self.at))
        self._show(item.page)
        return None

    @property
    def number_count(self) -> int:
        return min(len(self.items), NUMBER_KEYS)

    def select_number(self, number: int) -> SelectResult:
        return self._select(number - 1) if 0 < number <= self.number_count else SelectResult.NONE

    def select_target(self, target: str) -> SelectResult:
        kind, _, which = target.partition(":")
        if kind != "choice" or not which.isdecimal() or int(which) >= len(self.items):
            return SelectResult.NONE
        return self._select(int(which))

    def _select(self, place: int) -> SelectResult:
        """Put the cursor on an item; open its page if it has one, since Esc can close it again."""
        before, self.at = self.at, place
        if self.item.page and self.item.answer is None:
            self.enter()
            return SelectResult.MOVED
        return SelectResult.UNMOVED if place == before else SelectResult.MOVED

    def select(self, move: Move) -> bool:
        while self.close_page():
            pass
        return self._find(move)

    def _find(self, move: Move) -> bool:
        """Find a move on the open page and on those that open from it; return whether it was found."""
        for at, item in enumerate(self.items):
            if item.answer == move:
                self.at = at
                return True
        for at, item in enumerate(self.items):
            if item.page and item.page_refusal is None and self.leads_to(item.page, move):
                self.at = at
                self.enter()
                if self._find(move):
                    return True
                self.close_page()
        return False

    def leads_to(self, page: str, move: Move) -> bool:
        """Return whether a move may be on a page or on one that opens from it."""
        return True

    def details(self, width: int) -> list[Line]:
        return self.note(self.item, width)

    def close_page(self) -> bool:
        if not self._path:
            return False
        self._show(*self._path.pop())
        return True
