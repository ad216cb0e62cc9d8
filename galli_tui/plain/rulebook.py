"""The rulebook in sentences: a clause by its number, or the clauses that fit some words, a few at a time.

In a game with levels, the clauses of the match's own level come first, then those of the levels that it builds on, and
a clause of another level says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.style.wording import counted
from rules.engine.rulebook import Clause, preface, search
from rules.registry import game_box

FEW: Final = 4
"""Clauses that are read at once."""
_CELLS: Final = 900
"""Cells of a clause that are read."""


class RulebookReader:
    """Reads a game's rulebook aloud, and remembers where it stopped."""

    def __init__(self, game_key: str, level: int) -> None:
        """`level` is that of the match."""
        self._book, self._level = game_box(game_key).rulebook(), level
        self._left: Sequence[Clause] = ()

    def has(self, query: str) -> bool:
        """Return whether any clause has these words."""
        return bool(search(self._book, query))

    def find(self, query: str) -> list[str]:
        """Return the first clauses that match a number or words; without any, what the game is and the headings."""
        if not query:
            return self._sections()
        found = search(self._book, query)
        if not found:
            return [f"No clause has these words: {query[:60]}. Type rules alone for the headings."]
        by_number = found[0].id.casefold().startswith(query.strip().casefold())
        self._left = found if by_number else sorted(found, key=self._distance)
        return self.more()

    def _distance(self, clause: Clause) -> int:
        """Return how far from the level of the match a clause is; those of higher levels come last."""
        levels = (clause.level or self._level) - self._level
        return -levels if levels <= 0 else levels + self._level

    def more(self) -> list[str]:
        """Return the next clauses; empty if there are none."""
        now, self._left = self._left[:FEW], self._left[FEW:]
        lines = [self._words(clause) for clause in now]
        if self._left:
            lines.append(f"{counted(len(self._left), 'more clause')}. Type more to go on.")
        return lines

    def _words(self, clause: Clause) -> str:
        """Return a clause as a sentence with its number, and with its level if that is another one."""
        text = clause.text.replace("*", "").replace("`", "")
        ruling = ", a ruling" if clause.ruling else ""
        level = f", of {clause.section.partition(':')[0].replace('Level', 'level')}" if self._distance(clause) else ""
        return f"{clause.id}{ruling}{level}: {text}"[:_CELLS]

    def _sections(self) -> list[str]:
        every = search(self._book, "")
        higher = any(clause.level > self._level for clause in every)
        sections = dict.fromkeys(clause.section for clause in every if clause.level <= self._level)
        return [
            *(paragraph.replace("*", "").replace("`", "") for paragraph in preface(self._book)),
            "The rulebook has these headings. Type rules with words of one, or with a clause number.",
            *(f"{section.replace('*', '')}." for section in sections),
            *(["Higher levels add rules that don't apply to this match."] if higher else []),
        ]
