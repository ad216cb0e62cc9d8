"""Failing system calls: the program reports them in a sentence, continues or ends, and loses nothing saved."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from galli_tui.startup.exit_codes import Exit
from saves.storage.verify import verify_file
from tests.saves.storage.test_changed_while_open import turn
from tests.support.announced_and_saved import Found, what_is_left
from tests.support.paths import ROOT
from tests.support.saved_matches import Done, galli, hot_seat
from tests.support.system_faults import SystemFault, injected, why_not
from tests.support.terminal import Terminal

if sys.platform == "linux":
    import resource

AT_THE_BEGINNING = [
    SystemFault(call, error, when)
    for call, error, when in product(
        ("fsync", "?link,linkat", "?mkdir,mkdirat", "flock", "?chmod,fchmod,fchmodat", "?unlink,unlinkat"),
        ("EIO", "ENOSPC", "EACCES", "EPERM"),
        ("1", "2", "3+"),
    )
]
"""While key and match are made, wherever the calls go."""


@pytest.fixture
def tracer() -> None:
    """Skips the test where no calls can be made to fail."""
    if why := why_not():
        pytest.skip(why)


def played(before: Sequence[str] = (), moves: int = 6) -> Done:
    """Runs `tests.support.solo_program` at this test's home."""
    done = subprocess.run(
        (*before, sys.executable, "-B", "-m", "tests.support.solo_program", "--moves", str(moves)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "GALLI_TUI_DEBUG"},
    )
    return Done(done.returncode, done.stdout, done.stderr)


def lines_of(done: Done) -> list[str]:
    """What the program told. Fails if it was anything but sentences and moves."""
    assert (done.err, done.code in (0, 1)) == ("", True), done
    lines = done.out.splitlines()
    for line in lines:
        word, _, rest = line.partition(" ")
        assert word in ("made", "over") or (word == "refused" and rest.endswith("."))
    return lines


def bears(fault: SystemFault, home: Path, only: Sequence[Path], log: Path) -> int:
    """Plays with a fault and goes on without it; nothing is lost. Returns how many calls failed."""
    told = lines_of(played(fault.before(log, only)))
    assert what_is_left(home, told) == Found(0, ""), (fault, told)
    again = lines_of(played(moves=2))
    assert again[-1] == "over", (fault, again)
    assert what_is_left(home, told + again) == Found(0, ""), fault
    return injected(log)


@pytest.mark.long
@pytest.mark.usefixtures("tracer")
def test_the_start_of_a_match_survives_every_system_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = 0
    for fault in AT_THE_BEGINNING:
        folder = tmp_path / str(fault).replace("?", "")
        monkeypatch.setenv("GALLI_TUI_HOME", str(folder))
        failed += bears(fault, folder, (), tmp_path / "log")
    print(f"{len(AT_THE_BEGINNING)} faults, {failed} failed calls")
    assert failed > len(AT_THE_BEGINNING) // 2


@pytest.mark.long
@pytest.mark.usefixtures("tracer")
def test_a_command_that_cannot_read_a_match_says_so_in_one_sentence(tmp_path: Path) -> None:
    match = hot_seat(3, mode="solo", seats=1)
    log, failed = tmp_path / "log", 0
    calls = ("openat", "read", "newfstatat,fstat", "lseek")
    for words, call, error, when in product(
        (("verify", match.path.name), ("export", match.match_id), ("list",)),
        calls,
        ("EIO", "EACCES", "EMFILE", "ENOMEM"),
        ("1", "2", "1+"),
    ):
        fault = SystemFault(call, error, when)
        done = subprocess.run(
            (*fault.before(log, (match.path,)), sys.executable, "-B", "-m", "galli_tui", *words),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={name: value for name, value in os.environ.items() if name != "GALLI_TUI_DEBUG"},
        )
        failed += injected(log)
        assert done.returncode in {*Exit} - {Exit.FAULT}, (fault, words, done)
        assert len(done.stderr.splitlines()) == (0 if done.returncode == Exit.OK else 1), (fault, words, done)
        assert done.stderr == "" or done.stderr.endswith(".\n")
    print(f"{failed} failed calls")
    assert galli("verify", match.path.name).code == Exit.OK


@pytest.mark.skipif(sys.platform != "linux", reason="no other system limits a running program from outside")
def test_a_file_size_limit_is_reported_and_the_match_continues(home: Path) -> None:
    match = hot_seat(0, mode="solo", seats=1)
    folder = home / "galli-tui"
    with Terminal("resume", home=folder, columns=120, rows=36) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the first decision")
        most = match.path.stat().st_size + 20
        resource.prlimit(terminal.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        until_refused(terminal)
        assert match.path.stat().st_size < most
        resource.prlimit(terminal.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    still_plays(match.path, folder)


def until_refused(terminal: Terminal) -> str:
    """Plays until the table says that something could not be saved, and returns the screen."""
    for _ in range(40):
        if "could not be made" in terminal.settled():
            return terminal.text
        if "f flip" in terminal.text:
            terminal.press("tab")
            terminal.settled()
        terminal.watch(0.5)  # What has just come up is to be looked at first.
        terminal.press("enter")
    raise AssertionError(f"nothing failed:\n{terminal.text}")


def still_plays(path: Path, home: Path) -> None:
    """The file is sound, and the match is gone on with by the program started anew."""
    before = path.read_bytes()
    assert verify_file(path).problem is None
    with Terminal("resume", home=home, columns=120, rows=36) as terminal:
        terminal.until(lambda screen: "choose a card" in screen or "f flip" in screen, "the table again")
        turn(terminal)
        terminal.settled()
    assert len(path.read_bytes()) > len(before)
    assert verify_file(path).sound
