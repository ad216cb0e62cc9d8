"""What of a text from outside a terminal shows: one idea of it for names that are compared and for what is drawn.

Escape sequences, which go as a whole, are left to whoever draws.
"""

from __future__ import annotations

import unicodedata

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u180e\u17b4\u17b5")
_UNSURE = (
    *(range(0x1160, 0x1200), range(0x2630, 0x2638), range(0x268A, 0x2690), range(0x4DC0, 0x4E00)),
    *(range(0xD7B0, 0xD800), range(0x1D300, 0x1D380), range(0x1F3FB, 0x1F400)),
)
"""Parts of syllables, trigrams, counting rods and shades of skin: no two tables agree how many cells they take."""


def clean_text(text: str) -> str:
    """The text without what draws nothing, or what no two terminals draw alike; blanks run together.

    Control and format characters, private and unassigned ones go, marks but for one on a letter, and pictures.
    """
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
    """What two names share that people would take for one another: case, width and blanks make no difference."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def truncate(text: str, cells: int) -> str:
    """The text as far as it fits into so many cells."""
    room, kept = cells, ""
    for char in text:
        room -= cell_width(char)
        if room < 0:
            break
        kept += char
    return kept.rstrip()


def ellipsize(text: str, cells: int) -> str:
    """The text, cut to so many cells with "…" where it is longer."""
    if sum(map(cell_width, text)) <= cells:
        return text
    return f"{truncate(text, cells - 1)}…" if cells > 0 else ""


def cell_width(char: str) -> int:
    """How many cells a character takes in a line of a terminal: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _is_unsure(char: str) -> bool:
    return not char.isascii() and any(ord(char) in part for part in _UNSURE)


def _is_variation(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
