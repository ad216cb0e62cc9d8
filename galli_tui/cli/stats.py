"""`stats`: the player's results in words, or as JSON."""

from __future__ import annotations

import json
from argparse import Namespace

from galli_tui.cli.choosing import key_named
from galli_tui.game_api.daily import today
from galli_tui.game_api.own_name import own_name
from galli_tui.plain.speech import spoken
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.stats.figures import daily_streak
from galli_tui.stats.report import NOTHING, as_data, in_words
from galli_tui.stats.results import own_results
from galli_tui.terminal.print_wrapped import print_wrapped
from saves.errors import SaveError


def stats(args: Namespace) -> int:
    """Print the statistics of all games or of one."""
    key = key_named(args)
    try:
        results = own_results(own_name())
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    chosen = [one for one in results if key in (None, one.game)]
    streak = daily_streak(chosen, today())
    if args.json:
        print(json.dumps(as_data(chosen, streak), indent=2, ensure_ascii=False))
        return Exit.OK
    for line in in_words(chosen, streak, half=".5", plain=args.plain) if chosen else [NOTHING]:
        print_wrapped(*([spoken(line)] if args.plain else [line, "    "]))
    return Exit.OK
