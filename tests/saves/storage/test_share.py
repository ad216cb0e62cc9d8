"""Sharing a finished match as a file, and importing what others have shared: whole and valid, or refused in words."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.plain_data import Plain
from saves.errors import NotNow, NotWritable, NotYours, SaveError
from saves.format.header import encode_header
from saves.format.private_records import note_record
from saves.format.records import Record, RecordKind, frames, prefix
from saves.storage.library import MatchState, find_match, list_matches
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from saves.storage.share import MAX_SHARED, Imported, import_match, share_match
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, SECRET, begin, play, resume, two_clients, whole

NOW = 1_800_000_000


def shared(tmp_path: Path) -> Path:
    """Return the shared file of a finished match with notes."""
    with begin(tmp_path / "own") as match:
        match.note("table-code", "salt owl")
        path = play(match).path
    share_match(path, tmp_path / "shared.galli", boxes=boxes)
    return tmp_path / "shared.galli"


def imported(source: Path, folder: Path) -> Imported:
    return import_match(source, folder, NOW, boxes=boxes)


def public(path: Path) -> list[Record]:
    return [record for record in MatchFile.view(path).records if record.kind is not RecordKind.PRIVATE]


def test_a_shared_file_has_the_header_and_the_entries_and_nothing_private(tmp_path: Path) -> None:
    source = shared(tmp_path)
    records = MatchFile.view(source).records
    assert all(record.kind is not RecordKind.PRIVATE for record in records)
    (own,) = (tmp_path / "own").glob("*.galli")
    assert list(records) == public(own)
    data = source.read_bytes()
    assert b"salt owl" not in data
    assert b"table-code" not in data
    assert verify_file(source, boxes=boxes).audited


def test_an_imported_match_is_listed_marked_and_can_only_be_viewed(tmp_path: Path) -> None:
    source = shared(tmp_path)
    found = imported(source, tmp_path / "mine")
    assert public(found.path) == public(source)
    (row,) = list_matches(tmp_path / "mine")
    assert (row.imported, row.hosted, row.state) == (True, False, MatchState.OVER)
    assert row.match_id == found.header.match.hex()
    with resume(found.path, read_only=True) as match:
        assert match.over
        assert match.notes == {"imported": NOW}
    for keys in (HOST_KEYS, GUEST_KEYS):
        with pytest.raises(NotYours):
            Match.open(found.path, keys, boxes=boxes)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    source = shared(tmp_path)
    data = source.read_bytes()
    (own,) = (tmp_path / "own").glob("*.galli")
    with pytest.raises(SaveError, match="already exists"):
        share_match(own, source, boxes=boxes)
    assert source.read_bytes() == data
    with pytest.raises(SaveError, match="have this match already"):
        imported(source, tmp_path / "own")
    found = imported(source, tmp_path / "mine")
    with pytest.raises(SaveError, match=found.header.match.hex()[:8]):
        imported(source, tmp_path / "mine")
    assert len(list((tmp_path / "mine").glob("*.galli"))) == 1


def test_another_match_with_the_same_file_name_gets_a_name_of_its_own(tmp_path: Path) -> None:
    source = shared(tmp_path)
    other = imported(source, tmp_path / "other").path
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / other.name).write_bytes(b"another file")
    found = imported(source, tmp_path / "mine")
    assert found.path.name == f"{other.stem}-2.galli"
    assert (tmp_path / "mine" / other.name).read_bytes() == b"another file"
    assert find_match(tmp_path / "mine", found.header.match.hex()[:8]).path == found.path


def test_a_match_in_play_is_neither_shared_nor_imported(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=4)
    with pytest.raises(NotNow, match="not over"):
        share_match(path, tmp_path / "shared.galli", boxes=boxes)
    assert not (tmp_path / "shared.galli").exists()
    create_file(tmp_path / "public.galli", public(path))
    for source in (path, tmp_path / "public.galli"):
        with pytest.raises(NotNow, match="not over"):
            imported(source, tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


def test_private_records_of_others_are_not_imported(tmp_path: Path) -> None:
    (own,) = [whole(tmp_path / "own")]
    note: Plain = "salt owl"
    create_file(tmp_path / "raw.galli", [*MatchFile.view(own).records, note_record("table-code", note)])
    found = imported(tmp_path / "raw.galli", tmp_path / "mine")
    kinds = [record.body for record in MatchFile.view(found.path).records if record.kind is RecordKind.PRIVATE]
    assert kinds == [note_record("imported", NOW).body]


def test_a_match_of_several_clients_is_shared_by_any_of_them(tmp_path: Path) -> None:
    table = two_clients().play()
    records = [Record(RecordKind.HEADER, encode_header(table.header))]
    create_file(tmp_path / "copy.galli", [*records, *(Record(RecordKind.ENTRY, raw) for raw in table.raws)])
    share_match(tmp_path / "copy.galli", tmp_path / "shared.galli", boxes=boxes)
    assert SECRET.hex() != ""
    with resume(imported(tmp_path / "shared.galli", tmp_path / "mine").path, identity=None, read_only=True) as match:
        assert match.over


def test_what_is_no_match_is_refused_in_words(tmp_path: Path) -> None:
    source = shared(tmp_path)
    records = public(source)
    large = [*records, *([Record(RecordKind.ENTRY, bytes(1 << 20))] * 9)]
    cases = {
        "empty": b"",
        "text": b"a text",
        "torn": source.read_bytes()[:-3],
        "large": prefix() + frames(large),
        "headless": prefix() + frames(records[1:]),
        "twice": prefix() + frames([*records, records[-1]]),
    }
    assert len(cases["large"]) > MAX_SHARED
    for name, data in cases.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(SaveError, match=r"\.$"):
            imported(tmp_path / name, tmp_path / "mine")
    for name in ("none", "own"):
        with pytest.raises(SaveError):
            imported(tmp_path / name, tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("part", range(4))
def test_a_changed_file_is_refused_or_equals_the_original(tmp_path: Path, part: int) -> None:
    source = shared(tmp_path)
    data, original = source.read_bytes(), public(source)
    refused = 0
    for number in range(60):
        stream = RandomStream(derive_entropy("forged", part, number))
        changed = _mutated(data, original, stream)
        path, folder = tmp_path / "changed.galli", tmp_path / f"mine-{number}"
        path.write_bytes(changed)
        sentence = ""
        try:
            assert public(imported(path, folder).path) == original
        except SaveError as error:
            sentence = str(error)
        if sentence:
            refused += 1
            assert sentence.isprintable()
            assert not folder.exists()
    assert refused > 40


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.EACCES, "you can't write to its folder"),
        (errno.EPERM, "you can't write to its folder"),
        (errno.EROFS, "its disk is read-only"),
    ],
)
def test_a_match_is_not_shared_in_a_folder_that_takes_no_files(
    tmp_path: Path, code: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = shared(tmp_path), tmp_path / "others" / "match.galli"
    target.parent.mkdir()
    open_ = os.open

    def guarded(name: str | Path, flags: int, *more: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(code, os.strerror(code), str(name))
        return open_(name, flags, *more)

    monkeypatch.setattr(os, "open", guarded)
    with pytest.raises(NotWritable) as refused:
        share_match(path, target, boxes=boxes)
    assert str(refused.value) == f"'{target}' could not be written: {reason}. Choose another folder."
    assert list(target.parent.iterdir()) == []


def _mutated(data: bytes, original: list[Record], stream: RandomStream) -> bytes:
    """Return the file with one change: of a byte, or of whole records with correct checksums."""
    at = stream.below(len(data))
    number = 1 + stream.below(len(original) - 1)
    body = bytearray(original[number].body)
    place = stream.below(len(body))
    body[place] ^= 1 << stream.below(8)
    records = list(original)
    match stream.below(7):
        case 0:
            return data[:at] + bytes([data[at] ^ (1 << stream.below(8))]) + data[at + 1 :]
        case 1:
            return data[:at]
        case 2:
            return data[:at] + data[at + 1 :]
        case 3:
            records[number] = Record(RecordKind.ENTRY, bytes(body))
        case 4:
            del records[number]
        case 5:
            records.insert(number, records[number])
        case _:
            head = bytearray(original[0].body)
            head[stream.below(len(head))] ^= 1
            records[0] = Record(RecordKind.HEADER, bytes(head))
    return prefix() + frames(records)
