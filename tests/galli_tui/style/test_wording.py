"""Small words: amounts, levels, names in a row, dates."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.style.wording import (
    amount,
    amount_words,
    date_words,
    gerund,
    infinitive,
    listed,
    signed_amount,
    without_notes,
)
from galli_tui.widgets.title import drawn
from rules.engine.score_sheet import HALF_POINTS, POINTS, Unit
from tests.support.bot_backends import SpreadAdvice
from tests.support.replays import replayed


@pytest.mark.parametrize(
    ("half_points", "shown"), [(0, "0"), (1, "½"), (2, "1"), (7, "3½"), (-6, "-3"), (-1, "-½"), (100, "50")]
)
def test_halves_are_shown_as_fractions(half_points: int, shown: str) -> None:
    assert amount(half_points, HALF_POINTS) == shown


def test_amounts_carry_their_sign() -> None:
    assert [signed_amount(half, HALF_POINTS) for half in (4, 3, 0, -2, -3)] == ["+2", "+1½", "0", "-1", "-1½"]


@pytest.mark.parametrize(
    ("half_points", "said"), [(0, "0 points"), (1, "half a point"), (2, "1 point"), (7, "3½ points")]
)
def test_amounts_have_their_word_in_a_sentence(half_points: int, said: str) -> None:
    assert amount_words(half_points, HALF_POINTS) == said


def test_amounts_use_the_unit_of_the_game() -> None:
    sections, gold = Unit("section", "sections"), Unit("gold", "gold")
    assert [amount_words(number, sections) for number in (0, 1, 2)] == ["0 sections", "1 section", "2 sections"]
    assert [amount_words(number, HALF_POINTS, ".5") for number in (1, 2, 7)] == [
        "half a point",
        "1 point",
        "3.5 points",
    ]
    assert (amount(7, HALF_POINTS), amount(7, POINTS), signed_amount(3, gold)) == ("3½", "7", "+3")


def test_half_a_point_has_an_ascii_form() -> None:
    assert amount(7, HALF_POINTS, ".5") == "3.5"


@pytest.mark.parametrize(
    ("names", "row"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_names_are_joined_into_a_list(names: list[str], row: str) -> None:
    assert listed(names) == row


def test_a_list_can_end_in_another_word() -> None:
    assert listed(["red", "blue"], "or") == "red or blue"


@pytest.mark.parametrize(
    ("days", "words"), [(0, "today 19:30"), (1, "yesterday 19:30"), (2, "3 Mar 2026"), (400, "29 Jan 2025")]
)
def test_dates_are_as_brief_as_is_clear(days: int, words: str) -> None:
    now = datetime(2026, 3, 5, 19, 30, tzinfo=timezone(timedelta(hours=1)))
    assert date_words(now - timedelta(days=days), now) == words


@pytest.mark.parametrize(("across", "down"), [(2, 1), (3, 2), (4, 2)])
def test_the_title_is_closed_walls_of_one_width(across: int, down: int) -> None:
    lines = drawn(across, down)
    assert {len(line) for line in lines} == {30 * across + 1}
    assert len(lines) == 5 * down + 1
    for row, line in enumerate(lines):
        for place, char in enumerate(line):
            if char in "│╭╮├┤┬┼":
                assert lines[row + 1][place] in "│╰╯├┤┴┼"
            if char in "─╭╰├┬┴┼":
                assert line[place + 1] in "─╮╯┤┬┴┼"


@pytest.mark.parametrize(
    ("clause", "follows"),
    [
        ("fulfils a task", "fulfil a task"),
        ("places 2 master builders", "place 2 master builders"),
        ("finishes a section", "finish a section"),
        ("has the better book", "have the better book"),
        ("is more likely to win", "be more likely to win"),
        ("may place a master builder", "place a master builder"),
        ("costs fewer tiles", "cost fewer tiles"),
    ],
)
def test_a_clause_can_follow_an_auxiliary_verb(clause: str, follows: str) -> None:
    assert infinitive(clause) == follows


@pytest.mark.parametrize(
    ("clause", "done"),
    [
        ("found a mill", "founding a mill"),
        ("place the red hall", "placing the red hall"),
        ("let it lie", "letting it lie"),
        ("beg for two tiles", "begging for two tiles"),
        ("swap 2 tiles", "swapping 2 tiles"),
        ("play it from the hut", "playing it from the hut"),
        ("draw a wing", "drawing a wing"),
        ("don't pay", "not paying"),
        ("sell 1 wine", "selling 1 wine"),
        ("pass", "passing"),
        ("fulfil the task", "fulfilling the task"),
        ("reveal a card", "revealing a card"),
        ("sell 1 wool and buy 2 wool", "selling 1 wool and buying 2 wool"),
        ("buy stone and wool", "buying stone and wool"),
    ],
)
def test_a_move_can_be_told_as_what_somebody_did(clause: str, done: str) -> None:
    assert gerund(clause) == done


@pytest.mark.parametrize(
    ("move", "bare"),
    [
        ("use the Mill: 2 coins", "use the Mill"),
        ("choose 28/46, build or pray (pouch or hut: tower)", "choose 28/46, build or pray"),
        ('take the task "long hours: no red"', 'take the task "long hours: no red"'),
        ('take the task "long hours: no red": 2 points', 'take the task "long hours: no red"'),
        ('place a hall on e4: task "long hours: no red" (1 point)', "place a hall on e4"),
        ("play 29/47 (pouch or hut: wing) from the pouch", "play 29/47 (pouch or hut: wing) from the pouch"),
        ("play 29/47 (pouch or hut: wing) from the pouch: 2 left", "play 29/47 (pouch or hut: wing) from the pouch"),
        ("use the Mill: 2 coins (or 3) each", "use the Mill"),
    ],
)
def test_a_move_can_be_told_without_its_notes(move: str, bare: str) -> None:
    assert without_notes(move) == bare


GERUND = re.compile(
    "begging|borrowing|building|buying|carrying|choosing|claiming|clearing|contracting|cutting|drawing|ending|"
    "felling|flipping|founding|fulfilling|giving|installing|keeping|leaving|letting|lifting|losing|not|paying|"
    "placing|playing|receiving|scoring|selling|sending|skipping|stopping|swapping|swearing|taking|throwing|"
    "turning|using|working"
)
"""The gerunds with which the moves of the games begin; "not" begins those that decline something."""


def told_without_notes(name: str) -> dict[str, str]:
    """Return every legal decision of a match in its gerund form without notes, by its full words."""
    table = replayed(name, seed=1)
    table.advice = SpreadAdvice(table.game)
    texts = texts_of(table.game.meta.key)
    decisions = ((it.view, move) for it in table.decisions() for move in table.game.legal(it.view, it.seat))
    clauses = {texts.decision(table, view, move) for view, move in decisions}
    return {clause: gerund(without_notes(clause)) for clause in clauses}


@pytest.mark.parametrize(
    ("name", "among"),
    [
        ("campus-1", "placing"),
        ("campus-3", "fulfilling"),
        ("duel", "selling"),
        ("ora", "felling"),
    ],
)
def test_every_legal_decision_can_be_told_as_what_somebody_did(name: str, among: str) -> None:
    told = told_without_notes(name)
    assert among in {words.split()[0] for words in told.values()}
    verbs = {clause.split()[0] for clause in told}
    for words in told.values():
        first, _, rest = words.partition(" ")
        assert GERUND.fullmatch(first), words
        assert verbs.isdisjoint(re.findall(r"(?<= and )[a-z]+", rest)), words
        assert words.count("(") == words.count(")"), words
        assert words.count('"') % 2 == 0, words
