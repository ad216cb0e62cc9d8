"""Where the player's data lives: one private folder for the key and the matches, and the names of match files."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from saves.errors import SaveError, folder_error, quoted

if TYPE_CHECKING:
    from saves.format.header import Header

HOME_VARIABLE: Final = "GALLI_TUI_HOME"
"""Overrides the system's data folder, for portable use and for tests."""
MATCHES: Final = "matches"
TRASH: Final = "trash"
SUFFIX: Final = ".galli"
_RESCUED: Final = "-rescued"


def home() -> Path:
    """Return the folder of all the player's data; it may not exist yet. Raises `SaveError`."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        try:
            return Path(chosen).expanduser().absolute()
        except RuntimeError:
            raise SaveError(
                f"{HOME_VARIABLE} names the home of a user who does not exist: correct or unset it."
            ) from None
    return platformdirs.user_data_path("galli-tui", appauthor=False)


def matches_folder() -> Path:
    """Return the folder of the saved matches; it may not exist yet. Raises `SaveError`."""
    return home() / MATCHES


def make_private_folder(folder: Path) -> None:
    """Create the folder and its missing parents, readable by their owner alone. Raises `SaveError`.

    The permissions of existing folders are not changed: they may be intended.
    """
    try:
        make_folders(folder)
    except OSError as error:
        raise folder_error(error, folder) from None


def make_folders(folder: Path) -> None:
    """Create a folder with its missing parents, for this user only. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{quoted(folder)} is a file, not a folder")


def match_path(folder: Path, header: Header) -> Path:
    """Return the file name of a new match: UTC time and start of its id, e.g. `20260301-193000-9f86d081.galli`."""
    began = datetime.fromtimestamp(header.created, UTC)
    return folder / f"{began:%Y%m%d-%H%M%S}-{header.match.hex()[:8]}{SUFFIX}"


def next_rescue_path(path: Path) -> Path:
    """Return an unused name for the rescued copy of a match whose file was changed by another program."""
    return next(found for found in _rescues(path) if not found.exists())


def latest_rescue_path(path: Path) -> Path:
    """Return the file with the latest rescued copy of this match; its own file if there is none."""
    last = path
    for found in _rescues(path):
        if not found.exists():
            return last
        last = found
    return last


def _rescues(path: Path) -> Iterator[Path]:
    """Yield the names `...-rescued.galli`, `...-rescued-2.galli` and so on."""
    stem = path.stem.partition(_RESCUED)[0] + _RESCUED
    yield path.with_name(stem + path.suffix)
    yield from (path.with_name(f"{stem}-{number}{path.suffix}") for number in count(2))
