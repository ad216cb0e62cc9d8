"""Whole matches of all levels are played out exactly as they are kept under `tests/goldens`."""

from __future__ import annotations

import pytest

from tests.support.cg_golden_search import missed
from tests.support.cg_goldens import FOLDER, WAYS, Golden, end_of, goldens, keeps, told

TOGETHER_ALONE = {"missed", "reached", "acclaimed", "the last band"}
APART_ALONE = {"one wins", "several win"}
BY_LUCK = {2: {"news card-spent"}, 3: {"news card-spent", "event LoseGuest"}}
"""What no match kept comes by: an angel without any place, guests beside several buildings of a side at an epidemic."""


@pytest.mark.parametrize("golden", goldens(), ids=lambda golden: golden.name)
def test_the_match_is_the_one_that_is_kept(golden: Golden) -> None:
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    played = told(golden).splitlines()
    differing = [number for number, pair in enumerate(zip(kept, played, strict=False), start=1) if len(set(pair)) > 1]
    assert not differing, f"line {differing[0]} of {golden.path.name}; anew: python -m tests.support.cg_goldens"
    assert len(kept) == len(played)


def test_nothing_else_is_kept() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden.path.name for golden in goldens()}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_way_in_which_a_match_of_the_level_can_end_is_kept(level: int) -> None:
    kept = [golden for golden in goldens() if golden.game.options.level == level]
    assert all(keeps(golden) for golden in kept)
    ends = {"together": set[str](), "apart": set[str]()}
    for golden in kept:
        side = "together" if golden.game.setting.together else "apart"
        ends[side] |= {way for way, holds in WAYS.items() if holds(golden.game, end_of(golden))}
    possible = set(WAYS) if level == 3 else set(WAYS) - {"monastery complete"}
    assert ends["together"] >= possible - APART_ALONE
    assert ends["apart"] >= possible - TOGETHER_ALONE - {"no task left"}


@pytest.mark.parametrize("level", [2, 3])
def test_every_kind_of_event_card_task_and_danger_of_the_level_is_kept(level: int) -> None:
    first, *others = [golden for golden in goldens() if golden.game.options.level == level]
    assert missed(first).intersection(*map(missed, others)) == BY_LUCK[level]


@pytest.mark.parametrize("level", [2, 3])
def test_one_match_of_the_level_has_every_kind_of_card_task_and_danger(level: int) -> None:
    kinds = ("plays ", "revealed ", "shown ", "strikes ")
    matches = [golden for golden in goldens() if golden.game.options.level == level]
    assert any(not any(word.startswith(kinds) for word in missed(golden)) for golden in matches)
