"""The program in a real terminal: which modes it sets, that it restores them, and how it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from galli_tui.app import GalliApp, run
from galli_tui.settings.file import save
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Terminal
from tests.support.fake_match_store import FakeMatchStore
from tests.support.paths import ROOT
from tests.support.terminal import Terminal as PlainTerminal


@pytest.fixture(autouse=True)
def _not_the_first_start() -> None:
    save("name", "Anna")


class Session:
    """The program in a pseudo-terminal; everything it writes is kept."""

    def __init__(self, *words: str, lines: int = 24, columns: int = 80) -> None:
        self.output = ""
        spawn: Callable[..., Any] = pexpect.spawn
        self._child: Any = spawn(
            sys.executable, ["-m", "galli_tui", *words], cwd=str(ROOT), dimensions=(lines, columns), encoding="utf-8"
        )

    def until(self, text: str) -> None:
        """Reads until the text has come."""
        self._child.expect_exact(text, timeout=20)
        self.output += f"{self._child.before}{self._child.after}"

    def press(self, keys: str) -> None:
        """Types keys as a terminal sends them."""
        self._child.send(keys)

    def signal(self, number: signal.Signals) -> None:
        """Sends it a signal, as `kill` does."""
        self._child.kill(number)

    def hang_up(self) -> int:
        """Takes the terminal away from it, and returns the exit code."""
        self._child.ptyproc.fileobj.close()
        self._child.ptyproc.closed = True
        return os.waitstatus_to_exitcode(os.waitpid(self._child.pid, 0)[1])

    def end(self) -> int:
        """Reads to the end and returns the exit code."""
        self._child.expect(pexpect.EOF, timeout=20)
        self.output += str(self._child.before)
        self._child.close()
        return int(self._child.exitstatus or 0)


def test_the_menu_opens_and_closes_and_the_terminal_is_restored() -> None:
    session = Session()
    session.until("^p")
    session.press("q")
    assert session.end() == Exit.OK
    for taken, given_back in (
        ("\x1b[22;2t", "\x1b[23;2t"),
        ("\x1b[?1049h", "\x1b[?1049l"),
        ("\x1b[?1003h", "\x1b[?1003l"),
        ("\x1b[4 q", "\x1b[0 q"),
    ):
        assert session.output.index(taken) < session.output.rindex(given_back)
    assert "\x1b]2;galli-tui\x07" in session.output
    assert session.output.rindex("\x1b[?25h") > session.output.rindex("\x1b[?25l")


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, Exit.OK), (signal.SIGHUP, Exit.OK), (signal.SIGINT, Exit.INTERRUPTED)],
    ids=lambda it: it.name,
)
def test_a_killed_program_restores_the_terminal(number: signal.Signals, code: Exit) -> None:
    session = Session()
    session.until("^p")
    session.signal(number)
    assert session.end() == code
    assert "\x1b[?1049l" in session.output
    assert "\x1b[?1003l" in session.output


def test_with_its_terminal_gone_the_program_ends_quietly_and_saves_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path))
    session = Session("play", "campus-galli", "--mode", "solo", "--seed", "7")
    session.until("^p")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert session.hang_up() == Exit.OK
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert any(path.suffix == ".galli" for path in before)


def test_the_real_cursor_is_shown_on_the_first_line_of_the_menu() -> None:
    session = Session()
    session.until("\x1b[13;5H")
    session.press("\x1b[B")
    session.until("\x1b[15;5H")
    session.press("q")
    assert session.end() == Exit.OK


def test_without_a_mouse_none_is_asked_for() -> None:
    session = Session("--no-mouse")
    session.until("^p")
    session.press("q")
    assert session.end() == Exit.OK
    assert "\x1b[?1003h" not in session.output


def test_a_console_that_knows_no_titles_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    session = Session()
    session.until("^p")
    session.press("q")
    session.end()
    assert "\x1b]2;" not in session.output
    assert "\x1b[4 q" not in session.output
    assert "\x1b[22;2t" not in session.output


def test_with_no_color_no_colour_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = Session()
    session.until("^p")
    session.press("n")
    session.until("Start")
    session.press("\x1b")
    session.until("Saved matches")
    session.press("q")
    session.end()
    assert "38;" not in session.output
    assert "48;" not in session.output


def test_a_dumb_terminal_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    session = Session()
    assert session.end() == Exit.TERMINAL
    assert "TERM is dumb" in " ".join(session.output.split())
    assert "Traceback" not in session.output


def test_after_a_fault_the_player_reads_a_sentence_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(app: GalliApp, **_: object) -> None:
        app._return_code = 1  # pyright: ignore[reportPrivateUsage]

    monkeypatch.setattr(GalliApp, "run", faulty)
    assert run(Terminal(window_titles=False), match_store=FakeMatchStore()) is Exit.FAULT
    said = capsys.readouterr().err
    assert said.startswith("galli-tui has stopped because of an internal error. The report ")
    assert "Traceback" not in said


def test_a_terminal_closed_without_a_signal_is_noticed(tmp_path: Path) -> None:
    with PlainTerminal(newcomer=True, home=tmp_path) as terminal:
        terminal.until(lambda screen: "Your name" in screen, "the first screen")
        assert terminal.take_away() == Exit.OK


def test_at_the_first_start_two_keys_lead_to_a_table(tmp_path: Path) -> None:
    with PlainTerminal(newcomer=True, home=tmp_path) as terminal:
        terminal.until(lambda screen: "Your name" in screen, "the first screen")
        terminal.press("\r")
        terminal.until(lambda screen: "Click a line or press its digit" in screen, "the choice")
        terminal.press("2")
        terminal.until(lambda screen: "choose a card" in screen, "the table")
    with PlainTerminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "Play again" in screen, "the menu")
