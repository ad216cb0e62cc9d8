"""The rulebook read aloud: in a game with levels, what holds in this match comes first."""

from __future__ import annotations

import re

import pytest

from rules.engine.game import Options
from rules.registry import game_box
from tests.support.plain_talk import heard, new_table

WORDS = ("gap", "task", "monk", "section", "score", "hut")


def levels_heard(capsys: pytest.CaptureFixture[str], level: int, word: str) -> list[tuple[int, str]]:
    """Return the level of each clause with a word, in the order in which it is read, and what the line begins with."""
    said = heard(capsys, new_table("campus-galli", Options(1, "solo", level)), f"rules {word}", *["more"] * 40)
    clauses = [found for line in said if (found := re.match(r"CG-(I{1,3})-[^:]+", line))]
    return [(len(found[1]), found[0]) for found in clauses]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("word", WORDS)
def test_the_clauses_of_the_own_level_come_first_and_others_name_theirs(
    capsys: pytest.CaptureFixture[str], level: int, word: str
) -> None:
    found = levels_heard(capsys, level, word)
    assert {it for it, _ in found} == {1, 2, 3}
    order = [*range(level, 0, -1), *range(level + 1, 4)]
    assert [it for it, _ in found] == sorted((it for it, _ in found), key=order.index)
    for own, begin in found:
        assert begin.endswith(f", of level {'I' * own}") == (own != level), begin


def test_a_clause_by_its_number_comes_before_those_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert levels_heard(capsys, 1, "CG-II-3d")[0] == (2, "CG-II-3d, of level II")


def test_the_headings_are_those_of_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("campus-galli", Options(1, "solo", 1)), "rules", "")
    assert "Level I: 6. Scoring." in said
    assert not any(line.startswith("Level II") for line in said)
    assert "Higher levels add rules that don't apply to this match." in said


@pytest.mark.parametrize("key", ["builders-duel", "ora-et-labora"])
def test_a_game_without_levels_names_none(capsys: pytest.CaptureFixture[str], key: str) -> None:
    said = heard(capsys, new_table(key, Options(2, "versus", 1)), "rules build", "rules", "more", "")
    assert not any("level" in line.casefold() for line in said if re.match(r"[A-Z]{2}-", line))
    assert not any("Higher levels" in line for line in said)
    assert len(game_box(key).meta.levels) == 1
