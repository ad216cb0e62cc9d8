"""A finished match as one file for others, and the import of such a file.

The shared file is a match file of the usual format, without private records: header and entries are what every guest
of a network match has. A match is shared once it is over, since only then nothing in it is secret and everything in it
can be checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from rules.registry import game_box
from saves.errors import NoMatchFile, NotFound, NotNow, SaveError, quoted, save_error, target_error
from saves.format.header import GameLookup, Header
from saves.format.private_records import note_record
from saves.format.records import Record, RecordKind
from saves.storage.disk import DISK, Disk
from saves.storage.file_scan import read_bytes
from saves.storage.library import list_matches
from saves.storage.match_file import MatchFile, create_file, write_new_file
from saves.storage.paths import match_path
from saves.storage.summary import IMPORTED
from saves.storage.verify import VerifyReport, verify_match

MAX_SHARED: Final = 8 << 20
"""Bytes of a file that can be imported; a long match has a hundredth of it."""


class Imported(NamedTuple):
    """A match that was imported."""

    path: Path
    header: Header


def share_match(source: Path, target: Path, *, boxes: GameLookup = game_box, disk: Disk = DISK) -> VerifyReport:
    """Write a finished match to a new file for others. Raises `SaveError`: `NotNow` for a match that is not over."""
    file = MatchFile.view(source)
    report = _require_whole(file, boxes)
    create_shared(target, _public(file.records), disk)
    return report


def create_shared(target: Path, records: Sequence[Record], disk: Disk = DISK) -> None:
    """Write a file for others, unless its folder is missing. Raises `SaveError`; never overwrites."""
    try:
        has_folder = target.parent.is_dir()
    except OSError as error:
        raise save_error(error, target, "written") from None
    if not has_folder:
        raise SaveError(f"There is no folder {quoted(target.parent)} to write {quoted(Path(target.name))} to.")
    write_new_file(target, records, disk, lambda error: target_error(error, target))


def import_match(source: Path, folder: Path, now: int, *, boxes: GameLookup = game_box, disk: Disk = DISK) -> Imported:
    """Add a shared match to the saved ones, for viewing only. Raises `SaveError`; then nothing has changed.

    It is checked as `verify` does, and must be over.
    """
    try:
        size = len(read_bytes(source))
    except NotFound:
        raise NotFound(f"There is no file {quoted(source)}; check its path.") from None
    if size > MAX_SHARED:
        raise NoMatchFile(f"{quoted(source)} is no match that was shared: it is larger than {MAX_SHARED >> 20} MB.")
    file = MatchFile.view(source)
    report = _require_whole(file, boxes)
    header = report.header
    known = next((row for row in list_matches(folder) if row.match_id == header.match.hex()), None)
    if known is not None:
        raise SaveError(f"You have this match already, as {known.match_id[:8]}. Nothing was imported.")
    path = _free(match_path(folder, header))
    head, *entries = _public(file.records)
    create_file(path, [head, note_record(IMPORTED, now), *entries], disk)
    return Imported(path, header)


def _public(records: Sequence[Record]) -> list[Record]:
    return [record for record in records if record.kind is not RecordKind.PRIVATE]


def _require_whole(file: MatchFile, boxes: GameLookup) -> VerifyReport:
    """Return the report on a match that is over and valid to the last byte. Raises `SaveError`."""
    report = verify_match(file, boxes=boxes)
    name = quoted(file.path)
    if report.problem is not None:
        raise SaveError(f"The match in {name} is not valid: entry {report.problem.entry}: {report.problem}")
    if report.notices:
        raise SaveError(f"{name} is not whole: {report.notices[0]}")
    if not report.audited:
        raise NotNow(
            f"The match in {name} is not over. Until then its file holds, encrypted, what the seats hide, and nobody "
            "can check its deals; so only a finished match is shared as a file."
        )
    return report


def _free(path: Path) -> Path:
    """Return the path, or a similar one if a file has it already."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return path if not path.exists() else next(name for name in names if not name.exists())
