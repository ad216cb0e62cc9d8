"""What a move changes in the score sheet is said in full, in one and in several, more and fewer."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from rules.bots.score_change import LineChange


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        ("lazy", -1, "a lazy monk who goes home from a gap"),
        ("lazy", 2, "2 lazy monks who lie down in gaps"),
        ("builders", 1, "a master builder on the section"),
        ("large-gaps", -2, "2 fewer gaps of 4 or more spaces"),
        ("parchment", -1, "a building that is no longer parchment"),
        ("books", 1, "books"),
        ("tasks", 0, "fulfilled tasks"),
    ],
)
def test_a_change_of_the_score_is_said_in_full(key: str, change: int, words: str) -> None:
    assert texts_of("campus-galli").change_label(LineChange(key, "CG-I-6a", None, change, 1)) == words
