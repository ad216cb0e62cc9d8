"""`replay`: a saved match, or one in a file, moment by moment, on the screen or in words."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from galli_tui.cli.match_argument import command_error, match_path
from galli_tui.cli.opening import terminal_of
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.print_wrapped import print_wrapped
from saves.errors import SaveError

_IN_WORDS: Final = " Or add --plain, to read every move in words."

if TYPE_CHECKING:
    from galli_tui.app import GalliApp


def replay(args: Namespace) -> int:
    """Show the replay of a match above the menu, or read it in plain mode."""
    if args.plain:
        return _read(args.match)
    from galli_tui.app import run
    from galli_tui.game_api.registry import texts_of
    from galli_tui.matches.local import LocalMatchStore
    from galli_tui.screens.table.replay import ReplayScreen

    path, terminal = match_path(args.match), terminal_of(args, _IN_WORDS)
    match_store = LocalMatchStore()
    try:
        table = match_store.inspect_file(path)
    except SaveError as error:
        raise command_error(error) from None

    def first(app: GalliApp) -> None:
        app.push_screen(ReplayScreen(table, texts_of(table.game.meta.key), owns_table=True))

    return run(terminal, match_store=match_store, first=first)


def _read(match: str | None) -> int:
    """Print every moment of a match in sentences; of a damaged file, those that are intact, and what is wrong."""
    from galli_tui.game_api.registry import texts_of
    from galli_tui.plain.speech import spoken
    from galli_tui.sharing.record import record_lines
    from galli_tui.sharing.shown import open_shown
    from saves.storage.verify import verify_file

    path = match_path(match, plain=True)
    try:
        shown = open_shown(path, whole=False)
        try:
            header = verify_file(path).header
            lines = record_lines(shown, texts_of(header.game), header, notation=False)
            notices = shown.timeline.table.notices
        finally:
            shown.timeline.table.close()
    except SaveError as error:
        raise command_error(error) from None
    for line in lines:
        print_wrapped(spoken(line.strip()))
    for notice in notices:
        print_error(notice)
    return Exit.REFUSED if notices else Exit.OK
