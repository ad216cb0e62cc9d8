"""The rules against a second implementation, which follows the lines of a match and judges every one itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.engine.laws import Policy, greedy_policy, random_policy, rare_move_policy
from tests.rules.ora_et_labora.recorded_games import Recording, recordings
from tests.support.ora_positions import MODES, match
from tests.support.second_ora import Second
from tests.support.second_ora_box import EFFECTS, Illegal
from tests.support.second_ora_check import compare
from tests.support.second_ora_pictures import named, second_named

SHORT = [
    ("4", "france", random_policy),
    ("3", "ireland", rare_move_policy),
    ("4s", "ireland", random_policy),
    ("3s", "france", rare_move_policy),
    ("2", "france", rare_move_policy),
    ("2L", "ireland", random_policy),
    ("1", "france", rare_move_policy),
]
"""Each mode once, the countries and policies in turn."""
LONG = {"random": (random_policy, 10), "rare": (rare_move_policy, 10), "greedy": (greedy_policy, 2)}


@pytest.mark.parametrize(("mode", "country", "policy"), SHORT)
def test_both_agree_on_a_match(mode: str, country: str, policy: Policy) -> None:
    found = compare(match(mode, country), policy, 1, tries=1)
    assert found.events > 50
    assert found.accepted > 50
    assert found.refused > 50


def test_every_mode_is_compared_in_the_short_run() -> None:
    assert {mode for mode, _, _ in SHORT} == set(MODES)


@pytest.mark.long
@pytest.mark.parametrize("policy", LONG)
@pytest.mark.parametrize("country", ["france", "ireland"])
@pytest.mark.parametrize("mode", MODES)
def test_both_agree_on_many_matches(mode: str, country: str, policy: str) -> None:
    chosen, matches = LONG[policy]
    for seed in range(1, 1 + matches):
        compare(match(mode, country), chosen, seed)


@pytest.mark.skipif(not recordings(), reason="the folder of recorded games is not beside the project")
@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)
def test_both_agree_on_a_recorded_game(path: Path) -> None:
    recording = Recording(json.loads(path.read_text()))
    for _ in recording.play():
        pass
    second = Second(recording.game.mode.key, recording.record["config"]["country"])
    for line in recording.lines:
        second = second.play(line)
    assert second_named(second) == named(recording.game, recording.state)


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFECTS, "L3", "@Pt")
    with pytest.raises(AssertionError, match="coin"):
        compare(match("3s"), random_policy, 1)


def test_the_second_implementation_refuses() -> None:
    second = Second("4", "france").play("dealer begins 1")
    for line in ("2 end", "1 use L1b lay", "1 fell c0 own", "1 build G02 f0", "1 trade 1 1 - 0", "1 settle S1 f0 WoGn"):
        with pytest.raises(Illegal):
            second.play(line)
    assert second.play("1 fell d0 own").seat == 0
