"""Reading a match file without changing it: its intact records, and the error or notice for anything else in it."""

from __future__ import annotations

import os
import stat
from io import FileIO
from pathlib import Path

from saves.errors import Damaged, NewerVersion, NoMatchFile, Unfinished, quoted, save_error
from saves.format.records import MAX_FILE, Integrity, PrefixKind, Scan, read_prefix, scan
from saves.storage.disk import BINARY


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, without locking it. Raises `SaveError` if it is unreadable or too large."""
    try:
        handle = os.open(path, os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0))
        try:
            return read_handle(handle, path)
        finally:
            os.close(handle)
    except OSError as error:
        raise save_error(error, path, "read") from None


def scan_bytes(data: bytes) -> tuple[Scan, PrefixKind]:
    """Return the intact records of these bytes, and what their prefix says they are."""
    kind = read_prefix(data)
    return (scan(data) if kind is PrefixKind.OURS else Scan((), 0, Integrity.DAMAGED)), kind


def read_file(path: Path) -> tuple[Scan, PrefixKind]:
    """Return what `scan_bytes` returns for a file, without locking it. Raises `SaveError` if it is unreadable."""
    return scan_bytes(read_bytes(path))


def read_handle(handle: int, path: Path) -> bytes:
    """Return the content of an open file. Raises OSError or `NoMatchFile`."""
    info = os.fstat(handle)
    if stat.S_ISDIR(info.st_mode):
        raise NoMatchFile(f"{quoted(path)} is a folder, not a saved match.")
    if not stat.S_ISREG(info.st_mode):
        raise NoMatchFile(f"{quoted(path)} is not a saved match of this program; it was not changed.")
    if info.st_size > MAX_FILE:
        raise NoMatchFile(
            f"{quoted(path)} is not a saved match of this program, since it is larger than {MAX_FILE >> 20} MiB; it "
            "was not changed."
        )
    with FileIO(handle, closefd=False) as file:
        return file.readall()


def require_match_file(kind: PrefixKind, path: Path) -> None:
    """Raise the `SaveError` for a file whose first bytes are not ours."""
    name = quoted(path)
    match kind:
        case PrefixKind.OURS:
            return
        case PrefixKind.EMPTY:
            raise NoMatchFile(f"{name} is empty: it contains no match.")
        case PrefixKind.FOREIGN:
            raise NoMatchFile(f"{name} is not a saved match of this program; it was not changed.")
        case PrefixKind.NEWER:
            raise NewerVersion(f"{name} was saved by a newer version of this program: update this one to continue.")
        case PrefixKind.SHORT:
            raise unfinished_error(path)
        case PrefixKind.DAMAGED:
            raise Damaged(f"{name} is damaged in its first bytes and cannot be read: restore it from a backup.", 0)


def require_header(found: Scan, path: Path) -> None:
    """Raise a `SaveError` unless the file contains at least a header."""
    if not found.records:
        if found.integrity is Integrity.DAMAGED:
            raise Damaged(f"{quoted(path)} is damaged in its header and cannot be read: restore it from a backup.", 0)
        raise unfinished_error(path)


def damage_error(path: Path, found: Scan) -> Damaged:
    """Return the error for damaged bytes."""
    return Damaged(
        f"{quoted(path)} is damaged at byte {found.size}. You can view the {len(found.records)} intact records before "
        "it; to continue the match, restore the file from a backup.",
        len(found.records),
    )


def torn_notice(path: Path, *, cut: bool) -> str:
    """Return the sentence for an incomplete last record."""
    done = "it was removed" if cut else "it is ignored"
    return f"The last record of {quoted(path)} is incomplete: {done}, and everything before it is intact."


def unfinished_error(path: Path) -> Unfinished:
    """Return the error for a file in which no match has begun."""
    return Unfinished(f"{quoted(path)} ends before its match began. No moves were made, so you can delete it.")
