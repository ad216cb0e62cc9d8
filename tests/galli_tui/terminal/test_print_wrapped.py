"""Lines that commands print on a terminal."""

from __future__ import annotations

import sys
from os import terminal_size

import pytest

from galli_tui.startup.own_command import own_command
from galli_tui.terminal import print_wrapped


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 40 columns."""

    def always(_: object) -> bool:
        return True

    monkeypatch.setattr(print_wrapped, "is_terminal", always)
    monkeypatch.setattr(print_wrapped, "get_terminal_size", lambda: terminal_size((40, 24)))


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Saved as 9f86d081. Resume with: {}", "resume 9f86d081 --plain"),
        ("If you are new to it, leave and learn: {}", "learn --plain"),
        ("There is no saved match here yet; `{}` starts one for you.", "play --daily"),
    ],
)
def test_a_command_to_type_stays_on_one_line(line: str, command: str) -> None:
    typed = own_command(command)
    lines = print_wrapped.wrapped(line.format(typed), sys.stdout).splitlines()
    assert len(lines) > 1
    assert [it for it in lines if typed in it]
    assert " ".join(lines) == line.format(typed)


@pytest.mark.usefixtures("narrow")
def test_other_lines_are_wrapped_between_words() -> None:
    line = "one two three four five six seven eight nine ten"
    assert print_wrapped.wrapped(line, sys.stdout, "  ").splitlines() == [
        "one two three four five six seven eight",
        "  nine ten",
    ]
