"""Summaries beside match files: they save a replay, are tied to the bytes of the file, and invalid ones are ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.game import AnyGame
from rules.engine.score_sheet import Sheet
from saves.errors import SaveError
from saves.format.records import Record
from saves.storage import library
from saves.storage.library import MatchState, SavedMatch, list_matches, read_saved_match, summarise
from saves.storage.match_file import MatchFile, create_file
from saves.storage.sidecar import SUMMARY
from saves.storage.summary import file_digest, load_summary, save_summary
from tests.sample_game.game import META
from tests.sample_game.registered import boxes
from tests.sample_game.rules import CandlesState
from tests.support.sample_match import PLAYERS, begin, entries_of, options, play, resume, whole


def outcome(game: AnyGame, sheet: Sheet) -> str:
    return f"{game.meta.title} {len(sheet.winners)}"


def progress(_: AnyGame, view: CandlesState) -> str:
    return f"round {view.round}"


def made(path: Path) -> SavedMatch:
    """Return the row of a match with its summary."""
    return summarise(read_saved_match(path), outcome, progress, boxes)


def not_replayed(*_: object) -> None:
    raise AssertionError("the match was replayed")


def test_a_finished_match_is_replayed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = whole(tmp_path)
    first = made(path)
    monkeypatch.setattr(library, "scan_bytes", not_replayed)
    (row,) = list_matches(tmp_path)
    assert row == first == summarise(row, outcome, progress, boxes)
    assert (row.state, row.title, row.options, row.players) == (MatchState.OVER, META.title, options(), PLAYERS[:2])
    assert row.entries == len(entries_of(path))


def test_the_score_is_that_of_the_score_sheet(tmp_path: Path) -> None:
    path = whole(tmp_path)
    score = made(path).score
    with resume(path, read_only=True) as match:
        sheet = match.game.sheet(match.state)
    assert score is not None
    assert (score.seats, score.team, score.winners, score.outcome) == (
        sheet.seats,
        None,
        sheet.winners,
        outcome(match.game, sheet),
    )


def test_a_match_in_play_tells_how_far_it_has_come_until_it_continues(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 2)
        row = made(match.path)
        assert (row.state, row.score) == (MatchState.IN_PLAY, None)
        assert row.progress == f"round {match.state.round}"
        assert read_saved_match(match.path) == row
        play(match, 1)
        assert not read_saved_match(match.path).summarised
        assert made(match.path).summarised


def test_an_abandoned_match_has_no_score(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 2)
        match.abandon()
    row = made(match.path)
    assert (row.state, row.score, row.progress) == (MatchState.ABANDONED, None, "")
    assert read_saved_match(match.path).summarised


def test_a_summary_is_not_believed_when_the_match_file_has_changed_by_a_bit(tmp_path: Path) -> None:
    path = whole(tmp_path)
    made(path)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    row = read_saved_match(path)
    assert (row.state, row.summarised, row.score) == (MatchState.DAMAGED, False, None)


def test_a_summary_is_not_believed_when_it_has_changed_by_a_bit(tmp_path: Path) -> None:
    path = whole(tmp_path)
    first = made(path)
    beside = SUMMARY.path(path)
    good = beside.read_bytes()
    for place in range(len(good)):
        beside.write_bytes(good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :])
        assert not read_saved_match(path).summarised
    assert made(path) == first
    assert beside.read_bytes() == good


@pytest.mark.parametrize("data", [b"", b"\0" * 31, b"\xff" * 32, b"\0" * (SUMMARY.max_bytes + 1)])
def test_no_file_in_a_summarys_place_can_spoil_the_list(tmp_path: Path, data: bytes) -> None:
    path = whole(tmp_path)
    SUMMARY.path(path).write_bytes(data)
    assert read_saved_match(path).state is MatchState.OVER
    assert made(path).summarised


def test_another_matchs_summary_is_not_believed(tmp_path: Path) -> None:
    one, other = whole(tmp_path, tag="one"), whole(tmp_path, tag="other")
    made(one)
    SUMMARY.path(one).replace(SUMMARY.path(other))
    assert not read_saved_match(other).summarised


def test_a_summary_with_winners_that_have_no_seat_is_refused(tmp_path: Path) -> None:
    path = whole(tmp_path)
    made(path)
    digest = file_digest(path.read_bytes())
    summary = load_summary(path, digest)
    assert summary is not None
    assert summary.score is not None
    save_summary(path, digest, summary._replace(score=summary.score._replace(seats=(1,))))
    assert load_summary(path, digest) is None
    made(path)
    save_summary(path, digest, summary._replace(score=summary.score._replace(winners=(options().seats,))))
    assert load_summary(path, digest) is None


def test_a_match_with_a_forged_entry_is_listed_as_damaged(tmp_path: Path) -> None:
    path = whole(tmp_path)
    records = list(MatchFile.view(path).records)
    forged = bytearray(records[5].body)
    forged[3] ^= 1  # In the signature, with right checksums.
    records[5] = Record(records[5].kind, bytes(forged))
    path.unlink()
    create_file(path, records)
    row = made(path)
    assert row.state is MatchState.DAMAGED
    assert "not valid from entry 3" in row.note
    assert read_saved_match(path) == row, "what is wrong is found out once"


def test_the_summary_of_a_match_that_was_removed_is_tidied(tmp_path: Path) -> None:
    gone, kept = whole(tmp_path, tag="gone"), whole(tmp_path, tag="kept")
    for path in (gone, kept):
        made(path)
    gone.unlink()
    list_matches(tmp_path)
    assert not SUMMARY.path(gone).exists()
    assert SUMMARY.path(kept).exists()


def test_a_summary_is_for_its_owner_alone_and_leaves_no_draft(tmp_path: Path) -> None:
    path = whole(tmp_path)
    made(path)
    assert SUMMARY.path(path).stat().st_mode & 0o777 == 0o600
    assert {it.name for it in tmp_path.iterdir()} == {path.name, SUMMARY.path(path).name}


def test_an_unknown_game_is_named_in_the_row(tmp_path: Path) -> None:
    def no_games(key: str) -> None:
        raise KeyError(key)

    path = whole(tmp_path)
    row = summarise(read_saved_match(path), outcome, progress, no_games)  # pyright: ignore[reportArgumentType]
    assert row.state is MatchState.NEWER
    assert "which this program does not have" in row.note


def test_a_read_only_folder_is_still_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError

    path = whole(tmp_path)
    monkeypatch.setattr("saves.storage.sidecar.write_atomic", full)
    assert made(path).score is not None
    assert not SUMMARY.path(path).exists()


def test_a_file_that_vanishes_meanwhile_is_reported(tmp_path: Path) -> None:
    path = whole(tmp_path)
    row = read_saved_match(path)
    path.unlink()
    assert "File not found" in summarise(row, outcome, progress, boxes).note
    with pytest.raises(SaveError):
        resume(path)
