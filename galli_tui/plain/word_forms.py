"""The words by which a player looks for moves: other forms of a word, and what it stands for in a game's rulebook."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rules.engine.rulebook import synonyms
from rules.registry import game_box

_STEM: Final = 3
"""The fewest letters of a word after its ending is removed."""


def word_forms(word: str) -> tuple[str, ...]:
    """Return a word, and the word without a plural ending and "-ing": "buildings", "building", "build"."""
    forms = [word]
    if word.endswith("s") and not word.endswith("ss") and len(word) > _STEM:
        forms.append(word[:-1])
    if forms[-1].endswith("ing") and len(forms[-1]) >= len("ing") + _STEM:
        stem = forms[-1].removesuffix("ing")
        forms.append(stem[:-1] if stem[-1] == stem[-2] != "l" else stem)
    return tuple(forms)


def synonyms_of(game_key: str, word: str) -> tuple[str, ...]:
    """Return the words that a player's own word stands for, by the rulebook of the game."""
    meanings = synonyms(game_box(game_key).rulebook())
    found = (means for form in word_forms(word) for means in meanings.get(form, ()))
    return tuple(means for means in found if means.islower())


def with_any(lines: Sequence[Collection[str]], forms: Sequence[str]) -> set[int]:
    """Return the indices of the lines in which all words of any of these begin a word; a number must be a whole one."""

    def has(line: Collection[str], part: str) -> bool:
        return part in line if part.isdecimal() else any(it.startswith(part) for it in line)

    return {
        index
        for index, line in enumerate(lines)
        if any(all(has(line, part) for part in form.split()) for form in forms)
    }
