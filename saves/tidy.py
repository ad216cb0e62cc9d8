"""Keeps the player's folder in order: drafts of killed programs go, and others on the computer are kept out.

A draft may hold a secret: a match's, or a second name of the key file.
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

from saves.disk import BINARY, lock
from saves.errors import shown
from saves.paths import MATCHES, TRASH

_DRAFT: Final = re.compile(
    r"(?:\.identity\.key|\.ssh\S+|\.\S+\.galli(?:\.summary)?|\.?settings\.json)\.(\d{1,10})(?:\.part)?"
)
"""The names of drafts, with the number of the process that writes them."""
_LONG: Final = 3600
"""Seconds that no program takes to write a draft."""


def tidy_drafts(folder: Path) -> None:
    """Removes the drafts in a folder whose programs have ended. What cannot be removed stays."""
    with suppress(OSError):
        for path in list(folder.iterdir()):
            found = _DRAFT.fullmatch(path.name)
            if found is not None:
                with suppress(OSError):
                    _tidy(path, int(found[1]))


def tidy_home(home: Path) -> None:
    """Removes the drafts in the player's folders, and closes those of the matches to others."""
    tidy_drafts(home)
    for folder in (home / MATCHES, home / TRASH):
        tidy_drafts(folder)
        with suppress(OSError):
            keep_others_out(folder)


def keep_others_out(path: Path, handle: int | None = None) -> str:
    """Closes a file or folder to everybody but its owner; a sentence for the player if others had a way in.

    Folders that are closed need none: what is in them is closed as well. Raises OSError if it cannot be looked at.
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
            f"Others on this computer can read {shown(path)}, and it cannot be closed to them; keep your matches on "
            "another disk, or see to its permissions."
        )
    if is_folder:
        return ""
    return f"Others on this computer were able to read {shown(path)}; it is closed to them now."


def warn_of_writers(folder: Path) -> str:
    """A sentence for the player if others may change what is in the folder; it stays as it was chosen to be."""
    if os.name != "posix":
        return ""
    with suppress(OSError):
        info = folder.stat()
        by_others = info.st_mode & stat.S_IWOTH or (info.st_mode & stat.S_IWGRP and info.st_gid != os.getgid())
        if by_others:
            return (
                f"Others on this computer may change and replace files in {shown(folder)}, your key among them: take "
                "that right from them with `chmod go-w`."
            )
    return ""


def _tidy(path: Path, writer: int) -> None:
    """Raises OSError."""
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
    """Whether there is such a process; True where nobody can ask without harm."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
