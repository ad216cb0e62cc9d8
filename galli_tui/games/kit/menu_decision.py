"""Menus: decisions among items, some of which open another page, each with its price or why it is impossible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from galli_tui.games.kit.decision import NUMBER_KEYS, Arrow, EnterResult, ListedDecision, SelectResult
from galli_tui.games.kit.lines import Line, Span, paragraph, spread, window_of
from rules.engine.events import Move
from rules.engine.refusal import Refusal

_FIRST = ""
"""The first page."""


class MenuItem(NamedTuple):
    """One item of a menu."""

    words: str
    right: tuple[Span, ...] = ()
    """The end of its line: a price, points."""
    answer: Move | Refusal | None = None
    """The move that it makes, or why it is illegal."""
    page: str = ""
    """The name of the page that it opens."""
    items: tuple[MenuItem, ...] = ()
    """The items of that page, if they are known already."""
    note: str = ""
    """A note that is shown while the cursor is on it."""
    page_refusal: Refusal | None = None
    """Why nothing on the page that it opens is legal."""
    shows: str = ""
    """What it highlights on the board, in a form of the subclass's own."""
    targets: tuple[str, ...] = ()
    """The targets on the board that choose it when they are clicked."""

    @property
    def opens(self) -> bool:
        """Whether it opens a page."""
        return bool(self.page or self.items)

    @property
    def move(self) -> Move | None:
        """The legal move that it makes, if any."""
        return self.answer if isinstance(self.answer, Move) else None

    @property
    def refusal(self) -> Refusal | None:
        """Why it leads to no legal move, if so."""
        return self.answer if isinstance(self.answer, Refusal) else self.page_refusal


class MenuDecision(ListedDecision):
    """A decision on one or more pages. A subclass provides the items of each, and calls `open_first_page`."""

    STEADY: ClassVar[bool] = False
    """Whether it keeps room for the longest of the notes, so that what follows does not move."""

    items: list[MenuItem]
    """The items of the open page."""

    def page(self, name: str) -> list[MenuItem]:
        """Return the items of a page, at least one; the name of the first page is empty."""
        raise NotImplementedError

    def refusal_line(self, refusal: Refusal) -> str:
        """Return the reason with its clause and the key that opens it."""
        raise NotImplementedError

    def above(self, width: int) -> list[Line]:
        """Return the lines above the items."""
        return []

    def open_first_page(self) -> None:
        """Begin on the first page."""
        self._path: list[tuple[str, list[MenuItem], int]] = []
        self._name, self.items, self.at = _FIRST, self.page(_FIRST), 0

    def _open(self, item: MenuItem) -> None:
        self._path.append((self._name, self.items, self.at))
        self._name, self.items, self.at = item.page, list(item.items) or self.page(item.page), 0

    @property
    def count(self) -> int:
        return len(self.items)

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
        head, note = self.above(width), self.note(self.item, width)
        note_rows = self._longest_note(width) if self.STEADY else len(note)
        shown = window_of(len(self.items), self.at, max(1, height - len(head) - note_rows), self._line, width)
        found = [*head, *shown, *note][:height]
        return found + [Line()] * (min(self.height(width), height) - len(found)) if self.STEADY else found

    def height(self, width: int) -> int:
        """Return the lines that it needs with the longest of the notes."""
        return len(self.above(width)) + len(self.items) + self._longest_note(width)

    def _longest_note(self, width: int) -> int:
        return max((len(self.note(item, width)) for item in self.items), default=0)

    def _line(self, number: int, width: int) -> Line:
        item, chosen = self.items[number], number == self.at
        key = str(number + 1) if number < NUMBER_KEYS else " "
        mark = Span(f"{'▸' if chosen else ' '}{key} ", "gold", strong=True)
        text = Span(f"{item.words}{' ›' if item.opens else ''}", "faint" if item.refusal else "ink", strong=chosen)
        return spread([mark, text], item.right, width, target=f"choice:{number}")._replace(chosen=chosen)

    def note(self, item: MenuItem, width: int) -> list[Line]:
        """Return the note of an item, after the reason if it can't be chosen."""
        why = f"✗ {self.refusal_line(item.refusal)}" if item.refusal else ""
        return [
            *(paragraph(why, width, "refusal", indent=2) if why else []),
            *paragraph(item.note, width, "faint"),
        ]

    def details(self, width: int) -> list[Line]:
        return self.note(self.item, width)

    def move(self, way: Arrow) -> None:
        if way is Arrow.LEFT:
            self.close_page()
        elif way is Arrow.RIGHT:
            if self.item.opens:
                self.enter()
        else:
            self.jump(way.value[1])

    def enter(self) -> EnterResult:
        item = self.item
        if item.answer is not None or not item.opens:
            return item.answer
        self._open(item)
        return None

    def put_cursor(self, place: int) -> SelectResult:
        """Put the cursor on an item; open its page if it has one, since Esc can close it again."""
        found = super().put_cursor(place)
        if self.item.opens and self.item.answer is None:
            self.enter()
            return SelectResult.MOVED
        return found

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
            if item.opens and item.page_refusal is None and self.leads_to(item.page, move):
                self.at = at
                self.enter()
                if self._find(move):
                    return True
                self.close_page()
        return False

    def leads_to(self, page: str, move: Move) -> bool:
        """Return whether a move may be on a page or on one that opens from it."""
        return True

    def close_page(self) -> bool:
        if not self._path:
            return False
        self._name, self.items, self.at = self._path.pop()
        return True


class ItemMenu(MenuDecision):
    """A menu whose items are all known from the start, at least one; the cursor begins on the first legal one."""

    def __init__(self, items: Sequence[MenuItem], refusal_line: Callable[[Refusal], str]) -> None:
        self._first, self._refusal_line = list(items), refusal_line
        self.open_first_page()
        self.at = next((place for place, item in enumerate(items) if item.refusal is None), 0)

    def page(self, name: str) -> list[MenuItem]:
        return self._first

    def refusal_line(self, refusal: Refusal) -> str:
        return self._refusal_line(refusal)

    def select_target(self, target: str) -> SelectResult:
        """Select the item of a line or of a target on the board: the next of several, on an earlier page if need be."""
        found = super().select_target(target)
        if found is not SelectResult.NONE:
            return found
        places = [place for place, item in enumerate(self.items) if target in item.targets]
        if places:
            return self.put_cursor(next((place for place in places if place > self.at), places[0]))
        return self.select_target(target) if self.close_page() else SelectResult.NONE
