"""Sentences made fit for the ear: signs that a screen reader skips or spells out are put into words."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from galli_tui.terminal.safe_text import sanitize, to_ascii

MOST: Final = 2000
"""The most characters of a line."""
_SIGNS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"\b([a-z])-(?=\d+\b)"), r"\1 minus "),
    (re.compile(r"(?<![\w])-½"), "minus half"),
    (re.compile(r"(?<![\w])\+½"), "plus half"),
    (re.compile(r"(?<=\d)½"), " and a half"),
    (re.compile(r"½"), "half"),
    (re.compile(r"(?<![\w-])-(?=\d)"), "minus "),
    (re.compile(r"(?<![\w+])\+(?=\d)"), "plus "),
    (re.compile(r"(?<=\d)/(?=\d)"), " or "),
    (re.compile(r"\b1x\b"), "one-use"),
    (re.compile(r"(?<=\w)x(\d+)\b"), r" times \1"),
    (re.compile(r"(?<=\d) *[–—] *(?=\d)"), " to "),
    (re.compile(r" +[–—] +"), ", "),
    (re.compile(r" *[→⟶] *"), " to "),
    (re.compile(r"[≥]"), "at least "),
    (re.compile(r"[×]"), " times "),
    (re.compile(r"…"), "..."),
)
"""Signs and the words for them, in this order."""
_HAS_SIGN: Final = re.compile(r"[-½+/–—→⟶≥×…]|\dx|x\d")
"""Finds what any of the signs needs: most sentences have none."""


_MINUS: Final = re.compile(r"\b([a-z]) minus (\d+)\b", re.IGNORECASE)


def typed_as_read(text: str) -> str:
    """Return a line that is typed, with spaces as they are written: "e minus 1", as it is read, is e-1."""
    return _MINUS.sub(r"\1-\2", text)


def spoken(text: str) -> str:
    """Return a sentence without signs that are drawn or read badly, in one line without control characters.

    Letters of every script stay, since names have them.
    """
    text = sanitize(text, MOST)
    if _HAS_SIGN.search(text):
        for sign, words in _SIGNS:
            text = sign.sub(words, text)
    return text if text.isascii() else " ".join("".join(map(_spoken_char, text)).split())


def _spoken_char(char: str) -> str:
    category = unicodedata.category(char)[0]
    if char.isascii() or category in "LMN":
        return char
    return to_ascii(char).replace("?", "").replace("~", "") if category == "P" else ""
