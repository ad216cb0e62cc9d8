"""What can go wrong between a match and its file. Each is a sentence: what happened, what is safe, what to do next."""

from __future__ import annotations

import errno
from pathlib import Path

from saves.faults import InvalidEntry


class SaveError(Exception):
    """A match or key file could not be read or written. Its text is for the player; what was durable still is."""


class NotFound(SaveError):
    """There is no such file or match."""


class NoMatchFile(SaveError):
    """The file is empty, a folder, or another program's."""


class Unfinished(SaveError):
    """The file breaks off before its match began, so nothing was played that could be lost."""


class NewerVersion(SaveError):
    """Made by a newer version of this program, or by rules that this one does not have."""


class Damaged(SaveError):
    """The file is damaged before its end; `read_only=True` opens what is sound."""

    def __init__(self, sentence: str, sound: int) -> None:
        super().__init__(sentence)
        self.sound = sound
        """How many records from the start are sound."""


class BrokenLog(SaveError):
    """The records are sound, but the log in them is not valid; `read_only=True` opens it up to there."""

    def __init__(self, sentence: str, problem: InvalidEntry) -> None:
        super().__init__(sentence)
        self.problem = problem


class FileChanged(SaveError):
    """Another program has changed, replaced or removed the file of an open match, so nothing more is written to it."""


class Locked(SaveError):
    """Another program, or another window of this one, has the match open."""


class NotWritable(SaveError):
    """The file or its folder may only be read; `read_only=True` opens the match to look at it."""


class NotYours(SaveError):
    """The match is hosted by another identity; `read_only=True` opens it as that one's guests see it."""


class SharedMatch(SaveError):
    """Seats of it belong to guests, or to bots in their place: it goes on at a table that is open to them."""


class ReadOnlyMatch(SaveError):
    """The match was opened to look at it, so nothing can be added."""


class NotNow(SaveError):
    """What was asked is not possible at this point of the match."""


class DiskFull(SaveError):
    """No room for the last move: the match stands before it, and the move can be made again once there is room."""


class DiskError(SaveError):
    """Reading or writing failed in some other way."""


class IdentityError(SaveError):
    """The key file cannot be used."""


def quoted(path: Path) -> str:
    """A path for a sentence: without anything that could steer a terminal."""
    return "'" + "".join(char if char.isprintable() else "?" for char in str(path)) + "'"


def describe_os_error(error: OSError) -> str:
    """Why the system refused to write, in a few words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return "this user may not write there"
    return error.strerror or type(error).__name__


def save_error(error: OSError, path: Path, doing: str) -> SaveError:
    """The sentence for an error of the operating system. `doing` completes "could not be ...": "read", "written to"."""
    name = quoted(path)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(
            f"The disk is full, so {name} could not be {doing}; everything up to the last move is safe: "
            "make room and try again."
        )
    if isinstance(error, FileNotFoundError):
        return NotFound(f"There is no file {name}; look for the match with `galli-tui list`.")
    if isinstance(error, IsADirectoryError):
        return NoMatchFile(f"{name} is a folder, not a saved match.")
    if error.errno == errno.EROFS:
        return NotWritable(
            f"{name} could not be {doing}, because its disk is read-only; nothing was lost: make the disk writable, or "
            "set GALLI_TUI_HOME to a folder on another one, and try again."
        )
    if isinstance(error, PermissionError):
        return NotWritable(
            f"{name} could not be {doing}, because this user may not; nothing was lost: "
            "change its permissions, or those of its folder, and try again."
        )
    reason = error.strerror or type(error).__name__
    return DiskError(
        f"{name} could not be {doing} ({reason}); everything up to the last move is safe: "
        "see to the disk and open the match again."
    )
