"""The saved match that a command is about: the file that its argument means, and the error if it can't be opened."""

from __future__ import annotations

import shlex
from pathlib import Path

from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.terminal.safe_text import sanitize
from saves.errors import (
    DiskError,
    HostedElsewhere,
    IdentityError,
    Locked,
    NotFound,
    NotWritable,
    NotYours,
    SaveError,
    SharedMatch,
    quoted,
)
from saves.storage.library import find_match, list_matches
from saves.storage.paths import matches_folder


def match_path(word: str | None, *, plain: bool = False) -> Path:
    """Return the file of a match given by id or path, or of the match played last. Raises `CommandError`.

    `plain` is for a player who uses the commands with --plain.
    """
    if word is None:
        return _last_path(plain=plain)
    path = Path(word)
    try:
        if path.is_file():
            return path
        if len(path.parts) == 1 and (matches_folder() / path).is_file():
            return matches_folder() / path
        if path.suffix or len(path.parts) > 1:
            listing = own_command("list", plain=plain)
            raise CommandError(f"File {quoted(path)} not found. Check its path, or see `{listing}`.", Exit.NO_INPUT)
        return find_match(matches_folder(), word).path
    except NotFound as error:
        raise CommandError(error_with_command(error, word, plain=plain), Exit.NO_INPUT) from None
    except (OSError, ValueError):
        raise CommandError(f"There is no file or match {sanitize(word, 40)!r}.", Exit.NO_INPUT) from None
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None


def _last_path(*, plain: bool) -> Path:
    """Return the file of the match played last; an imported one or a what-if only if there is no other."""
    try:
        rows = list_matches(matches_folder())
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    readable = [row for row in rows if row.options is not None]
    if readable:
        return min(readable, key=lambda row: row.imported or bool(row.origin)).path
    if rows:
        raise nothing_readable(plain=plain)
    raise CommandError(f"No saved match; `{own_command('play', plain=plain)}` starts one.", Exit.NO_INPUT)


def nothing_readable(*, plain: bool) -> CommandError:
    """Return the error for a folder with match files of which none can be read."""
    listing = own_command("list", plain=plain)
    return CommandError(f"None of the saved matches can be read; `{listing}` says why.", Exit.NO_INPUT)


def command_error(error: SaveError) -> CommandError:
    """Return the error to exit with; its code distinguishes an unreadable file from an invalid match."""
    if isinstance(error, NotFound):
        return CommandError(str(error), Exit.NO_INPUT)
    unread = isinstance(error, NotWritable | DiskError | IdentityError)
    return CommandError(str(error), Exit.SAVE if unread else Exit.REFUSED)


def error_with_command(error: SaveError, match_id: str, *, plain: bool) -> str:
    """Return why a match can't be opened, with the commands that help, as the player types them."""
    typed = _typed(match_id)
    replay = f"`{own_command(f'replay {typed}', plain=plain)}` replays it."
    match error:
        case NotFound():
            return f"{error} See `{own_command('list', plain=plain)}`."
        case HostedElsewhere():
            return f"{error} {way_back(match_id, plain=plain)} {replay}"
        case NotYours() | Locked():
            return f"{error} {replay}"
        case SharedMatch():
            reopen = own_command(f"host --resume {typed}", plain=plain)
            return f"{error} `{reopen}` reopens its table, and in the lobby you choose who plays which seat."
        case _:
            return str(error)


def way_back(match_id: str, *, plain: bool) -> str:
    """Return the sentence with the command that leads from a copy of a match to the table of its host."""
    return f"`{own_command(f'resume {_typed(match_id)}', plain=plain)}` takes you back to the host's table."


def _typed(match_id: str) -> str:
    return shlex.quote(sanitize(match_id, 200))
