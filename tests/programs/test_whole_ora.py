"""Whole long matches of Ora et Labora by keyboard in real terminals of 80x24: against bots, and over the network."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from rules.engine.secrecy import PUBLIC
from rules.ora_et_labora.actions import Use
from rules.ora_et_labora.building import BuildCard
from rules.ora_et_labora.settling import FoundSettlement
from saves.storage.identity_file import load_identity
from saves.storage.library import list_matches
from saves.storage.match import Match
from tests.support.prompt_program import COMMAND
from tests.support.table_steps import begin, code_of, free_port, is_the_end, sees, sit_down
from tests.support.terminal import Terminal

PATIENCE = 600
"""Seconds after which a match is given up."""
PROMPT_ROW = 22
BOARD = slice(1, 20)
WIDTH = 50
BUILD = re.compile(r"(\d) build ›")
END = re.compile(r"(\d) end your turn")
REFUSED = "✖"
PAGE = "← "
"""Above the items of a page of the menu stands the way back."""
ROUND = re.compile(r"round \d+")


def asked(screen: str, name: str) -> bool:
    """Return whether a player is asked something, or told that Enter again does it."""
    prompt = screen.split("\n")[PROMPT_ROW].strip()
    return prompt.startswith((f"{name}: ", "New decision", "Press Enter")) or "Enter again" in prompt


def board(screen: str) -> list[str]:
    """Return the board of a table's screen."""
    return [line[:WIDTH] for line in screen.split("\n")[BOARD]]


class Player:
    """Someone at a terminal who builds if possible, does other things in turn, and takes what is proposed."""

    def __init__(self, terminal: Terminal, name: str) -> None:
        self._terminal, self._name = terminal, name
        self._built: list[str] = []
        """The round in which building was tried last."""
        self._action = 0
        """How often another action was chosen."""
        self._stuck: list[str] = []
        """The board when the end of the turn was selected last."""

    def answer(self) -> None:
        """Press the keys that a player would press at this screen."""
        screen = self._terminal.text
        if REFUSED in screen:
            while REFUSED in screen or PAGE in screen:
                screen = self._terminal.answer("escape")
        elif not asked(screen, self._name):
            if is_the_end(screen) or "Enter: play now" in screen:
                self._terminal.press("enter")
        elif BUILD.search(screen) is not None:
            self._act(screen)
        else:
            self._terminal.press("enter")
        self._terminal.watch_change(screen, 0.1)

    def _act(self, screen: str) -> None:
        """Choose an action: to build once a round, else each of the others in turn, the end of the turn among them.

        The turn ends without an action only if none of them has changed the board since its end was selected before.
        """
        (build,), now = BUILD.findall(screen), ROUND.findall(screen)
        if now[:1] != self._built:
            self._built = now[:1]
            self._terminal.press(build)
        else:
            ends = END.findall(screen)
            others = [key for key in "1234" if key != build] + ends
            self._action += 1
            key = others[self._action % len(others)]
            self._terminal.press(key)
            if key in ends:
                if board(screen) == self._stuck:
                    self._terminal.answer("enter")
                self._stuck = board(screen)


def play(players: Iterable[Player], watched: Terminal, until: str) -> None:
    """Have players answer until the match ends, or a text stands on the screen that is watched."""
    end = time.monotonic() + PATIENCE
    while not is_the_end(watched.text) and until not in watched.text:
        assert time.monotonic() < end, f"the match does not end:\n{watched.text}"
        for player in players:
            player.answer()


def check_saved(home: Path) -> None:
    """Check that a whole match of 24 rounds is saved, in which buildings and settlements were built."""
    (row,) = list_matches(home / "matches")
    with Match.open(row.path, load_identity(home), read_only=True) as match:
        assert match.over
        assert match.view(PUBLIC).round == 25
        assert max(match.game.sheet(match.view(PUBLIC)).seats) > 20
        assert {Use, BuildCard, FoundSettlement} <= {type(event) for event in match.events}


def test_a_long_match_against_bots_is_played_killed_resumed_and_ended_by_keyboard(tmp_path: Path) -> None:
    bots = ("--bot", "2=novice", "--bot", "3=novice")
    words = ("play", "ora-et-labora", "--seats", "3", "--name", "Anna", *bots, "--seed", "7")
    with Terminal(*words, home=tmp_path, command=COMMAND) as terminal:
        play([Player(terminal, "Anna")], terminal, "round 4 of 24")
        terminal.until(lambda screen: asked(screen, "Anna"), "a question in round 4")
        before = board(terminal.settled())
        terminal.kill()
    with Terminal("resume", home=tmp_path, command=COMMAND) as terminal:
        terminal.until(lambda screen: asked(screen, "Anna"), "the question again")
        assert board(terminal.settled()) == before
        play([Player(terminal, "Anna")], terminal, "Final score")
        if "Final score" not in terminal.settled():
            terminal.press("s")
        terminal.until(lambda screen: "Dwelling" in screen, "the score sheet")
    check_saved(tmp_path)


@pytest.mark.long
@pytest.mark.network
def test_a_long_match_over_the_network_is_played_by_three_programs(tmp_path: Path) -> None:
    port = free_port()
    words = ("host", "ora-et-labora", "--seats", "3", "--here", "1=Anna", "--port", str(port))
    with Terminal(*words, home=tmp_path / "anna") as host:
        at = ("join", f"127.0.0.1:{port}", "--code", code_of(host), "--name")
        with (
            Terminal(*at, "Bruno", home=tmp_path / "bruno") as bruno,
            Terminal(*at, "Clara", home=tmp_path / "clara") as clara,
        ):
            sit_down(bruno, 2)
            sit_down(clara, 3)
            begin(host)
            seats = [Player(host, "Anna"), Player(bruno, "Bruno"), Player(clara, "Clara")]
            for terminal in (host, bruno, clara):
                sees(terminal, "round 1")
            play(seats, host, "Final score")
            for guest in (bruno, clara):
                guest.until(is_the_end, "the end at a guest")
    logs = set[tuple[str, ...]]()
    for name in ("anna", "bruno", "clara"):
        check_saved(tmp_path / name)
        (row,) = list_matches(tmp_path / name / "matches")
        with Match.open(row.path, load_identity(tmp_path / name), read_only=True) as match:
            logs.add(tuple(map(match.game.format, match.events)))
    assert len(logs) == 1, "the players have different matches"
