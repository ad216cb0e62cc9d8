"""Whole matches of Builders' Duel by keyboard in real terminals of 80x24: against a bot, and over the network."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.engine.secrecy import PUBLIC, Seat
from saves.storage.identity_file import load_identity
from saves.storage.library import list_matches
from saves.storage.match import Match
from tests.support.prompt_program import COMMAND
from tests.support.table_steps import begin, code_of, free_port, is_the_end, sees, sit_down
from tests.support.terminal import Terminal

PATIENCE = 240
"""Seconds after which a match is given up."""
PROMPT_ROW = 22
DISPLAY = slice(1, 12)


def asked(screen: str, name: str) -> bool:
    """Return whether a player is asked something, or the table rests before the next round."""
    return screen.split("\n")[PROMPT_ROW].strip().startswith((f"{name}: ", f"{name} (", "New decision", "Press Enter"))


def display(screen: str) -> list[str]:
    """Return the nine cards of a table's screen without the colours of the claims."""
    return [line[:50] for line in screen.split("\n")[DISPLAY]]


def play(terminal: Terminal, rounds: int = 99) -> None:
    """Press Enter, which answers what is asked or hurries the bot, until the match ends or a round begins.

    Each is answered before the next one: those beyond the end would close the score sheet and leave the table.
    """
    end = time.monotonic() + PATIENCE
    while not is_the_end(terminal.text) and f"round {rounds} of 12" not in terminal.text:
        assert time.monotonic() < end, f"the match does not end:\n{terminal.text}"
        assert not terminal.has_ended, f"the program has ended:\n{terminal.after}"
        before = terminal.text
        terminal.press("enter")
        terminal.watch_change(before, 0.5)


def test_a_match_against_a_bot_is_played_killed_resumed_and_won_by_keyboard(tmp_path: Path) -> None:
    words = ("play", "builders-duel", "--name", "Anna", "--bot", "2=novice", "--seed", "7")
    with Terminal(*words, home=tmp_path, command=COMMAND) as terminal:
        play(terminal, rounds=4)
        terminal.until(lambda screen: asked(screen, "Anna"), "a question in round 4")
        before = display(terminal.settled())
        terminal.kill()
    with Terminal("resume", home=tmp_path, command=COMMAND) as terminal:
        terminal.until(lambda screen: asked(screen, "Anna"), "the question again")
        assert display(terminal.settled()) == before
        play(terminal)
        if "Final score" not in terminal.settled():
            terminal.press("s")
        terminal.until(lambda screen: "Finished sections" in screen, "the score sheet")
    (row,) = list_matches(tmp_path / "matches")
    with Match.open(row.path, load_identity(tmp_path), read_only=True) as match:
        assert match.over
        assert len(match.game.sheet(match.view(PUBLIC)).winners) == 1
        seats = {getattr(event, "seat", None) for event in match.events}
        assert {Seat(0), Seat(1)} <= seats


@pytest.mark.long
@pytest.mark.network
def test_a_match_over_the_network_is_played_by_two_programs_and_watched_by_a_third(tmp_path: Path) -> None:
    port = free_port()
    at, bruno = f"127.0.0.1:{port}", tmp_path / "bruno"
    with Terminal("host", "builders-duel", "--here", "1=Anna", "--port", str(port), home=tmp_path / "anna") as host:
        code = code_of(host)
        with Terminal("join", at, "--code", code, "--name", "Bruno", home=bruno) as guest:
            sit_down(guest)
            begin(host)
            for terminal in (host, guest):
                sees(terminal, "Bruno (Waleran): claim a row")
            with Terminal("join", at, "--watch", "--code", code, home=tmp_path / "clara") as watching:
                sees(watching, "Bruno (Waleran): claim a row")
                take_turns(host, guest, lambda screen: "round 2 of 12" in screen)
                sees(watching, "Round 2 of 12")
                assert display(watching.settled()) == display(host.settled())
            take_turns(host, guest, is_the_end)
            guest.until(is_the_end, "the end at the guest")
    saved = [list_matches(tmp_path / name / "matches") for name in ("anna", "bruno")]
    assert [len(rows) for rows in saved] == [1, 1]


def take_turns(host: Terminal, guest: Terminal, done: Callable[[str], bool]) -> None:
    """Answer with Enter for the player who is asked, until the host's screen shows that this is done."""
    end = time.monotonic() + PATIENCE
    while not done(host.text):
        assert time.monotonic() < end, f"the match does not go on:\n{host.text}"
        for terminal, name in ((host, "Anna"), (guest, "Bruno")):
            if asked(terminal.text, name):
                terminal.press("enter")
            terminal.watch(0.1)
