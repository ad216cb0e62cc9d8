"""`galli-tui learn`: the lessons of the games."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from galli_tui.cli.choosing import box_of
from galli_tui.cli.opening import terminal_of
from galli_tui.cli.play import play_plainly
from galli_tui.lessons.reader import lesson_names
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.style.wording import listed


def learn(args: Namespace) -> int:
    """Open the list of lessons, or a lesson of a game, on the screen or in plain lines."""
    terminal = None if args.plain else terminal_of(args)
    key = None if args.game is None else box_of(args.game).meta.key
    if key is not None:
        names = lesson_names(key)
        if not names:
            raise CommandError(f"{key} has no lessons", Exit.NO_INPUT)
        if args.lesson is not None and args.lesson not in names:
            raise CommandError(f"no lesson '{args.lesson}'; choose from {listed(names, 'or')}", Exit.NO_INPUT)
    if terminal is None:
        from galli_tui.plain.learn_talk import learn_plainly
        from galli_tui.plain.program import run_plain

        return run_plain(lambda dialogue: learn_plainly(dialogue, key, args.lesson, partial(play_plainly, dialogue)))
    from galli_tui.app import run

    return run(terminal, first=lambda app: app.learn(key, args.lesson))
