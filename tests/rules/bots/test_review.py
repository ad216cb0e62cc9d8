"""Immediate score changes, and the cost of decisions by the abbot's search on what the seat knew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.bots import bot_named
from rules.bots.abbot import LIMITS, Abbot
from rules.bots.budget import EventBudget
from rules.bots.certainty import is_certain_at
from rules.bots.review import Decision, Grade, GradedDecision, Review, graded, has_choice
from rules.bots.rollout_search import RankedMove, sort_by_rating
from rules.bots.score_change import LineChange, ScoreChange, score_change, to_units
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.judge import SCORE_UNIT, Part
from rules.engine.referee import Due
from rules.engine.score_sheet import HALF_POINTS, POINTS, Unit
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play
from tests.sample_game.game import BOX
from tests.sample_game.rules import LightWindow
from tests.support.straws_game import META, StrawsGame

SEED = bytes(range(32))


def sample_game(seats: int = 2) -> AnyGame:
    return BOX.new(Options(seats, "versus", 1))


def campus(mode: str, level: int = 1) -> AnyGame:
    return game_box("campus-galli").new(Options(2, mode, level))


def decisions(game: AnyGame, bot: str, seed: int = 1) -> list[Decision]:
    """Return every decision with a choice in a match of these bots, all in one round."""
    state, found = game.initial(), list[Decision]()
    for entry, event in enumerate(play(game, [bot_named(bot)] * game.options.seats, seed).events):
        if isinstance(event, Move):
            found.append(Decision(entry, 1, event.seat, game.view(state, event.seat), event))
        state = game.apply(state, event)
    return [one for one in found if has_choice(game, one)]


def reviews(game: AnyGame, told: Sequence[Decision], *, work: int = 2000) -> list[Review]:
    """Return the review after each decision, the empty one first."""
    found = [Review(len(told))]
    for one in told:
        stream = RandomStream(derive_entropy(SEED, one.entry))
        options = Abbot().rank_moves(game, one.view, one.seat, stream, EventBudget(work), one.move)
        found.append(found[-1].with_decision(game, one, options))
    return found


def test_a_window_earns_what_it_counts_and_a_hidden_choice_nothing() -> None:
    game = sample_game()
    lit = 0
    for decision in decisions(game, "brother"):
        found = score_change(game, decision.view, decision.move)
        if isinstance(decision.move, LightWindow):
            points = 2 * [1, 1, 1, 2, 2, 2, 3, 3, 4, 5][decision.move.window]
            assert found == ScoreChange(points, (LineChange("windows", "PK-6", decision.seat, 1, points),), ())
            lit += 1
        else:
            assert found == ScoreChange(0, (), ())
    assert lit


@pytest.mark.parametrize(("mode", "level"), [("coop", 1), ("coop", 3), ("versus", 3)])
def test_what_a_move_brings_and_takes_adds_up_to_what_the_sheet_gains(mode: str, level: int) -> None:
    game = campus(mode, level)
    signs = set[int]()
    for decision in decisions(game, "brother"):
        found = score_change(game, decision.view, decision.move)
        own = [it.points for it in found.gains + found.losses if mode == "coop" or it.seat == decision.seat]
        assert found.total == sum(own)
        assert all(it.points > 0 for it in found.gains)
        assert all(it.points < 0 for it in found.losses)
        signs |= {1 for _ in found.gains} | {-1 for _ in found.losses}
    assert signs == {1, -1}


@pytest.mark.parametrize(("worth", "points"), [(0, 0), (49.9, 0), (51, 1), (149, 1), (250.1, 3), (-160, -2)])
def test_evaluation_differences_are_converted_to_units(worth: float, points: int) -> None:
    assert to_units(worth) == points


@pytest.mark.parametrize("work", [0, 60])
def test_a_move_is_compared_with_the_few_that_look_best_however_it_looks_itself(work: int) -> None:
    game = campus("versus")
    decision = max(decisions(game, "brother"), key=lambda it: len(game.legal(it.view, it.seat)))
    rated = [move for move, _ in sort_by_rating(game, decision.view, decision.seat)]
    assert len(rated) > LIMITS.candidates + 1
    for move, others in ((rated[-1], rated[: LIMITS.candidates]), (rated[0], rated[1 : LIMITS.candidates])):
        options = Abbot().rank_moves(game, decision.view, decision.seat, RandomStream(SEED), EventBudget(work), move)
        assert {game.format(it.move) for it in options} == {game.format(it) for it in (move, *others)}
        assert options[0].loss == 0
        assert [it.loss for it in options] == sorted(it.loss for it in options)


def test_an_illegal_move_is_not_compared() -> None:
    game = sample_game()
    decision = decisions(game, "brother")[0]
    with pytest.raises(ValueError, match="could not decide so"):
        Abbot().rank_moves(
            game, decision.view, decision.seat, RandomStream(SEED), EventBudget(9), LightWindow(Seat(0), 99)
        )


def test_the_review_grades_every_decision_and_is_reproducible() -> None:
    game = sample_game()
    told = decisions(game, "novice")
    steps = reviews(game, told)
    assert [(step.done, step.total) for step in steps] == [(number, len(told)) for number in range(len(told) + 1)]
    assert [it.decision for it in steps[-1].graded] == told
    worst = steps[-1].worst_first
    clear = [it.cost for it in steps[-1].mistakes]
    assert clear == sorted(clear, reverse=True)
    assert worst[: len(clear)] == steps[-1].mistakes
    assert worst[0].cost > 0
    for it in worst:
        assert (it.grade is Grade.BEST) == (it.cost == 0) == (it.best == it.decision.move)
        assert it.best in game.legal(it.decision.view, it.decision.seat)
        assert it.samples
    assert reviews(game, told) == steps
    assert reviews(game, [worst[0].decision])[-1].graded == worst[:1]
    assert reviews(game, told[::-1])[-1] == steps[-1]


def test_a_dark_window_left_to_the_others_is_what_cost_the_most() -> None:
    """The last seat lights the smallest window: that costs exactly the difference to the largest."""
    game = sample_game()
    last = [one for one in decisions(game, "brother") if isinstance(one.move, LightWindow)][-1]
    legal = game.legal(last.view, last.seat)
    poor = last._replace(move=min(legal, key=lambda it: score_change(game, last.view, it).total))
    best = max(score_change(game, last.view, it).total for it in legal)
    (found,) = reviews(game, [poor], work=2000)[-1].graded
    assert score_change(game, last.view, found.best).total == best
    assert abs(found.cost - (best - score_change(game, last.view, poor.move).total)) <= 1


class Scale(StrawsGame):
    """A game with estimates in this unit, a rating deviation of 4, and one part that favours the best move.

    Moves are counted for its rollouts if `counted`.
    """

    rating_deviation = 4 * SCORE_UNIT

    def __init__(self, unit: Unit, *, counted: bool = False, lead: float = 0) -> None:
        super().__init__(Options(2, "versus", 1))
        self.meta = self.meta._replace(unit=unit)
        self.turns_in_round = 4 if counted else 0
        self._lead = round(lead * SCORE_UNIT)

    def explain(self, state: Any, move: Move) -> list[Part]:
        return [Part("points", self._lead if move == OTHER else 0)]


OTHER = LightWindow(Seat(0), 0)


@pytest.mark.parametrize(
    ("counted", "lost", "lead", "grade"),
    [
        (True, 6.0, 3.0, Grade.BLUNDER),
        (True, 6.0, 2.9, Grade.GOOD),
        (True, 10.0, 0, Grade.GOOD),
        (True, 10.1, 0, Grade.BLUNDER),
        (False, 6.0, 0, Grade.BLUNDER),
    ],
)
def test_where_moves_are_counted_a_loss_without_a_reason_must_exceed_what_ratings_are_off_by(
    counted: bool, lost: float, lead: float, grade: Grade
) -> None:
    decision = decisions(sample_game(), "novice")[0]
    options = [RankedMove(OTHER, 0.0, 8), RankedMove(decision.move, lost * SCORE_UNIT, 8, SCORE_UNIT)]
    game, good = Scale(POINTS, counted=counted, lead=lead), grade is Grade.GOOD
    found = graded(game, decision, options)
    assert (found.grade, found.rough) == (grade, good)
    assert [is_certain_at(game, decision.view, options, place) for place in (0, 1)] == [not good, not good]


@pytest.mark.parametrize(
    ("lost", "error", "unit", "grade", "cost"),
    [
        (0.0, 0.0, HALF_POINTS, Grade.BEST, 0),
        (0.4, 0.0, HALF_POINTS, Grade.BEST, 0),
        (1.0, 0.0, HALF_POINTS, Grade.GOOD, 1),
        (2.0, 0.0, HALF_POINTS, Grade.INACCURACY, 2),
        (5.0, 0.0, HALF_POINTS, Grade.INACCURACY, 5),
        (6.0, 0.0, HALF_POINTS, Grade.MISTAKE, 6),
        (12.0, 0.0, HALF_POINTS, Grade.BLUNDER, 12),
        (12.0, 6.0, HALF_POINTS, Grade.GOOD, 12),
        (12.0, 5.9, HALF_POINTS, Grade.BLUNDER, 12),
        (1.0, 0.0, POINTS, Grade.INACCURACY, 1),
        (3.0, 0.0, POINTS, Grade.MISTAKE, 3),
        (6.0, 0.0, POINTS, Grade.BLUNDER, 6),
    ],
)
def test_a_grade_depends_on_the_cost_in_whole_units_and_on_how_certain_it_is(
    lost: float, error: float, unit: Unit, grade: Grade, cost: int
) -> None:
    decision = decisions(sample_game(), "novice")[0]
    options = [RankedMove(OTHER, 0.0, 3), RankedMove(decision.move, lost * SCORE_UNIT, 2, error * SCORE_UNIT)]
    best = decision.move if grade is Grade.BEST else OTHER
    rough = cost == 12 and grade is Grade.GOOD
    assert graded(Scale(unit), decision, options) == GradedDecision(decision, grade, best, cost, 2, rough)


def test_rough_costs_follow_certain_ones_however_large_they_are() -> None:
    first, second = decisions(sample_game(), "novice")[:2]
    review = Review(2)
    for made, lost, error in ((first, 9.0, 8.0), (second, 2.0, 0.1)):
        other = LightWindow(Seat(0), 9)
        options = [RankedMove(other, 0.0, 3), RankedMove(made.move, lost * SCORE_UNIT, 3, error * SCORE_UNIT)]
        review = review.with_decision(Scale(POINTS), made, options)
    assert [it.decision for it in review.worst_first] == [second, first]
    assert [it.rough for it in review.worst_first] == [False, True]


def test_a_move_that_was_not_compared_has_no_grade() -> None:
    decision = decisions(sample_game(), "novice")[0]
    with pytest.raises(ValueError, match="not among the options"):
        graded(sample_game(), decision, [RankedMove(LightWindow(Seat(0), 0), 0.0, 3)])


class Swing:
    """A match without chance, in which each move chooses one of three doors; only the first one counts.

    The second door looks as good as the first, but 25 points better or worse after every fourth move; the third one
    costs 25 points for good. Implements the part of `rules.engine.judge.Judge` that a search uses.
    """

    options = Options(1, "solo", 1)
    meta = META
    turns_in_round = 4
    rating_deviation = 400

    def legal(self, state: tuple[int, ...], seat: Seat) -> list[int]:
        return [0, 1, 2]

    candidate_moves = legal

    def rate(self, state: tuple[int, ...], seat: Seat, moves: list[int]) -> list[int]:
        return [0] * len(moves)

    def sample_state(self, view: tuple[int, ...], entropy: bytes) -> tuple[int, ...]:
        return view

    def due(self, state: tuple[int, ...]) -> Due:
        return Due(seats=(Seat(0),))

    def apply(self, state: tuple[int, ...], event: int) -> tuple[int, ...]:
        return (*state, event)

    def explain(self, state: tuple[int, ...], move: int) -> list[Part]:
        return []

    def evaluate(self, state: tuple[int, ...], seat: Seat) -> int:
        return 2500 * {0: 0, 1: -1 if len(state) % 8 == 0 else 1, 2: -1}[state[0]]


@pytest.mark.parametrize("made", [0, 1])
def test_what_is_worse_at_one_horizon_and_better_at_another_is_no_mistake(made: int) -> None:
    assert grade_of(made) in (Grade.BEST, Grade.GOOD)


def test_what_is_worse_at_every_horizon_is_a_blunder() -> None:
    assert grade_of(2) is Grade.BLUNDER


def grade_of(move: Any) -> Grade:
    """Return the grade of a first move in the match without chance."""
    game: Any = Swing()
    options = Abbot().rank_moves(game, (), Seat(0), RandomStream(SEED), EventBudget(Abbot.max_events), move)
    return graded(game, Decision(0, 1, Seat(0), (), move), options).grade
