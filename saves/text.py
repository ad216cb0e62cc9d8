"""Which part of a foreign text a terminal shows: one definition for comparing names and for drawing them.

Escape sequences are handled by the code that draws.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u180e\u17b4\u17b5")
_UNSURE = (
    *(range(0x1160, 0x1200), range(0x2630, 0x2638), range(0x268A, 0x2690), range(0x4DC0, 0x4E00)),
    *(range(0xD7B0, 0xD800), range(0x1D300, 0x1D380), range(0x1F3FB, 0x1F400)),
)
"""Parts of syllables, trigrams, counting rods and skin tones: terminals disagree on how many cells they take."""


def clean_text(text: str) -> str:
    """Return the text without characters that are invisible or drawn differently by terminals; blanks are merged.

    Removes control, format, private and unassigned characters, pictures, and marks except one on a letter.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())  # Most texts, and none of what follows can change them.
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char in _BLANK_LETTERS or _is_unsure(char):
            continue
        if char.isspace() or category[0] == "Z":
            kept.append(" ")
            marks = 0
        elif category == "Mn":
            marks += 1
            if marks <= 1 and kept and kept[-1].isalpha() and not _is_variation(char):
                kept.append(char)
        elif category[0] in "LNPS" and not (category == "So" and cell_width(char) != 1):
            kept.append(char)
            marks = 0
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def lookalike_key(name: str) -> str:
    """Return a key that is equal for names that people would confuse: it ignores case, width and blanks."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def truncate(text: str, cells: int) -> str:
    """Return the start of the text that fits into this many cells."""
    room, kept = cells, ""
    for char in text:
        room -= cell_width(char)
        if room < 0:
            break
        kept += char
    return kept.rstrip()


def ellipsize(text: str, cells: int) -> str:
    """Return the text, truncated with "…" if it is wider than this many cells."""
    if (len(text) if text.isascii() else sum(map(cell_width, text))) <= cells:
        return text
    return f"{truncate(text, cells - 1)}…" if cells > 0 else ""


def ellipsize_apart(names: Sequence[str], cells: int) -> list[str]:
    """Return names of at most this many cells; of those that would be truncated alike, the end is kept: "Br…Anton"."""
    short = [ellipsize(name, cells) for name in names]
    return [
        f"{truncate(name, 2)}…{truncate(name[::-1], cells - 3)[::-1]}"
        if cells > 3 and one != name and short.count(one) > 1
        else one
        for name, one in zip(names, short, strict=True)
    ]


def cell_width(char: str) -> int:
    """Return how many cells a character takes in a terminal: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _is_unsure(char: str) -> bool:
    return not char.isascii() and any(ord(char) in part for part in _UNSURE)


def _is_variation(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
