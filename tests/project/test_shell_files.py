"""Shell completions and man page: they are current, shells read them, and bash completes with them."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from galli_tui.cli.completions import FOLDER, SHELLS
from galli_tui.cli.parser import main
from galli_tui.startup.exit_codes import Exit
from rules.registry import games
from shell_files.make import MAN_PAGE, shell_files
from tests.support.paths import ROOT
from tests.support.saved_matches import hot_seat

BASH = FOLDER / SHELLS["bash"]


@pytest.mark.parametrize("path", shell_files(), ids=lambda path: path.name)
def test_the_files_are_current(path: Path) -> None:
    # Versions of Python break lines at other places.
    current = "".join(shell_files()[path].split())
    assert "".join(path.read_text(encoding="utf-8").split()) == current, "run `python -m shell_files.make`"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a folder with the command `galli-tui`."""
    command = tmp_path / "bin" / "galli-tui"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m galli_tui "$@"\n')
    command.chmod(0o755)
    return command.parent


def completed(line: str, program: Path) -> list[str]:
    """Return what bash offers for the last word of a line."""
    words = [*line.split(), ""] if line.endswith(" ") else line.split()
    script = (
        f'source "{BASH}"; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; '
        '_shtab_galli_tui; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ("bash", "--norc", "-c", script),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PATH": f"{program}{os.pathsep}{os.environ['PATH']}"},
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("galli-tui pl", ["play"]),
        ("galli-tui play ", list(games())),
        ("galli-tui play builders-duel --se", ["--seats", "--seed"]),
        ("galli-tui play --mode s", ["solo"]),
        ("galli-tui completions ", ["bash", "zsh", "fish"]),
        ("galli-tui sea", []),
        ("galli-tui simulate --bots ab", ["abbot"]),
        ("galli-tui --theme high", ["high-contrast"]),
    ],
)
def test_bash_completes_commands_options_and_values(line: str, offered: list[str], program: Path) -> None:
    assert completed(line, program) == offered


def test_bash_completes_ids_of_saved_matches(program: Path) -> None:
    match_id = hot_seat(1).match_id[:8]
    assert completed("galli-tui resume ", program) == [match_id]
    assert completed(f"galli-tui verify {match_id[:3]}", program) == [match_id]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_scripts_are_valid(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run((shell, "-n", FOLDER / SHELLS[shell]), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_command_prints_them(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", shell]) == Exit.OK
    assert capsys.readouterr().out == (FOLDER / SHELLS[shell]).read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_shows_the_page_without_a_warning() -> None:
    done = subprocess.run(
        ("man", "--warnings", "-l", MAN_PAGE),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
    )
    assert done.stderr == ""
    for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "COMMAND 'galli-tui play'"):
        assert f"\n{heading}\n" in done.stdout
    assert "galli-tui seat" not in done.stdout
