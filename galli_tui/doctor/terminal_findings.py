"""What the terminal can do, and what the program chooses because of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from galli_tui.doctor.findings import Finding, FindingGroup, Fitness, examine, shown_command
from galli_tui.settings.schema import Settings
from galli_tui.terminal.capabilities import Colours, Terminal, UnsuitableTerminal, detect_terminal, is_terminal
from galli_tui.terminal.queries import Answers, ask_terminal
from galli_tui.terminal.safe_text import sanitize

LEAST: Final = (80, 24)
"""The columns and rows that the screens need."""
WIDE: Final = (120, 36)
"""The columns and rows from which the tables show more at once."""
SIGNS: Final = ("─", "█", "▒", "·", "…", "→", "★", "●", "◆", "✓")
"""Signs of the screens whose width terminals disagree on."""
_CELLS: Final = 40
_CONSOLES: Final = ("linux", "vt100", "vt220")
"""Terminals without a mouse of their own."""


class Surroundings(NamedTuple):
    """Where the program runs: the environment, the terminal's size if there is a terminal, and its own answers."""

    env: Mapping[str, str]
    size: tuple[int, int] | None
    chosen: Terminal | None
    """What the program would use; None if it cannot run here."""
    why_not: str = ""
    """Why it cannot run here."""
    answers: Answers | None = None
    input_encoding: str = ""
    output_encoding: str = ""
    settings: Settings = Settings()
    """What the player asks for."""

    @property
    def term(self) -> str:
        """The terminal's type."""
        return self.env.get("TERM", "").strip().lower()


def look_around(
    *,
    ask: bool,
    ascii: bool = False,  # noqa: A002
    mouse: bool = True,
    theme: str | None = None,
    settings: Settings | None = None,
) -> Surroundings:
    """Return what can be found out here; the terminal itself is asked only if `ask`."""
    settings = settings or Settings()
    env = dict(os.environ)
    size = _size()
    chosen, why_not = None, ""
    try:
        chosen = detect_terminal(
            env,
            ascii=ascii,
            signs=settings.signs,
            mouse=mouse,
            theme=theme or settings.theme,
            motion=settings.motion,
        )
    except UnsuitableTerminal as unsuitable:
        why_not = str(unsuitable)
    answers = None
    if ask and chosen is not None:
        simple = env.get("TERM", "") in _CONSOLES
        answers = ask_terminal(sys.__stderr__.fileno(), sys.__stdin__.fileno(), SIGNS, simple=simple)  # pyright: ignore[reportOptionalMemberAccess]
    return Surroundings(
        env,
        size,
        chosen,
        why_not,
        answers,
        getattr(sys.__stdin__, "encoding", "") or "",
        getattr(sys.__stderr__, "encoding", "") or "",
        settings,
    )


def terminal_section(here: Surroundings) -> FindingGroup:
    """Return what was found about the terminal."""
    if here.size is None and here.chosen is None and here.term:
        parts = (_no_terminal, _way, _asked_colours)
    elif here.chosen is None:
        parts = (_unsuitable, _way)
    else:
        parts = (_kind, _way, _room, _colours, _unicode, _widths, _mouse, _keyboard, _pictures, _title, _motion, _bell)
    return examine("Terminal", *(partial(part, here) for part in parts))


def plain_section(here: Surroundings) -> FindingGroup:
    """Return what was found about the terminal for who plays in plain lines, which draw nothing."""
    return examine("Terminal", partial(_plain_mode, here), partial(_way, here))


def _plain_mode(here: Surroundings) -> Sequence[Finding]:
    term = sanitize(here.term, _CELLS) or "not set"
    text = f"It works here: `{shown_command('--plain')}` only reads and writes lines of text (TERM is {term})."
    return [Finding("plain mode", text)]


def _size() -> tuple[int, int] | None:
    """Return the columns and rows of the terminal that would be drawn on; None without one."""
    if not is_terminal(sys.__stderr__) or sys.__stderr__ is None:
        return None
    try:
        found = os.get_terminal_size(sys.__stderr__.fileno())
    except OSError:
        return None
    return (found.columns, found.lines)


def _no_terminal(_: Surroundings) -> Sequence[Finding]:
    return [
        Finding(
            "terminal",
            "Input and output do not lead to a terminal, so its abilities are unknown. Commands that only print work; "
            "to learn about a terminal, run this command in it.",
        )
    ]


def _unsuitable(here: Surroundings) -> Sequence[Finding]:
    remedy = (
        "In most terminals `export TERM=xterm-256color` is right. Without it you can play in lines of text: "
        f"`{shown_command('--plain')}`."
    )
    return [Finding("terminal", here.why_not, Fitness.FAILING, remedy)]


