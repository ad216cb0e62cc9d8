"""The prompt of a replay: the words after a key can be clicked like the key."""

from __future__ import annotations

import re
from itertools import product

import pytest

from galli_tui.screens.table.replay_text import replay_prompt
from galli_tui.style.actions import in_scopes
from galli_tui.style.key_names import key_words
from galli_tui.style.replay_keys import REPLAY

ACTIONS = {key_words(it.keys[0]): it for it in in_scopes(REPLAY) if not it.each_key}
"""The actions of a replay by the key that a sentence names; the arrows and the digits stand for several."""
PROMPTS = {
    replay_prompt(
        speed=speed, compares=compares, better=better, opening=opening, cut=cut, curve=curve, open_end=open_end
    )
    for speed, (compares, better, opening, cut, curve, open_end) in product(("", "2"), product((False, True), repeat=6))
}
"""Everything that the prompt can say."""
CLAUSE = re.compile(rf"(?<!\S)({'|'.join(map(re.escape, ACTIONS))}) ([^,;.]+)")
"""A key and the words after it, up to the end of the clause."""
SAID = sorted({found for prompt in PROMPTS for found in CLAUSE.findall(prompt)})
"""What the prompts say that each key does."""


@pytest.mark.parametrize(("key", "phrase"), [(key, it) for key, action in ACTIONS.items() for it in action.phrases])
def test_each_phrase_of_an_action_follows_its_key_in_some_prompt(key: str, phrase: str) -> None:
    assert (key, phrase) in SAID


@pytest.mark.parametrize(("key", "words"), SAID)
def test_the_words_after_a_key_are_its_label_or_a_phrase_of_its_action(key: str, words: str) -> None:
    action = ACTIONS[key]
    assert words in (action.label, f"{action.label}s", *action.phrases)
