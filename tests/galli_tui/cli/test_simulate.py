"""Whole runs of `simulate`: with one process or several, interrupted, killed and gone on with, told the same."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from galli_tui.cli import parser, simulate, simulation_run
from galli_tui.lab import workers
from galli_tui.lab.results import Results
from galli_tui.lab.runs import MatchResult, MatchSpec, SimulationRun, TableSetup
from galli_tui.lab.workers import Job, play_job, tally_job
from galli_tui.startup.exit_codes import Exit
from rules.engine.game import Options
from saves.storage.match import Match
from saves.storage.verify import verify_file
from tests.support.lab_program import fall
from tests.support.paths import ROOT

RUN = ["simulate", "--mode", "versus", "--games", "8", "--seed", "11"]
PAIRS = ["simulate", "--mode", "versus", "--bots", "brother,novice", "--swap", "--games", "2", "--seed", "11"]
WAIT = 120
"""Seconds after which a program is given up."""


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a run prints."""
    assert parser.main(words) == Exit.OK
    return capsys.readouterr().out


def reported(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def struck(number: signal.Signals, matches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this process gets the signal when so many matches are kept."""
    add = Results.add

    def add_and_be_hit(self: Results, ending: MatchResult) -> None:
        add(self, ending)
        if len(self.kept) == matches:
            signal.raise_signal(number)

    monkeypatch.setattr(Results, "add", add_and_be_hit)


def test_reports_are_byte_identical_for_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [printed([*PAIRS, "--jobs", jobs, "--json", str(tmp_path / jobs)], capsys) for jobs in ("1", "2")]
    assert told[0] == told[1]
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert active_children() == []


@pytest.mark.parametrize(
    ("number", "jobs"),
    [
        (signal.SIGINT, "1"),
        (signal.SIGTERM, "2"),
        pytest.param(signal.SIGINT, "2", marks=pytest.mark.long),
        pytest.param(signal.SIGTERM, "1", marks=pytest.mark.long),
    ],
)
def test_a_resumed_run_has_the_same_report(
    number: signal.Signals, jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = printed([*RUN, "--jobs", "1", "--json"], capsys)
    words = [*RUN, "--jobs", jobs, "--json", "--results", str(tmp_path / "run.jsonl")]
    before = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as patch:
        struck(number, 2, patch)
        assert parser.main(words) == Exit.INTERRUPTED
    assert active_children() == []
    assert signal.getsignal(signal.SIGTERM) is before
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "galli-tui: Stopped after 2 of 8 matches; run the same command again to continue.\n"
    assert printed(words, capsys) == whole
    assert len((tmp_path / "run.jsonl").read_text().splitlines()) == 1 + 8
    assert printed(words, capsys) == whole  # Nothing is left to be played.


@pytest.mark.skipif(os.name != "posix", reason="signals and groups of processes as POSIX knows them")
@pytest.mark.parametrize(
    ("number", "whom", "code"), [("SIGINT", "group", Exit.INTERRUPTED), ("SIGKILL", "self", -signal.SIGKILL)]
)
def test_no_process_outlives_a_killed_run(
    number: str, whom: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*RUN, "--results", str(tmp_path / "run.jsonl"), "--json"]
    child = [sys.executable, "-m", "tests.support.lab_program", number, "2", whom, *words, "--jobs", "2"]
    # All of them hold the pipes: that these end says that everyone has.
    done = subprocess.run(
        child, cwd=ROOT, capture_output=True, text=True, check=False, timeout=WAIT, start_new_session=True
    )
    assert done.returncode == code
    assert done.stdout == ""
    if whom == "group":
        assert done.stderr == "galli-tui: Stopped after 2 of 8 matches; run the same command again to continue.\n"
    assert printed([*words, "--jobs", "1"], capsys) == printed([*RUN, "--json", "--jobs", "1"], capsys)


def test_further_signals_change_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The second falls into what the first has to put in order."""

    def struck_again(jobs: Iterator[workers.Job], processes: int, play_one: object) -> Generator[MatchResult]:
        try:
            yield workers.play_job(next(jobs))
            signal.raise_signal(signal.SIGINT)
        finally:
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(simulation_run, "in_processes", struck_again)
    assert parser.main([*RUN, "--jobs", "2"]) == Exit.INTERRUPTED
    assert capsys.readouterr().err.startswith("galli-tui: Stopped after 1 of 8 matches;")


def test_a_stop_without_a_results_file_suggests_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(job: workers.Job) -> MatchResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_job", interrupted)
    assert parser.main([*RUN, "--jobs", "1"]) == Exit.INTERRUPTED
    assert "with --results FILE" in capsys.readouterr().err


def test_the_report_does_not_overwrite_the_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    printed([*RUN, "--jobs", "1", "--results", str(path)], capsys)
    kept = path.read_bytes()
    (tmp_path / "link").symlink_to(path)
    for name in ("run.jsonl", "link"):
        both = [*RUN, "--results", str(path), "--json", str(tmp_path / name)]
        assert parser.main(both) == Exit.USAGE
        assert "name the same file" in capsys.readouterr().err
        assert path.read_bytes() == kept


def test_the_result_is_printed_even_if_the_report_cannot_be_saved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_room(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:9])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    told = printed([*RUN, "--jobs", "1"], capsys)
    before = tmp_path / "report.json"
    before.write_text("an older one")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", no_room)
        assert parser.main([*RUN, "--jobs", "1", "--json", str(before)]) == Exit.SAVE
    said = capsys.readouterr()
    assert said.out == told
    assert "could not be written" in said.err
    assert [(it.name, it.read_text()) for it in tmp_path.iterdir()] == [("report.json", "an older one")]


@pytest.mark.parametrize("command", [RUN, ("components", "--balance", "--games", "1", "--bots", "novice")])
def test_a_report_is_saved_even_if_standard_output_is_closed(
    command: Sequence[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Gone())
    with pytest.raises(BrokenPipeError):
        parser.main([*command, "--jobs", "1", "--json", str(tmp_path / "report.json")])
    assert reported(tmp_path / "report.json")["tables"]


def test_a_failed_report_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(job: workers.Job) -> MatchResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_job", interrupted)
    same = str(tmp_path / "run")
    assert parser.main([*RUN, "--jobs", "1", "--json", str(tmp_path / "report.json")]) == Exit.INTERRUPTED
    assert parser.main([*RUN, "--jobs", "1", "--json", same, "--results", same]) == Exit.USAGE
    assert "name the same file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_report_overwrites_only_its_own_file_and_keeps_its_mode(tmp_path: Path) -> None:
    results, report = tmp_path / ".report.json.part", tmp_path / "report.json"
    report.touch(mode=0o600)
    both = [*RUN, "--jobs", "1", "--results", str(results), "--json", str(report)]
    assert parser.main(both) == Exit.OK
    assert reported(report)["tables"]
    assert results.stat().st_size
    assert sorted(tmp_path.iterdir()) == [results, report]
    if os.name == "posix":
        assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_a_report_may_have_the_longest_file_name(tmp_path: Path) -> None:
    report = tmp_path / ("修" * 84)
    assert parser.main([*RUN, "--jobs", "1", "--json", str(report)]) == Exit.OK
    assert reported(report)["tables"]


def test_a_report_follows_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "report.json")
    assert parser.main([*RUN, "--jobs", "1", "--json", str(tmp_path / "link")]) == Exit.OK
    assert reported(tmp_path / "report.json")["tables"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_report_can_be_written_to_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(path.read_text, "utf-8")
        assert parser.main([*RUN, "--jobs", "1", "--json", str(path)]) == Exit.OK
        assert json.loads(read.result())["tables"]
    assert "matches" in capsys.readouterr().out


def test_a_run_finishes_without_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert parser.main([*RUN, "--jobs", "1", "--json", str(tmp_path / "report.json")]) == Exit.OK
    assert reported(tmp_path / "report.json")["tables"]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no signal stops a process here")
def test_stopped_processes_end_with_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add = Results.add

    def add_and_leave(self: Results, ending: MatchResult) -> None:
        add(self, ending)
        for process in active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGSTOP)
        raise KeyboardInterrupt

    monkeypatch.setattr(Results, "add", add_and_leave)
    assert parser.main([*RUN, "--jobs", "2", "--results", str(tmp_path / "run.jsonl")]) == Exit.INTERRUPTED
    assert "Stopped after 1 of 8" in capsys.readouterr().err
    assert active_children() == []


@pytest.mark.parametrize("words", [RUN, ["components", "--balance", "--games", "2", "--bots", "novice"]])
def test_a_stop_after_the_last_match_still_prints_the_report(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(jobs: Iterator[Job], *_: object) -> Iterator[object]:
        yield from map(play_job if words is RUN else tally_job, jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr("galli_tui.cli.simulation_run.in_processes", interrupted)
    assert parser.main([*words, "--jobs", "2"]) == Exit.OK
    out, err = capsys.readouterr()
    assert "median" in out
    assert not err


def test_a_loop_of_links_is_not_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop, whole = tmp_path / "loop", tmp_path / "whole"
    loop.symlink_to(loop)
    for words in (["--json", str(loop)], ["--json", str(whole), "--results", str(loop)]):
        assert parser.main([*RUN, "--jobs", "1", *words]) == Exit.SAVE
        assert os.strerror(errno.ELOOP) in capsys.readouterr().err
    assert loop.is_symlink()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal hangs up here")
def test_a_terminal_that_closes_stops_a_run_in_one_sentence(tmp_path: Path) -> None:
    """It tells every process of the run at once, that which looks after what they share as well."""
    kept = tmp_path / "run.jsonl"
    words = ["simulate", "--games", "1000000", "--jobs", "2", "--results", str(kept)]
    with subprocess.Popen(
        [sys.executable, "-m", "galli_tui", *words], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        while run.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 2):
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGHUP)
        try:
            _, told = run.communicate(timeout=60)
        finally:
            run.kill()
    assert run.returncode == Exit.INTERRUPTED
    assert told.startswith("galli-tui: Stopped after ")
    assert told.count("\n") == 1


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off here")
def test_ctrl_c_during_the_start_of_a_process_counts_afterwards() -> None:
    begun: list[str] = []

    def begin() -> None:
        with workers._ignoring_signals():  # pyright: ignore[reportPrivateUsage]
            signal.raise_signal(signal.SIGINT)
            begun.append("a process")

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert begun


def test_several_tables_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--seats", "1-2", "--games", "2", "--jobs", "1", "--json", str(tmp_path / "report.json")]
    out = printed(words, capsys)
    assert "Campus Galli I, solo, 2 matches" in out
    assert "Campus Galli I, 2 seats, co-op, 2 matches" in out
    alone, together = reported(tmp_path / "report.json")["tables"]
    assert (alone["seats"], alone["mode"], together["seats"], together["mode"]) == (1, "solo", 2, "coop")
    assert sum(together["bands"].values()) == 2
    assert [match["seed"] for match in together["matches"]] == [1, 2]


def test_pairs_are_reported_as_json_and_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed([*PAIRS, "--jobs", "1", "--json", str(tmp_path / "pairs")], capsys)
    (table,) = reported(tmp_path / "pairs")["tables"]
    pairs = table["pairs"]
    assert (pairs["bot"], pairs["before"] + pairs["level"] + pairs["behind"], pairs["share"]["of"]) == ("brother", 2, 2)
    assert set(table["by_bot"]) == {"brother", "novice"}
    assert len(table["by_seat"]) == 2
    assert f"brother ahead in {pairs['before']}, level in {pairs['level']}, behind in {pairs['behind']}" in out
    assert max(map(len, out.splitlines())) <= 80
    # The second match of a seed is the one that the bots play when they are named the other way round.
    one = ["simulate", "--mode", "versus", "--bots", "novice,brother", "--seed", "12", "--games", "1", "--jobs", "1"]
    printed([*one, "--json", str(tmp_path / "one")], capsys)
    (match,) = reported(tmp_path / "one")["tables"][0]["matches"]
    assert match | {"swapped": True} in table["matches"]


def test_custom_components_reach_every_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    for path in (ROOT / "rules" / "campus_galli" / "components").glob("*.toml"):
        text = path.read_text(encoding="utf-8").replace(
            'key = "iron-gall", name = "iron gall"', 'key = "soot", name = "lamp soot"'
        )
        (folder / path.name).write_text(text, encoding="utf-8")
    words = ["simulate", "--games", "2", "--json", "--components", str(folder)]
    told = [printed([*words, "--jobs", jobs], capsys) for jobs in ("1", "2")]
    assert told[0] == told[1]
    report = json.loads(told[0])
    assert report["tables"][0]["bands"]["soot"] == 2
    assert report["components"] is not None
    assert "  lamp soot  " in printed([word for word in words if word != "--json"], capsys)


def test_a_process_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(simulate, "play_job", fall)
    assert parser.main([*RUN, "--jobs", "2"]) == Exit.FAULT
    said = capsys.readouterr().err
    assert said.startswith("galli-tui: A worker process ended unexpectedly")
    assert active_children() == []


def test_a_worker_with_other_rules_does_not_play() -> None:
    table = TableSetup(Options(2, "versus", 1), ("novice", "novice"), ())
    (job,) = workers.jobs_of(SimulationRun("campus-galli", (table,), 1, 1, swap=False), iter([MatchSpec(0, 1, False)]))  # noqa: FBT003
    assert workers.play_job(job).seed == 1
    with pytest.raises(workers.RulesMismatch):
        workers.play_job(job._replace(rules="00"))


def test_exported_matches_are_complete_files_with_the_reported_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, report = tmp_path / "matches", tmp_path / "report.json"
    words = ["simulate", "--level", "3", "--mode", "versus", "--bots", "brother,novice", "--swap", "--games", "2"]
    words += ["--seed", "5", "--jobs", "1", "--export", str(folder), "--json", str(report)]
    assert parser.main(words) == Exit.OK
    played = reported(report)["tables"][0]["matches"]
    stem = "campus-galli-3-versus-2-brother-novice-seed-"
    names = [f"{stem}{seed}{end}.galli" for seed in (5, 6) for end in ("", "-swapped")]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    for told in played:
        end = "-swapped" if told["swapped"] else ""
        path = folder / f"{stem}{told['seed']}{end}.galli"
        checked = verify_file(path)
        assert checked.sound
        assert checked.over
        with Match.open(path, None, read_only=True) as match:
            assert list(match.game.sheet(match.state).seats) == told["scores"]
            assert len(match.events) == told["events"]
            bots = ["novice", "brother"] if told["swapped"] else ["brother", "novice"]
            assert [player.bot for player in match.header.players] == bots
    capsys.readouterr()
    assert parser.main(["verify", str(folder / names[0])]) == Exit.OK
    assert parser.main(["export", str(folder / names[0]), "--json"]) == Exit.OK


def test_exported_matches_are_written_by_several_processes_too(tmp_path: Path) -> None:
    words = ["simulate", "--bots", "novice", "--games", "3", "--jobs", "2", "--export", str(tmp_path)]
    assert parser.main(words) == Exit.OK
    assert [verify_file(path).sound for path in sorted(tmp_path.iterdir())] == [True] * 3


def test_nothing_is_overwritten_and_an_invalid_folder_is_named_before_any_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "--bots", "novice", "--games", "1", "--jobs", "1", "--export"]
    assert parser.main([*words, str(tmp_path)]) == Exit.OK
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert parser.main([*words, str(tmp_path)]) == Exit.SAVE
    assert "already exists" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert parser.main([*words, str(blocked)]) == Exit.SAVE
    assert "Cannot write to" in capsys.readouterr().err


def test_matches_of_an_earlier_run_are_not_exported_and_the_report_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["simulate", "--bots", "novice", "--jobs", "1", "--results", str(tmp_path / "run.jsonl")]
    assert parser.main([*kept, "--games", "1"]) == Exit.OK
    assert parser.main([*kept, "--games", "3", "--export", str(tmp_path / "out")]) == Exit.OK
    assert "1 of 3 matches were played earlier and are not exported." in capsys.readouterr().err
    assert len(list((tmp_path / "out").iterdir())) == 2
