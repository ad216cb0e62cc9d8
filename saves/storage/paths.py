"""Where the player's own things live: one folder for the key and the matches, closed to others."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

import platformdirs

from saves.errors import SaveError, disk_error, shown

HOME_VARIABLE: Final = "GALLI_TUI_HOME"
"""Names another folder than the system's, for portable use and for tests."""
MATCHES: Final = "matches"
TRASH: Final = "trash"


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


def make_private(folder: Path) -> None:
    """Makes the folder, and those above it, where they are missing: for their owner alone. Raises `SaveError`.

    One that exists stays as it is: somebody chose it so.
    """
    try:
        make_folders(folder)
    except OSError as error:
        raise disk_error(error, folder, "used as a folder") from None


def make_folders(folder: Path) -> None:
    """Does what `make_private` does. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{shown(folder)} is a file, not a folder")
