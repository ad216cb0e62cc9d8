"""The replay of a saved match in a real terminal of 80x24: every way through it, the list, the review, a what-if."""

from __future__ import annotations

import re

from saves.storage.paths import home
from tests.support.saved_matches import saved_duel
from tests.support.terminal import Terminal

PAGE_DOWN, PAGE_UP, HOME, END = "\x1b[6~", "\x1b[5~", "\x1b[H", "\x1b[F"


def place(screen: str) -> int:
    """Return the number of the moment, as in the header."""
    found = re.search(r" (\d+)/\d+ *$", screen.splitlines()[0])
    return int(found[1]) if found else -1


def go(terminal: Terminal, key: str) -> tuple[int, str]:
    """Press a key; return the moment that it leads to, and the screen."""
    before = place(terminal.text)
    terminal.press(key)
    screen = terminal.until(lambda screen: place(screen) not in (before, -1), f"another moment after {key!r}")
    return place(screen), terminal.settled()


def test_a_match_is_stepped_through_played_listed_and_played_differently() -> None:
    match_store, match_id = saved_duel()
    with Terminal("replay", match_id, home=home()) as terminal:
        first = terminal.until(lambda screen: "Replay" in screen and place(screen) == 0, "the opening")
        assert "The match begins." in first
        assert "view: all open" in first.splitlines()[0]

        # Moments, turns, decisions, rounds, passages: each goes at least as far as the one before it, and back.
        reached = 0
        for forth, words in (
            ("right", "lays out nine cards"),
            ("down", "claims"),
            (".", "claims"),
            (PAGE_DOWN, "Round 2 of 12"),
            ("]", "Passage 2, round 4"),
        ):
            number, screen = go(terminal, forth)
            assert number > reached
            assert words in " ".join(screen.split())
            reached = number
        assert go(terminal, "[")[0] < reached
        assert "Passage 1" in terminal.text
        go(terminal, "]")
        for back in (PAGE_UP, "up", ",", "left"):
            before = place(terminal.text)
            assert go(terminal, back)[0] < before
        last, screen = go(terminal, END)
        assert re.search(r"Passage [34], round \d", screen)
        assert go(terminal, HOME)[0] == 0

        # By itself, fast, to be paused again.
        terminal.press("3")
        terminal.until(lambda screen: place(screen) >= 3 and "space pause" in screen, "the match playing by itself")
        terminal.press(" ")
        terminal.until(lambda screen: "space play" in screen, "a pause")
        stopped = place(terminal.settled())
        terminal.watch(0.6)
        assert place(terminal.text) == stopped < last

        # The list leads to any moment.
        terminal.press("l")
        terminal.until(lambda screen: "─ Moments" in screen, "the list")
        terminal.press(HOME, "down", "enter")
        terminal.until(lambda screen: place(screen) == 1, "the second moment")

        # The other views.
        terminal.press("tab")
        terminal.until(lambda screen: "view: Anna" in screen, "the view of a seat")

        # What if: a new match from the fourth round, which names its origin.
        go(terminal, "]")
        terminal.press("n")
        terminal.until(lambda screen: "What if, from passage 2, round 4" in screen, "the form")
        terminal.press("escape")
        terminal.until(lambda screen: "What if" not in screen, "the replay")
        terminal.press("n")
        terminal.until(lambda screen: "Play from here" in screen, "the form")
        terminal.press("enter")
        terminal.until(lambda screen: "what-if" in screen and "Replay" not in screen, "the new match")
    assert sorted(row.marks for row in match_store.saved()) == [(), (f"what-if of {match_id}",)]


def test_the_replay_is_left_for_the_menu_and_opened_from_the_list() -> None:
    _, match_id = saved_duel(20)
    (home() / "settings.toml").write_text('name = "Notker"\n')
    with Terminal("replay", match_id, home=home()) as terminal:
        terminal.until(lambda screen: place(screen) > 0, "the last moment of a match in play")
        assert "view: public" in terminal.text.splitlines()[0]
        terminal.press("a")
        terminal.until(lambda screen: "The review comes after the match." in screen, "why there is no review")
        terminal.press("escape")
        terminal.until(lambda screen: "Saved matches" in screen and "Replay" not in screen, "the menu")
        terminal.press("m")
        terminal.until(lambda screen: "─ Saved matches" in screen, "the list")
        terminal.press("v")
        terminal.until(lambda screen: "Replay" in screen.splitlines()[0], "the replay")
        terminal.press("q")
        terminal.until(lambda screen: "─ Saved matches" in screen, "the list again")
