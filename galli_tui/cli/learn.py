"""`galli-tui learn`: the lessons of the games."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from galli_tui.cli.choosing import box_of
from galli_tui.cli.opening import terminal_of
from galli_tui.cli.play import play_plainly
from galli_tui.lessons.reader import lesson_names
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.style.wording import listed

if TYPE_CHECKING:
    from galli_tui.plain.dialogue import Dialogue


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
        return _learn_plainly(key, args.lesson)
    from galli_tui.app import run

    return run(terminal, first=lambda app: app.learn(key, args.lesson))


def _learn_plainly(key: str | None, lesson: str | None) -> int:
    """Teach in plain lines; a lesson that is left says how to come back."""
    from galli_tui.plain.learn_talk import learn_plainly
    from galli_tui.plain.program import run_plain

    async def conversation(dialogue: Dialogue) -> None:
        if await learn_plainly(dialogue, key, lesson, partial(play_plainly, dialogue)):
            dialogue.say(f"To come back, type: {own_command(' '.join(filter(None, ('learn', key, '--plain'))))}")

    return run_plain(conversation)
