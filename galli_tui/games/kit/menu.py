"""A menu of legal moves: items by number, pages, prices, and why something is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import Line, Span, paragraph, spread, window_of
from rules.engine.events import Move

_NUMBERED = 9
"""Items with a key of their own."""


class Item(NamedTuple):
    """One item: a move, or a page of further items."""

    words: str
    right: str = ""
    """The text at the end of the line, such as a price."""
    move: Move | None = None
    page: tuple[Item, ...] = ()
    note: str = ""
    """More words, shown while the item is chosen."""
    clause: str = ""
    """The clause for which it is not possible; `note` says why."""
    targets: tuple[str, ...] = ()
    """The targets on the board that choose it when they are clicked."""


class Menu:
    """The items of a decision and which one is chosen."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._pages: list[tuple[Sequence[Item], int]] = []
        self.items: Sequence[Item] = items
        self.at = next((place for place, item in enumerate(items) if not item.clause), 0)

    @property
    def item(self) -> Item | None:
        """The chosen item, if there is any."""
        return self.items[self.at] if self.items else None

    @property
    def paged(self) -> bool:
        """Whether a page of items is open."""
        return bool(self._pages)

    def step(self, by: int) -> None:
        """Choose an item further down or up, around the ends."""
        if self.items:
            self.at = (self.at + by) % len(self.items)

    def choose(self, place: int) -> bool:
        """Choose an item by its place; return whether there is one."""
        if 0 <= place < len(self.items):
            self.at = place
            return True
        return False

    def open(self) -> bool:
        """Open the page of the chosen item; return whether it has one."""
        item = self.item
        if item is None or not item.page:
            return False
        self._pages.append((self.items, self.at))
        self.items, self.at = item.page, 0
        return True

    def close(self) -> bool:
        """Close the page; return whether one was open."""
        if not self._pages:
            return False
        self.items, self.at = self._pages.pop()
        return True

    def select(self, move: Move) -> bool:
        """Choose the item that makes a move, on whatever page; return whether there is one."""
        while self.close():
            pass
        return self._find(move)

    def _find(self, move: Move) -> bool:
        for place, item in enumerate(self.items):
            if item.move == move and not item.clause:
                return self.choose(place)
            if item.page:
                self.at = place
                if self.open() and self._find(move):
                    return True
                self.close()
        return False

    def pick(self, target: str) -> bool:
        """Choose the item of a target on the board, the next one of several; return whether there is one."""
        places = [place for place, item in enumerate(self.items) if target in item.targets]
        if not places and self.close():
            return self.pick(target)
        if not places:
            return False
        later = [place for place in places if place > self.at]
        return self.choose(later[0] if later else places[0])

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the items around the chosen one, and its note, in at most `height` lines."""
        note = paragraph(self.item.note, width - 2, "faint", indent=2) if self.item and self.item.note else []
        shown = window_of(len(self.items), self.at, max(1, height - len(note)), self._line, width)
        return [*shown, *(Line((Span("  "), *it.spans)) for it in note)]

    def _line(self, place: int, width: int) -> Line:
        item, chosen = self.items[place], place == self.at
        number = f"{place + 1} " if place < _NUMBERED else "  "
        tone = "faint" if item.clause else "ink"
        left = Span(("▸" if chosen else " ") + number + item.words, tone, strong=chosen)
        more = Span(item.right + (" ▸" if item.page else ""), "gold")
        found = spread([left], [more], width, target=f"item {place}")
        return found._replace(chosen=chosen)
