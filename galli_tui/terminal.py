"""What the terminal at hand can do, found out before the app starts; and how text from outside becomes harmless.

Knows no Textual, so that a terminal that cannot show the game is told so at once.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TextIO


class Colours(Enum):
    """How many colours the terminal shows."""

    NONE = 0
    SIXTEEN = 16
    MANY = 256
    """256 or all of them; Textual finds the nearest."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the app may use."""

    ascii: bool = False
    """Only ASCII characters are written."""
    colours: Colours = Colours.MANY
    mouse: bool = True
    window_titles: bool = True
    """Whether it understands the sequences for the window's title and the cursor's shape."""
    theme: str = "night"
    """The palette's name in `galli_tui.theme`."""
    motion: bool = False
    """Whether anything may move by itself, as dice do that tumble."""


class Unsuitable(Exception):
    """The app cannot be shown here; the text is one clear sentence."""


_UNABLE = frozenset({"", "dumb", "unknown"})
_WITH_TITLES = ("xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "wezterm", "vte", "konsole", "ghostty")


def look(
    environ: Mapping[str, str] | None = None,
    output: TextIO | None = None,
    source: TextIO | None = None,
    *,
    ascii: bool = False,  # noqa: A002
    mouse: bool = True,
    theme: str | None = None,
) -> Terminal:
    """What this terminal can do; the options only take away. Raises `Unsuitable` with a sentence for the player."""
    env = os.environ if environ is None else environ
    # Textual writes to the error stream's terminal, as pagers and editors do, and reads from standard input.
    output = sys.__stderr__ if output is None else output
    source = sys.__stdin__ if source is None else source
    term = env.get("TERM", "").strip().lower()
    if not (_is_terminal(output) and _is_terminal(source)):
        raise Unsuitable(
            "The game needs a terminal for its keys and its screen, and here is none: run it in a terminal window "
            "without pipes, or use a command that only prints (see galli-tui --help)."
        )
    if term in _UNABLE:
        raise Unsuitable(
            f"The game draws a whole screen, which this terminal cannot do (TERM is {safe(term) or 'not set'}): run it "
            "in another terminal window, or use a command that only prints (see galli-tui --help)."
        )
    colours = _colours(env, term)
    plain = ascii or not _speaks_unicode(env, output)
    chosen = {Colours.NONE: "none", Colours.SIXTEEN: "sixteen"}.get(colours, theme or "night")
    return Terminal(
        ascii=plain,
        colours=colours,
        mouse=mouse,
        window_titles=term.startswith(_WITH_TITLES),
        theme=chosen,
        # Where pictures are drawn with few means they flicker, and who asks for none may have good reasons.
        motion=colours is Colours.MANY and not plain and not env.get("GALLI_TUI_STILL"),
    )


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def _colours(env: Mapping[str, str], term: str) -> Colours:
    """As Rich counts them, which writes them; and none where the player wants none (no-color.org)."""
    if env.get("NO_COLOR"):
        return Colours.NONE
    if env.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return Colours.MANY
    return Colours.MANY if term.rpartition("-")[2] in ("256color", "kitty") else Colours.SIXTEEN


def _speaks_unicode(env: Mapping[str, str], output: TextIO | None) -> bool:
    encoding = getattr(output, "encoding", None) or ""
    if not _is_utf8(encoding):
        return False
    # Python speaks UTF-8 in a C locale too, and then says LC_CTYPE=C.UTF-8 for itself: only what the player set counts.
    own = env.get("LC_CTYPE") if env.get("LC_CTYPE") != "C.UTF-8" else None
    locale = env.get("LC_ALL") or own or env.get("LANG")
    return locale is None or _is_utf8(locale.partition(".")[2].partition("@")[0])


def _is_utf8(name: str) -> bool:
    return name.lower().replace("-", "").replace("_", "") == "utf8"


NAME_CELLS = 24
"""A name takes at most so many cells."""

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u180e\u17b4\u17b5")
_UNSURE = (
    *(range(0x1160, 0x1200), range(0x2630, 0x2638), range(0x268A, 0x2690), range(0x4DC0, 0x4E00)),
    *(range(0xD7B0, 0xD800), range(0x1D300, 0x1D380), range(0x1F3FB, 0x1F400)),
)
"""Parts of syllables, trigrams, counting rods and shades of skin: no two tables agree how many cells they take."""
_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # titles, links and other strings
    r"|\x1b[P^_X][^\x1b]*(?:\x1b\\)?"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, movements
    r"|\x1b[ -/]*[0-~]?"
)
_MAX_RAW = 4096


def safe(text: str, cells: int = NAME_CELLS) -> str:
    """Text from outside as it may stand in one line of a screen, at most `cells` wide; what is cut ends in "…".

    Escape sequences, control and format characters (bidi overrides, zero-width, emoji variations), private and
    unassigned characters go; blanks run together. East Asian letters stay and count two cells. Brackets stay:
    what shows them must not read them as markup, so it goes to the screen as `Content`, never as a bare string.
    """
    raw = _SEQUENCE.sub("", text[:_MAX_RAW])
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", raw):
        category = unicodedata.category(char)
        if char.isspace() or category[0] == "Z":
            kept.append(" ")
            marks = 0
        elif category == "Mn":
            marks += 1
            if marks <= 1 and kept and kept[-1].isalpha() and not _is_variation(char):
                kept.append(char)
        elif (
            category[0] in "LNPS"
            and char not in _BLANK_LETTERS
            and not _is_unsure(char)
            and not (category == "So" and cell_width(char) != 1)
        ):
            kept.append(char)
            marks = 0
    return fitted(" ".join("".join(kept).split()), cells)


def fitted(text: str, cells: int) -> str:
    """The text, cut to so many cells with "…" where it is longer."""
    if sum(map(cell_width, text)) <= cells:
        return text
    room, kept = cells - 1, ""
    for char in text:
        room -= cell_width(char)
        if room < 0:
            break
        kept += char
    return f"{kept.rstrip()}…" if cells > 0 else ""


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


def as_ascii(text: str) -> str:
    """The text in ASCII, every cell of it kept in its place; what has no likeness becomes "?"."""
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
