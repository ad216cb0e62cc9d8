"""Errors of match and key files. Each text says what happened, what is safe, and what to do next."""

from __future__ import annotations

import errno
from pathlib import Path

from saves.faults import InvalidEntry


class SaveError(Exception):
    """A match or key file could not be read or written. What was saved before is still saved."""


class NotFound(SaveError):
    """There is no such file or match."""


class NoMatchFile(SaveError):
    """The file is empty, a folder, or another program's."""


class Unfinished(SaveError):
    """The file ends before its match began, so no moves can be lost."""


class NewerVersion(SaveError):
    """The file needs a newer version of this program, or rules that it does not have."""


class Damaged(SaveError):
    """The file is damaged before its end; `read_only=True` opens the intact part."""

    def __init__(self, sentence: str, sound: int) -> None:
        super().__init__(sentence)
        self.sound = sound
        """The number of intact records at the start."""


class BrokenLog(SaveError):
    """The records are intact, but the log is not valid; `read_only=True` opens the valid part."""

    def __init__(self, sentence: str, problem: InvalidEntry) -> None:
        super().__init__(sentence)
        self.problem = problem


class FileChanged(SaveError):
    """Another program changed, replaced or removed the file of an open match, so nothing more is written to it."""


class Locked(SaveError):
    """Another program, or another window of this one, has the match open."""


class NotWritable(SaveError):
    """The file or its folder is read-only; `read_only=True` opens the match for viewing."""


class NotYours(SaveError):
    """The match is hosted by another identity; `read_only=True` opens it as its guests see it."""


class HostedElsewhere(NotYours):
    """The file is a guest's or spectator's copy: the match continues only at its host's table."""


class SharedMatch(SaveError):
    """Guests hold seats of the match, or bots in their place, so it continues only at a network table."""


class ReadOnlyMatch(SaveError):
    """The match was opened for viewing, so nothing can be added."""


class NotNow(SaveError):
    """The request is not possible at this point of the match."""


class DiskFull(SaveError):
    """There was no space for the last move, which was not made; it can be made again once there is space."""


class DiskError(SaveError):
    """Reading or writing failed in another way."""


class IdentityError(SaveError):
    """The key file cannot be used."""


def quoted(path: Path) -> str:
    """Return a path in quotes, without characters that could control a terminal."""
    return "'" + "".join(char if char.isprintable() else "?" for char in str(path)) + "'"


def describe_os_error(error: OSError) -> str:
    """Return why the system refused to write, in a few words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return "permission denied"
    return error.strerror or type(error).__name__


def folder_error(error: OSError, folder: Path) -> SaveError:
    """Return the `SaveError` for a folder that cannot be created or in which no file can be."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return save_error(error, folder, "used as a folder")
    match error:
        case FileExistsError() | NotADirectoryError():
            why = "a file is in the way"
        case OSError(errno=errno.EROFS):
            why = "its disk is read-only"
        case FileNotFoundError():
            why = "the folder can't be created"
        case _:
            why = describe_os_error(error)
    return NotWritable(
        f"Nothing can be saved in {quoted(folder)}: {why}. Correct this, or set GALLI_TUI_HOME to a "
        "folder that you can write to, and try again."
    )


def target_error(error: OSError, path: Path) -> SaveError:
    """Return the `SaveError` for a file of the player's choice whose folder takes no new files."""
    why = "its disk is read-only" if error.errno == errno.EROFS else "you can't write to its folder"
    return NotWritable(f"{quoted(path)} could not be written: {why}. Choose another folder.")


def refuses_files(error: OSError) -> bool:
    """Return whether an error while a file was created is that of a folder that takes none, not that of a disk."""
    return isinstance(error, PermissionError | NotADirectoryError | FileNotFoundError) or error.errno == errno.EROFS


def save_error(error: OSError, path: Path, doing: str) -> SaveError:
    """Return the `SaveError` for an error of the operating system.

    `doing` completes "could not be ...", e.g. "read" or "written to".
    """
    name = quoted(path)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(
            f"The disk is full, so {name} could not be {doing}. Everything up to the last move is safe: "
            "make room and try again."
        )
    if isinstance(error, FileNotFoundError):
        return NotFound(f"File not found: {name}.")
    if isinstance(error, IsADirectoryError):
        return NoMatchFile(f"{name} is a folder, not a saved match.")
    if error.errno == errno.EROFS:
        return NotWritable(
            f"{name} could not be {doing} because its disk is read-only. Nothing was lost: make the disk writable, or "
            "set GALLI_TUI_HOME to a folder on another disk, and try again."
        )
    if isinstance(error, PermissionError):
        return NotWritable(
            f"{name} could not be {doing}: permission denied. Nothing was lost: "
            "change the permissions of the file or its folder, and try again."
        )
    reason = error.strerror or type(error).__name__
    return DiskError(
        f"{name} could not be {doing} ({reason}). Everything up to the last move is safe: "
        "check the disk and open the match again."
    )
