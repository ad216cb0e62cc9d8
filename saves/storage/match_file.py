"""An open match file: the records read from it, and appends that are either durable or undone."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from saves.errors import (
    DiskError,
    DiskFull,
    FileChanged,
    Locked,
    NoMatchFile,
    ReadOnlyMatch,
    SaveError,
    describe_os_error,
    folder_error,
    quoted,
    refuses_files,
    save_error,
)
from saves.format.records import (
    MAX_FILE,
    MAX_RECORD,
    MAX_RECORDS,
    Integrity,
    Record,
    frames,
    prefix,
    read_prefix,
    scan,
)
from saves.storage.change_watch import ChangeWatch, FileChange
from saves.storage.disk import BINARY, DISK, Disk, lock, open_draft, publish_new, sync_folder
from saves.storage.file_scan import (
    damage_error,
    read_file,
    read_handle,
    require_header,
    require_match_file,
    torn_notice,
)
from saves.storage.paths import make_folders, make_private_folder, next_rescue_path
from saves.storage.tidy import restrict_to_owner


def create_file(path: Path, records: Sequence[Record], disk: Disk = DISK) -> None:
    """Write a new match file, atomically and durably. Raises `SaveError`."""
    make_private_folder(path.parent)
    write_new_file(path, records, disk, lambda error: folder_error(error, path.parent))


def write_new_file(path: Path, records: Sequence[Record], disk: Disk, refusal: Callable[[OSError], SaveError]) -> None:
    """Write a match file to an existing folder, atomically and durably; never overwrite. Raises `SaveError`.

    `refusal` returns the error to raise where the folder takes no new files.
    """
    try:
        _create(path, records, disk)
    except FileExistsError:
        raise SaveError(f"{quoted(path)} already exists and was not changed.") from None
    except OSError as error:
        if refuses_files(error):
            raise refusal(error) from None
        raise save_error(error, path, "written") from None


def _create(path: Path, records: Sequence[Record], disk: Disk) -> None:
    """Write a new match file. Raises OSError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = open_draft(draft)
    try:
        try:
            _write_all(disk, handle, prefix() + frames(records))
            disk.sync(handle)
        finally:
            os.close(handle)
        publish_new(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def is_locked(path: Path) -> bool:
    """Return whether a window or program has the file open for play; False if it cannot be opened at all."""
    try:
        handle = os.open(path, os.O_RDWR | BINARY | getattr(os, "O_NONBLOCK", 0))
        try:
            return not lock(handle)
        finally:
            os.close(handle)
    except OSError:
        return False


class MatchFile:
    """An open match file. Close it, or use it as a context manager."""

    def __init__(
        self,
        path: Path,
        records: tuple[Record, ...],
        handle: int | None = None,
        watch: ChangeWatch | None = None,
        disk: Disk = DISK,
    ) -> None:
        """Create it by `open`, or by `view` without a handle and a watch."""
        self.path = path
        self.records = records
        """The intact records found when it was opened."""
        self.notices: tuple[str, ...] = ()
        """Sentences for the player about opening the file."""
        self._handle = handle
        self._disk = disk
        self._broken = False
        self._watch = watch
        self._added: list[Record] = []
        self._lost: FileChanged | None = None
        """Why nothing can be appended any more, after everything was saved to another file."""

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> MatchFile:
        """Open a file for play: lock it, and truncate a torn last record. Raises `SaveError`."""
        try:
            handle = os.open(path, os.O_RDWR | BINARY | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise save_error(error, path, "opened for play") from None
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NoMatchFile(f"{quoted(path)} is not a saved match.")
            if not lock(handle):
                raise Locked(f"{quoted(path)} is open in another window or program: close it there, or replay it here.")
            data = read_handle(handle, path)
            require_match_file(read_prefix(data), path)
            found = scan(data)
            require_header(found, path)
            if found.integrity is Integrity.DAMAGED:
                raise damage_error(path, found)
            if found.integrity is Integrity.TORN:
                disk.truncate(handle, found.size)
                disk.sync(handle)
            notice = restrict_to_owner(path, handle)
            file = cls(path, found.records, handle, ChangeWatch(path, handle, data[: found.size]), disk)
            if found.integrity is Integrity.TORN:
                file.notices = (torn_notice(path, cut=True),)
            if notice:
                file.notices += (notice,)
        except OSError as error:
            os.close(handle)
            raise save_error(error, path, "opened for play") from None
        except BaseException:
            os.close(handle)
            raise
        return file

    @classmethod
    def view(cls, path: Path) -> MatchFile:
        """Open the intact part of a file for viewing, without locking or changing it. Raises `SaveError`."""
        found, kind = read_file(path)
        require_match_file(kind, path)
        require_header(found, path)
        file = cls(path, found.records)
        if found.integrity is Integrity.TORN:
            file.notices = (torn_notice(path, cut=False),)
        elif found.integrity is Integrity.DAMAGED:
            file.notices = (str(damage_error(path, found)),)
        return file

    @property
    def read_only(self) -> bool:
        """Whether nothing can be appended."""
        return self._handle is None

    def append(self, records: Sequence[Record]) -> None:
        """Append records durably. Raises `SaveError`, and then the file is as it was before.

        Raises `FileChanged` if another program has touched the file: it is left as it is, and all earlier records are
        written to a new file beside it.
        """
        handle, watch = self._handle, self._watch
        if handle is None or watch is None:
            raise ReadOnlyMatch(f"{quoted(self.path)} is open for viewing only, so nothing was added.")
        if self._broken:
            raise DiskError(f"{quoted(self.path)} can no longer be written to: open it again to continue.")
        data = frames(records)
        self._require_room(records, watch.size + len(data))
        self._require_unchanged(handle, watch)
        try:
            os.lseek(handle, watch.size, os.SEEK_SET)
            _write_all(self._disk, handle, data)
            self._disk.sync(handle)
            watch.record_append(handle, data)
        except OSError as error:
            failure = save_error(error, self.path, "written to")
            self._roll_back(handle, watch)
            # After any failure but a full disk, a later sync proves nothing.
            self._broken = self._broken or not isinstance(failure, DiskFull)
            raise failure from None
        except BaseException:
            self._roll_back(handle, watch)
            raise
        self._added += records

    def rewrite(self, records: Sequence[Record]) -> Path:
        """Replace the whole content of the file, atomically and durably. Raises `SaveError`.

        Returns the file that keeps the old content.
        """
        if self._handle is None or self._watch is None:
            raise ReadOnlyMatch(f"{quoted(self.path)} is open for viewing only, so nothing was changed.")
        self._require_unchanged(self._handle, self._watch)
        data = prefix() + frames(records)
        if len(data) > MAX_FILE:
            raise SaveError(
                f"{quoted(self.path)} would exceed the maximum size of a match ({MAX_FILE >> 20} MiB); nothing was "
                "changed."
            )
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
            try:
                lock(handle)
                _write_all(self._disk, handle, data)
                self._disk.sync(handle)
                kept = _keep_old_file(self.path)
                draft.replace(self.path)
            except BaseException:
                os.close(handle)
                raise
            finally:
                draft.unlink(missing_ok=True)
            self.close()
            self._handle, self._watch = handle, ChangeWatch(self.path, handle, data)
            self.records, self._added = tuple(records), []
            sync_folder(self.path.parent)
        except OSError as error:
            # As after a failed append, a later sync proves nothing.
            self._broken = True
            raise save_error(error, self.path, "rewritten") from None
        return kept

    def _require_room(self, records: Sequence[Record], size: int) -> None:
        """Raise `SaveError` if the file cannot hold these further records, with which it has `size` bytes."""
        limit = ""
        if size > MAX_FILE:
            limit = f"{MAX_FILE >> 20} MiB"
        elif len(self.records) + len(self._added) + len(records) > MAX_RECORDS:
            limit = f"{MAX_RECORDS:,} records"
        elif any(len(record.body) >= MAX_RECORD for record in records):
            limit = f"{MAX_RECORD >> 20} MiB in one record"
        if limit:
            raise SaveError(
                f"{quoted(self.path)} has reached the maximum size of a match ({limit}); nothing was added."
            )

    def _roll_back(self, handle: int, watch: ChangeWatch) -> None:
        """Remove a partial write: truncate the file to its earlier length."""
        try:
            self._disk.truncate(handle, watch.size)
            watch.record_truncation(handle)
        except OSError:
            self._broken = True

    def _require_unchanged(self, handle: int, watch: ChangeWatch) -> None:
        """Raise `FileChanged` if another program has touched the file, after saving all records to a new one."""
        if self._lost is not None:
            raise self._lost
        try:
            change = watch.find_change(handle)
        except OSError as error:
            raise save_error(error, self.path, "read") from None
        if change is not None:
            self._rescue(change)

    def _rescue(self, change: FileChange) -> NoReturn:
        """Write all records to a new file beside this one, and raise `FileChanged` with its name."""
        what = f"{quoted(Path(self.path.name))} was {change.value} while the match was open"
        new = next_rescue_path(self.path)
        try:
            make_folders(new.parent)
            _create(new, (*self.records, *self._added), self._disk)
        except OSError as error:
            raise FileChanged(
                f"{what}, and the match could not be saved to a new file in {quoted(new.parent)} either: "
                f"{describe_os_error(error)}. The match is still in this window: keep it open, fix this, then try "
                "again."
            ) from None
        self._lost = FileChanged(
            f"{what}, so nothing more is written to it. Everything saved so far is now in {quoted(new)}: leave the "
            "table and open that file from the saved matches."
        )
        raise self._lost

    def close(self) -> None:
        """Close the file and release the lock. Closing twice is harmless."""
        handle, self._handle = self._handle, None
        if handle is not None:
            # All that was appended is durable already, and the file is closed whatever the system says.
            with suppress(OSError):
                os.close(handle)


def _keep_old_file(path: Path) -> Path:
    """Give the file a second name that no list of matches shows; return it. Raises OSError."""
    kept = path.with_name(f"{path.name}.kept")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.kept-{number}")
    try:
        os.link(path, kept)
    except OSError:  # No hard links on this file system.
        shutil.copy2(path, kept)
    return kept


def _write_all(disk: Disk, handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(handle, rest) :]
