"""Menus: decisions among items, some of which open another page, each with its price or why it is impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from galli_tui.games.kit.decision import CHOICE, NUMBER_KEYS, Arrow, EnterResult, ListedDecision, SelectResult
from galli_tui.games.kit.lines import (
    BACK,
    MORE,
    NOTE,
    Line,
    Span,
    cut_below,
    cut_end,
    line,
    paragraph,
    spread,
    targeted,
    trimmed,
    window_from,
    window_of,
)
from galli_tui.games.kit.menu_item import MenuItem, places_of_target, starting_place
from galli_tui.games.kit.typed_number import TypedNumber
from galli_tui.style.text_wrap import NO_BREAK, cells, wrapped
from rules.engine.events import Move
from rules.engine.refusal import Refusal

_LEAST_WORDS = 8
"""The least room for an item's words beside its end."""
_NOWHERE = (-1, -1)
_IS_OPEN = "The page is open already: Enter again takes the selected line."


class MenuDecision(ListedDecision):
    """A decision on one or more pages. A subclass provides the items of the first, and calls `open_first_page`."""

    STEADY: ClassVar[bool] = False
    """Whether it keeps room for the longest of the notes, so that what follows does not move."""
    UNFOLDED: ClassVar[bool] = False
    """Whether every item has its note below it, if there is room for all."""

    items: Sequence[MenuItem]
    """The items of the open page."""
    _first_at = 0
    """The index of the item with which the first page begins."""
    _warned: MenuItem | None = None
    """The item whose warning has been given."""
    _top = 0
    """The first item shown, once a click has asked for those below; 0 where the items around the cursor are shown."""
    _opened_by_digit = False
    """Whether a digit has opened the page last: an Enter that was to confirm the digit takes nothing from the page."""

    def first_items(self) -> Sequence[MenuItem]:
        """Return the items of the first page, at least one."""
        raise NotImplementedError

    def reason(self, refusal: Refusal) -> str:
        """Return the reason why something is illegal, with its clause."""
        raise NotImplementedError

    def refusal_line(self, refusal: Refusal) -> str:
        """Return the reason for the item under the cursor."""
        return self.reason(refusal)

    def above(self, width: int) -> list[Line]:
        """Return the lines above the items."""
        return []

    def below(self, width: int) -> list[Line]:
        """Return the lines below the items and the note, if there is room."""
        return []

    def open_first_page(self) -> None:
        """Begin on the first page."""
        self._path: list[tuple[Sequence[MenuItem], int]] = []
        self.items, self.at = self.first_items(), 0
        self._clicked, self._top = _NOWHERE, 0
        """The item that was clicked last, and the one whose window of items was shown then and stays."""

    @property
    def opened(self) -> MenuItem | None:
        """The item that opened this page; None on the first."""
        if not self._path:
            return None
        items, at = self._path[-1]
        return items[at]

    @property
    def count(self) -> int:
        return len(self.items)

    @property
    def first_page(self) -> bool:
        return not self._path

    @property
    def page_depth(self) -> int:
        return len(self._path)

    @property
    def item(self) -> MenuItem:
        """The item under the cursor."""
        return self.items[self.at]

    @property
    def refusal(self) -> Refusal | None:
        return self.item.refusal

    def lines(self, width: int, height: int) -> list[Line]:
        head, below = self.above(width), self.below(width)
        if self.UNFOLDED:
            unfolded = [it for number in range(self.count) for it in self._unfolded(number, width)]
            if len(found := [*head, *unfolded, *below]) <= height:
                return found
        room = height - len(head)
        shown = self._window(width, room)
        note = self._fitted_note(self.item, width, room)
        told = targeted(cut_end(note, room - len(shown), width), NOTE)
        found = [*head, *shown, *told, *below][:height]
        return found + [Line()] * (min(self.height(width), height) - len(found)) if self.STEADY else found

    def _window(self, width: int, height: int) -> list[Line]:
        """Return the items around the cursor that fit above the note; those shown when one was clicked stay there.

        After a click on how many more there are below, these are shown from the first on while the cursor is on one.
        """
        rows, (clicked, before) = [*self._rows(width)], self._clicked
        room = self._room(self.item, width, height)
        if 0 < self._top < self.count:
            shown = window_from(rows, self._top, room)
            if any(it.chosen for it in shown):
                return shown
        if clicked == self.at and before < self.count:
            shown = window_of(rows, before, self._room(self.items[before], width, height))
            if any(it.chosen for it in shown):
                return cut_below(shown, self.count, room)
        return window_of(rows, self.at, room)

    def _room(self, item: MenuItem, width: int, height: int) -> int:
        """Return the lines for items, at least one, above the note of an item."""
        note = self._longest_note(width) if self.STEADY else len(self._fitted_note(item, width, height))
        return max(1, height - note)

    def _fitted_note(self, item: MenuItem, width: int, height: int) -> list[Line]:
        """Return the note of an item; where it doesn't fit below all items, the reason gives way first.

        One line of the reason is kept.
        """
        note, reason = self.note(item, width), len(self._why(item, width))
        over = self.item_height(width) + len(note) - height
        if self.STEADY or over <= 0 or reason < 2:
            return note
        return [*cut_end(note[:reason], max(1, reason - over), width), *note[reason:]]

    def _unfolded(self, number: int, width: int) -> list[Line]:
        """Return an item with its note, and the reason why it can't be chosen, below it."""
        item, target = self.items[number], f"{CHOICE}:{number}"
        told = paragraph(item.note, width - 3, "faint" if item.refusal else "ink", target=target)
        if item.refusal:
            told += paragraph(f"✗ {self.reason(item.refusal)}", width - 3, "refusal", indent=2, target=target)
        return [*self._item_lines(number, width), *(line("   ", *it.spans, target=target) for it in told)]

    def height(self, width: int) -> int:
        """Return the lines that it needs with the longest of the notes."""
        return len(self.above(width)) + self.item_height(width) + self._longest_note(width)

    def item_height(self, width: int) -> int:
        """Return the lines that all items of the page need."""
        return sum(map(len, self._rows(width)))

    def _rows(self, width: int) -> Iterator[list[Line]]:
        """Yield the lines of each item."""
        return (self._item_lines(number, width) for number in range(self.count))

    def _longest_note(self, width: int) -> int:
        return max((len(self.note(item, width)) for item in self.items), default=0)

    def _item_lines(self, number: int, width: int) -> list[Line]:
        """Return an item in one line, or in several if neither its words nor the shorter form fit.

        An end that leaves too little room beside it stands in a line of its own.
        """
        item, chosen, target = self.items[number], number == self.at, f"{CHOICE}:{number}"
        key = f"{number + 1:>{1 if self.count <= NUMBER_KEYS else 2}}"
        lead = line(Span(f"{'▸' if chosen else ' '}{key} {item.mark}", "gold", strong=True))
        tone = "faint" if item.refusal else "ink"
        room = width - lead.width - line(*item.right).width - 1
        forms = [f"{item.words}{' ›' if item.opens else ''}", item.brief]
        fits = next((form for form in forms if form and cells(form) <= room), "")
        apart = not fits and room < _LEAST_WORDS
        end, room = ((), width - lead.width) if apart else (item.right, room)
        first, *more = [fits] if fits else wrapped(forms[0].replace(" ›", f"{NO_BREAK}›"), room)
        rows = [spread([*lead.spans, Span(first, tone, strong=chosen)], end, width, target=target)]
        rows += [line("   ", Span(text, tone, strong=chosen), target=target) for text in more]
        if apart and item.right:
            rows.append(spread(["  "], item.right, width, target=target))
        return [row._replace(chosen=chosen) for row in rows]

    def note(self, item: MenuItem, width: int) -> list[Line]:
        """Return the note of an item, after the reason if it can't be chosen; without one, that of its page."""
        why = self._why(item, width)
        words = item.note or (self.opened.note if self.opened is not None and not why else "")
        return [*why, *paragraph(words, width, "faint")]

    def _why(self, item: MenuItem, width: int) -> list[Line]:
        """Return the reason why an item can't be chosen; nothing for others."""
        return paragraph(f"✗ {self.refusal_line(item.refusal)}", width, "refusal", indent=2) if item.refusal else []

    def details(self, width: int) -> list[Line]:
        return self.note(self.item, width)

    def move(self, way: Arrow) -> None:
        if way is Arrow.LEFT:
            self.close_page()
        elif way is Arrow.RIGHT:
            self._open_page()
        else:
            self.jump(way.value[1])

    def jump(self, steps: int) -> None:
        self._opened_by_digit = False
        super().jump(steps)

    def scroll(self, steps: int) -> None:
        self._opened_by_digit = False
        super().scroll(steps)

    def type_digit(self, digit: int, now: float) -> SelectResult:
        depth = len(self._path)
        found = super().type_digit(digit, now)
        self._opened_by_digit = len(self._path) > depth
        return found

    def enter(self) -> EnterResult:
        if self._opened_by_digit:
            self._opened_by_digit = False
            return _IS_OPEN
        if self._open_page():
            return None
        if self.item.warning and self._warned is not self.item:
            self._warned = self.item
            return self.item.warning
        return self.item.answer

    def _open_page(self) -> bool:
        """Open the page of the item under the cursor; return False if it has none."""
        item = self.item
        if item.answer is not None or not item.opens:
            return False
        self.typed, self._clicked, self._top, self._opened_by_digit = TypedNumber(), _NOWHERE, 0, False
        self._path.append((self.items, self.at))
        self.items = item.items() if callable(item.items) else item.items
        self.at = starting_place(self.items)
        return True

    def put_cursor(self, place: int) -> SelectResult:
        """Put the cursor on an item; open its page if it has one, since Esc can close it again."""
        self._opened_by_digit = False
        found = super().put_cursor(place)
        return SelectResult.MOVED if self._open_page() else found

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
            if item.opens and item.refusal is None and self.leads_to(item, move):
                self.at = at
                self._open_page()
                if self._find(move):
                    return True
                self.close_page()
        return False

    def start_over(self, asked: Move | None) -> None:
        while not self.first_page and (asked is None or not self._reaches(asked)):
            self.close_page()
        self.typed, self._clicked, self._top, self._opened_by_digit = TypedNumber(), _NOWHERE, 0, False
        self.at = self._first_at if self.first_page else 0

    def _reaches(self, move: Move) -> bool:
        """Return whether a move is on the open page or on one that opens from it; nothing changes."""
        return self._unchanged(lambda: self._find(move))

    def _unchanged(self, ask: Callable[[], bool]) -> bool:
        """Return the answer to a question that opens pages, and leave the decision as it was."""
        path, items, at = [*self._path], self.items, self.at
        typed, clicked, top, opened = self.typed, self._clicked, self._top, self._opened_by_digit
        answer = ask()
        self._path, self.items, self.at = path, items, at
        self.typed, self._clicked, self._top, self._opened_by_digit = typed, clicked, top, opened
        return answer

    def strays_from(self, asked: Move) -> bool:
        if self.item.answer is not None or not self.item.opens or self._opened_by_digit:
            return False
        return not self._unchanged(lambda: self._open_page() and self._find(asked))

    def leads_to(self, item: MenuItem, move: Move) -> bool:
        """Return whether a move may be on the page of an item or on one that opens from it."""
        return item.leads is None or item.leads(move)

    @property
    def has_page_open(self) -> bool:
        return bool(self._path)

    def close_page(self) -> bool:
        if not self._path:
            return False
        self.typed, self._clicked, self._top, self._opened_by_digit = TypedNumber(), _NOWHERE, 0, False
        self.items, self.at = self._path.pop()
        return True

    def select_space(self, space: int) -> SelectResult:
        return self._select_next(place for place, item in enumerate(self.items) if item.shows >> space & 1)

    def select_target(self, target: str) -> SelectResult:
        """Select the item of a line or of a target on the board: the next of several, on an earlier page if need be.

        The item under the cursor comes first if it opens a page with the target. If a page opens, the first item for
        it there is selected, and so on. Another page opens only if no legal move of this one has the target, so that a
        second click confirms the first. BACK closes a page.
        """
        if target == BACK and self.close_page():
            return SelectResult.MOVED
        depth, at = len(self._path), self.at
        before = self._clicked[1] if self._clicked[0] == at else at
        found = super().select_target(target)
        if found is not SelectResult.NONE:
            if target.startswith(MORE):
                self._top = self.at if self.at > at else 0
            if target.startswith(CHOICE) and len(self._path) == depth:
                self._clicked = self.at, before
            return found
        opens = self.item.opens and self.at in places_of_target(self.items, target)
        found = self.put_cursor(self.at) if opens else self._select_next(self.places_of(target))
        while len(self._path) > depth:
            depth = len(self._path)
            if inner := places_of_target(self.items, target):
                self.put_cursor(inner[0])
        if found is SelectResult.NONE and any(places_of_target(items, target) for items, _ in self._path):
            self.close_page()
            return self.select_target(target)
        return found

    def places_of(self, target: str) -> list[int]:
        """Return the items of the open page among which clicks on a target of the board go, those with a legal move."""
        here = places_of_target(self.items, target)
        return [place for place in here if self.items[place].move] or here

    def _select_next(self, places: Iterable[int]) -> SelectResult:
        """Put the cursor on the first of these places after it, else on the first of all."""
        found = list(places)
        after = next((place for place in found if place > self.at), found[0] if found else None)
        return SelectResult.NONE if after is None else self.put_cursor(after)


class ItemMenu(MenuDecision):
    """A menu whose items are all known from the start, at least one; the cursor begins on the first of use."""

    def __init__(self, items: Sequence[MenuItem], reason: Callable[[Refusal], str]) -> None:
        self._first, self._reason = items, reason
        self.open_first_page()
        self.at = self._first_at = starting_place(items)

    def first_items(self) -> Sequence[MenuItem]:
        return self._first

    def above(self, width: int) -> list[Line]:
        """Return what has led to the open page, the last page first; a click on it goes back."""
        if self.first_page:
            return []
        pages = [items[at].words for items, at in reversed(self._path)]
        ways = (" ← ".join(pages[:number]) for number in range(len(pages), 0, -1))
        words = next((it for it in ways if cells(it) <= width - cells("← ")), pages[0])
        return [trimmed(line(Span("← ", "gold"), Span(words, "rubric"), target=BACK), width)]

    def reason(self, refusal: Refusal) -> str:
        return self._reason(refusal)
