"""What a decision costs in a match that one move can win: gold, or the match."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.plain.advice_words import review_sentences
from galli_tui.screens.table.replay_text import grade_paragraphs
from rules.bots.review import Decision, Grade, GradedDecision, Review
from rules.builders_duel.evaluation import BUILDING
from rules.builders_duel.meta import META
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat
from tests.support.replays import replayed

TABLE = replayed("duel", part=0.1)
SEAT = next(seat for seat in map(Seat, range(2)) if TABLE.game.legal(TABLE.view(seat), seat))
VIEW = TABLE.view(SEAT)
TEXTS = texts_of("builders-duel")


def graded(cost: int, grade: Grade = Grade.BLUNDER, *, close: bool = False) -> GradedDecision:
    best, move = TABLE.game.legal(VIEW, SEAT)[:2]
    return GradedDecision(Decision(1, 1, SEAT, VIEW, move), grade, best, cost, 8, close)


def told(it: GradedDecision) -> str:
    return "".join(text for text, _ in grade_paragraphs(TABLE, TEXTS, it)[0].spans)


def test_a_win_is_worth_what_it_is_in_the_evaluation() -> None:
    assert META.win * SCORE_UNIT == BUILDING


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (30, "costs about 30 gold"),
        (99, "costs about 99 gold"),
        (100, "may lose the match"),
        (999, "may lose the match"),
        (1000, "loses the match"),
    ],
)
def test_a_cost_beyond_all_gold_is_the_match(cost: int, words: str) -> None:
    assert told(graded(cost)) == f"Blunder: {words}."


def test_a_cost_that_is_too_close_to_call_loses_nothing() -> None:
    assert told(graded(400, Grade.GOOD, close=True)) == "Good: 400 gold behind, but too close to call."


def test_a_review_in_sentences_says_that_a_move_loses_the_match() -> None:
    lines = review_sentences(TABLE, TEXTS, Review(2, (graded(1200), graded(30))))
    assert any("This move loses the match." in line for line in lines)
    assert any("This decision cost about 30 gold of your lead." in line for line in lines)
