"""Where the player's own things live: one folder for the key and the matches, closed to others."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from saves.errors import SaveError, quoted, save_error

if TYPE_CHECKING:
    from saves.format.header import Header

HOME_VARIABLE: Final = "GALLI_TUI_HOME"
"""Names another folder than the system's, for portable use and for tests."""
MATCHES: Final = "matches"
TRASH: Final = "trash"
SUFFIX: Final = ".galli"
_RESCUED: Final = "-rescued"


def home() -> Path:
    """The folder of everything the player has; it need not exist yet. Raises `SaveError`."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        try:
            return Path(chosen).expanduser().absolute()
        except RuntimeError:
            raise SaveError(
                f"{HOME_VARIABLE} names the home of a user who does not exist; correct or unset it."
            ) from None
    return platformdirs.user_data_path("galli-tui", appauthor=False)


def matches_folder() -> Path:
    """The folder of the saved matches; it need not exist yet. Raises `SaveError`."""
    return home() / MATCHES


def make_private_folder(folder: Path) -> None:
    """Makes the folder, and those above it, where they are missing: for their owner alone. Raises `SaveError`.

    One that exists stays as it is: somebody chose it so.
    """
    try:
        make_folders(folder)
    except OSError as error:
        raise save_error(error, folder, "used as a folder") from None


def make_folders(folder: Path) -> None:
    """Does what `make_private` does. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{quoted(folder)} is a file, not a folder")


def match_path(folder: Path, header: Header) -> Path:
    """The file of a new match, e.g. `20260301-193000-9f86d081.galli`; the time is UTC."""
    began = datetime.fromtimestamp(header.created, UTC)
    return folder / f"{began:%Y%m%d-%H%M%S}-{header.match.hex()[:8]}{SUFFIX}"


def next_rescue_path(path: Path) -> Path:
    """A name that no file has yet, for what is saved of a match whose own file was changed by another program."""
    return next(found for found in _rescues(path) if not found.exists())


def latest_rescue_path(path: Path) -> Path:
    """The file in which all of this match is that was saved when others had changed its own file; else its own."""
    last = path
    for found in _rescues(path):
        if not found.exists():
            return last
        last = found
    return last


def _rescues(path: Path) -> Iterator[Path]:
    """The names `...-rescued.galli`, `...-rescued-2.galli` and so on."""
    stem = path.stem.partition(_RESCUED)[0] + _RESCUED
    yield path.with_name(stem + path.suffix)
    yield from (path.with_name(f"{stem}-{number}{path.suffix}") for number in count(2))
