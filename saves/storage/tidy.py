"""Tidying the player's folders: removing drafts of killed programs, and closing files to other users.

A draft may contain the secret of a match, or be a hard link to the key file.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from saves.errors import quoted
from saves.storage.disk import BINARY, lock
from saves.storage.paths import MATCHES, TRASH

_DRAFT: Final = re.compile(
    r"(?:\.identity\.key|\.ssh\S+|\.\S+\.galli(?:\.summary|\.review)?|\.?settings\.(?:json|toml))\.(\d{1,10})(?:\.part)?"
)
"""Names of drafts, with the id of the process that writes them."""
_LONG: Final = 3600
"""Seconds after which a draft counts as abandoned, even if a process with that id exists."""


def tidy_drafts(folder: Path) -> None:
    """Remove the drafts in a folder whose programs have ended, if they can be removed."""
    with suppress(OSError):
        for path in list(folder.iterdir()):
            found = _DRAFT.fullmatch(path.name)
            if found is not None:
                with suppress(OSError):
                    _tidy(path, int(found[1]))


def tidy_home(home: Path) -> None:
    """Remove the drafts in the player's folders, and close the folders of matches to other users."""
    tidy_drafts(home)
    for folder in (home / MATCHES, home / TRASH):
        tidy_drafts(folder)
        with suppress(OSError):
            restrict_to_owner(folder)


def restrict_to_owner(path: Path, handle: int | None = None) -> str:
    """Close a file or folder to all but its owner. Return a sentence for the player if others could read the file.

    The sentence is empty for a folder that was closed. Raises OSError if the permissions cannot be read.
    """
    if os.name != "posix":
        return ""
    info = path.stat() if handle is None else os.fstat(handle)
    if not info.st_mode & 0o077:
        return ""
    is_folder = stat.S_ISDIR(info.st_mode)
    with suppress(OSError):
        path.chmod(0o700 if is_folder else 0o600)
    if path.stat().st_mode & 0o077:
        return (
            f"Other users of this computer can read {quoted(path)}, and its permissions cannot be changed. Change them "
            "yourself, or keep your matches on another disk."
        )
    if is_folder:
        return ""
    return f"Other users of this computer were able to read {quoted(path)}; now they cannot."


def shared_folder_warning(folder: Path) -> str:
    """Return a sentence for the player if other users can change files in the folder, whose permissions are kept."""
    if os.name != "posix":
        return ""
    with suppress(OSError):
        info = folder.stat()
        by_others = info.st_mode & stat.S_IWOTH or (info.st_mode & stat.S_IWGRP and info.st_gid != os.getgid())
        if by_others:
            return (
                f"Other users of this computer can change and replace files in {quoted(folder)}, your key file among "
                "them. Use `chmod go-w` on the folder to prevent that."
            )
    return ""


def _tidy(path: Path, writer: int) -> None:
    """Remove a draft unless its program may still be writing it. Raises OSError."""
    if not stat.S_ISREG(path.lstat().st_mode):
        return
    if writer != os.getpid() and _runs(writer) and time.time() - path.stat().st_mtime < _LONG:
        return
    handle = os.open(path, os.O_RDWR | BINARY)
    try:
        free = lock(handle)
    finally:
        os.close(handle)
    if free:
        path.unlink()


def _runs(process: int) -> bool:
    """Return whether a process exists; True on Windows, where asking would end it."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
