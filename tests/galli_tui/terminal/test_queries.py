"""Questions to the terminal: what its answers mean, and that a silent one loses only a moment."""

from __future__ import annotations

import os
import pty
import select
import termios
from threading import Thread

import pytest

from galli_tui.terminal import queries
from galli_tui.terminal.queries import Answers, ask_terminal, parse_answers

SIGNS = ("★", "─")
KITTY = b"\x1b[1;2R\x1b[1;3R\x1b[?2026;2$y\x1b[?0u\x1bP>|kitty(0.40)\x1b\\\x1b[?62;c"


def test_answers_are_read_in_any_company() -> None:
    assert parse_answers(b"x" + KITTY, SIGNS) == Answers({"★": 1, "─": 2}, True, True, "kitty(0.40)")  # noqa: FBT003
    assert parse_answers(b"\x1b[1;2R\x1b[?2026;0$y\x1b[?6c", SIGNS) == Answers({}, False, False, "")  # noqa: FBT003


def test_a_version_cannot_control_the_screen() -> None:
    assert parse_answers(b"\x1bP>|a\x07b\xff" + b"c" * 99 + b"\x1b\\", ()).version.isprintable()


class FakeTerminal:
    """A terminal that gives one answer to the last question."""

    def __init__(self, answer: bytes) -> None:
        self._own, self.program = pty.openpty()
        self.asked = b""
        self._answer = answer
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while select.select([self._own], [], [], 5)[0]:
            self.asked += os.read(self._own, 4096)
            if self.asked.endswith(b"\x1b[c") and self._answer:
                os.write(self._own, self._answer)
            if self.asked.endswith(b"\x1b[K"):
                break

    def close(self) -> None:
        self._thread.join()
        os.close(self._own)
        os.close(self.program)


@pytest.fixture(autouse=True)
def foreground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the fake terminal belong to this program."""

    def own(terminal: int) -> int:
        return os.getpgrp()

    monkeypatch.setattr(os, "tcgetpgrp", own)


def test_a_terminal_is_asked_and_left_as_it_was() -> None:
    terminal = FakeTerminal(KITTY)
    before = termios.tcgetattr(terminal.program)
    found = ask_terminal(terminal.program, terminal.program, SIGNS)
    assert termios.tcgetattr(terminal.program) == before
    terminal.close()
    assert found is not None
    assert found.version == "kitty(0.40)"
    assert terminal.asked.startswith("\r★\x1b[6n\r─\x1b[6n".encode())


def test_a_simple_terminal_is_asked_for_widths_only() -> None:
    terminal = FakeTerminal(b"\x1b[1;2R\x1b[1;2R\x1b[?6c")
    found = ask_terminal(terminal.program, terminal.program, SIGNS, simple=True)
    terminal.close()
    assert found == Answers({"★": 1, "─": 1}, False, False, "")  # noqa: FBT003
    assert b"2026" not in terminal.asked


def test_a_silent_terminal_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PATIENCE", 0.05)
    terminal = FakeTerminal(b"")
    assert ask_terminal(terminal.program, terminal.program, SIGNS) is None
    terminal.close()


def test_a_program_in_the_background_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(terminal: int) -> int:
        return 1

    monkeypatch.setattr(os, "tcgetpgrp", other)
    assert ask_terminal(0, 0, SIGNS) is None
