"""The saved matches of this player: where they lie, what a list of them shows, and one found by the start of its id.

Listing reads every file and trusts none; whether a match is valid shows when it is opened or verified.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from rules.engine.game import Options
from rules.engine.plain import PlainError
from saves.canonical import CanonicalError
from saves.contents import Contents, contents_of
from saves.entries import AbandonedBody, OpenedBody, read_entry
from saves.errors import Missing, NewerVersion, SaveError, shown
from saves.file import damage, demand_header, demand_ours, read_file, torn
from saves.header import Player
from saves.names import SUFFIX
from saves.records import Ending

LATEST: Final = 253_402_214_400
"""The last day that a calendar can show; a file that claims to be younger is listed as of then."""


COPY: Final = "A copy of a match that is hosted elsewhere: `galli-tui join` takes you back to its table."


class RowState(Enum):
    """How a match stands, as far as a glance tells."""

    IN_PLAY = "in play"
    OVER = "over"
    ABANDONED = "abandoned"
    DAMAGED = "damaged"
    """What is sound of it can be looked at."""
    NEWER = "newer"
    """Of a newer version of this program."""
    UNREADABLE = "unreadable"
    """Another program's file, or nothing in it, or no permission."""


class Row(NamedTuple):
    """One file of the library. Without a readable header, all but the first four are empty."""

    path: Path
    state: RowState
    note: str
    """One sentence, where there is something to say."""
    changed: int
    """When it was written to last, in seconds since 1970."""
    match_id: str = ""
    """32 hexadecimal digits."""
    game: str = ""
    options: Options | None = None
    players: tuple[Player, ...] = ()
    created: int = 0
    entries: int = 0
    """How far it has come."""
    hosted: bool = True
    """Whether it can be played on from this file; a copy goes on at its host's table."""


def list_matches(folder: Path) -> list[Row]:
    """All match files of a folder, the one changed last first; none if there is no such folder.

    Raises `SaveError` only if the folder itself cannot be read.
    """
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX and not path.name.startswith(".")]
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SaveError(f"The folder of the saved matches, {shown(folder)}, could not be read ({reason}).") from None
    return sorted((row_of(path) for path in paths), key=lambda row: (-row.changed, row.path.name))


def row_of(path: Path) -> Row:
    """What a list shows of one file. Never raises for what is in it."""
    try:
        changed = min(max(int(path.stat().st_mtime), 0), LATEST)
    except OSError:
        changed = 0
    try:
        found, kind = read_file(path)
        demand_ours(kind, path)
        demand_header(found, path)
        contents = contents_of(found.records, path)
    except NewerVersion as error:
        return Row(path, RowState.NEWER, str(error), changed)
    except SaveError as error:
        return Row(path, RowState.UNREADABLE, str(error), changed)
    state = _state(contents)
    note = COPY if not contents.hosted and state is RowState.IN_PLAY else ""
    if found.ending is Ending.DAMAGED:
        state, note = RowState.DAMAGED, str(damage(path, found))
    elif found.ending is Ending.TORN:
        note = torn(path, cut=False)
    header = contents.header
    return Row(
        path,
        state,
        note,
        changed,
        header.match.hex(),
        header.game,
        header.options,
        header.players,
        header.created,
        len(contents.entries),
        contents.hosted,
    )


def find_match(folder: Path, beginning: str) -> Row:
    """The match whose id begins so. Raises `SaveError` for none or several."""
    wanted = beginning.strip().lower()
    found = [row for row in list_matches(folder) if row.match_id.startswith(wanted)] if wanted else []
    if not found:
        raise Missing(f"No saved match has an id that begins with {_quoted(beginning)}; see `galli-tui list`.")
    if len({row.match_id for row in found}) > 1:
        raise SaveError(f"{len(found)} saved matches have an id that begins with '{wanted}'; type more of it.")
    if len(found) > 1:
        names = ", ".join(shown(Path(row.path.name)) for row in found)
        raise SaveError(f"{len(found)} files are copies of that match; keep one of them: {names}.")
    return found[0]


def _quoted(word: str) -> str:
    return shown(Path(word[:40])) if word else "nothing"


def _state(contents: Contents) -> RowState:
    bodies: list[object] = []
    for raw in contents.entries[-2:]:
        try:
            bodies.append(read_entry(raw).body)
        except (CanonicalError, PlainError):
            return RowState.DAMAGED
    if any(isinstance(body, AbandonedBody) for body in bodies):
        return RowState.ABANDONED
    return RowState.OVER if any(isinstance(body, OpenedBody) for body in bodies) else RowState.IN_PLAY
