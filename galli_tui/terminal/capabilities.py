"""What the terminal can do, detected before the app starts, without importing Textual."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from shutil import get_terminal_size
from textwrap import fill
from typing import TextIO

from saves.text import cell_width, clean_text, ellipsize


class Colours(Enum):
    """How many colours the terminal shows."""

    NONE = 0
    SIXTEEN = 16
    MANY = 256
    """256 or more; Textual finds the nearest."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the app may use of its terminal."""

    ascii: bool = False
    """Whether only ASCII characters may be written."""
    colours: Colours = Colours.MANY
    mouse: bool = True
    window_titles: bool = True
    """Whether it understands the sequences for the window's title and the cursor's shape."""
    theme: str = "night"
    """The palette's name in `galli_tui.style.palettes`."""
    motion: bool = False
    """Whether animations are on."""


class UnsuitableTerminal(Exception):
    """The terminal cannot show the app; the text is one sentence for the player."""


_FEWER = "-256"
"""The end of a palette's name in 256 colours, as in `galli_tui.style.palettes`."""
_UNABLE = frozenset({"", "dumb", "unknown"})
_WITH_TITLES = ("xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "wezterm", "vte", "konsole", "ghostty")


def detect_terminal(
    environ: Mapping[str, str] | None = None,
    output: TextIO | None = None,
    source: TextIO | None = None,
    *,
    ascii: bool = False,  # noqa: A002
    mouse: bool = True,
    theme: str | None = None,
) -> Terminal:
    """Return what this terminal can do, less what the options switch off. Raises `UnsuitableTerminal`."""
    env = os.environ if environ is None else environ
    # Textual writes to the error stream's terminal, as pagers and editors do, and reads from standard input.
    output = sys.__stderr__ if output is None else output
    source = sys.__stdin__ if source is None else source
    term = env.get("TERM", "").strip().lower()
    if not (_is_terminal(output) and _is_terminal(source)):
        raise UnsuitableTerminal(
            "The game needs a terminal: run it in a terminal window, without pipes, or use a command that only prints "
            "(see galli-tui --help)."
        )
    if term in _UNABLE:
        raise UnsuitableTerminal(
            f"This terminal cannot show full-screen programs (TERM is {sanitize(term) or 'not set'}): use another one, "
            "or a command that only prints (see galli-tui --help)."
        )
    colours = _colours(env, term)
    plain = ascii or not _speaks_unicode(env, output)
    light = theme or "night"
    own = light + ("" if _true_colour(env) else _FEWER)
    chosen = {Colours.NONE: "none", Colours.SIXTEEN: f"{light}-16"}.get(colours, own)
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
    """Return the number of colours as Rich counts them; none if the player wants none (no-color.org)."""
    if env.get("NO_COLOR"):
        return Colours.NONE
    if _true_colour(env):
        return Colours.MANY
    return Colours.MANY if term.rpartition("-")[2] in ("256color", "kitty") else Colours.SIXTEEN


def _true_colour(env: Mapping[str, str]) -> bool:
    return env.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit")


def _speaks_unicode(env: Mapping[str, str], output: TextIO | None) -> bool:
    encoding = getattr(output, "encoding", None) or ""
    if not _is_utf8(encoding):
        return False
    locale = _locale(env)
    return locale is None or _is_utf8(_codeset(locale))


def _locale(env: Mapping[str, str]) -> str | None:
    """Return the locale that the player has set, None for the system's default."""
    # Python speaks UTF-8 in a C locale too, and then says LC_CTYPE=C.UTF-8 for itself: only what the player set counts.
    own = env.get("LC_CTYPE") if env.get("LC_CTYPE") != "C.UTF-8" else None
    return env.get("LC_ALL") or own or env.get("LANG")


def _codeset(locale: str) -> str:
    return locale.partition(".")[2].partition("@")[0]


def input_encoding(environ: Mapping[str, str] | None = None, source: TextIO | None = None) -> str:
    """Return the encoding of what the terminal sends: the locale's, even if this computer does not have that locale.

    UTF-8 where none is named, or one that Python does not know or in which ASCII is not itself.
    """
    env = os.environ if environ is None else environ
    source = sys.__stdin__ if source is None else source
    named = _codeset(_locale(env) or "") or getattr(source, "encoding", None) or "utf-8"
    return named if _extends_ascii(named) else "utf-8"


def _extends_ascii(encoding: str) -> bool:
    ascii_bytes = bytes(range(128)) + b"\x1b[A\x1b(B\x1b$B~"
    try:
        return codecs.getincrementaldecoder(encoding)("replace").decode(ascii_bytes) == ascii_bytes.decode("ascii")
    except (LookupError, TypeError, ValueError):
        return False


def terminal_is_gone() -> bool:
    """Return whether the terminal on the error stream has been closed."""
    import termios

    try:
        termios.tcgetattr(2)
    except termios.error as error:
        return error.args[0] == errno.EIO
    return False


def _is_utf8(name: str) -> bool:
    return name.lower().replace("-", "").replace("_", "") == "utf8"


NAME_CELLS = 24
"""The most cells of a name."""

_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # titles, links and other strings
    r"|\x1b[P^_X][^\x1b]*(?:\x1b\\)?"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, movements
    r"|\x1b[ -/]*[0-~]?"
)
_MAX_RAW = 4096


def print_error(sentence: str, program: str = "galli-tui") -> None:
    """Print an error on the error stream, wrapped between words if that is a terminal."""
    lines = f"{program}: {sentence}".splitlines()
    if _is_terminal(sys.stderr):
        width = get_terminal_size().columns
        lines = [fill(line, width, break_long_words=False, break_on_hyphens=False) for line in lines]
    print("\n".join(lines), file=sys.stderr)


def write_to_terminal(words: str) -> None:
    """Write to the terminal while no app runs; ignore a terminal that is gone."""
    if sys.__stderr__ is not None:
        with suppress(OSError):
            sys.__stderr__.write(words)
            sys.__stderr__.flush()


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
