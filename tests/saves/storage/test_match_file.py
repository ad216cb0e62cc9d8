"""The match file: written records are kept, torn ones removed, damage is reported, and disk errors lose nothing."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from rules.engine.entropy import RandomStream
from saves.errors import (
    Damaged,
    DiskError,
    DiskFull,
    Locked,
    NewerVersion,
    NoMatchFile,
    NotFound,
    NotWritable,
    SaveError,
    Unfinished,
)
from saves.format.private_records import MAX_NOTES, note_record
from saves.format.records import (
    MAGIC,
    MAX_RECORD,
    MAX_RECORDS,
    Integrity,
    PrefixKind,
    Record,
    RecordKind,
    frame,
    frames,
    prefix,
    read_prefix,
    scan,
)
from saves.log.match_log import links_of
from saves.storage.disk import Disk, publish_new, sync_folder
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from tests.support.paths import ROOT
from tests.support.sample_match import any_move, begin, entries_of, play, resume, whole

TIMES = 1_000
"""Truncations, and bit flips."""
SHARES = 4
SHARE = pytest.mark.parametrize(
    "share", [0, *(pytest.param(share, marks=pytest.mark.long) for share in range(1, SHARES))]
)
"""A short run takes one of them."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a match in play."""
    with begin(tmp_path) as match:
        return play(match, 5).path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a finished match."""
    return whole(tmp_path_factory.mktemp("finished"), seats=3)


# Records


RECORDS = [Record(RecordKind.HEADER, b"head"), Record(RecordKind.PRIVATE, b""), Record(RecordKind.ENTRY, bytes(1000))]


def test_records_survive_their_framing() -> None:
    data = prefix() + frames(RECORDS)
    assert scan(data) == (tuple(RECORDS), len(data), Integrity.WHOLE)


@pytest.mark.parametrize("cut", [1, 5, 12, 13, 500, 1012])
def test_an_incomplete_last_record_is_torn(cut: int) -> None:
    found = scan((prefix() + frames(RECORDS))[:-cut])
    assert (found.records, found.integrity) == (tuple(RECORDS[:2]), Integrity.TORN)
    assert found.size == len(prefix() + frames(RECORDS[:2]))


def test_zeros_that_were_never_filled_are_torn() -> None:
    found = scan(prefix() + frames(RECORDS) + bytes(4096))
    assert (found.records, found.integrity) == (tuple(RECORDS), Integrity.TORN)


@pytest.mark.parametrize("place", [0, 3, 4, 8, 12, 100])
def test_a_changed_byte_of_the_last_record_is_damage_and_never_torn(place: int) -> None:
    data = bytearray(prefix() + frames(RECORDS))
    data[-1013 + place] ^= 0x40
    found = scan(bytes(data))
    assert (found.records, found.integrity) == (tuple(RECORDS[:2]), Integrity.DAMAGED)


def test_a_kind_of_record_that_does_not_exist_is_damage() -> None:
    body = b"X"
    length = len(body).to_bytes(4, "big")
    data = length + crc32(length).to_bytes(4, "big") + crc32(body).to_bytes(4, "big") + body
    assert scan(prefix() + data).integrity is Integrity.DAMAGED


@pytest.mark.parametrize("length", [0, MAX_RECORD + 1, 0xFFFF_FFFF])
def test_a_length_that_no_record_has_is_damage(length: int) -> None:
    head = length.to_bytes(4, "big")
    assert scan(prefix() + head + crc32(head).to_bytes(4, "big") + bytes(20)).integrity is Integrity.DAMAGED


def test_of_a_file_with_more_records_than_a_match_may_have_no_more_are_read() -> None:
    tiny = frame(Record(RecordKind.PRIVATE, b""))
    assert scan(prefix() + tiny * MAX_RECORDS).integrity is Integrity.WHOLE
    found = scan(prefix() + tiny * (MAX_RECORDS + 1000))
    assert (len(found.records), found.integrity) == (MAX_RECORDS, Integrity.DAMAGED)


def test_a_match_takes_no_more_records_than_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with resume(path) as match:
        records = len(MatchFile.view(path).records)
        monkeypatch.setattr("saves.storage.match_file.MAX_RECORDS", records + 1)
        match.note("one", 1)
        with pytest.raises(SaveError, match="the maximum size of a match"):
            match.note("two", 2)
        assert dict(match.notes) == {"one": 1}
    with resume(path) as match:
        assert dict(match.notes) == {"one": 1}


def test_notes_of_too_many_keys_are_none_of_ours(path: Path) -> None:
    records = list(MatchFile.view(path).records)
    path.unlink()
    create_file(path, [*records, *(note_record(f"key-{number}", number) for number in range(MAX_NOTES))])
    with resume(path) as match:
        match.note("key-0", "again")
        with pytest.raises(ValueError, match="unknown private record"):
            match.note("one-more", 1)
    path.unlink()
    create_file(path, [*records, *(note_record(f"key-{number}", number) for number in range(MAX_NOTES + 1))])
    with pytest.raises(Damaged):
        resume(path)


def versioned(number: int) -> bytes:
    """Return the prefix of another version."""
    head = MAGIC + number.to_bytes(4, "big")
    return head + crc32(head).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", PrefixKind.EMPTY),
        (prefix(), PrefixKind.OURS),
        (prefix() + b"more", PrefixKind.OURS),
        (prefix()[:1], PrefixKind.SHORT),
        (prefix()[:15], PrefixKind.SHORT),
        (b"PK\x03\x04", PrefixKind.FOREIGN),
        (b"PK\x03\x04" * 10, PrefixKind.FOREIGN),
        (bytes(100), PrefixKind.FOREIGN),
        (versioned(2), PrefixKind.NEWER),
        (MAGIC + bytes(8), PrefixKind.DAMAGED),
        (b"\x88" + prefix()[1:], PrefixKind.DAMAGED),
    ],
)
def test_the_first_bytes_identify_a_file(data: bytes, kind: PrefixKind) -> None:
    assert read_prefix(data) is kind


# Damage of every kind


@SHARE
def test_after_any_truncation_the_match_comes_back_as_far_as_it_was_whole_or_is_clearly_refused(
    tmp_path: Path, finished: Path, share: int
) -> None:
    data, entries = finished.read_bytes(), entries_of(finished)
    torn = tmp_path / "torn.galli"
    came_back: set[int] = set()
    for number in range(share, TIMES, SHARES):
        size = number * len(data) // TIMES
        torn.write_bytes(data[:size])
        try:
            with resume(torn) as match:
                raws = [link.raw for link in links_of(match.log)]
                assert raws == entries[: len(raws)]
                assert len(raws) >= len(scan(data[:size]).records) - 2
                came_back.add(len(raws))
        except (Unfinished, NoMatchFile):
            assert size < len(prefix() + frames(MatchFile.view(finished).records[:2]))
    assert len(came_back) > 15


@SHARE
def test_after_any_flipped_bit_the_file_is_refused_and_what_is_shown_of_it_is_true(
    tmp_path: Path, finished: Path, share: int
) -> None:
    data, entries = finished.read_bytes(), entries_of(finished)
    flipped = tmp_path / "flipped.galli"
    stream = RandomStream(bytes([share]) * 32)
    shown = 0
    for _ in range(TIMES // SHARES):
        bit = stream.below(8 * len(data))
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        flipped.write_bytes(changed)
        with pytest.raises((Damaged, NoMatchFile)) as refusal:
            resume(flipped)
        assert "flipped.galli" in str(refusal.value)
        assert flipped.read_bytes() == changed
        try:
            with resume(flipped, read_only=True) as match:
                raws = [link.raw for link in links_of(match.log)]
        except SaveError:
            assert bit // 8 < len(prefix() + frames(MatchFile.view(finished).records[:1]))
            continue
        assert raws == entries[: len(raws)]
        assert match.notices
        shown += 1
    assert shown > TIMES // SHARES // 2


def test_a_torn_last_record_is_removed_with_a_notice(path: Path) -> None:
    sound = path.read_bytes()
    path.write_bytes(sound + frame(Record(RecordKind.ENTRY, bytes(100)))[:50])
    with resume(path) as match:
        assert "is incomplete: it was removed" in match.notices[0]
    assert path.read_bytes() == sound


def test_a_match_whose_file_fails_to_close_is_closed_and_opens_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = os.close

    def closes_and_fails(handle: int) -> None:
        close(handle)
        raise OSError(errno.EIO, "Input/output error")

    file = MatchFile.open(path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "close", closes_and_fails)
        file.close()
    MatchFile.open(path).close()


def test_inspecting_a_torn_file_truncates_nothing(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0\0")
    torn = path.read_bytes()
    with resume(path, read_only=True) as match:
        assert "it is ignored" in match.notices[0]
    assert path.read_bytes() == torn


def test_a_damaged_file_says_how_much_of_it_is_intact(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(Damaged, match="intact records before it") as refusal:
        resume(path)
    with resume(path, read_only=True) as match:
        assert match.log.length == refusal.value.sound - 2


# Files that are none


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (b"", NoMatchFile, "is empty"),
        (b"PK\x03\x04" * 100, NoMatchFile, "is not a saved match of this program"),
        (versioned(7) + bytes(100), NewerVersion, "newer version of this program"),
        (prefix()[:9], Unfinished, "ends before its match began"),
        (prefix(), Unfinished, "ends before its match began"),
        (prefix() + frame(RECORDS[0])[:-1], Unfinished, "ends before its match began"),
        (prefix() + b"\1" * 40, Damaged, "damaged in its header"),
        (prefix()[:-1] + b"\0", Damaged, "damaged in its first bytes"),
        (prefix() + frames(RECORDS), Damaged, "is not valid"),
        (prefix() + frame(RECORDS[1]), Damaged, "the header is in the wrong place"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_foreign_file_is_identified_and_left_unchanged(
    tmp_path: Path, content: bytes, error: type[SaveError], words: str, read_only: bool
) -> None:
    path = tmp_path / "other.galli"
    path.write_bytes(content)
    with pytest.raises(error, match=words):
        resume(path, read_only=read_only)
    assert path.read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
def test_a_folder_and_a_missing_file_are_reported(tmp_path: Path, read_only: bool) -> None:
    with pytest.raises(NoMatchFile, match="is a folder"):
        resume(tmp_path, read_only=read_only)
    with pytest.raises(NotFound, match="File not found"):
        resume(tmp_path / "none.galli", read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_pipe_is_not_a_match_and_does_not_block(tmp_path: Path, read_only: bool) -> None:
    os.mkfifo(tmp_path / "pipe.galli")
    with pytest.raises(NoMatchFile):
        resume(tmp_path / "pipe.galli", read_only=read_only)


def test_a_name_with_control_sequences_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as refusal:
        resume(tmp_path / "a\x1b[2Jb\n.galli")
    assert str(refusal.value).isprintable()


# The lock


OPENER = """
import sys
from pathlib import Path
from saves.errors import Locked
from saves.storage.match_file import MatchFile
try:
    MatchFile.open(Path(sys.argv[1])).close()
