"""Errors on the error stream are wrapped between words in a terminal."""

from __future__ import annotations

import pytest

from galli_tui.terminal.error_stream import print_error


def test_an_error_is_wrapped_in_a_terminal_without_breaking_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "the results file is of another run: its choice of --swap is true, not false; name another file"
    path = "/a/path/that/is/longer/than/the/terminal/is/wide"
    print_error(f"{words}\n{path}")
    assert capsys.readouterr().err == f"galli-tui: {words}\n{path}\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    print_error(f"{words}\n{path}")
    *lines, last = capsys.readouterr().err.splitlines()
    assert " ".join(lines) == f"galli-tui: {words}"
    assert max(map(len, lines)) <= 40
    assert last == path
