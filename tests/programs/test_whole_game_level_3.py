"""A whole match of level III by keyboard in a real terminal of 80x24, killed and resumed in the middle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.campus_galli.dangers import RollDice
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import LaySection
from rules.campus_galli.leftovers import DealLeftovers
from rules.campus_galli.special_actions import Pass, PayTask
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles
from rules.campus_galli.tile_turns import EndTurn
from rules.campus_galli.turn_order import PlayCard
from rules.engine.secrecy import PUBLIC
from saves.storage.identity_file import load_identity
from saves.storage.library import list_matches
from saves.storage.match import Match
from tests.programs.test_whole_game import is_laying, is_the_end, plan, prompt
from tests.support.terminal import Terminal

SEED = "3"
KEYS_BEFORE_THE_KILL = 150
SPECIAL = "special action"


def answered(terminal: Terminal, screen: str) -> str:
    """Does the next thing that a hasty player would: what comes first, and a special action where one can be paid."""
    if "look away" in screen:
        assert "your tiles" not in screen, "a handover shows no hand"
        return terminal.insist("enter")
    if not prompt(screen).strip():
        raise AssertionError(f"nothing says what is next:\n{screen}")
    if "? why" in prompt(screen):
        terminal.answer("down")
    elif SPECIAL in prompt(screen) and re.search(r"▸1 pass", screen):
        screen = terminal.answer("down")
        if "✗" in screen or "›" in next(line for line in screen.split("\n") if "▸2" in line):
            terminal.answer("up")
    elif is_laying(screen):
        terminal.answer("tab")
    return terminal.answer("enter")


def play(terminal: Terminal, keys: int = 5000) -> str:
    """Answers whatever is asked, at most so many times, until the match is over; returns the last screen."""
    screen = terminal.settled()
    while keys > 0 and not is_the_end(screen):
        screen = answered(terminal, screen)
        keys -= 1
    return screen


@pytest.mark.long
def test_a_match_of_level_iii_is_played_killed_resumed_and_scored_by_keyboard_alone(tmp_path: Path) -> None:
    words = ("play", "--level", "3", "--mode", "coop", "--seats", "2", "--seed", SEED)
    with Terminal(*words, home=tmp_path) as terminal:
        terminal.until(lambda screen: "look away" in screen or "▸ continue" in screen, "the first handover or event")
        before = play(terminal, KEYS_BEFORE_THE_KILL)
        terminal.kill()

    with Terminal("resume", home=tmp_path) as terminal:
        terminal.until(lambda screen: "tasks (" in screen or "look away" in screen, "the table again")
        screen = terminal.settled()
        if "look away" in screen:
            screen = terminal.insist("enter")
        assert plan(screen) == plan(before), "what was shown as laid lies there again"
        end = play(terminal)

    (row,) = list_matches(tmp_path / "matches")
    with Match.open(row.path, load_identity(tmp_path), read_only=True) as match:
        assert match.over
        assert match.header.options.level == 3
        made = {type(event) for event in match.events}
        assert made >= {
            DealLeftovers,
            PlayCard,
            PayTiles,
            ReceiveTiles,
            ScoreAgain,
            LaySection,
            EndTurn,
            PayTask,
            Pass,
            RollDice,
        }
        sheet = match.game.sheet(match.view(PUBLIC))
        assert sheet.team is not None
        shown = [float(number) for number in re.findall(r"-?\d+(?:\.5)?", end.replace("−", "-").replace("½", ".5"))]
        assert sheet.team / 2 in shown
