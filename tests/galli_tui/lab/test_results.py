"""The results file of a run: what it keeps, how it goes on, and everything that it may be found to be instead."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.lab.results import MAX_LINE, Results
from galli_tui.lab.runs import MatchResult, SimulationRun, TableSetup, result_fields
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from rules.engine.game import Options
from saves.storage.disk import Disk

RUN = SimulationRun("campus-galli", (TableSetup(Options(2, "versus", 1), ("brother", "novice"), ()),), 5, 3, swap=True)
TEAM = SimulationRun(
    "campus-galli", (TableSetup(Options(2, "coop", 1), ("novice", "novice"), ("low", "high")),), 5, 3, swap=False
)


def match_result(number: int) -> MatchResult:
    """The match with this number among those of `RUN`."""
    task = list(RUN.tasks())[number]
    winners = ((2,), (1, 2), (1,))[min(number, 2)]
    return MatchResult(*task, 160 + number, (40 + number, 41), None, "", winners)


RESULTS = [match_result(number) for number in range(RUN.matches)]


def kept(path: Path, results: list[MatchResult], run: SimulationRun = RUN) -> bytes:
    """What a file holds with these matches in it."""
    file = Results.open(path, run)
    for one in results:
        file.add(one)
    file.close()
    return path.read_bytes()


def opened(path: Path, run: SimulationRun = RUN) -> tuple[list[MatchResult], str]:
    """The matches that are found in a file, and what is said about it."""
    file = Results.open(path, run)
    file.close()
    return list(file.kept.values()), file.notice


def refused(path: Path, run: SimulationRun = RUN) -> str:
    """Why a file cannot be gone on with. It stays as it is."""
    before = path.read_bytes()
    with pytest.raises(CommandError) as trouble:
        Results.open(path, run)
    assert path.read_bytes() == before
    assert trouble.value.code == Exit.REFUSED
    return str(trouble.value)


def test_saved_results_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = kept(path, RESULTS[:2])
    assert opened(path) == (RESULTS[:2], "")
    assert path.read_bytes() == whole
    kept(path, RESULTS[2:])
    assert opened(path) == (RESULTS, "")


def test_a_truncated_file_continues_from_its_last_complete_match(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = kept(path, RESULTS)
    head = whole.index(b"\n") + 1
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        lines = whole[:size].count(b"\n")
        found, notice = opened(path)
        assert found == RESULTS[: max(0, lines - 1)]
        torn = size > head and whole[size - 1] != ord("\n")
        assert ("ended within" in notice) == torn
        assert kept(path, RESULTS[len(found) :]) == whole


@pytest.mark.parametrize(
    ("other", "saying"),
    [
        (RUN._replace(seed=6), "its first seed is 5, not 6"),
        (RUN._replace(swap=False), "its choice of --swap is true, not false"),
        (RUN._replace(components=b"mine"), "its components differ"),
        (RUN._replace(tables=RUN.tables * 2), "its tables or bots differ"),
        (
            RUN._replace(tables=(RUN.tables[0]._replace(bots=("novice", "brother")),)),
            "its tables or bots differ",
        ),
        (RUN._replace(tables=(RUN.tables[0]._replace(options=Options(2, "versus", 3)),)), "its tables or bots"),
        (RUN._replace(game="chess"), 'its game is "campus-galli", not "chess"'),
    ],
)
def test_another_runs_file_is_refused_with_what_differs(other: SimulationRun, saying: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    kept(path, RESULTS[:1])
    assert saying in refused(path, other)


def test_matches_played_by_other_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    kept(path, RESULTS[:1])
    monkeypatch.setattr("galli_tui.lab.runs.rules_hash", lambda: "00")
    assert "is from another version of this program" in refused(path)


def test_a_run_may_be_lengthened_or_shortened(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    kept(path, RESULTS)
    for games in (1, 3, 500):
        assert opened(path, RUN._replace(games=games)) == (RESULTS, "")


@pytest.mark.parametrize(
    "content",
    [
        b"\n",
        b"{}\n",
        b"[1, 2]\n",
        b"GIF89a",
        b'{"galli-tui simulate":1,"run":7}\n',
        b"[" * 50_000 + b"\n",
        b"1" * 5_000 + b"\n",
        b"x" * (2 * MAX_LINE),
        b"\xff\xfe\n",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_file_that_is_not_a_results_file_is_left_unchanged(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(content)
    assert "is not a results file" in refused(path)


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(kept(path, []).replace(b'simulate":2', b'simulate":1'))
    assert "is from another version of this program" in refused(path)


def test_a_file_with_changed_line_ends_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(kept(path, RESULTS).replace(b"\n", b"\r\n"))
    assert "changed its line ends" in refused(path)


def test_a_foreign_file_cannot_inject_control_sequences(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"galli-tui simulate": 1, "run": {"game": "\x1b[31m\u202e" + "x" * 1000}}) + "\n")
    sentence = refused(path)
    assert sentence.isprintable()
    assert len(sentence) < 400


CHANGES: dict[str, Callable[[MatchResult], object]] = {
    "no object": lambda it: list(result_fields(it).values()),
    "a field less": lambda it: {key: value for key, value in result_fields(it).items() if key != "band"},
    "a field more": lambda it: result_fields(it) | {"more": 1},
    "no such table": lambda it: result_fields(it._replace(table=1)),
    "a seed before the first": lambda it: result_fields(it._replace(seed=4)),
    "a seed without end": lambda it: result_fields(it._replace(seed=10**30)),
    "swapped by a number": lambda it: result_fields(it) | {"swapped": 1},
    "too many seats": lambda it: result_fields(it._replace(scores=(1, 2, 3))),
    "halves of half-points": lambda it: result_fields(it) | {"scores": [1.5, 2]},
    "a winner who has no seat": lambda it: result_fields(it._replace(winners=(3,))),
    "winners out of order": lambda it: result_fields(it._replace(winners=(2, 1))),
    "a winner twice": lambda it: result_fields(it._replace(winners=(1, 1))),
    "a winner with less than the other": lambda it: result_fields(it._replace(scores=(40, 41), winners=(1,))),
    "a band against each other": lambda it: result_fields(it._replace(band="gold")),
    "no winner": lambda it: result_fields(it._replace(winners=())),
    "a team": lambda it: result_fields(it._replace(team=3)),
    "a match told before": lambda _: result_fields(RESULTS[0]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_line_is_named(change: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    kept(path, RESULTS[:1])
    path.write_bytes(path.read_bytes() + json.dumps(CHANGES[change](RESULTS[1])).encode() + b"\n")
    assert "line 3 of the results file" in refused(path).lower()


def test_a_line_with_a_duplicate_key_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    kept(path, RESULTS[:1])
    path.write_bytes(path.read_bytes().replace(b'"band":""', b'"band":"gold","band":""'))
    assert "line 2 of the results file" in refused(path).lower()


def test_a_duplicate_match_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    data = kept(path, RESULTS[:1])
    path.write_bytes(data + data.splitlines(keepends=True)[-1])
    assert "repeats a match; remove the line." in refused(path)


@pytest.mark.parametrize("junk", [b"", b"{", b"\x00\x00", b"x" * (MAX_LINE + 5), b"[" * 50_000])
def test_a_line_that_is_not_json_is_named(junk: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(kept(path, RESULTS[:1]) + junk + b"\n" + json.dumps(result_fields(RESULTS[1])).encode() + b"\n")
    assert "line 3 of the results file" in refused(path).lower()


@pytest.mark.parametrize(
    "wrong",
    [
        MatchResult(0, 5, False, 9, (1, 2), 3, "none such", ()),  # noqa: FBT003
        MatchResult(0, 5, False, 9, (1, 2), None, "low", ()),  # noqa: FBT003
        MatchResult(0, 5, False, 9, (1, 2), 3, "low", (1,)),  # noqa: FBT003
        MatchResult(0, 5, True, 9, (1, 2), 3, "low", ()),  # noqa: FBT003
    ],
)
def test_a_coop_result_has_points_a_band_and_no_winner(wrong: MatchResult, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    right = MatchResult(0, 6, False, 9, (1, 2), 3, "low", ())  # noqa: FBT003
    kept(path, [right], TEAM)
    assert opened(path, TEAM) == ([right], "")
    path.write_bytes(path.read_bytes() + json.dumps(result_fields(wrong)).encode() + b"\n")
    assert "damaged" in refused(path, TEAM)


class FullDisk(Disk):
    """Has room for so many bytes more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, handle: int, data: memoryview) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        part = data[: self.room]
        self.room -= len(part)
        return super().write(handle, part)


def test_a_full_disk_leaves_no_part_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = kept(path, RESULTS[:2])
    file = Results.open(path, RUN, FullDisk(20))
    with pytest.raises(CommandError, match="The disk is full"):
        file.add(RESULTS[2])
    file.close()
    assert path.read_bytes() == whole
    assert opened(path) == (RESULTS[:2], "")


def test_short_writes_are_continued(tmp_path: Path) -> None:
    class Slow(Disk):
        def write(self, handle: int, data: memoryview) -> int:
            return super().write(handle, data[:7])

    file = Results.open(tmp_path / "run.jsonl", RUN, Slow())
    file.add(RESULTS[0])
    file.close()
    assert opened(tmp_path / "run.jsonl") == (RESULTS[:1], "")


def test_only_one_run_writes_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first = Results.open(path, RUN)
    with pytest.raises(CommandError, match="Another run is writing"):
        Results.open(path, RUN)
    first.add(RESULTS[0])
    first.close()
    assert opened(path) == (RESULTS[:1], "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CommandError, match="not a regular file"):
        Results.open(tmp_path / "pipe", RUN)
