"""The line in the shell after a match: where it is saved, and how to come back to it."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.farewell import farewell
from galli_tui.tables.peers import Role
from galli_tui.tables.table import Table
from tests.support.terminal import Terminal

SOLO = ("play", "campus-galli", "--mode", "solo", "--seed", "7")


def at_table(terminal: Terminal) -> None:
    terminal.until(lambda screen: "^p" in screen, "the table")
    terminal.settled()


@pytest.mark.parametrize(
    "ended",
    ["\x11", pytest.param(signal.SIGTERM, marks=pytest.mark.long), pytest.param(signal.SIGINT, marks=pytest.mark.long)],
    ids=["ctrl+q", "SIGTERM", "SIGINT"],
)
def test_the_shell_names_the_match_and_the_command_that_resumes_it(tmp_path: Path, ended: str | signal.Signals) -> None:
    with Terminal(*SOLO, home=tmp_path, environment={"PATH": os.devnull}) as terminal:
        at_table(terminal)
        if isinstance(ended, signal.Signals):
            terminal.signal(ended)
        else:
            terminal.press(ended)
        assert terminal.wait() == (Exit.INTERRUPTED if ended is signal.SIGINT else Exit.OK)
        said = terminal.after
    (match,) = (tmp_path / "matches").iterdir()
    where, _, command = said.partition(". Resume with: ")
    python, option, module, *words = shlex.split(command)
    assert (python, option, module) == (sys.executable, "-m", "galli_tui")
    assert where.removeprefix("Saved as ") == words[-1]
    assert words[-1] in match.name
    with Terminal(*words, home=tmp_path, environment={"PATH": os.devnull}) as terminal:
        at_table(terminal)
        assert "round 1" in terminal.text
        terminal.press("\x11")
        assert terminal.wait() == Exit.OK
        assert terminal.after == said


def test_after_a_fault_the_match_is_named_too(tmp_path: Path) -> None:
    script = (
        "import sys; from galli_tui.app import GalliApp; GalliApp.action_help = lambda app: 1 // 0; "
        "from galli_tui.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    command = (sys.executable, "-c", script)
    with Terminal(*SOLO, home=tmp_path, command=command, environment={"GALLI_TUI_DEBUG": ""}) as terminal:
        at_table(terminal)
        terminal.press("f1")
        assert terminal.wait() == Exit.FAULT
        assert "an internal error (ZeroDivisionError)" in " ".join(terminal.after.split())
        *_, report_line, way_back = terminal.after.splitlines()
    (report,) = (tmp_path / "reports").iterdir()
    assert report.name in report_line
    assert way_back.startswith("Saved as ")
    text = report.read_text()
    assert "in <lambda>" in text
    assert "size: 80 columns and 24 rows." in text
    match_id = way_back.rpartition(" ")[2]
    with Terminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "^p" in screen and "stopped last time" in screen, "the word about the error")
        screen = terminal.settled()
        assert report.name[:-4] in screen
        assert f"resume match {match_id}" in screen
        terminal.press("enter")
        terminal.until(lambda screen: "round 1" in screen, "the match")
        terminal.press("\x11")
        assert terminal.wait() == Exit.OK
    with Terminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "^p" in screen, "the menu")
        assert "stopped last time" not in terminal.settled()
        terminal.press("q")
        assert terminal.wait() == Exit.OK


def test_without_a_match_there_is_no_farewell(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "New match" in screen, "the menu")
        terminal.press("q")
        assert terminal.wait() == Exit.OK
        assert terminal.after == ""


@pytest.mark.parametrize(
    ("role", "here", "over", "said"),
    [
        (None, True, False, "Saved as 9f86d081. Resume with: galli-tui resume 9f86d081"),
        (None, True, True, "Saved as 9f86d081. View the result with: galli-tui resume 9f86d081"),
        (None, False, False, ""),
        (Role.HOST, True, False, "Saved as 9f86d081. Reopen the table with: galli-tui host --resume 9f86d081"),
        (Role.HOST, True, True, "Saved as 9f86d081. View the result with: galli-tui resume 9f86d081"),
        (Role.GUEST, True, False, "Your seat in match 9f86d081 is kept. Return with: galli-tui resume 9f86d081"),
        (Role.GUEST, True, True, "Saved as 9f86d081. View the result with: galli-tui resume 9f86d081"),
        (Role.SPECTATOR, False, False, ""),
    ],
)
def test_the_farewell_of_each_role_names_its_command(role: Role | None, here: bool, over: bool, said: str) -> None:
    table = SimpleNamespace(
        match_id="9f86d081",
        due=SimpleNamespace(over=over),
        players=(SimpleNamespace(here=here),),
        peers=role and SimpleNamespace(status=SimpleNamespace(role=role)),
    )
    assert farewell(cast("Table", table)) == said
    assert farewell(cast("Table", table), plain=True) == (f"{said} --plain" if said else "")
