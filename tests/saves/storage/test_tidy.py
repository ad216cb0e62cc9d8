"""Tidying the player's folder: drafts of killed programs are removed, and other users are kept out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from galli_tui.startup.exit_codes import Exit
from saves.format.identity import SEED_SIZE, Identity
from saves.storage.disk import open_draft, write_atomic
from saves.storage.identity_file import FILE_NAME, load_identity
from saves.storage.paths import home as home_folder
from saves.storage.paths import matches_folder
from saves.storage.tidy import restrict_to_owner, shared_folder_warning, tidy_drafts, tidy_home
from tests.support.sample_match import begin, play, resume
from tests.support.saved_matches import galli, hot_seat
from tests.support.terminal import Terminal

posix = pytest.mark.skipif(os.name != "posix", reason="permissions are another matter there")

KILLED_AT_UNLINK = """
import os, signal, sys
from pathlib import Path
from saves.storage.identity_file import load_identity
Path.unlink = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
load_identity(Path(sys.argv[1]))
"""
KILLED_AT_SYNC = """
import os, signal, sys
from pathlib import Path
from saves.storage.disk import Disk
from tests.support.sample_match import begin
class Mortal(Disk):
    def sync(self, handle):
        os.kill(os.getpid(), signal.SIGKILL)
begin(Path(sys.argv[1]), disk=Mortal())
"""


def killed(script: str, folder: Path) -> None:
    """Run a program that kills itself in the middle of its work."""
    done = subprocess.run((sys.executable, "-c", script, str(folder)), check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL


def dead_process() -> int:
    """Return the id of a process that has just ended."""
    process = subprocess.Popen((sys.executable, "-c", ""))
    process.wait()
    return process.pid


def test_a_second_name_of_the_key_that_a_kill_has_left_is_gone_at_the_next_start() -> None:
    folder = home_folder()
    killed(KILLED_AT_UNLINK, folder)
    (left,) = (path for path in folder.iterdir() if path.name != FILE_NAME)
    seed = (folder / FILE_NAME).read_bytes()
    assert left.read_bytes() == seed, "the draft is a hard link to the seed"
    assert galli("list").code == Exit.OK
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]
    assert (folder / FILE_NAME).read_bytes() == seed


def test_a_draft_of_a_match_that_a_kill_has_left_is_gone_at_the_next_start() -> None:
    killed(KILLED_AT_SYNC, matches_folder())
    (left,) = matches_folder().iterdir()
    assert left.suffix == ".part"
    assert galli("list").code == Exit.OK
    assert list(matches_folder().iterdir()) == []


def test_the_menu_tidies_too(tmp_path: Path) -> None:
    killed(KILLED_AT_UNLINK, tmp_path)
    with Terminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "Your name" in screen, "the first screen")
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    "name",
    [
        ".identity.key.{}",
        ".ssh_host_key.{}",
        ".20260301-193000-9f86d081.galli.{}.part",
        "..20260301-193000-9f86d081.galli.summary.{}.part",
        "..20260301-193000-9f86d081.galli.review.{}.part",
        ".settings.json.{}.part",
        ".settings.toml.{}.part",
        "settings.json.{}",
    ],
)
def test_the_drafts_of_a_program_that_has_ended_go(tmp_path: Path, name: str) -> None:
    (tmp_path / name.format(dead_process())).write_bytes(bytes(SEED_SIZE))
    tidy_drafts(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["notes.{}", ".identity.key.old", "a.galli.{}", ".bashrc.{}", "settings.json", "a.galli"]
)
def test_nothing_else_goes(tmp_path: Path, name: str) -> None:
    path = tmp_path / name.format(dead_process())
    path.write_bytes(b"")
    (tmp_path / f".identity.key.{dead_process()}").mkdir()
    tidy_drafts(tmp_path)
    assert path.exists()


def test_a_draft_that_is_being_written_stays(tmp_path: Path) -> None:
    mine = tmp_path / f".identity.key.{os.getpid()}"
    handle = open_draft(mine)
    running = tmp_path / f".identity.key.{os.getppid()}"
    running.touch()
    far = tmp_path / f".identity.key.{dead_process()}"
    far_handle = open_draft(far)
    tidy_drafts(tmp_path)
    assert mine.exists()
    assert running.exists()
    assert far.exists(), "the program that holds the lock may run on another computer"
    os.close(handle)
    os.close(far_handle)
    os.utime(running, (0, 0))
    tidy_drafts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_written_whole_is_not_half_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomic(path, "no bytes")  # pyright: ignore[reportArgumentType]
    assert [(it.name, it.read_bytes()) for it in tmp_path.iterdir()] == [("file", b"old")]


@posix
def test_a_match_readable_by_others_is_protected_with_a_notice(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        play(match, 3)
    match.path.chmod(0o644)
    with resume(match.path) as again:
        assert again.notices == (f"Other users of this computer were able to read '{match.path}'; now they cannot.",)
    assert match.path.stat().st_mode & 0o777 == 0o600
    with resume(match.path) as again:
        assert again.notices == ()


@posix
def test_the_real_program_says_so_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path))
    path = hot_seat(moves=3).path
    path.chmod(0o664)
    path.parent.chmod(0o755)
    with Terminal("resume", home=tmp_path, columns=120, rows=36) as terminal:
        terminal.until(lambda screen: "were able to read" in screen, "what was wrong")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


@posix
def test_permissions_that_cannot_be_changed_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.touch(mode=0o644)
    path.chmod(0o644)

    def ignored(*_: object) -> None: ...

    monkeypatch.setattr(Path, "chmod", ignored)
    assert "its permissions cannot be changed" in restrict_to_owner(path)


@posix
def test_the_folders_of_the_matches_are_closed_and_a_chosen_home_stays_as_it_is(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "matches", tmp_path / "trash"):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    tidy_home(tmp_path)
    assert [it.stat().st_mode & 0o777 for it in (tmp_path, tmp_path / "matches", tmp_path / "trash")] == [
        0o755,
        0o700,
        0o700,
    ]
    assert shared_folder_warning(tmp_path) == ""
    assert load_identity(tmp_path).notice == ""


@posix
def test_a_home_writable_by_others_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o757)
    identity = load_identity(tmp_path)
    assert "chmod go-w" in identity.notice
    with begin(tmp_path / "matches") as match:
        path = match.path
    warned = Identity(bytes([1]) * 32, identity.notice)
    with resume(path, identity=warned) as match:
        assert match.notices == (identity.notice,)
