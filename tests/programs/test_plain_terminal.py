"""Plain mode at a real terminal: what the keys bring back, and how the terminal is given back."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from galli_tui.startup.exit_codes import Exit
from tests.support.terminal import Terminal

_SHARED = ("play", "campus-galli", "--plain", "--mode", "versus", "--seats", "2", "--name", "Anna", "--name", "Bruno")
_SOLO = ("play", "campus-galli", "--plain", "--mode", "solo", "--name", "Anna", "--seed", "7")
_HANDOVER = "Bruno, press Enter when nobody else looks or listens:"


def said_since(terminal: Terminal, begin: str, *keys: str) -> str:
    """Press keys, and return everything written after `begin` was last written."""
    terminal.press(*keys)
    terminal.settled()
    return bytes(terminal.written).decode().rpartition(begin)[2]


@pytest.mark.parametrize("keys", [("up", "up"), ("\x19",), ("\x12", "pr")], ids=["up", "^y", "^r"])
def test_no_key_brings_back_what_another_player_has_typed(tmp_path: Path, keys: tuple[str, ...]) -> None:
    with Terminal(*_SHARED, "--seed", "7", home=tmp_path, rows=60) as terminal:
        terminal.until(lambda screen: "Anna, press Enter" in screen, "the first handover")
        terminal.press("enter")
        terminal.until(lambda screen: screen.rstrip().endswith("Anna:"), "Anna's prompt")
        terminal.press("moves pray", "\x15", "choose pray", "enter", "2", "enter")
        terminal.until(lambda screen: _HANDOVER in screen, "the second handover")
        assert "pray" not in said_since(terminal, _HANDOVER, *keys)
        terminal.press("\x07", "\x15", "enter")
        terminal.until(lambda screen: screen.rstrip().endswith("Bruno:"), "Bruno's prompt")
        assert "pray" not in said_since(terminal, "Bruno:", *keys)


@pytest.mark.parametrize("words", [_SHARED, _SOLO], ids=["versus", "solo"])
def test_within_a_turn_the_last_line_comes_back(tmp_path: Path, words: tuple[str, ...]) -> None:
    with Terminal(*words, home=tmp_path, rows=60) as terminal:
        if words is _SHARED:
            terminal.until(lambda screen: "Anna, press Enter" in screen, "the handover")
            terminal.press("enter")
        prompt = "Anna:" if words is _SHARED else "Your move:"
        terminal.until(lambda screen: screen.rstrip().endswith(prompt), "the prompt")
        terminal.press("players", "enter")
        terminal.settled()
        assert "players" in said_since(terminal, prompt, "up")


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, Exit.OK),
        (signal.SIGHUP, Exit.OK),
        (signal.SIGINT, Exit.INTERRUPTED),
        (signal.SIGQUIT, -signal.SIGQUIT),
        (signal.SIGABRT, -signal.SIGABRT),
    ],
    ids=lambda it: it.name if isinstance(it, signal.Signals) else "",
)
@pytest.mark.parametrize("words", [_SOLO, ("play", "--plain")], ids=["match", "setup"])
def test_a_killed_conversation_gives_the_terminal_back(
    tmp_path: Path, words: tuple[str, ...], number: signal.Signals, code: int
) -> None:
    with Terminal(*words, home=tmp_path, rows=60) as terminal:
        prompt = "Your move:" if words is _SOLO else "press Enter for 1:"
        terminal.until(lambda screen: screen.rstrip().endswith(prompt), "the prompt")
        assert terminal.modes != terminal.modes_before
        terminal.signal(number)
        assert terminal.wait() == code
        assert terminal.modes == terminal.modes_before
        farewell = "Saved as " in terminal.text
        assert farewell == (words is _SOLO and code >= 0)
        assert "Traceback" not in terminal.text
