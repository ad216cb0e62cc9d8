"""`list`, `export` and `verify` as real programs: what they show, what they reject, and what they must not import."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.startup.exit_codes import Exit
from rules.engine.plain_data import Plain
from saves.format import canonical
from saves.format.records import Record, RecordKind
from saves.storage.match_file import MatchFile, create_file
from saves.storage.sidecar import SUMMARY
from tests.support.plain_program import assert_plain
from tests.support.saved_matches import galli, hot_seat, with_a_guest
from tests.support.terminal import Terminal


def test_a_hosts_program_does_not_export_a_guests_hand(tmp_path: Path) -> None:
    match, copy = with_a_guest(tmp_path, moves=6)
    match.close()
    copy.close()
    done = galli("export", match.match_id[:8], "--seat", "2", "--json")
    assert (done.code, done.out) == (Exit.REFUSED, "")
    assert done.err == (
        "galli-tui: Seat 2 is played on another computer, so its view cannot be exported until the match is over. "
        "Leave out --seat to export the public view.\n"
    )
    own = galli("export", match.match_id[:8], "--seat", "1", "--json")
    assert own.code == Exit.OK
    events = [row["event"] or "" for row in json.loads(own.out)["events"]]
    assert any(event.startswith("dealer draw 2 ?") for event in events)
    assert not any(event.startswith("dealer draw 1 ?") for event in events)


def test_a_finished_match_is_exported_with_its_score_sheet() -> None:
    match = hot_seat(moves=999)
    sheet = match.game.sheet(match.state)
    score = json.loads(galli("export", match.match_id[:8], "--json").out)["score"]
    assert score["seats"] == list(sheet.seats)
    assert [seat - 1 for seat in score["winners"]] == list(sheet.winners)
    assert (score["team"], score["band"]) == (None, None)
    assert [(row["key"], row["clause"], row["count"], row["score"]) for row in score["rows"]] == [
        (line.key, line.clause, line.count, line.points) for line in sheet.lines
    ]
    for seat in (1, 2):
        assert sum(row["score"] for row in score["rows"] if row["seat"] == seat) == score["seats"][seat - 1]


def test_a_replay_is_read_in_words() -> None:
    match = hot_seat(moves=999)
    done = galli("replay", match.match_id[:8], "--plain")
    assert (done.code, done.err) == (Exit.OK, "")
    lines = done.out.splitlines()
    assert_plain(lines)
    assert match.match_id[:8] in done.out
    assert match.match_id not in done.out  # Nobody listens to 32 digits.
    moments = [line for line in lines if line.partition(":")[0].isdecimal()]
    assert len(moments) > 40
    assert moments[1].startswith("1: ")
    assert any("total: " in line for line in lines)
    assert galli("--plain", "replay", match.match_id[:8]).out == done.out


def test_a_replay_without_a_terminal_names_the_way_in_words() -> None:
    done = galli("replay", hot_seat(moves=6).match_id[:8])
    assert (done.code, done.out) == (Exit.TERMINAL, "")
    assert done.err.endswith("Or add --plain, to read every move in words.\n")


def test_a_team_is_exported_with_its_band() -> None:
    match = hot_seat(moves=999, mode="coop")
    sheet = match.game.sheet(match.state)
    score = json.loads(galli("export", match.match_id[:8], "--json").out)["score"]
    assert (score["team"], score["band"], score["winners"]) == (sheet.team, sheet.band, [])
    assert sum(row["score"] for row in score["rows"]) == sheet.team


def test_an_unfinished_match_is_exported_without_a_score() -> None:
    match = hot_seat(moves=5)
    assert json.loads(galli("export", match.match_id[:8], "--json").out)["score"] is None


def test_list_tells_the_same_with_a_summary_and_without_one(home: Path) -> None:
    hot_seat(moves=999)
    hot_seat(moves=999, seed=2, mode="coop")
    hot_seat(moves=7, seed=3)
    first = galli("list")
    assert first.code == Exit.OK
    assert first.out.count("\n") == 3
    assert "won with" in first.out or "share the win" in first.out
    assert "year 1, round" in first.out
    assert len(list(home.rglob("*.summary"))) == 3
    assert galli("list") == first


def test_a_plain_list_has_whole_sentences_for_each_match() -> None:
    hot_seat(moves=999)
    hot_seat(moves=7, seed=3)
    damaged = hot_seat(moves=3, seed=4).path
    damaged.write_bytes(damaged.read_bytes()[:-5])
    done = galli("list", "--plain")
    assert done.code == Exit.OK
    lines = done.out.splitlines()
    assert len(lines) == 3
    sentences = r"[0-9a-f]{8}: Campus Galli I, [^.]+\. (In play|Over)[^.]*\. Last changed 2\S+ \S+\."
    assert all(re.match(sentences, line) and "  " not in line for line in lines)


def test_a_plain_position_names_the_part_in_each_line() -> None:
    path = str(hot_seat(moves=7).path)
    drawn, plain = galli("show", path).out.splitlines(), galli("show", path, "--plain").out.splitlines()
    titles = {line for line in drawn if not line.startswith(" ")}
    assert "Buildings" in titles
    assert {line.partition(": ")[0] for line in plain} == titles
    assert len(plain) == len(drawn) - len(titles)


def test_a_list_with_summaries_loads_no_rules() -> None:
    hot_seat(moves=999)
    assert galli("list").code == Exit.OK
    script = "import sys; from galli_tui.__main__ import main; main(['list']); print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", script), capture_output=True, text=True, check=True)
    line, modules = done.stdout.splitlines()
    assert "Campus Galli" in line
    assert "rules.campus_galli.meta" in modules.split()
    assert "rules.campus_galli.game" not in modules.split()


def test_resume_of_what_is_not_there_does_not_import_textual_even_in_a_terminal(tmp_path: Path) -> None:
    script = (
        "import atexit, runpy, sys\n"
        "atexit.register(lambda: print('textual is', 'there' if 'textual' in sys.modules else 'not there'))\n"
        "sys.argv = ['galli-tui', 'resume', 'abcd']\n"
        "runpy.run_module('galli_tui', run_name='__main__')\n"
    )
    with Terminal(home=tmp_path, command=(sys.executable, "-c", script)) as terminal:
        screen = terminal.until(lambda screen: "there\n" in screen, "the end")
        assert "textual is not there" in screen
        assert terminal.wait() == Exit.NO_INPUT


def unreadable(path: Path) -> Exit:
    """Puts something in a file's place that the system lets nobody read to its end, not even root."""
    memory = Path("/proc/self/mem")
    if not memory.exists():
        pytest.skip("no such file on this system")
    path.unlink()
    path.symlink_to(memory)
    return Exit.SAVE


