"""The terminal's own cursor, which a screen reader follows: it is where the focus is, on every screen, at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.terminal import Terminal


class Reader:
    """Presses a key and hears what the cursor comes to stand on."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def hears(self, words: str, *keys: str) -> None:
        """After these keys the cursor stands where these words begin."""
        self._terminal.press(*keys)
        self._terminal.until(lambda _: self._terminal.at_cursor.startswith(words), f"the cursor at {words!r}")
        self._terminal.settled()
        assert self._terminal.at_cursor.startswith(words)

    def hears_title(self, *keys: str) -> None:
        """After these keys the cursor stands at the first line of what is explained, the name of a card."""
        self._terminal.press(*keys)
        self._terminal.until(lambda screen: "The rule: " in screen, "the rule of the card")
        self._terminal.settled()
        assert self._terminal.at_cursor.strip("│ ")
        assert self._terminal.at_cursor in self._terminal.text.splitlines()[2]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    with Terminal(home=tmp_path) as terminal:
        yield Reader(terminal)


def test_the_cursor_on_the_menu_and_its_screens(reader: Reader) -> None:
    reader.hears("▸ 1 Play now")
    reader.hears("▸ 2 Learn a game", "down")
    reader.hears("▸ 3 New match", "down")
    reader.hears("▸ 4 Daily deal", "down")
    reader.hears("▸ close", "g")
    reader.hears("▸ 4 Daily deal", "escape")
    reader.hears("No saved matches yet", "m")
    reader.hears("▸ 4 Daily deal", "escape")
    reader.hears("← I “Pray and Work”", "n")
    reader.hears("← Campus Galli", "up")
    reader.hears("▸ 4 Daily deal", "escape")


def test_the_cursor_in_the_help(reader: Reader) -> None:
    reader.hears("▸ 1 Play now")
    reader.hears("How a round goes", "f1")
    reader.hears("What the signs", "tab")
    reader.hears("Bots", "tab")
    reader.hears("▸ n  ", "tab")
    reader.hears("▸ These clauses", "tab")
    reader.hears("Search", "/")
    reader.hears("▸ 1 Play now", "escape")


def test_the_cursor_in_the_command_palette(reader: Reader) -> None:
    reader.hears("▸ 1 Play now")
    reader.hears("Type to search", "ctrl+p")
    reader.hears("▸ host", "down")
    reader.hears("│", "q", "u")
    reader.hears("▸ quit", "down")
    reader.hears("▸ 1 Play now", "escape")


def test_the_cursor_at_a_table_and_its_dialogs(reader: Reader) -> None:
    reader.hears("▸ 1 Play now")
    reader.hears("← I “Pray and Work”", "n")
    reader.hears("▸1 ", "ctrl+s")
    reader.hears_title("f1")
    reader.hears("How a round goes", "f1")
    reader.hears("▸1 ", "escape")
    reader.hears("▸ ", "l")
    reader.hears("▸1 ", "escape")
    reader.hears("Score now: -", "s")
    reader.hears("▸1 ", "escape")
    reader.hears("Type to search", "ctrl+p")
    reader.hears("▸1 ", "escape")
    reader.hears("▸ stay", "escape")
    reader.hears("▸1 ", "n")
    reader.hears("▸ stay", "q")
    reader.hears("▸ g Resume", "y")
    reader.hears("▸ today", "m")
