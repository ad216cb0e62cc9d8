"""`replay`: a saved match, or one in a file, moment by moment."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from galli_tui.cli.export_verify import command_error, match_path
from galli_tui.cli.opening import terminal_of
from saves.errors import SaveError

if TYPE_CHECKING:
    from galli_tui.app import GalliApp


def replay(args: Namespace) -> int:
    """Show the replay of a match above the menu."""
    from galli_tui.app import run
    from galli_tui.game_api.registry import texts_of
    from galli_tui.matches.local import LocalMatchStore
    from galli_tui.screens.table.replay import ReplayScreen

    path, terminal = match_path(args.match), terminal_of(args)
    match_store = LocalMatchStore()
    try:
        table = match_store.inspect_file(path)
    except SaveError as error:
        raise command_error(error) from None

    def first(app: GalliApp) -> None:
        app.push_screen(ReplayScreen(table, texts_of(table.game.meta.key), owns_table=True))

    return run(terminal, match_store=match_store, first=first)
