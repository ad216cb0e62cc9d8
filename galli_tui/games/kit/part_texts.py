"""Clauses for the parts of an evaluation: why a move is better than another, in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from galli_tui.game_api.reason_text import THAN
from galli_tui.style.wording import listed
from rules.bots.reasons import Advantage

_MOST_NAMES: Final = 2
"""The most things that a clause names; it counts more of them."""


class PartText(NamedTuple):
    """The clauses for one part; `{n}` is a number. The subject, which they leave out, is the move.

    One that compares has `galli_tui.game_api.reason_text.THAN` where the other move is to be named.
    """

    one: str = ""
    """Where the move has one more: "fulfils a task"."""
    many: str = ""
    """Where it has several more: "fulfils {n} tasks"."""
    none: str = ""
    """Where it leaves the number as it is, and the other move does not: "leaves no gap"."""
    one_less: str = ""
    """Where it takes one away, and the other move takes more: "spends only 1 seal"."""
    many_less: str = ""
    same: str = ""
    """What is better where the numbers are equal, or where the number says nothing."""
    despite: str = ""
    """What is better although the number is not, e.g. "sends the last clergyman"; `same` if empty."""
    fewer_is_better: bool = False
    outlook: bool = False
    """Whether `same` is about what may come of the move later, so that nothing on the board shows it."""
    named: str = ""
    """In place of `one` and `many` where the things can be named, with `{names}`: "completes {names}"."""

    def is_outlook(self, clause: str) -> bool:
        """Return whether a clause of the part is about what may come of the move later."""
        return self.outlook and clause == self.same

    def clause(self, reason: Advantage, names: Sequence[str] = ()) -> str:
        """Return the clause for a reason; empty if there is none.

        `names` are those of `Advantage.names` that the other move doesn't have as well.
        """
        number, other = reason.count, reason.other
        better = number < other if self.fewer_is_better else number > other
        if number == other:
            return self.same
        if not better:
            return self.despite or self.same
        if number == 0:
            return self.none or self.same
        if self.named and number == len(reason.names) and 0 < len(names) <= _MOST_NAMES:
            return self.named.format(names=listed(names))
        form = (self.one, self.many) if number > 0 else (self.one_less, self.many_less)
        return form[abs(number) > 1].format(n=abs(number)) or self.same


COMMON_PARTS: Final = {
    "points": PartText(none="loses no points", same=f"scores more {THAN}"),
    "others": PartText(same="holds the others back", fewer_is_better=True),
}
"""The parts that the engine names for a game without its own."""
