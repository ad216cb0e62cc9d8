"""`page`: the program of one page in a browser. `serve` starts it, never a player."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping

from galli_tui.settings.file import load
from galli_tui.settings.theme_names import DEFAULT_THEME, NO_COLOURS, known_theme
from galli_tui.startup.collector import pause_collector
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Colours, Terminal
from net.ssh.pty_program import clamp_size


def run(args: Namespace) -> int:
    """Show the menu in the page that this program was started for."""
    if "TEXTUAL_DRIVER" not in os.environ:
        raise CommandError("`page` is started by `galli-tui serve` for each page in a browser", Exit.USAGE)
    pause_collector()
    from galli_tui.app import run as run_app

    return run_app(terminal_of_page(args))


def terminal_of_page(args: Namespace) -> Terminal:
    """Return what the terminal in a page can do, less what options and environment switch off."""
    plain = bool(os.environ.get("NO_COLOR"))
    settings = load().settings
    theme = known_theme(args.theme or settings.theme) or DEFAULT_THEME
    terminal = Terminal(
        colours=Colours.NONE if plain else Colours.MANY,
        mouse=not args.no_mouse,
        window_titles=False,
        theme=NO_COLOURS if plain else theme,
        page=_size(os.environ),
        only_ascii=args.ascii,
        still=bool(os.environ.get("GALLI_TUI_STILL")),
    )
    return terminal.with_signs(settings.signs).with_motion(on=settings.motion)


def _size(env: Mapping[str, str]) -> tuple[int, int]:
    """Return the page's size, which textual-serve passes on from the page."""
    try:
        return clamp_size(int(env.get("COLUMNS", "0")), int(env.get("ROWS", "0")))
    except ValueError:
        return clamp_size(0, 0)
