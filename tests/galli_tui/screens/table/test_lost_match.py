"""What a decision costs in a match that one move can win: gold, or the match."""

from __future__ import annotations

import pytest

from galli_tui.game_api.hint_standing import final_words, order_words, standing_words
from galli_tui.game_api.hint_text import Hint, hints_of, wins_at_once
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.advice_words import ReviewReader
from galli_tui.replay.timeline import Timeline
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay_text import grade_paragraphs
from galli_tui.tables.game_review import GameReview
from galli_tui.widgets.option_list import OptionList
from rules.bots.review import Decision, Grade, GradedDecision, Review
from rules.bots.rollout_search import RankedMove
from rules.bots.score_change import ScoreChange
from rules.builders_duel.evaluation import BUILDING, MATERIAL, SECTION
from rules.builders_duel.meta import META
from rules.engine.events import Move
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.app_driver import Driver, app_with, drive
from tests.support.replays import replayed

TABLE = replayed("duel", part=0.1)
SEAT = next(seat for seat in map(Seat, range(2)) if TABLE.game.legal(TABLE.view(seat), seat))
VIEW = TABLE.view(SEAT)
TEXTS = texts_of("builders-duel")


def graded(cost: int, grade: Grade = Grade.BLUNDER, *, rough: bool = False) -> GradedDecision:
    best, move = TABLE.game.legal(VIEW, SEAT)[:2]
    return GradedDecision(Decision(1, 1, SEAT, VIEW, move), grade, best, cost, 8, rough)


def told(it: GradedDecision) -> str:
    return "".join(text for text, _ in grade_paragraphs(TABLE, TEXTS, it)[0].spans)


def test_a_win_is_worth_what_it_is_in_the_evaluation() -> None:
    assert META.win * SCORE_UNIT == BUILDING


def test_a_material_and_a_section_are_worth_what_they_are_in_the_evaluation() -> None:
    worth = {unit.one: it for it, unit in META.yardsticks}
    assert worth == {"material": MATERIAL // SCORE_UNIT, "section": (3 * MATERIAL + SECTION) // SCORE_UNIT}


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (3, "about 3 gold worse than the best move"),
        (6, "about 6 gold worse than the best move (half a material)"),
        (12, "about 12 gold worse than the best move (1 material)"),
        (30, "about 30 gold worse than the best move (1 section)"),
        (99, "about 99 gold worse than the best move (3 sections)"),
        (100, "may lose the match"),
        (999, "may lose the match"),
        (1000, "loses the match"),
    ],
)
def test_a_cost_beyond_all_gold_is_the_match(cost: int, words: str) -> None:
    assert told(graded(cost)) == f"Blunder: {words}."


def test_a_cost_that_could_be_chance_loses_nothing() -> None:
    assert told(graded(400, Grade.GOOD, rough=True)) == "Good: 400 gold behind, but that could be chance."


def test_a_review_in_sentences_says_that_a_move_loses_the_match() -> None:
    lines = ReviewReader(TABLE, TEXTS).begin(Review(2, (graded(1200), graded(30))))
    assert any("This move loses the match." in line for line in lines)
    assert any("This move was about 30 gold worse than the best, which is worth 1 section." in line for line in lines)


@pytest.mark.parametrize(
    ("behind", "clear", "words"),
    [
        (0, True, "equal"),
        (30, True, "-30"),
        (100, True, "may lose the match"),
        (1000, True, "loses the match"),
        (0, False, "equal?"),
        (30, False, "-30?"),
        (1000, False, "may lose the match"),
    ],
)
def test_a_hint_says_that_a_move_loses_the_match_and_what_could_be_chance(behind: int, clear: bool, words: str) -> None:
    moves = TABLE.game.legal(VIEW, SEAT)[:3]
    costs = (0, behind, 1000)
    hints = [Hint(it, ScoreChange(0, (), ()), cost, 8, clear) for it, cost in zip(moves, costs, strict=True)]
    assert standing_words(hints, 1, META) == words


def test_hints_that_are_all_equal_say_so_once_in_the_heading() -> None:
    moves = TABLE.game.legal(VIEW, SEAT)[:3]
    hints = [Hint(it, ScoreChange(0, (), ()), 0, 8) for it in moves]
    assert [standing_words(hints, place, META) for place in range(3)] == ["", "", ""]
    assert final_words(hints, META) == "all 3 equal"
    assert final_words(hints[:2], META) == order_words(hints[:2]) == "both equal"
    assert order_words(hints) == "all equal"
    assert final_words(hints[:1], META) == "final gold (est.)"
    assert standing_words(hints[:1], 0, META) == "best"


def winning_decision() -> tuple[Seat, object, Move, list[Move]]:
    """Return a decision of a match that one of its moves wins, with that move and the others."""
    whole = replayed("duel")
    timeline = Timeline(whole)
    for number in range(timeline.last, 0, -1):
        view = timeline.view(number - 1, PUBLIC)
        for seat in whole.game.due(view).seats:
            legal = list(whole.game.legal(view, seat))
            won = [move for move in legal if wins_at_once(whole.game, view, move)]
            if won and len(won) < len(legal):
                return seat, view, won[0], [move for move in legal if move not in won]
    raise AssertionError("nobody could win at once")


def test_a_hint_that_wins_at_once_says_so_and_the_others_miss_the_win() -> None:
    _, view, won, others = winning_decision()
    ranked = [RankedMove(won, 0.0, 8), RankedMove(others[0], float(BUILDING), 8)]
    hints = hints_of(TABLE, view, ranked, TEXTS)
    assert [standing_words(hints, place, META) for place in (0, 1)] == ["wins the match", "misses the win"]
    assert not any(hint.why for hint in hints), "the win is the reason"


@pytest.mark.parametrize(("size", "words"), [((80, 24), "loses "), ((160, 48), "loses the match ")])
def test_the_list_says_that_a_move_loses_the_match(size: tuple[int, int], words: str) -> None:
    review = GameReview(TABLE)
    review.review = Review(2, (graded(1200), graded(13)._replace(decision=graded(13).decision._replace(entry=2))))
    listed = MomentListScreen(Timeline(TABLE), TEXTS, PUBLIC, 0, review)

    async def script(app: Driver) -> None:
        await app.app.push_screen(listed)
        await app.settle()
        found = [row.text for row in listed.query_one(OptionList).rows]
        assert found[0].removeprefix("! blunder").lstrip().startswith(words)
        assert "1200" not in found[0]
        assert "-13" in found[1]

    drive(app_with(), script, size=size)
