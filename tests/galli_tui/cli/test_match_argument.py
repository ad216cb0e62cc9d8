"""The match that a command is about: the one given or the one played last, and what is said if it can't be opened."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

import pytest

from galli_tui.cli import parser
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Terminal
from rules.engine.secrecy import Seat
from saves.format.header_fields import Player
from saves.storage.identity_file import load_identity
from saves.storage.library import find_match
from saves.storage.match import Match
from saves.storage.paths import home as home_folder
from saves.storage.paths import matches_folder
from tests.support.saved_matches import GUEST, hot_seat, own_replica, saved_duel

LAST = pytest.mark.parametrize("words", [["show"], ["show", "--plain"], ["replay", "--plain"]])
"""The commands that read the last match."""


@pytest.fixture(autouse=True)
def any_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the commands of the screen begin without a terminal."""

    def terminal(_: Namespace) -> Terminal:
        return Terminal()

    for module in ("play", "host_join"):
        monkeypatch.setattr(f"galli_tui.cli.{module}.terminal_of", terminal)


def assert_reads(words: list[str], match_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a command without an id does the same as with this one."""
    assert parser.main([words[0], match_id, *words[1:]]) == Exit.OK
    asked = capsys.readouterr().out
    assert parser.main(words) == Exit.OK
    assert capsys.readouterr().out == asked


def error_of(words: list[str], code: Exit, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what a command says when it ends with this code."""
    capsys.readouterr()
    assert parser.main(words) == code
    return capsys.readouterr().err


def anothers_match() -> str:
    """Return the id of a match that was begun with another key than the present one."""
    match = hot_seat(3)
    for file in home_folder().rglob("identity*"):
        file.unlink()
    return match.match_id[:8]


@LAST
def test_without_an_id_the_match_played_last_is_read(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    first = hot_seat(0)
    hot_seat(1, seed=2)
    os.utime(first.path, (4e9, 4e9))
    assert_reads(words, first.match_id, capsys)


@LAST
def test_an_imported_match_is_read_only_if_there_is_no_other(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, theirs = saved_duel()
    store.export_file(theirs, tmp_path / "theirs.galli")
    find_match(matches_folder(), theirs).path.unlink()
    store.import_file(tmp_path / "theirs.galli")
    os.utime(find_match(matches_folder(), theirs).path, (4e9, 4e9))
    assert_reads(words, theirs, capsys)
    assert_reads(words, hot_seat(1).match_id, capsys)


@LAST
def test_a_what_if_is_read_only_if_there_is_no_other_match(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    store, origin = saved_duel()
    what_if = store.branch(origin, 3, [Player("Anna", "blue"), Player("Bruno", "red")])
    what_if.close()
    os.utime(find_match(matches_folder(), what_if.match_id).path, (4e9, 4e9))
    assert_reads(words, origin, capsys)
    find_match(matches_folder(), origin).path.unlink()
    assert_reads(words, what_if.match_id, capsys)


@LAST
def test_without_any_match_the_command_that_starts_one_is_named(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = "play --plain" if "--plain" in words else "play"
    assert f"No saved match; `galli-tui {first}` starts one." in error_of(words, Exit.NO_INPUT, capsys)


@pytest.mark.parametrize("words", [["show"], ["show", "--plain"], ["replay", "--plain"], ["resume", "--plain"]])
def test_files_that_cannot_be_read_are_not_passed_over_in_silence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    matches_folder().mkdir(parents=True)
    (matches_folder() / "torn.galli").write_bytes(b"nothing of a match")
    listing = "list --plain" if "--plain" in words else "list"
    said = error_of(words, Exit.NO_INPUT, capsys)
    assert f"None of the saved matches can be read; `galli-tui {listing}` says why." in said


def test_resume_mentions_a_damaged_file_beside_matches_that_are_over(capsys: pytest.CaptureFixture[str]) -> None:
    saved_duel()
    path = hot_seat(1).path
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    said = error_of(["resume", "--plain"], Exit.NO_INPUT, capsys)
    why = "1 file can't be read in full or at all, and `galli-tui list --plain` says why"
    assert f"No unfinished match; {why}" in said


@pytest.mark.parametrize("command", ["show", "replay", "resume", "verify"])
def test_an_unreadable_file_is_found_by_the_id_in_its_name(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    match = hot_seat(1)
    match.path.write_bytes(bytes(100))
    assert parser.main([command, match.match_id[:8], *(["--plain"] if command != "verify" else [])]) != Exit.OK
    assert f"'{match.path.name}'" in capsys.readouterr().err.replace(f"{matches_folder()}{os.sep}", "")


@pytest.mark.parametrize("command", ["show", "replay", "resume"])
def test_an_empty_id_is_called_empty(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    hot_seat(1)
    said = error_of([command, "", "--plain"], Exit.NO_INPUT, capsys)
    assert "The match id is empty. See `galli-tui list --plain`." in said


def test_the_intact_part_of_a_damaged_match_is_read_and_then_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    match = hot_seat(6)
    assert parser.main(["replay", match.match_id[:8], "--plain"]) == Exit.OK
    sound = capsys.readouterr().out
    damaged = bytearray(match.path.read_bytes())
    damaged[-20] ^= 1
    match.path.write_bytes(damaged)
    assert parser.main(["replay", str(match.path), "--plain"]) == Exit.REFUSED
    said = capsys.readouterr()
    moves = [line for line in said.out.splitlines() if line[:1].isdigit()]
    assert moves
    assert all(line in sound for line in moves)
    assert "intact" in said.err


@pytest.mark.parametrize("words", [["show"], ["replay"], ["resume"], ["host", "--resume"]])
def test_an_unknown_id_in_plain_mode_names_the_list_in_plain_lines(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = error_of([*words, "zzzz", "--plain"], Exit.NO_INPUT, capsys)
    assert "No saved match has an id that begins with 'zzzz'. See `galli-tui list --plain`." in said


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_a_match_of_another_key_names_the_command_that_replays_it(
    plain: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = anothers_match()
    replay = " ".join(["replay", match_id, *plain])
    said = error_of(["resume", match_id, *plain], Exit.SAVE, capsys)
    assert f"so you cannot resume it here. `galli-tui {replay}` replays it." in said


def test_a_match_of_another_key_cannot_be_hosted_but_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    match_id = anothers_match()
    said = error_of(["host", "--resume", match_id, "--plain"], Exit.SAVE, capsys)
    assert f"`galli-tui replay {match_id} --plain` replays it." in said


@pytest.mark.parametrize("words", [["resume"], ["resume", "--plain"], ["host", "--plain", "--resume"]])
def test_a_match_that_is_open_elsewhere_names_the_command_that_replays_it(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = hot_seat(1).match_id[:8]
    replay = " ".join(["replay", match_id, *(["--plain"] if "--plain" in words else [])])
    with Match.open(find_match(matches_folder(), match_id).path, load_identity(home_folder())):
        said = error_of([*words, match_id], Exit.SAVE, capsys)
    assert "is open in another window or program: close it there, or replay it here." in said
    assert f"`galli-tui {replay}` replays it." in said


def test_a_copy_names_the_command_that_leads_to_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    with own_replica(noted=True) as replica:
        match_id = replica.header.match.hex()[:8]
    way_back = f"`galli-tui resume {match_id} --plain` takes you back to the host's table."
    assert way_back in error_of(["host", "--resume", match_id, "--plain"], Exit.SAVE, capsys)
    assert parser.main(["list", "--plain"]) == Exit.OK
    assert way_back in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_a_match_with_guests_names_the_command_that_reopens_its_table(
    plain: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, match_id = saved_duel(1)
    with Match.open(find_match(matches_folder(), match_id).path, load_identity(home_folder())) as match:
        match.rekey(Seat(1), GUEST.public)
    reopen = " ".join(["host --resume", match_id, *plain])
    said = error_of(["resume", match_id, *plain], Exit.SAVE, capsys)
    assert f"`galli-tui {reopen}` reopens its table" in said


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_a_torn_copy_is_still_listed_as_a_copy(plain: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with own_replica(noted=True) as replica:
        path, match_id = replica.path, replica.header.match.hex()[:8]
    path.write_bytes(path.read_bytes()[:-5])
    assert parser.main(["list", *plain]) == Exit.OK
    said = " ".join(capsys.readouterr().out.split())
    assert "A copy of a match hosted elsewhere. The last record of" in said
    way_back = " ".join(["resume", match_id, *plain])
    assert f"everything before it is intact. `galli-tui {way_back}` takes you back to the host's table." in said


@pytest.mark.parametrize("words", [["verify"], ["show"], ["show", "--plain"]])
def test_a_missing_file_names_what_to_check(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    listing = "list --plain" if "--plain" in words else "list"
    said = error_of([words[0], "gone.galli", *words[1:]], Exit.NO_INPUT, capsys)
    assert f"File 'gone.galli' not found. Check its path, or see `galli-tui {listing}`." in said
