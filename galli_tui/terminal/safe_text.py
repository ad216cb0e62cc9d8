"""Text from outside made harmless for the screen, and text in ASCII."""

from __future__ import annotations

import re
import unicodedata

from saves.text import cell_width, clean_text, ellipsize

NAME_CELLS = 24
"""The most cells of a name."""


_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # titles, links and other strings
    r"|\x1b[P^_X][^\x1b]*(?:\x1b\\)?"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, movements
    r"|\x1b[ -/]*[0-~]?"
)


_MAX_RAW = 4096


def sanitize(text: str, cells: int = NAME_CELLS) -> str:
    """Return text from outside made harmless for one line of a screen, at most `cells` wide; cut text ends in "…".

    Removes escape sequences, control and format characters (bidi overrides, zero-width, emoji variations), private and
    unassigned characters; collapses blanks. East Asian letters stay and count two cells. Brackets stay too, so show the
    result as `Content`, never as a bare string, which Textual reads as markup.
    """
    return ellipsize(clean_text(_SEQUENCE.sub("", text[:_MAX_RAW])), cells)


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("─━╌┄┈═▔▁▂▃▅▆▇", "-"),
        **dict.fromkeys("│┃╎┆┊║▏▎▍▌▐▕", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┝┥┯┷┿╴╵╶╷", "+"),
        **dict.fromkeys("█▉▊▋▓", "#"),
        **dict.fromkeys("▒░▄▀", ":"),
        **dict.fromkeys("·•∙", "-"),
        **dict.fromkeys("–—−‐‑", "-"),
        **dict.fromkeys("‘’‚‹›′", "'"),
        **dict.fromkeys("“”„«»″", '"'),
        **dict.fromkeys("▸▶►→⟩❯", ">"),
        **dict.fromkeys("◂◀◄←⟨❮", "<"),
        **dict.fromkeys("▲▴↑⌃", "^"),
        **dict.fromkeys("▼▾↓⌄", "v"),
        **dict.fromkeys("✔✓", "+"),
        **dict.fromkeys("✖✗×", "x"),
        **dict.fromkeys("✶★☆❧❦♣", "*"),
        **dict.fromkeys("●◉◆■", "o"),
        **dict.fromkeys("○◯◇□", "."),
        "…": "~",
        "½": "h",
        "ß": "s",
        "æ": "a",
        "Æ": "A",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
    }
)


def to_ascii(text: str) -> str:
    """Return the text in ASCII with every cell in its place; characters without a likeness become "?"."""
    if text.isascii():
        return text
    return "".join(_ascii_char(char) for char in text.translate(_PLAIN))


def _ascii_char(char: str) -> str:
    if char.isascii():
        return char
    base = unicodedata.normalize("NFKD", char)[0]
    if not base.isascii() or not base.isprintable():
        base = "?"
    return base.ljust(cell_width(char))[: cell_width(char)]
