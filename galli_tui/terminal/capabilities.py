"""What the terminal can do, detected before the app starts, without importing Textual."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TextIO

from galli_tui.settings.theme_names import COLOURS_16, COLOURS_256, DEFAULT_THEME, NO_COLOURS, palette_name
from galli_tui.startup.own_command import own_command
from galli_tui.terminal.attention import is_over_ssh, shows_notifications
from galli_tui.terminal.safe_text import sanitize


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
    theme: str = DEFAULT_THEME
    """The palette's name in `galli_tui.style.palettes`."""
    motion: bool = False
    """Whether animations are on."""
    page: tuple[int, int] | None = None
    """The first columns and rows of the page in a browser that it is; None for a real terminal."""
    notifications: bool = False
    """Whether it is known to show notifications of the desktop."""
    over_ssh: bool = False
    """Whether it is on another computer."""
    has_unicode: bool = True
    """Whether its locale has more than ASCII."""
    only_ascii: bool = False
    """Whether the command line asks for ASCII, whatever the settings say."""
    still: bool = False
    """Whether the environment asks for no animations, whatever the settings say."""

    @property
    def may_move(self) -> bool:
        """Whether it can show animations. Drawn with few means they flicker."""
        return self.colours is Colours.MANY and not self.ascii and not self.still

    def with_signs(self, signs: str) -> Terminal:
        """Return the terminal drawn with these signs: "auto", "unicode" or "ascii", as in the settings."""
        drawn = self.has_unicode if signs == "auto" else signs == "unicode"
        return replace(self, ascii=self.only_ascii or not drawn)

    def with_motion(self, *, on: bool) -> Terminal:
        """Return the terminal with animations, if it can show them, or without."""
        return replace(self, motion=on and self.may_move)


class UnsuitableTerminal(Exception):
    """The terminal cannot show the app; the text is one sentence for the player."""


_UNABLE = frozenset({"", "dumb", "unknown"})
_WITH_TITLES = ("xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "wezterm", "vte", "konsole", "ghostty")


def detect_terminal(
    environ: Mapping[str, str] | None = None,
    output: TextIO | None = None,
    source: TextIO | None = None,
    *,
    ascii: bool = False,  # noqa: A002
    signs: str = "auto",
    mouse: bool = True,
    theme: str | None = None,
    motion: bool = True,
) -> Terminal:
    """Return what this terminal can do, less what the options switch off. Raises `UnsuitableTerminal`.

    `signs` and `motion` are as in the settings.
    """
    env = os.environ if environ is None else environ
    # Textual writes to the error stream's terminal, as pagers and editors do, and reads from standard input.
    output = sys.__stderr__ if output is None else output
    source = sys.__stdin__ if source is None else source
    term = env.get("TERM", "").strip().lower()
    if not (is_terminal(output) and is_terminal(source)):
        raise UnsuitableTerminal(
            "The game needs a terminal: run it in a terminal window, without pipes, or use a command that only prints "
            f"(see {own_command('--help')})."
        )
    if term in _UNABLE:
        raise UnsuitableTerminal(
            f"This terminal cannot show full-screen programs (TERM is {sanitize(term) or 'not set'}): use another one, "
            f"or a command that only prints (see {own_command('--help')})."
        )
    colours = _colours(env, term)
    ending = COLOURS_16 if colours is Colours.SIXTEEN else "" if _true_colour(env) else COLOURS_256
    chosen = NO_COLOURS if colours is Colours.NONE else palette_name(f"{theme or DEFAULT_THEME}{ending}")
    terminal = Terminal(
        colours=colours,
        mouse=mouse,
        window_titles=term.startswith(_WITH_TITLES),
        theme=chosen,
        notifications=shows_notifications(env),
        over_ssh=is_over_ssh(env),
        has_unicode=_speaks_unicode(env, output),
        only_ascii=ascii,
        still=bool(env.get("GALLI_TUI_STILL")),
    )
    return terminal.with_signs(signs).with_motion(on=motion)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is open and leads to a terminal."""
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
