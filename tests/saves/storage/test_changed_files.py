"""A sync or backup tool changes, replaces or removes the file of an open match."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream
from saves.errors import FileChanged, SaveError
from saves.format.header import encode_header
from saves.format.private_records import secret_record
from saves.format.records import Record, RecordKind
from saves.storage.disk import Disk
from saves.storage.library import list_matches
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from saves.storage.replica import Replica
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, SECRET, any_move, begin, play, resume, two_clients


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a match in play."""
    with begin(tmp_path) as match:
        return play(match, 5).path


def attempt(match: Match) -> None:
    """Make a legal move."""
    match.submit(any_move(match.game, match.log, RandomStream(bytes(32))))


def truncate_to(part: float) -> Callable[[Path, bytes], None]:
    return lambda path, _: os.truncate(path, int(path.stat().st_size * part))


def restore_in_place(path: Path, old: bytes) -> None:
    path.write_bytes(old)


def restore_by_rename(path: Path, old: bytes) -> None:
    draft = path.with_name("draft")
    draft.write_bytes(old)
    draft.replace(path)


def the_same_by_rename(path: Path, _: bytes) -> None:
    restore_by_rename(path, path.read_bytes())


def remove(path: Path, _: bytes) -> None:
    path.unlink()


def remove_with_its_folder(path: Path, _: bytes) -> None:
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()


def move_away(path: Path, _: bytes) -> None:
    path.rename(path.with_name("elsewhere"))


def overwrite_a_byte_in_the_middle(path: Path, _: bytes) -> None:
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(200)
        byte = file.read(1)[0]
        file.seek(200)
        file.write(bytes([byte ^ 1]))
    # As a tool leaves it that keeps the time of what it copies. The system's own mark of a change moves on.
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns - 10**9))


