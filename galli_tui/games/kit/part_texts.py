"""Clauses for the parts of an evaluation: why a move is better than another, in a few words."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bots.reasons import Advantage


class PartText(NamedTuple):
    """The clauses for one part; `{n}` is a number. The subject, which they leave out, is the move."""

    one: str = ""
    """What brings one thing: "fulfils a task"."""
    many: str = ""
    """What brings several: "fulfils {n} tasks"."""
    none: str = ""
    """What leaves their number as it is, where the other move does not: "leaves no gap"."""
    one_less: str = ""
    """What takes one away, where the other move takes more: "spends only 1 seal"."""
    many_less: str = ""
    same: str = ""
    """What is better though both moves bring equally many, or though the number says nothing."""
    fewer_is_better: bool = False

    def clause(self, reason: Advantage) -> str:
        """Return the clause for a reason; empty if there is none."""
        number, other = reason.count, reason.other
        better = number < other if self.fewer_is_better else number > other
        if not better:
            return self.same
        if number == 0:
            return self.none or self.same
        form = (self.one, self.many) if number > 0 else (self.one_less, self.many_less)
        return form[abs(number) > 1].format(n=abs(number)) or self.same


COMMON_PARTS: Final = {
    "points": PartText(none="loses no points", same="scores more"),
    "others": PartText(same="holds the others back", fewer_is_better=True),
}
"""The parts of a game that names none itself."""
