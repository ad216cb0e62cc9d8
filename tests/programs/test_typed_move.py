"""A typed move and the position in words, in a real terminal of 80x24."""

from __future__ import annotations

from pathlib import Path

from tests.support.terminal import Terminal


def test_a_move_is_typed_completed_refused_and_made(tmp_path: Path) -> None:
    words = ("play", "--game", "builders-duel", "--mode", "versus", "--name", "Anna", "--name", "Bruno", "--seed", "3")
    with Terminal(*words, home=tmp_path) as terminal:
        terminal.until(lambda screen: "Waleran: claim a row" in screen, "the first decision")
        terminal.press(":")
        terminal.until(lambda screen: "Next: claim" in screen, "the words that may come first")
        terminal.press("tab")
        terminal.until(lambda screen: ":claim" in screen and "r1, r2, r3" in screen, "the lines")
        terminal.press("r", "1", "enter")
        terminal.until(lambda screen: "Anna (Philip): claim a line across" in screen, "the other player's decision")
        terminal.press(":")
        terminal.until(lambda screen: "Next: claim" in screen, "the line again")
        terminal.press(*"claim r2", "enter")
        terminal.until(lambda screen: "(BD-2d)" in screen, "the clause of the refusal")
        terminal.press("\x7f", "\x7f", "c", "1", "enter")
        terminal.until(lambda screen: "throw" in screen, "the conflict")
        terminal.press("d")
        text = terminal.until(lambda screen: "The position in words" in screen, "the position in words")
        assert "Round 1 of 12." in text
        terminal.press("escape")
        terminal.until(lambda screen: "The position in words" not in screen, "the table")