def _kind(here: Surroundings) -> Sequence[Finding]:
    named = " ".join(sanitize(here.env.get(name, ""), _CELLS) for name in ("TERM_PROGRAM", "TERM_PROGRAM_VERSION"))
    own = here.answers.version if here.answers else ""
    by = own or named.strip()
    return [Finding("kind", f"TERM is {sanitize(here.term, _CELLS)}; the terminal calls itself {by or 'nothing'}.")]


def _way(here: Surroundings) -> Sequence[Finding]:
    """Return what lies between the program and the terminal's window."""
    env, found = here.env, list[Finding]()
    if env.get("SSH_CONNECTION") or env.get("SSH_TTY"):
        text = "The program runs at the other end of an SSH connection, which passes on TERM but rarely COLORTERM."
        found.append(Finding("SSH", text))
    if env.get("TMUX"):
        found.append(Finding("tmux", "The program runs in tmux, which answers in the terminal's place."))
    elif env.get("STY"):
        found.append(Finding("screen", "The program runs in GNU screen, which answers in the terminal's place."))
    return found


def _room(here: Surroundings) -> Sequence[Finding]:
    if here.size is None:
        return [Finding("size", "The terminal does not say how large it is; 80 columns and 24 rows are assumed.")]
    columns, rows = here.size
    is_large = columns >= WIDE[0] and rows >= WIDE[1]
    text = f"{columns} columns and {rows} rows."
    if columns < LEAST[0] or rows < LEAST[1]:
        remedy = "Enlarge the window or make its letters smaller (often Ctrl and minus)."
        text += f" The game needs {LEAST[0]} and {LEAST[1]}, and waits until it has them."
        return [Finding("size", text, Fitness.FAILING, remedy)]
    if not is_large:
        text += f" That is enough; with {WIDE[0]} and {WIDE[1]} a table shows more at once."
    return [Finding("size", text)]


def _asked_colours(here: Surroundings) -> Sequence[Finding]:
    return [Finding("colours", _colour_source(here.env, here.term))]


def _colours(here: Surroundings) -> Sequence[Finding]:
    assert here.chosen is not None  # noqa: S101
    source, theme = _colour_source(here.env, here.term), here.chosen.theme
    if here.chosen.colours is Colours.NONE:
        text = f"No colour, because {source} Bold, underline and signs say the rest."
        return [Finding("colours", text, remedy="Unset NO_COLOR if you want colours.")]
    if here.chosen.colours is Colours.SIXTEEN:
        text = f"16 colours, because {source} The program uses the palette {theme!r}."
        return [Finding("colours", text, Fitness.LIMITED, _more_colours(here.env))]
    if here.env.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return [Finding("colours", f"All colours, because {source} The program uses the palette {theme!r}.")]
    return [Finding("colours", f"256 colours, because {source} The program uses the palette {theme!r}.")]


def _colour_source(env: Mapping[str, str], term: str) -> str:
    if env.get("NO_COLOR"):
        return "NO_COLOR is set."
    if colorterm := sanitize(env.get("COLORTERM", ""), _CELLS):
        return f"COLORTERM is {colorterm}."
    return f"COLORTERM is not set and TERM is {sanitize(term, _CELLS) or 'not set'}."


def _more_colours(env: Mapping[str, str]) -> str:
    if env.get("TMUX"):
        return 'Add `set -g default-terminal "tmux-256color"` to ~/.tmux.conf and start tmux again.'
    if env.get("STY"):
        return "Add `term screen-256color` to ~/.screenrc and start screen again."
    return (
        "If the terminal shows more colours, as all newer ones do, run `export TERM=xterm-256color` or "
        "`export COLORTERM=truecolor` first."
    )


def _unicode(here: Surroundings) -> Sequence[Finding]:
    assert here.chosen is not None  # noqa: S101
    locale = next((f"{name} is {sanitize(here.env[name], _CELLS)}" for name in _LOCALE if here.env.get(name)), "")
    text = f"{locale or 'No locale is set'}; the terminal is written to in {here.output_encoding or 'no encoding'}."
    if not here.chosen.ascii:
        return [Finding("signs", f"{text} The program draws with Unicode signs.")]
    if "--ascii" in sys.argv:
        return [Finding("signs", f"{text} The program draws with ASCII characters, as --ascii asks.")]
    if here.settings.signs == "ascii":
        return [Finding("signs", f"{text} The program draws with ASCII characters, as your settings ask.")]
    remedy = (
        "If the terminal shows Unicode, run `export LANG=C.UTF-8` first, or "
        f"`{shown_command('settings signs unicode')}` once."
    )
    return [Finding("signs", f"{text} The program draws with ASCII characters only.", Fitness.LIMITED, remedy)]


