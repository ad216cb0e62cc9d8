"""Durable writes and file locks. Tests replace `Disk` with one that is full, fails or dies."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final

BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Stops Windows from changing bytes; 0 elsewhere."""

LOCK_PLACE: Final = 0x7FFF_FFFF
"""The byte that is locked on Windows: beyond the end of any match file, since locked bytes cannot be read."""

_NO_LOCKS: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL})


class Disk:
    """Writing through the operating system. All methods raise OSError."""

    def write(self, handle: int, data: memoryview) -> int:
        """Write some of `data` at the current position; return the number of bytes."""
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        """Return once everything written is on the disk."""
        if sys.platform == "darwin":
            import fcntl

            # Apple's fsync leaves the data in the drive's own memory.
            try:
                fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            except OSError:
                os.fsync(handle)
        else:
            os.fsync(handle)

    def truncate(self, handle: int, size: int) -> None:
        """Truncate the file to `size` bytes."""
        os.ftruncate(handle, size)


DISK: Final = Disk()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system supports it. Raises OSError."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some network and FUSE file systems cannot sync folders; they keep names by other means.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
    finally:
        os.close(handle)


def open_draft(path: Path) -> int:
    """Open an empty file that only its owner can read, to be written and then renamed. Raises OSError.

    It stays locked until it is closed, so that it is not mistaken for an abandoned draft.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    try:
        lock(handle)
    except OSError:
        os.close(handle)
        raise
    return handle


def publish_new(draft: Path, path: Path) -> None:
    """Give a finished file its name, atomically. Raises FileExistsError if the name is taken, or OSError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # No hard links on this file system. A plain move is whole as well, but could replace what came in between.
        if path.exists():
            raise FileExistsError(errno.EEXIST, "the name is taken") from None
        draft.replace(path)


def write_atomic(path: Path, data: bytes) -> None:
    """Replace a file atomically, readable by its owner alone, but do not sync it. Raises OSError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(open_draft(draft), "wb") as file:
            file.write(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_start(path: Path, size: int) -> bytes:
    """Return at most the first `size` bytes of a file, without waiting for a named pipe. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0))
    try:
        return os.read(handle, size)
    finally:
        os.close(handle)


def lock(handle: int) -> bool:
    """Lock an open file until it is closed; return False if another program has it locked. Raises OSError.

    Returns True where the file system has no locks, as some network file systems.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, LOCK_PLACE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return False
        if error.errno not in _NO_LOCKS:
            raise
    return True
