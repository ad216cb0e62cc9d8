"""`show`: the position of a saved match in words, read without opening a table."""

from __future__ import annotations

from argparse import Namespace

from galli_tui.cli.match_argument import command_error, match_path
from galli_tui.game_api.position_text import position_text
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.speech import spoken
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.print_wrapped import print_wrapped
from rules.engine.secrecy import PUBLIC, Seat, Viewer
from saves.errors import SaveError

_INDENT = "    "


def show(args: Namespace) -> int:
    """Print the position as the public or a seat of this computer knows it; of a damaged file, the last intact one."""
    from galli_tui.matches.local import LocalMatchStore

    path = match_path(args.match, plain=args.plain)
    try:
        table = LocalMatchStore().inspect_file(path)
    except SaveError as error:
        raise command_error(error) from None
    viewer: Viewer = PUBLIC
    try:
        if args.seat is not None:
            viewer = Seat(args.seat - 1)
            if viewer >= len(table.players):
                raise CommandError(f"This match has no seat {args.seat}.", Exit.NO_INPUT)
            if viewer not in table.own_seats and not table.due.over:
                raise CommandError(
                    f"Seat {args.seat} is not played at this computer. Leave out --seat to show the public view.",
                    Exit.REFUSED,
                )
        for part in position_text(table, texts_of(table.game.meta.key), viewer, aloud=args.plain):
            if args.plain:
                for line in part.lines:
                    print_wrapped(spoken(f"{part.title}: {line}"))
                continue
            print(part.title)
            for line in part.lines:
                print_wrapped(f"  {line}", _INDENT)
        for notice in table.notices:
            print_error(notice)
        return Exit.REFUSED if table.notices else Exit.OK
    finally:
        table.close()
