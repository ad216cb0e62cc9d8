"""One match file, open: its records as they were read, and appending that is durable or did not happen.

What may be appended is left to `match`.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import NoReturn

from saves.errors import (
    Damaged,
    DiskError,
    DiskFull,
    FileChanged,
    Locked,
    NewerVersion,
    NoMatchFile,
    ReadOnlyMatch,
    SaveError,
    Unfinished,
    describe_os_error,
    quoted,
    save_error,
)
from saves.format.records import (
    MAX_FILE,
    MAX_RECORD,
    MAX_RECORDS,
    Integrity,
    PrefixKind,
    Record,
    Scan,
    frames,
    prefix,
    read_prefix,
    scan,
)
from saves.storage.change_watch import ChangeWatch, FileChange
from saves.storage.disk import BINARY, DISK, Disk, lock, open_draft, publish_new, sync_folder
from saves.storage.paths import make_folders, make_private_folder, next_rescue_path
from saves.storage.tidy import restrict_to_owner


def create_file(path: Path, records: Sequence[Record], disk: Disk = DISK) -> None:
    """Writes a new match file: whole and durable, or not at all. Raises `SaveError`."""
    make_private_folder(path.parent)
    try:
        _create(path, records, disk)
    except FileExistsError:
        raise SaveError(f"{quoted(path)} exists already, and was left as it is.") from None
    except OSError as error:
        raise save_error(error, path, "written") from None


def _create(path: Path, records: Sequence[Record], disk: Disk) -> None:
    """Raises OSError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = open_draft(draft)
    try:
        try:
            _write(disk, handle, prefix() + frames(records))
            disk.sync(handle)
        finally:
            os.close(handle)
        publish_new(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def read_bytes(path: Path) -> bytes:
    """All bytes of a file, without a lock. Raises `SaveError` if it cannot be read or is larger than a match may be."""
    try:
        handle = os.open(path, os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0))
        try:
            return _read(handle, path)
        finally:
            os.close(handle)
    except OSError as error:
        raise save_error(error, path, "read") from None


def scan_bytes(data: bytes) -> tuple[Scan, PrefixKind]:
    """The contents of any file as far as it is ours and sound."""
    kind = read_prefix(data)
    return (scan(data) if kind is PrefixKind.OURS else Scan((), 0, Integrity.DAMAGED)), kind


def read_file(path: Path) -> tuple[Scan, PrefixKind]:
    """Reads any file as far as it is ours and sound, without a lock. Raises `SaveError` if it cannot be read at all."""
    return scan_bytes(read_bytes(path))