def foreign(path: Path) -> Exit:
    path.write_bytes(b"GIF89a, not a match")
    return Exit.REFUSED


def cut_in_its_header(path: Path) -> Exit:
    os.truncate(path, 100)
    return Exit.REFUSED


@pytest.mark.parametrize("change", [unreadable, foreign, cut_in_its_header])
def test_verify_and_export_end_alike_for_a_file_that_they_cannot_use(change: Callable[[Path], Exit]) -> None:
    path = hot_seat(3).path
    expected = change(path)
    verified, exported = galli("verify", str(path)), galli("export", str(path))
    assert (verified.code, exported.code) == (expected, expected)
    assert verified.err == exported.err
    assert not verified.out + exported.out


MALFORMED: tuple[Plain, ...] = (["\x1b]0;owned\x07", 1], "\x1b[31mred", b"\x1b\xff", -5, [["a", 3, []]], True)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(it, marks=pytest.mark.long if number % 2 else (), id=f"{number}")
        for number, it in enumerate(MALFORMED)
    ],
)
def test_a_malformed_header_is_listed_in_a_sentence_without_what_it_holds(value: Plain) -> None:
    path = hot_seat(0).path
    records = MatchFile.view(path).records
    header = canonical.decode(records[0].body)
    assert isinstance(header, list)
    for place in range(2, len(header)):
        forged = canonical.encode([*header[:place], value, *header[place + 1 :]])
        create_file(path.with_name(f"forged-{place}.galli"), [Record(RecordKind.HEADER, forged), *records[1:]])
    done = galli("list")
    assert done.code == Exit.OK
    assert "contains a header that is not valid (expected 16 bytes, got " in done.out
    told = done.out.replace(str(path.parent), "")
    for python in ("\\x", "b'", "[", "True", "None", "\x1b", "\x07"):
        assert python not in told, told


COMMANDS_THAT_DRAW_NOTHING: tuple[list[str], ...] = (
    ["--version"],
    ["list"],
    ["verify", "{match}"],
    ["export", "{match}"],
    ["export", "{match}", "--json", "--seat", "1"],
    ["show", "{match}"],
    ["show", "{match}", "--seat", "1"],
    ["rules", "CG-I-3a4"],
    ["components", "campus-galli"],
    ["components", "--balance", "--games", "1", "--jobs", "1", "--bots", "novice"],
    ["simulate", "--games", "1", "--jobs", "1"],
    ["perft", "--depth", "1"],
    ["resume"],
    ["play"],
    ["host"],
    ["join"],
    [],
)
"""The last ones end before the app, as there is no terminal here."""


COMMAND_AFTER_COMMAND = """
import json, runpy, sys

for words in json.loads(sys.argv[1]):
    sys.argv = ["galli-tui", *words]
    try:
        runpy.run_module("galli_tui", run_name="__main__")
    except SystemExit as end:
        code = end.code or 0
    print()
    print("ENDED", json.dumps([words, code, "textual" in sys.modules]))
"""
"""All commands in one process, which imports their modules once; the first that imports Textual is the one to blame."""


def test_no_command_that_draws_nothing_imports_textual() -> None:
    match = hot_seat(moves=5)
    typed = [[word.format(match=match.match_id[:8]) for word in words] for words in COMMANDS_THAT_DRAW_NOTHING]
    done = subprocess.run(
        (sys.executable, "-c", COMMAND_AFTER_COMMAND, json.dumps(typed)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ,
    )
    ended = [json.loads(line.removeprefix("ENDED ")) for line in done.stdout.splitlines() if line.startswith("ENDED ")]
    assert [words for words, _, _ in ended] == typed, done.stderr
    for words, code, imported in ended:
        assert code in (Exit.OK, Exit.TERMINAL), (words, done.stderr)
        assert not imported, words


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_in_a_summarys_place_does_not_hold_up_the_list() -> None:
    path = hot_seat(3).path
    summary = SUMMARY.path(path)
    os.mkfifo(summary)
    done = galli("list")
    assert done.code == Exit.OK
    assert "in play" in done.out
    assert summary.is_file(), "a summary was made again"
