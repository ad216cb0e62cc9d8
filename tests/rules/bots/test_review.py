"""Immediate score changes, and the cost of decisions by the abbot's search on what the seat knew."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.bots import bot_named
from rules.bots.abbot import LIMITS, Abbot
from rules.bots.budget import EventBudget
from rules.bots.review import Decision, Mistake, Review, add_mistake, find_mistake, has_choice
from rules.bots.rollout_search import RankedMove, sort_by_rating
from rules.bots.score_change import LineChange, ScoreChange, score_change, to_units
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play
from tests.sample_game.game import BOX
from tests.sample_game.rules import LightWindow

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


def reviews(game: AnyGame, told: Sequence[Decision], *, work: int = 2000, most: int = 10) -> list[Review]:
    """Return the review after each decision, the empty one first."""
    found = [Review(0, len(told), ())]
    for one in told:
        stream = RandomStream(derive_entropy(SEED, one.entry))
        options = Abbot().rank_moves(game, one.view, one.seat, stream, EventBudget(work), one.move)
        found.append(found[-1].with_decision(one, options, most))
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


def test_the_review_names_the_costliest_mistake_and_is_reproducible() -> None:
    game = sample_game()
    told = decisions(game, "novice")
    steps = reviews(game, told, most=3)
    assert [(step.done, step.total) for step in steps] == [(number, len(told)) for number in range(len(told) + 1)]
    lapses = steps[-1].mistakes
    assert 1 <= len(lapses) <= 3
    assert [it.cost for it in lapses] == sorted((it.cost for it in lapses), reverse=True)
    assert all(it.cost > 0 and it.best != it.decision.move and it.samples for it in lapses)
    assert all(it.best in game.legal(it.decision.view, it.decision.seat) for it in lapses)
    assert reviews(game, told, most=3) == steps
    assert set(lapses[:1]) <= set(reviews(game, [lapses[0].decision])[-1].mistakes)


def test_a_dark_window_left_to_the_others_is_what_cost_the_most() -> None:
    """The last seat lights the smallest window: that costs exactly the difference to the largest."""
    game = sample_game()
    last = [one for one in decisions(game, "brother") if isinstance(one.move, LightWindow)][-1]
    legal = game.legal(last.view, last.seat)
    poor = last._replace(move=min(legal, key=lambda it: score_change(game, last.view, it).total))
    best = max(score_change(game, last.view, it).total for it in legal)
    (lapse,) = reviews(game, [poor], work=2000)[-1].mistakes
    assert score_change(game, last.view, lapse.best).total == best
    assert abs(lapse.cost - (best - score_change(game, last.view, poor.move).total)) <= 1


def test_less_than_half_a_point_is_no_mistake_and_the_worst_come_first() -> None:
    first, second, *_ = decisions(sample_game(), "novice")
    other = LightWindow(Seat(0), 0)

    def lapse(decision: Decision, behind: float) -> Mistake | None:
        return find_mistake(decision, [RankedMove(other, 0.0, 3), RankedMove(decision.move, behind, 2)])

    assert lapse(first, 0.4 * SCORE_UNIT) is None
    small, large, later = lapse(first, SCORE_UNIT), lapse(first, 3 * SCORE_UNIT), lapse(second, 3 * SCORE_UNIT)
    assert small == Mistake(first, other, 1, 2)
    unsure = [RankedMove(other, 0.0, 3), RankedMove(first.move, 3 * SCORE_UNIT, 2, 1.5 * SCORE_UNIT)]
    assert find_mistake(first, unsure) is None
    assert find_mistake(first, [unsure[0], unsure[1]._replace(error=1.4 * SCORE_UNIT)]) == Mistake(first, other, 3, 2)
    lapses: tuple[Mistake, ...] = ()
    for one in (None, later, small, large):
        lapses = add_mistake(lapses, one, 2)
    assert lapses == (large, later)
    with pytest.raises(ValueError, match="not among the options"):
        find_mistake(first, [RankedMove(other, 0.0, 3)])