def is_locked(path: Path) -> bool:
    """Whether a window or program has the file open for play; False for one that cannot be opened at all."""
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
        """Made by `open`, or by `view` without a handle and what watches over it."""
        self.path = path
        self.records = records
        """What was sound when it was opened."""
        self.notices: tuple[str, ...] = ()
        """What the player should know about the opening, a sentence each."""
        self._handle = handle
        self._disk = disk
        self._broken = False
        self._watch = watch
        self._added: list[Record] = []
        self._lost: FileChanged | None = None
        """Why nothing can be appended any more, once all is safe in a file of its own."""

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> MatchFile:
        """Opens a file to go on with it: locked, and a torn last record cut. Raises `SaveError`."""
        try:
            handle = os.open(path, os.O_RDWR | BINARY | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise save_error(error, path, "opened for play") from None
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NoMatchFile(f"{quoted(path)} is not a file with a saved match in it.")
            if not lock(handle):
                raise Locked(
                    f"{quoted(path)} is open in another window or program; close it there, or open it to look at it."
                )
            data = _read(handle, path)
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
        """Opens the sound part of a file to look at it; nothing is locked, cut or written. Raises `SaveError`."""
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
        """Adds records; on return they are durable. Raises `SaveError`, and then the file is as it was before.

        Raises `FileChanged` if another program has touched the file: it is left as it is, and all records that it had
        before are written to a new file beside it.
        """
        handle, watch = self._handle, self._watch
        if handle is None or watch is None:
            raise ReadOnlyMatch(f"{quoted(self.path)} is open to look at it only, so nothing was added.")
        if self._broken:
            raise DiskError(f"{quoted(self.path)} can no longer be written to; open it again to go on.")
        data = frames(records)
        large = len(data) >= MAX_RECORD and any(len(record.body) >= MAX_RECORD for record in records)
        number = len(self.records) + len(self._added) + len(records)
        if large or watch.size + len(data) > MAX_FILE or number > MAX_RECORDS:
            raise SaveError(f"{quoted(self.path)} has grown as large as a match may be; nothing was added.")
        self._demand_untouched(handle, watch)
        try:
            os.lseek(handle, watch.size, os.SEEK_SET)
            _write(self._disk, handle, data)
            self._disk.sync(handle)
            watch.record_append(handle, data)
        except OSError as error:
            trouble = save_error(error, self.path, "written to")
            self._roll_back(handle, watch)
            # After any failure but a full disk nobody knows what a later sync would be worth.
            self._broken = self._broken or not isinstance(trouble, DiskFull)
            raise trouble from None
        except BaseException:
            self._roll_back(handle, watch)
            raise
        self._added += records

    def rewrite(self, records: Sequence[Record]) -> Path:
        """Put these records in place of all that the file holds, whole and durable or not at all.

        Returns the file in which the former content is kept. Raises `SaveError`.
        """
        if self._handle is None or self._watch is None:
            raise ReadOnlyMatch(f"{quoted(self.path)} is open to look at it only, so nothing was changed.")
        self._demand_untouched(self._handle, self._watch)
        data = prefix() + frames(records)
        if len(data) > MAX_FILE:
            raise SaveError(f"{quoted(self.path)} would grow larger than a match may be; nothing was changed.")
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
            try:
                lock(handle)
                _write(self._disk, handle, data)
                self._disk.sync(handle)
                kept = _keep_aside(self.path)
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
            # As after a failed append, nobody knows what a later sync would be worth.
            self._broken = True
            raise save_error(error, self.path, "written anew") from None
        return kept

    def _roll_back(self, handle: int, watch: ChangeWatch) -> None:
        """Takes out what was half written."""
        try:
            self._disk.truncate(handle, watch.size)
            watch.record_truncation(handle)
        except OSError:
            self._broken = True

    def _demand_untouched(self, handle: int, watch: ChangeWatch) -> None:
        """Raises `FileChanged` if another program has touched the file; then all records are safe in a new one."""
        if self._lost is not None:
            raise self._lost
        try:
            change = watch.find_change(handle)
        except OSError as error:
            raise save_error(error, self.path, "read") from None
        if change is not None:
            self._rescue(change)

    def _rescue(self, change: FileChange) -> NoReturn:
        """Writes all records to a new file beside this one, and raises what tells where."""
        what = f"{quoted(Path(self.path.name))} was {change.value} while the match was open"
        new = next_rescue_path(self.path)
        try:
            make_folders(new.parent)
            _create(new, (*self.records, *self._added), self._disk)
        except OSError as error:
            raise FileChanged(
                f"{what}, and the match could not be saved to a new file in {quoted(new.parent)} either: "
                f"{describe_os_error(error)}. All of it is still in this window: keep it open, fix that, then try "
                "again."
            ) from None
        self._lost = FileChanged(
            f"{what}, so nothing more is written to it. All that was saved of the match is now in {quoted(new)}: leave "
            "the table and open that one from the saved matches."
        )
        raise self._lost

    def close(self) -> None:
        """Lets go of file and lock; closing twice does no harm."""
        handle, self._handle = self._handle, None
        if handle is not None:
            # All that was appended is durable already, and the file is closed whatever the system says.
            with suppress(OSError):
                os.close(handle)


def require_match_file(kind: PrefixKind, path: Path) -> None:
    """Raises the `SaveError` that a file's first bytes call for, unless they are ours."""
    name = quoted(path)
    match kind:
        case PrefixKind.OURS:
            return
        case PrefixKind.EMPTY:
            raise NoMatchFile(f"{name} is empty: there is no match in it.")
        case PrefixKind.FOREIGN:
            raise NoMatchFile(f"{name} is not a saved match of this program; it was left as it is.")
        case PrefixKind.NEWER:
            raise NewerVersion(f"{name} was saved by a newer version of this program; update it to go on.")
        case PrefixKind.SHORT:
            raise unfinished_error(path)
        case PrefixKind.DAMAGED:
            raise Damaged(
                f"{name} is damaged in its first bytes, so it cannot be told what it is; bring it back from a copy.", 0
            )


def require_header(found: Scan, path: Path) -> None:
    """Raises a `SaveError` unless there is at least the beginning of a match."""
    if not found.records:
        if found.integrity is Integrity.DAMAGED:
            raise Damaged(
                f"{quoted(path)} is damaged in its header, so nothing of it can be read; bring back a copy.", 0
            )
        raise unfinished_error(path)


def damage_error(path: Path, found: Scan) -> Damaged:
    """The error for bytes that have changed."""
    return Damaged(
        f"{quoted(path)} is damaged at byte {found.size}: the {len(found.records)} records before it are sound and can "
        "be looked at, but to go on, bring the file back from a copy.",
        len(found.records),
    )


def torn_notice(path: Path, *, cut: bool) -> str:
    """The sentence for an incomplete last record."""
    done = "it was cut off" if cut else "it is left out"
    return f"The last record of {quoted(path)} was not completely written; {done}, and all before it is safe."


def unfinished_error(path: Path) -> Unfinished:
    """The error for a file in which no match has begun."""
    return Unfinished(f"{quoted(path)} breaks off before its match began; nothing was played, and it can be removed.")


def _read(handle: int, path: Path) -> bytes:
    """Raises OSError or `NoMatchFile`."""
    info = os.fstat(handle)
    if stat.S_ISDIR(info.st_mode):
        raise NoMatchFile(f"{quoted(path)} is a folder, not a saved match.")
    if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_FILE:
        raise NoMatchFile(f"{quoted(path)} is not a saved match of this program; it was left as it is.")
    with FileIO(handle, closefd=False) as file:
        return file.readall()


def _keep_aside(path: Path) -> Path:
    """Give a file a second name that no list of matches shows. Raises OSError."""
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


def _write(disk: Disk, handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(handle, rest) :]