def overwrite_the_end(path: Path, _: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(-4, os.SEEK_END)
        file.write(b"\0\0\0\0")


def write_behind_the_end(path: Path, _: bytes) -> None:
    with path.open("ab") as file:
        file.write(b"more")


CHANGES = [
    (truncate_to(0), "changed by another program"),
    (truncate_to(0.5), "changed by another program"),
    (truncate_to(0.99), "changed by another program"),
    (restore_in_place, "changed by another program"),
    (overwrite_a_byte_in_the_middle, "changed by another program"),
    (overwrite_the_end, "changed by another program"),
    (write_behind_the_end, "changed by another program"),
    (restore_by_rename, "replaced by another file"),
    (the_same_by_rename, "replaced by another file"),
    (remove, "deleted or moved"),
    (remove_with_its_folder, "deleted or moved"),
    (move_away, "deleted or moved"),
]
EACH_CHANGE = pytest.mark.parametrize(
    ("change", "words"), CHANGES, ids=lambda it: getattr(it, "__name__", "").replace("<lambda>", "truncate")
)


@EACH_CHANGE
def test_nothing_is_written_to_a_file_that_another_program_has_changed(
    path: Path, change: Callable[[Path, bytes], None], words: str
) -> None:
    old = path.read_bytes()
    with resume(path) as match:
        attempt(match)
        before, entries = path.read_bytes(), match.raw_entries()
        change(path, old)
        left = path.read_bytes() if path.exists() else None
        with pytest.raises(FileChanged, match=words) as first:
            attempt(match)
        assert match.raw_entries() == entries, "the move was not made"
        with pytest.raises(FileChanged) as second:
            attempt(match)
        assert str(second.value) == str(first.value)
    assert (path.read_bytes() if path.exists() else None) == left, "the other program's file is left alone"
    rescued = path.with_name(f"{path.stem}-rescued.galli")
    assert str(rescued) in str(first.value)
    assert rescued.read_bytes() == before
    assert [row.path for row in list_matches(path.parent) if row.path not in (path, rescued)] == []
    assert verify_file(rescued, boxes=boxes).sound
    with resume(rescued) as match:
        assert play(match).over


def test_what_leaves_the_content_alone_does_no_harm(path: Path) -> None:
    def copy_by_a_link(_: Path) -> None:
        os.link(path, path.with_name("backup"))

    def touch(_: Path) -> None:
        path.touch()

    def write_the_same(_: Path) -> None:
        with path.open("r+b") as file:
            data = file.read()
            file.seek(0)
            file.write(data)

    def close_to_others(_: Path) -> None:
        path.chmod(0o400)

    with resume(path) as match:
        for harmless in (copy_by_a_link, touch, write_the_same, close_to_others):
            harmless(path)
            attempt(match)
    assert verify_file(path, boxes=boxes).sound


def test_a_match_that_was_changed_twice_is_rescued_twice(path: Path) -> None:
    for name in ("-rescued", "-rescued-2", "-rescued-3"):
        with resume(path) as match:
            attempt(match)
            os.truncate(path, 300)
            with pytest.raises(FileChanged):
                attempt(match)
        path = path.with_name(f"{path.stem.partition('-rescued')[0]}{name}.galli")
        assert path.exists()


def test_where_nothing_else_can_be_written_it_is_tried_again(path: Path) -> None:
    folder, gone = path.parent, path.parent.with_name("gone")
    with resume(path) as match:
        folder.rename(gone)
        folder.touch()
        with pytest.raises(FileChanged, match=r"keep it open, fix this, then try again\.$") as caught:
            attempt(match)
        assert f"'{folder}' is a file, not a folder" in str(caught.value)
        assert "again" not in str(caught.value).removesuffix("then try again.")
        folder.unlink()
        with pytest.raises(FileChanged, match="is now in"):
            attempt(match)
    assert verify_file(path.with_name(f"{path.stem}-rescued.galli"), boxes=boxes).sound


def test_a_full_disk_that_takes_no_rescue_is_named(path: Path) -> None:
    class Full(Disk):
        def write(self, handle: int, data: memoryview) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    file = MatchFile.open(path, Full())
    path.unlink()
    with (
        closing(file),
        pytest.raises(FileChanged, match=r"either: the disk is full\. The match is still in this window"),
    ):
        file.append([Record(RecordKind.PRIVATE, b"")])


def test_a_note_is_kept_in_what_is_rescued(path: Path) -> None:
    with resume(path) as match:
        match.note("port", 7341)
        path.unlink()
        with pytest.raises(FileChanged):
            match.note("port", 1)
    with resume(path.with_name(f"{path.stem}-rescued.galli")) as match:
        assert dict(match.notes) == {"port": 7341}


@EACH_CHANGE
def test_a_guests_copy_is_rescued_with_what_it_has_signed_and_found_again(
    tmp_path: Path, change: Callable[[Path, bytes], None], words: str
) -> None:
    table = two_clients().play(2)
    while table.log.due.seats[:1] != (1,):
        table = table.play(1)
    header, folder = encode_header(table.header), tmp_path / "copies"
    with Replica.create(folder, header, GUEST_KEYS, boxes=boxes) as copy:
        old = copy.path.read_bytes()
        copy.take(table.raws)
        move, other = table.game.legal(copy.view(copy.seats[0]), copy.seats[0])[:2]
        raw = copy.sign(move)
        change(copy.path, old)
        further = table.enter(raw)
        with pytest.raises(FileChanged, match=words):
            copy.take(further.raws[copy.log.length :])
    with Replica.follow(folder, header, GUEST_KEYS, boxes=boxes) as again:
        assert again.path.stem.endswith("-rescued")
        assert again.pending() == (raw,)
        with pytest.raises(SaveError, match="already signed"):
            again.sign(other)
        again.take(further.raws[again.log.length :])
        assert again.raw_entries() == tuple(further.raws)


def test_a_hosts_file_that_was_cut_at_a_record_is_not_written_to(tmp_path: Path) -> None:
    """The rest of the file is a valid, shorter match: only the records in memory show the difference."""
    table = two_clients().play(5)
    path = tmp_path / "host.galli"
    entries = [Record(RecordKind.ENTRY, raw) for raw in table.raws]
    create_file(path, [Record(RecordKind.HEADER, encode_header(table.header)), secret_record(SECRET), *entries])
    whole = path.read_bytes()
    with Match.open(path, HOST_KEYS, boxes=boxes) as match:
        short = path.with_name("short.galli")
        create_file(short, MatchFile.view(path).records[:-2])
        path.write_bytes(short.read_bytes())
        with pytest.raises(FileChanged):
            match.abandon()
    assert path.with_name("host-rescued.galli").read_bytes() == whole
