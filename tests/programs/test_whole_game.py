"""A whole match by keyboard in a real terminal of 80x24: from the menu to the score sheet, killed and resumed."""

from __future__ import annotations

import re
from pathlib import Path

from rules.campus_galli.laying_sections import LaySection
from rules.engine.secrecy import PUBLIC
from saves.format.header import seeded
from saves.storage.identity_file import load_identity
from saves.storage.library import list_matches
from saves.storage.match import Match
from tests.support.terminal import Terminal

PROMPT_ROW = 22
PLAN_ROWS, PLAN_COLUMNS = slice(1, 14), slice(0, 33)
SEED, DOWN_TO_SEED = "7", 4
A_FRIEND = ("down", "down", "tab", "tab", "left", "left")
"""From the seed to the second seat, which gets a player in place of the bot that is proposed."""
TURNS_BEFORE_THE_KILL = 11


def prompt(screen: str) -> str:
    """The line that says what to do next."""
    return screen.split("\n")[PROMPT_ROW]


def plan(screen: str) -> list[str]:
    """The plan's part of a table's screen."""
    return [line[PLAN_COLUMNS] for line in screen.split("\n")[PLAN_ROWS]]


def is_laying(screen: str) -> bool:
    """Whether a section is held over the plan: by the prompt, or where that warns, by the keys a frame later."""
    return "Enter places it" in prompt(screen) or "f flip" in screen.rstrip().split("\n")[-1]


def is_the_end(screen: str) -> bool:
    """Whether the final score sheet shows."""
    return "Final score" in screen


def play(terminal: Terminal, turns: int) -> tuple[int, int]:
    """Answers whatever is asked until so many sections are laid, or the match ends; how many, and the handovers."""
    laid, handovers, screen = 0, 0, terminal.settled()
    while laid < turns and not is_the_end(screen):
        if "look away" in screen:
            handovers += 1
            assert "hand:" not in screen, "a handover shows no card"
            screen = terminal.insist("enter")
        elif is_laying(screen):
            terminal.answer("tab")
            terminal.press("enter")
            terminal.until(lambda screen: not is_laying(screen), "the section on the plan")
            screen = terminal.settled()
            laid += 1
        elif prompt(screen).strip():
            screen = terminal.answer("enter")
        else:
            raise AssertionError(f"nothing says what is next:\n{screen}")
    return laid, handovers


def test_a_match_is_set_up_played_killed_resumed_and_scored_by_keyboard_alone(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.until(lambda screen: "New match" in screen, "the menu")
        terminal.press("n")
        terminal.until(lambda screen: "Seat 2" in screen, "the new match's form")
        for key in (*["down"] * DOWN_TO_SEED, SEED):
            terminal.answer(key)
        for key in A_FRIEND:
            terminal.press(key)
            terminal.settled()
        terminal.press("ctrl+s")
        terminal.until(lambda screen: "look away" in screen, "the first handover")
        laid, handovers = play(terminal, TURNS_BEFORE_THE_KILL)
        assert laid == TURNS_BEFORE_THE_KILL
        before = terminal.text
        terminal.kill()

    with Terminal("resume", home=tmp_path) as terminal:
        terminal.until(lambda screen: "tasks (" in screen or "look away" in screen, "the table again")
        if "look away" in terminal.settled():
            handovers += 1
            terminal.insist("enter")
        assert plan(terminal.settled()) == plan(before), "what was shown as laid lies there again"
        laid_later, more = play(terminal, 99)
        assert handovers + more >= 24, "each hand is handed over before it is shown"
        end = terminal.until(is_the_end, "the score sheet")

    (row,) = list_matches(tmp_path / "matches")
    with Match.open(row.path, load_identity(tmp_path), read_only=True) as match:
        assert match.over
        assert match.header.dealer == seeded(int(SEED)), "the form's seed is the match's"
        assert laid + laid_later == sum(isinstance(event, LaySection) for event in match.events) > 20
        sheet = match.game.sheet(match.view(PUBLIC))
        assert sheet.team is not None
        shown = [float(number) for number in re.findall(r"-?\d+(?:\.5)?", end.replace("−", "-").replace("½", ".5"))]
        assert sheet.team / 2 in shown
