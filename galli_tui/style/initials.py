"""One letter for each name, different from all others: for the plan, and for curves in ASCII."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def initials(names: Iterable[str]) -> str:
    """Return one character for each name: the first of its ASCII letters that is still free, else its number."""
    marks = ""
    for number, name in enumerate(names, 1):
        letters = (char.upper() for char in _ascii_letters(name))
        marks += next((char for char in letters if char not in marks), str(number))
    return marks


def _ascii_letters(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name)
    return "".join(char for char in bare if char.isascii() and char.isalpha())
