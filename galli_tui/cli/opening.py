"""The way into the app: its terminal, as the options say, and the menu, for `galli-tui` without a command."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from galli_tui.game_api.own_name import is_first_start
from galli_tui.settings.file import load
from galli_tui.startup.collector import pause_collector
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.terminal.capabilities import Terminal, UnsuitableTerminal, detect_terminal

if TYPE_CHECKING:
    from galli_tui.app import GalliApp


def menu(args: Namespace) -> int:
    """Open the menu; at the first start, below the screen that welcomes a newcomer."""
    terminal = terminal_of(args, f" Or type {own_command('--plain')}, to play in lines of text.")
    from galli_tui.app import run

    return run(terminal, first=_welcome if is_first_start() else None)


def _welcome(app: GalliApp) -> None:
    from galli_tui.screens.start.welcome import WelcomeScreen

    app.push_screen(WelcomeScreen(asking=True))


def terminal_of(args: Namespace, otherwise: str = "") -> Terminal:
    """Return the terminal for the app, as the options say. Raises `CommandError` if it cannot show the game.

    `otherwise` says what to do then, besides using another terminal.
    """
    try:
        settings = load().settings
        terminal = detect_terminal(
            ascii=args.ascii,
            signs=settings.signs,
            mouse=not args.no_mouse,
            theme=args.theme or settings.theme,
            motion=settings.motion,
        )
    except UnsuitableTerminal as unsuitable:
        lines = " Or add --plain, for lines of text and typed commands." if hasattr(args, "plain") else ""
        raise CommandError(f"{unsuitable}{otherwise or lines}", Exit.TERMINAL) from None
    pause_collector()  # From here on, all that is done is to start the app.
    return terminal
