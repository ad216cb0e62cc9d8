"""The line that tells how far a run has come, on terminals alone and without sequences."""

from __future__ import annotations

import io
import os

import pytest

from galli_tui.lab.progress import WIDTH, ProgressLine, clock_text


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """Goes on by a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_terminal_shows_how_many_how_fast_and_how_long() -> None:
    screen = Screen()
    progress = ProgressLine(10, 4, screen, Clock())
    for _ in range(2):
        progress.one()
    assert screen.getvalue().split("\r")[1:] == [
        "4/10 matches".ljust(WIDTH),
        "5/10 matches, 1 a second, 0:05 left".ljust(WIDTH),
        "6/10 matches, 1 a second, 0:04 left".ljust(WIDTH),
    ]
    progress.end()
    assert screen.getvalue().split("\r")[4:] == [" " * WIDTH, ""]
    assert "\x1b" not in screen.getvalue()


def test_progress_is_written_a_few_times_a_second_at_most() -> None:
    screen = Screen()
    progress = ProgressLine(100, 0, screen, lambda: 7.0)
    for _ in range(100):
        progress.one()
    assert screen.getvalue().count("\r") == 1


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_without_a_terminal_nothing_is_written(stream: io.StringIO | None) -> None:
    progress = ProgressLine(3, 0, stream, Clock())
    progress.one()
    progress.end()
    assert stream is None or stream.getvalue() == ""
    assert progress.done == 1


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (7, "0:07"), (750, "12:30"), (3600, "1:00:00"), (360_000, "100:00:00")]
)
def test_times_are_written_like_a_clock(seconds: int, words: str) -> None:
    assert clock_text(seconds) == words


def test_a_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(screen, "fileno", lambda: 1)
    monkeypatch.setattr(os, "get_terminal_size", {1: os.terminal_size((30, 10))}.get)
    progress = ProgressLine(100, 40, screen, Clock())
    progress.one()
    progress.end()
    assert {len(line) for line in screen.getvalue().split("\r")[1:-1]} == {29}
