"""The time that a review still takes, as it is said while a player waits."""

from __future__ import annotations

import re

import pytest

from galli_tui.tables.time_left import LEAST, TimeLeft


@pytest.mark.parametrize(
    ("seconds", "done", "left", "words"),
    [
        (30.0, LEAST - 1, 80, ""),
        (30.0, 10, 70, "About 4 minutes left."),
        (30.0, 10, 20, "About 1 minute left."),
        (30.0, 70, 5, "Less than a minute left."),
        (60.0, 10, 83, "About 10 minutes left."),
        (60.0, 10, 343, "About 30 minutes left."),
    ],
)
def test_the_time_left_follows_from_what_is_done(seconds: float, done: int, left: int, words: str) -> None:
    assert TimeLeft(100.0, 5).words(100.0 + seconds, 5 + done, left) == words


def test_what_has_been_said_does_not_grow_by_a_little() -> None:
    time_left, said = TimeLeft(0.0, 0), list[int]()
    for quarter, done in enumerate((3, 11, 17, 20, 23, 27, 30, 38, 47, 60), 1):
        words = time_left.words(15.0 * quarter, done, 64 - done)
        said += [int(number) for number in re.findall(r"\d+", words)]
    assert said == sorted(said, reverse=True)
    assert said[0] == 2


def test_what_has_been_said_grows_if_it_takes_much_longer() -> None:
    time_left = TimeLeft(0.0, 0)
    assert time_left.words(60.0, 30, 30) == "About 1 minute left."
    assert time_left.words(120.0, 31, 29) == "About 1 minute left."
    assert time_left.words(600.0, 32, 28) == "About 10 minutes left."
