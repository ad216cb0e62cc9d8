"""Output that cannot be written: closed before the start, or on a disk that is full."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from galli_tui.startup.exit_codes import Exit
from tests.support.plain_program import Talker, environment

_SOLO = ("play", "--plain", "campus-galli", "--mode", "solo", "--seed", "7")
_MATCH = re.compile(r"The match is saved as (\w+)\.")
_PRINTING = (
    "--help",
    "--version",
    "settings --help",
    "settings",
    "list",
    "stats",
    "stats --json",
    "show ID",
    "export ID --json",
    "replay ID --plain",
    "verify ID",
    "components",
    "rules campus-galli",
    "doctor",
    "licences",
    "completions bash",
    "play --plain",
    "resume --plain",
    "learn campus-galli --plain",
)
"""Commands that print; a match is named ID."""
_FULL = ("--help", "--version", "settings --help", "list", "export ID --json", "play --plain")


class Begun(NamedTuple):
    """A match that has begun."""

    home: Path
    id: str


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """Return a match that was begun in a home of its own."""
    home = tmp_path_factory.mktemp("home") / "galli"
    with Talker(*_SOLO, home=home) as program:
        found = _MATCH.search("\n".join(program.until("Your move:")))
    assert found is not None
    return Begun(home, found[1])


@pytest.mark.parametrize("words", _PRINTING)
def test_an_output_closed_before_the_start_ends_every_command_as_a_closed_pipe_does(words: str, match: Begun) -> None:
    done = _run_with(">&-", words, match)
    assert (done.returncode, done.stderr) == (Exit.PIPE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", _FULL)
def test_a_full_output_is_told(words: str, match: Begun) -> None:
    done = _run_with(">/dev/full", words, match)
    assert done.returncode == Exit.SAVE
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.endswith(b"a file or the output could not be read or written (No space left on device).\n")


def test_an_error_is_no_output_where_errors_cannot_be_heard(match: Begun) -> None:
    done = _run_with("2>&-", "show there-is-no-such-match", match)
    assert (done.returncode, done.stdout) == (Exit.NO_INPUT, b"")


def _run_with(redirection: str, words: str, match: Begun) -> subprocess.CompletedProcess[bytes]:
    """Run the program with a redirection of the shell, and return how it ended."""
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "galli_tui"]
    given = words.replace("ID", match.id).split()
    return subprocess.run(
        [*command, *given], input=b"", capture_output=True, check=False, timeout=60, env=environment(match.home)
    )
