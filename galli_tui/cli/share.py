"""`import`, and what `export` writes for others: a match file, a readable record, a picture, a recording."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from galli_tui.cli.export_verify import export_events
from galli_tui.cli.match_argument import command_error, match_path
from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.registry import texts_of
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import sanitize
from rules.engine.secrecy import Seat
from saves.errors import SaveError, describe_os_error, quoted

if TYPE_CHECKING:
    from galli_tui.sharing.shown import ShownMatch


def export(args: Namespace) -> int:
    """Print a match as `export_verify` does, or write what others can read."""
    plain = not args.record and args.file is args.svg is args.cast is None
    return export_events(args) if plain else _export_for_others(args)


def _export_for_others(args: Namespace) -> int:
    """Write what the arguments ask for; each file is new, and nothing in it is hidden from its readers by the rules."""
    from galli_tui.sharing.shown import open_shown

    path = match_path(args.match)
    try:
        if args.file is not None:
            from saves.storage.share import share_match

            share_match(path, Path(args.file))
            print(f"Written: {sanitize(args.file, 200)}. Others add it with `galli-tui import FILE`.")
            return Exit.OK
        shown = open_shown(path, None if args.seat is None else Seat(args.seat - 1))
        try:
            _write(args, path, shown)
        finally:
            shown.timeline.table.close()
    except SaveError as error:
        raise command_error(error) from None
    return Exit.OK


def _write(args: Namespace, path: Path, shown: ShownMatch) -> None:
    from saves.storage.verify import verify_file

    header = verify_file(path).header
    if args.record:
        from galli_tui.sharing.record import record_lines

        print("\n".join(record_lines(shown, texts_of(header.game), header)))
    number = shown.moment(args.at)
    if args.svg is not None:
        from galli_tui.sharing.picture import svg_of

        _save(args.svg, svg_of(shown, number, args.size, args.theme))
    if args.cast is not None:
        from galli_tui.sharing.cast import cast_of

        title = full_title(header.game, header.options)
        cast = cast_of(shown, title, header.created, speed=args.speed, size=args.size, theme=args.theme)
        _save(args.cast, cast)


def _save(name: str, text: str) -> None:
    """Write a new file. Raises `CommandError`; never overwrites."""
    path = Path(name)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{quoted(path)} already exists and was not changed.", Exit.SAVE) from None
    except OSError as error:
        raise CommandError(f"{quoted(path)} could not be written: {describe_os_error(error)}.", Exit.SAVE) from None
    print(f"Written: {sanitize(name, 200)}.")


def import_file(args: Namespace) -> int:
    """Add a match that others have shared to the saved ones, for viewing."""
    from saves.storage.paths import matches_folder
    from saves.storage.share import import_match

    try:
        found = import_match(Path(args.file), matches_folder(), int(time.time()))
    except SaveError as error:
        raise command_error(error) from None
    header = found.header
    names = ", ".join(sanitize(player.name, 40) for player in header.players)
    print(f"Imported as {header.match.hex()[:8]}: {full_title(header.game, header.options)}: {names}.")
    print("Every signature, rule, deal and sealed choice is correct. The file itself names the players.")
    return Exit.OK
