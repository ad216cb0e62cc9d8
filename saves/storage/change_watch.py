"""Detecting changes that other programs, such as sync and backup tools, make to an open match file.

Identity, size and the last bytes are compared each time. The whole file is read and compared only when its timestamps
have changed.
"""

from __future__ import annotations

import os
import sys
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Final

_TAIL: Final = 4096
"""Bytes at the end that are compared each time, since a change within one tick of the clock moves no timestamp."""
_CHUNK: Final = 1 << 20


class FileChange(Enum):
    """What another program did to the file; completes "'match.galli' was ..."."""

    REMOVED = "deleted or moved"
    REPLACED = "replaced by another file"
    CHANGED = "changed by another program"


class ChangeWatch:
    """Compares a file with what this program last read from it or wrote to it."""

    def __init__(self, path: Path, handle: int, data: bytes) -> None:
        """Start watching. `data` is the whole content of the file."""
        info = os.fstat(handle)
        self._path = os.fspath(path)
        self._file = _file(info)
        self._hash = sha256(data)
        self.size = len(data)
        self._tail = data[-_TAIL:]
        self._stamp = _stamp(info)

    def record_append(self, handle: int, data: bytes) -> None:
        """Record data that was appended. Raises OSError, and then records nothing."""
        self._stamp = _stamp(os.fstat(handle))
        self._hash.update(data)
        self.size += len(data)
        self._tail = (self._tail + data)[-_TAIL:]

    def record_truncation(self, handle: int) -> None:
        """Record that a partial write was truncated. Raises OSError."""
        self._stamp = _stamp(os.fstat(handle))

    def find_change(self, handle: int) -> FileChange | None:
        """Return how the file was changed since; None if it was not. Raises OSError."""
        try:
            info = os.stat(self._path)  # noqa: PTH116  (players wait for this: a `Path` takes twice as long)
        except (FileNotFoundError, NotADirectoryError):
            return FileChange.REMOVED
        if _file(info) != self._file:
            return FileChange.REPLACED
        if info.st_size != self.size or _read(handle, self.size - len(self._tail), len(self._tail)) != self._tail:
            return FileChange.CHANGED
        if _stamp(info) != self._stamp:
            if self._hash_of(handle) != self._hash.digest():
                return FileChange.CHANGED
            self._stamp = _stamp(info)
        return None

    def _hash_of(self, handle: int) -> bytes:
        found, place = sha256(), 0
        while part := _read(handle, place, _CHUNK):
            found.update(part)
            place += len(part)
        return found.digest()


def _file(info: os.stat_result) -> tuple[int, int]:
    return info.st_dev, info.st_ino


def _stamp(info: os.stat_result) -> tuple[int, int]:
    return info.st_mtime_ns, info.st_ctime_ns


def _read(handle: int, place: int, count: int) -> bytes:
    if sys.platform != "win32":
        return os.pread(handle, count, place)
    os.lseek(handle, place, os.SEEK_SET)
    return os.read(handle, count)
