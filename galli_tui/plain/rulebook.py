"""The rulebook in sentences: a clause by its number, or the clauses that fit some words, a few at a time."""

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

    def __init__(self, game_key: str) -> None:
        self._book = game_box(game_key).rulebook()
        self._left: Sequence[Clause] = ()

    def has(self, query: str) -> bool:
        """Return whether any clause has these words."""
        return bool(search(self._book, query))

    def find(self, query: str) -> list[str]:
        """Return the first clauses that match a number or words; without any, what the game is and the headings."""
        if not query:
            return self._sections()
        self._left = search(self._book, query)
        if not self._left:
            return [f"No clause has these words: {query[:60]}. Type rules alone for the headings."]
        return self.more()

    def more(self) -> list[str]:
        """Return the next clauses; empty if there are none."""
        now, self._left = self._left[:FEW], self._left[FEW:]
        lines = [clause_words(clause) for clause in now]
        if self._left:
            lines.append(f"{counted(len(self._left), 'more clause')}. Type more to go on.")
        return lines

    def _sections(self) -> list[str]:
        sections = dict.fromkeys(clause.section for clause in search(self._book, ""))
        return [
            *(paragraph.replace("*", "").replace("`", "") for paragraph in preface(self._book)),
            "The rulebook has these headings. Type rules with words of one, or with a clause number.",
            *(f"{section.replace('*', '')}." for section in sections),
        ]


def clause_words(clause: Clause) -> str:
    """Return a clause as a sentence with its number."""
    text = clause.text.replace("*", "").replace("`", "")
    return f"{clause.id}{', a ruling' if clause.ruling else ''}: {text}"[:_CELLS]