_LOCALE: Final = ("LC_ALL", "LC_CTYPE", "LANG")


def _widths(here: Surroundings) -> Sequence[Finding]:
    if here.answers is None:
        return [Finding("answers", "The terminal was not asked, or did not answer, so what follows goes by TERM.")]
    if here.chosen is not None and here.chosen.ascii:
        return []
    if not here.answers.widths:
        return [Finding("widths", "The terminal does not say how wide it draws signs.")]
    wrong = [sign for sign, cells in here.answers.widths.items() if cells != 1]
    if not wrong:
        return [Finding("widths", "Every sign of the screens takes one cell, as it should.")]
    remedy = (
        "Set the terminal to draw characters of ambiguous width in one cell (narrow), or start with "
        f"`{shown_command('--ascii')}`."
    )
    text = f"These signs do not take one cell, so screens are out of line: {' '.join(wrong)}"
    return [Finding("widths", text, Fitness.LIMITED, remedy)]


def _mouse(here: Surroundings) -> Sequence[Finding]:
    assert here.chosen is not None  # noqa: S101
    if not here.chosen.mouse:
        return [Finding("mouse", "Off, as you asked; everything works by keyboard.")]
    if here.term in _CONSOLES:
        return [Finding("mouse", f"The {here.term} terminal has none for programs; everything works by keyboard.")]
    text = "Asked for. To mark text with it, hold Shift; --no-mouse leaves it to the terminal. No key needs it."
    return [Finding("mouse", text)]


def _keyboard(here: Surroundings) -> Sequence[Finding]:
    if here.answers is None:
        return []
    if here.answers.keyboard:
        return [Finding("keyboard", "The terminal distinguishes all keys (Kitty keyboard protocol).")]
    text = "The plain protocol: Esc is recognised after a short moment. No action needs a key that it lacks."
    return [Finding("keyboard", text)]


def _pictures(here: Surroundings) -> Sequence[Finding]:
    if here.answers is None:
        return []
    if here.answers.synchronized:
        return [Finding("drawing", "The terminal shows each picture when it is complete (synchronized output).")]
    return [Finding("drawing", "No synchronized output: large changes may flicker. Only changed cells are sent.")]


def _title(here: Surroundings) -> Sequence[Finding]:
    assert here.chosen is not None  # noqa: S101
    if here.chosen.window_titles:
        remedy = "In tmux, `set -g set-titles on` passes it on to the window." if here.env.get("TMUX") else ""
        return [Finding("title", "The window's title says which match it shows.", remedy=remedy)]
    return [Finding("title", f"None: terminals of the type {here.term} may not know the sequence for it.")]


def _motion(here: Surroundings) -> Sequence[Finding]:
    assert here.chosen is not None  # noqa: S101
    if here.chosen.motion:
        return [Finding("motion", "Dice and bots are animated; GALLI_TUI_STILL=1 turns that off.")]
    if not here.settings.motion:
        return [Finding("motion", "Animations are off, as your settings ask.")]
    if here.env.get("GALLI_TUI_STILL"):
        return [Finding("motion", "Animations are off, because GALLI_TUI_STILL is set.")]
    return [Finding("motion", "Animations are off: with few colours or signs they would flicker.")]


def _bell(here: Surroundings) -> Sequence[Finding]:
    """Return how the player is told that it is their turn."""
    assert here.chosen is not None  # noqa: S101
    asked, shows = here.settings.bell, here.chosen.notifications
    if asked == "off":
        return [Finding("your turn", "The screen alone shows it, as your settings ask.")]
    if asked == "auto" and here.chosen.over_ssh:
        text = "The screen alone shows it, as the terminal is on another computer."
        remedy = (
            f"To hear of it all the same, run `{shown_command('settings bell bell')}` or "
            f"`{shown_command('settings bell notification')}`."
        )
        return [Finding("your turn", text, remedy=remedy)]
    if asked == "bell":
        return [Finding("your turn", "The terminal's bell rings after a wait, as your settings ask.")]
    if shows:
        return [Finding("your turn", "A desktop notification appears after a wait: this terminal shows them.")]
    between = "tmux" if here.env.get("TMUX") else "screen" if here.env.get("STY") else ""
    why = f"{between} forwards no notifications" if between else "it is not known to show notifications"
    return [Finding("your turn", f"The terminal's bell rings after a wait, as {why}.")]
