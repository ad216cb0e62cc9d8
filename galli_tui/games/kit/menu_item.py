"""The items of a menu, which of them a target of clicks chooses, and where the cursor begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import Span
from rules.engine.events import Move
from rules.engine.refusal import Refusal


class MenuItem(NamedTuple):
    """One item of a menu."""

    words: str
    right: tuple[Span, ...] = ()
    """The end of its line: a price, points."""
    answer: Move | Refusal | None = None
    """The move that it makes, or why it is illegal."""
    items: Sequence[MenuItem] | Callable[[], Sequence[MenuItem]] = ()
    """The items of the page that it opens, or what returns them, at least one."""
    note: str = ""
    """A note that is shown while the cursor is on it."""
    title: str = ""
    """The title of the page that it opens."""
    mark: str = ""
    """What stands before its words, such as the number of a card."""
    brief: str = ""
    """A shorter form of its words, where they don't fit."""
    shows: int = 0
    """The spaces of the board that it highlights, a bit each; a click on one selects it."""
    targets: tuple[str, ...] = ()
    """The targets on the board that choose it when they are clicked."""
    clause: str = ""
    """The clause that it rests on; empty for that of its move."""
    deferred: bool = False
    """Whether the cursor does not begin on it: it does nothing useful, or spends what can be kept."""
    warning: str = ""
    """What the first Enter answers; the second makes the move."""
    leads: Callable[[Move], bool] | None = None
    """Whether a move may be on the pages that open from it, where looking for it on all of them would take too long."""

    @property
    def opens(self) -> bool:
        """Whether it opens a page."""
        return bool(self.items)

    @property
    def move(self) -> Move | None:
        """The legal move that it makes, if any."""
        return self.answer if isinstance(self.answer, Move) else None

    @property
    def refusal(self) -> Refusal | None:
        """Why it leads to no legal move, if so; of a page on which nothing is legal, the reason of its first item."""
        if isinstance(self.answer, Refusal):
            return self.answer
        inner = () if callable(self.items) else self.items
        return None if any(item.refusal is None for item in inner) else next((item.refusal for item in inner), None)


def places_of_target(items: Sequence[MenuItem], target: str) -> list[int]:
    """Return the places of the items with a target."""
    return [place for place, item in enumerate(items) if target in item.targets]


def starting_place(items: Sequence[MenuItem]) -> int:
    """Return the index of the first legal item that is not deferred, else of the first that is legal, else 0."""
    legal = [place for place, item in enumerate(items) if item.refusal is None]
    preferred = (place for place in legal if not items[place].deferred)
    return next(preferred, legal[0] if legal else 0)