except Locked as locked:
    print(locked)
"""


def opened_elsewhere(path: Path) -> str:
    """Return the error that another process gets when it opens the file; empty if there is none."""
    command = [sys.executable, "-c", OPENER, str(path)]
    root = ROOT
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, timeout=60).stdout


def test_a_match_that_is_open_is_closed_to_other_programs(path: Path) -> None:
    with resume(path):
        assert "is open in another window or program" in opened_elsewhere(path)
    assert opened_elsewhere(path) == ""


def test_a_match_that_is_open_is_closed_to_this_program_as_well(path: Path) -> None:
    with resume(path), pytest.raises(Locked):
        resume(path)


def test_an_open_match_can_be_inspected(path: Path) -> None:
    with resume(path) as played, resume(path, read_only=True) as looked_at:
        assert looked_at.state == played.state


def test_closing_twice_does_no_harm(path: Path) -> None:
    match = resume(path)
    match.close()
    match.close()


# The disk's troubles


class Faulty(Disk):
    """A disk that fails at one of its calls, after writing a part of the data."""

    def __init__(self, code: int, at: int, *, fails: str = "") -> None:
        self.code = code
        self.left = at
        self.fails = fails

    def trip(self, call: str) -> bool:
        """Return whether this is the call that fails."""
        if self.fails not in ("", call):
            return False
        self.left -= 1
        return self.left == 0

    def write(self, handle: int, data: memoryview) -> int:
        if self.trip("write"):
            super().write(handle, data[: len(data) // 2])
            raise OSError(self.code, os.strerror(self.code))
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        if self.trip("sync"):
            raise OSError(self.code, os.strerror(self.code))
        super().sync(handle)

    def truncate(self, handle: int, size: int) -> None:
        if self.trip("truncate"):
            raise OSError(self.code, os.strerror(self.code))
        super().truncate(handle, size)


def attempt(match: Match) -> None:
    """Make a legal move."""
    match.submit(any_move(match.game, match.log, RandomStream(bytes(32))))


@pytest.mark.parametrize("call", ["write", "sync"])
def test_when_the_disk_is_full_the_match_stands_before_the_move_which_can_be_made_again_later(
    path: Path, call: str
) -> None:
    before = path.read_bytes()
    with resume(path, disk=Faulty(errno.ENOSPC, 1, fails=call)) as match:
        state = match.state
        with pytest.raises(DiskFull, match="disk is full"):
            attempt(match)
        assert match.state == state
        assert path.read_bytes() == before
        attempt(match)
        assert match.state != state
        after = match.state
    with resume(path) as match:
        assert match.state == after


def test_a_quota_is_a_full_disk(path: Path) -> None:
    with resume(path, disk=Faulty(errno.EDQUOT, 1)) as match, pytest.raises(DiskFull):
        attempt(match)


@pytest.mark.parametrize("call", ["write", "sync"])
def test_after_another_failure_nothing_more_is_written_until_the_file_is_opened_again(path: Path, call: str) -> None:
    with resume(path, disk=Faulty(errno.EIO, 1, fails=call)) as match:
        with pytest.raises(DiskError, match=os.strerror(errno.EIO)):
            attempt(match)
        with pytest.raises(DiskError, match="open it again"):
            attempt(match)
    with resume(path) as match:
        attempt(match)


def test_when_not_even_the_half_written_move_can_be_taken_out_it_is_cut_at_the_next_opening(path: Path) -> None:
    class Stuck(Faulty):
        def truncate(self, handle: int, size: int) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    before = path.read_bytes()
    with resume(path, disk=Stuck(errno.ENOSPC, 1)) as match:
        with pytest.raises(DiskFull):
            attempt(match)
        with pytest.raises(DiskError):
            attempt(match)
    assert path.read_bytes() != before
    with resume(path) as match:
        assert match.notices
        attempt(match)


def test_a_keystroke_in_the_middle_of_writing_leaves_nothing_half_written(path: Path) -> None:
    class Interrupted(Disk):
        def write(self, handle: int, data: memoryview) -> int:
            super().write(handle, data[:10])
            raise KeyboardInterrupt

    before = path.read_bytes()
    with resume(path, disk=Interrupted()) as match, pytest.raises(KeyboardInterrupt):
        attempt(match)
    assert path.read_bytes() == before


def test_a_disk_that_takes_little_at_a_time_gets_it_all(path: Path) -> None:
    class Slow(Disk):
        def write(self, handle: int, data: memoryview) -> int:
            return super().write(handle, data[:7])

    with resume(path, disk=Slow()) as match:
        attempt(match)
        state = match.state
    with resume(path) as match:
        assert match.state == state


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_device_that_is_really_full_says_so_through_the_same_sentence(path: Path) -> None:
    class Full(Disk):
        def write(self, handle: int, data: memoryview) -> int:
            with Path("/dev/full").open("wb", buffering=0) as full:
                return full.write(data)

    file = MatchFile.open(path, Full())
    with pytest.raises(DiskFull, match="make room and try again"):
        file.append([Record(RecordKind.ENTRY, b"x")])
    file.close()


@pytest.mark.parametrize("at", [1, 2])
def test_a_match_that_cannot_start_on_a_full_disk_leaves_no_file(tmp_path: Path, at: int) -> None:
    with pytest.raises(DiskFull):
        begin(tmp_path / "matches", disk=Faulty(errno.ENOSPC, at, fails="write"))
    assert list((tmp_path / "matches").iterdir()) == []


def test_a_new_match_never_replaces_an_existing_file(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(SaveError, match="already exists"):
        create_file(path, RECORDS)
    assert path.read_bytes() == before


def test_without_hard_links_a_new_match_still_replaces_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", no_links)
    before = path.read_bytes()
    with pytest.raises(SaveError, match="already exists"):
        create_file(path, RECORDS)
    assert path.read_bytes() == before
    create_file(path.with_name("new.galli"), RECORDS)
    assert MatchFile.view(path.with_name("new.galli")).records == tuple(RECORDS)


def refuse_to_write(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Make opening for writing fail; permissions would not stop the superuser."""
    open_ = os.open

    def guarded(path: Path, flags: int, *more: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(code, os.strerror(code), str(path))
        return open_(path, flags, *more)

    monkeypatch.setattr(os, "open", guarded)


@pytest.mark.parametrize(
    ("code", "reason"),
    [(errno.EACCES, "permission denied"), (errno.EPERM, "permission denied"), (errno.EROFS, "its disk is read-only")],
)
def test_a_read_only_file_can_be_inspected(path: Path, code: int, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_write(monkeypatch, code)
    with pytest.raises(NotWritable, match=f"could not be opened for play.*{reason}"):
        resume(path)
    with resume(path, read_only=True) as match:
        assert match.due.seats


@pytest.mark.parametrize(
    ("code", "reason"), [(errno.EACCES, "permission denied"), (errno.EROFS, "its disk is read-only")]
)
def test_a_read_only_folder_takes_no_new_match(
    tmp_path: Path, code: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_write(monkeypatch, code)
    with pytest.raises(NotWritable, match=f"^Nothing can be saved in .*: {reason}. .* GALLI_TUI_HOME"):
        begin(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_the_right_to_write_takes_no_new_match(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(NotWritable):
        begin(folder)


def test_match_files_are_for_their_owner_alone(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP])
def test_a_file_system_that_cannot_sync_folders_does_without(
    tmp_path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing(code))
    sync_folder(tmp_path)


def test_a_folder_that_fails_to_sync_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        sync_folder(tmp_path)


def failing(code: int) -> Callable[[int], None]:
    """Return a function that always raises this error."""

    def fail(_: int) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_a_draft_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    for name in ("draft", "taken"):
        (tmp_path / name).write_text(name)
    with pytest.raises(FileExistsError):
        publish_new(tmp_path / "draft", tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "taken"
