"""The list of saved matches: what it shows, and that no file in the folder can break it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saves.errors import NotFound, SaveError
from saves.format.records import MAX_FILE, Record, RecordKind, prefix
from saves.log import signatures
from saves.storage.library import MatchState, find_match, list_matches, read_saved_match
from saves.storage.match_file import MatchFile, create_file
from tests.support.sample_match import BEGUN, PLAYERS, begin, options, play, whole


def test_without_a_folder_there_are_no_matches(tmp_path: Path) -> None:
    assert list_matches(tmp_path / "none") == []


def test_a_file_in_the_folders_place_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match=r"Nothing can be saved in .*: a file is in the way"):
        list_matches(tmp_path / "file")


def test_a_row_shows_players_game_date_and_progress(tmp_path: Path) -> None:
    with begin(tmp_path, seats=3) as match:
        play(match, 4)
        row = list_matches(tmp_path)[0]
        assert (row.path, row.match_id, row.game) == (match.path, match.match_id, "candles")
        assert (row.options, row.players, row.created) == (options(3), PLAYERS, BEGUN)
        assert (row.state, row.entries, row.note) == (MatchState.IN_PLAY, match.log.length, "")
        assert row.changed == int(match.path.stat().st_mtime)


def test_matches_that_are_over_or_abandoned_are_told_apart(tmp_path: Path) -> None:
    over = whole(tmp_path, tag="over")
    with begin(tmp_path, tag="left") as match:
        match.abandon()
    assert {row.path: row.state for row in list_matches(tmp_path)} == {
        over: MatchState.OVER,
        match.path: MatchState.ABANDONED,
    }


def test_the_match_changed_last_comes_first(tmp_path: Path) -> None:
    paths = [whole(tmp_path, tag=str(number), moves=1) for number in range(3)]
    for path, time in zip(paths, (200, 300, 100), strict=True):
        os.utime(path, (time, time))
    assert [row.path for row in list_matches(tmp_path)] == [paths[1], paths[0], paths[2]]


def test_listing_checks_no_signatures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def untouched(*_: object) -> bool:
        raise AssertionError

    whole(tmp_path)
    monkeypatch.setattr(signatures, "has_signature", untouched)
    assert [row.state for row in list_matches(tmp_path)] == [MatchState.OVER]


def damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5])


def newer(path: Path) -> None:
    records = MatchFile.view(path).records
    body = records[0].body.replace(b"galli-tui match\x01", b"galli-tui match\x02")
    path.unlink()
    create_file(path, [Record(RecordKind.HEADER, body), *records[1:]])


def huge(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(MAX_FILE + 1)


def noise_at_the_end(path: Path) -> None:
    records = MatchFile.view(path).records
    path.unlink()
    create_file(path, [*records, Record(RecordKind.ENTRY, b"\xff" * 100)])


@pytest.mark.parametrize(
    ("spoil", "state", "words"),
    [
        (damaged, MatchState.DAMAGED, "is damaged at byte"),
        (torn, MatchState.IN_PLAY, "is incomplete"),
        (newer, MatchState.NEWER, "newer version"),
        (huge, MatchState.UNREADABLE, "not a saved match"),
        (noise_at_the_end, MatchState.DAMAGED, ""),
    ],
)
def test_a_files_problem_is_shown_in_its_row(
    tmp_path: Path, spoil: Callable[[Path], None], state: MatchState, words: str
) -> None:
    path = whole(tmp_path)
    spoil(path)
    row = read_saved_match(path)
    assert row.state is state
    assert words in row.note


@pytest.mark.parametrize("content", [b"", b"\0" * 1000, b"PK\x03\x04", prefix(), prefix()[:5], prefix() + b"\xff" * 99])
def test_no_file_can_spoil_the_list(tmp_path: Path, content: bytes) -> None:
    good = whole(tmp_path)
    (tmp_path / "bad.galli").write_bytes(content)
    rows = {row.path: row.state for row in list_matches(tmp_path)}
    assert rows == {good: MatchState.OVER, tmp_path / "bad.galli": MatchState.UNREADABLE}


def test_folders_pipes_and_dead_links_cannot_either(tmp_path: Path) -> None:
    (tmp_path / "folder.galli").mkdir()
    os.mkfifo(tmp_path / "pipe.galli")
    (tmp_path / "link.galli").symlink_to("nowhere")
    assert [row.state for row in list_matches(tmp_path)] == [MatchState.UNREADABLE] * 3


def test_other_files_and_drafts_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / ".20260101-000000-00000000.galli.77.part").touch()
    (tmp_path / ".hidden.galli").touch()
    assert list_matches(tmp_path) == []


def test_a_match_is_found_by_a_prefix_of_its_id(tmp_path: Path) -> None:
    paths = {whole(tmp_path, tag=str(number), moves=1) for number in range(3)}
    rows = list_matches(tmp_path)
    assert {find_match(tmp_path, row.match_id[:8].upper()).path for row in rows} == paths
    assert find_match(tmp_path, f" {rows[0].match_id} ").path == rows[0].path


@pytest.mark.parametrize("beginning", ["zz", "0" * 40, "\x1b[2J", "a/b"])
def test_an_unknown_prefix_is_reported(tmp_path: Path, beginning: str) -> None:
    whole(tmp_path, moves=1)
    with pytest.raises(NotFound, match="No saved match") as refusal:
        find_match(tmp_path, beginning)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("beginning", ["", " "])
def test_an_empty_id_is_no_match(tmp_path: Path, beginning: str) -> None:
    whole(tmp_path, moves=1)
    with pytest.raises(NotFound, match="The match id is empty"):
        find_match(tmp_path, beginning)


def test_a_file_that_cannot_be_read_is_found_by_its_name(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=1)
    wanted = list_matches(tmp_path)[0].match_id[:8]
    assert path.stem.endswith(f"-{wanted}")
    path.write_bytes(bytes(100))
    assert find_match(tmp_path, wanted[:4]).path == path


def test_an_ambiguous_prefix_selects_nothing(tmp_path: Path) -> None:
    path = whole(tmp_path, moves=1)
    path.with_name("copy.galli").write_bytes(path.read_bytes())
    with pytest.raises(SaveError, match=r"2 files contain that match.*copy\.galli"):
        find_match(tmp_path, list_matches(tmp_path)[0].match_id[:4])
