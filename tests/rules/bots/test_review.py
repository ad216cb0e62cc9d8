"""What a move earns at once, and what decisions have cost: by the abbot, from what the seat could know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.bots import bot_named
from rules.bots.abbot import DEPTH, Abbot
from rules.bots.budget import Work
from rules.bots.earnings import Change, Earnings, earned, half_points
from rules.bots.review import Decision, Lapse, Review, lapse_of, open_to_choice, with_lapse
from rules.bots.rollout_search import Option, best_first
from rules.engine.entropy import Stream, derived
from rules.engine.events import Move
from rules.engine.game import HALF_POINT, AnyGame, Options
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play
from tests.support.pocket_game import BOX, LightWindow

SEED = bytes(range(32))


def pocket(seats: int = 2) -> AnyGame:
    return BOX.new(Options(seats, "versus", 1))


def campus(mode: str, level: int = 1) -> AnyGame:
    return game_box("campus-galli").new(Options(2, mode, level))


def decisions(game: AnyGame, bot: str, seed: int = 1) -> list[Decision]:
    """Every decision of a match of these bots in which there was a choice, all in one part."""
    state, found = game.initial(), list[Decision]()
    for entry, event in enumerate(play(game, [bot_named(bot)] * game.options.seats, seed).events):
        if isinstance(event, Move):
            found.append(Decision(entry, 1, event.seat, game.view(state, event.seat), event))
        state = game.apply(state, event)
    return [one for one in found if open_to_choice(game, one)]


def reviews(game: AnyGame, told: Sequence[Decision], *, work: int = 2000, most: int = 10) -> list[Review]:
    """How far a review of these has come after each, the first before any."""
    found = [Review(0, len(told), ())]
    for one in told:
        stream = Stream(derived(SEED, one.entry))
        options = Abbot().options(game, one.view, one.seat, stream, Work(work), one.move)
        found.append(found[-1].looked_at(one, options, most))
    return found


def test_a_window_earns_what_it_counts_and_a_hidden_choice_nothing() -> None:
    game = pocket()
    lit = 0
    for decision in decisions(game, "brother"):
        found = earned(game, decision.view, decision.move)
        if isinstance(decision.move, LightWindow):
            points = 2 * [1, 1, 1, 2, 2, 2, 3, 3, 4, 5][decision.move.window]
            assert found == Earnings(points, (Change("windows", "PK-5", decision.seat, 1, points),), ())
            lit += 1
        else:
            assert found == Earnings(0, (), ())
    assert lit


@pytest.mark.parametrize(("mode", "level"), [("coop", 1), ("coop", 3), ("versus", 3)])
def test_what_a_move_brings_and_takes_adds_up_to_what_the_sheet_gains(mode: str, level: int) -> None:
    game = campus(mode, level)
    signs = set[int]()
    for decision in decisions(game, "brother"):
        found = earned(game, decision.view, decision.move)
        own = [it.points for it in found.brings + found.takes if mode == "coop" or it.seat == decision.seat]
        assert found.total == sum(own)
        assert all(it.points > 0 for it in found.brings)
        assert all(it.points < 0 for it in found.takes)
        signs |= {1 for _ in found.brings} | {-1 for _ in found.takes}
    assert signs == {1, -1}


@pytest.mark.parametrize(("worth", "points"), [(0, 0), (49.9, 0), (51, 1), (149, 1), (250.1, 3), (-160, -2)])
def test_worths_are_told_in_half_points(worth: float, points: int) -> None:
    assert half_points(worth) == points


@pytest.mark.parametrize("work", [0, 60])
def test_a_move_is_compared_with_the_few_that_look_best_however_it_looks_itself(work: int) -> None:
    game = campus("versus")
    decision = max(decisions(game, "brother"), key=lambda it: len(game.legal(it.view, it.seat)))
    rated = [move for move, _ in best_first(game, decision.view, decision.seat)]
    assert len(rated) > DEPTH.tried + 1
    for move, others in ((rated[-1], rated[: DEPTH.tried]), (rated[0], rated[1 : DEPTH.tried])):
        options = Abbot().options(game, decision.view, decision.seat, Stream(SEED), Work(work), move)
        assert {game.format(it.move) for it in options} == {game.format(it) for it in (move, *others)}
        assert options[0].behind == 0
        assert [it.behind for it in options] == sorted(it.behind for it in options)


def test_what_is_no_legal_move_is_not_compared() -> None:
    game = pocket()
    decision = decisions(game, "brother")[0]
    with pytest.raises(ValueError, match="could not decide so"):
        Abbot().options(game, decision.view, decision.seat, Stream(SEED), Work(9), LightWindow(Seat(0), 99))


def test_the_review_names_what_has_cost_the_most_and_is_the_same_by_its_seed() -> None:
    game = pocket()
    told = decisions(game, "novice")
    steps = reviews(game, told, most=3)
    assert [(step.done, step.of) for step in steps] == [(number, len(told)) for number in range(len(told) + 1)]
    lapses = steps[-1].lapses
    assert 1 <= len(lapses) <= 3
    assert [it.cost for it in lapses] == sorted((it.cost for it in lapses), reverse=True)
    assert all(it.cost > 0 and it.best != it.decision.move and it.worlds for it in lapses)
    assert all(it.best in game.legal(it.decision.view, it.decision.seat) for it in lapses)
    assert reviews(game, told, most=3) == steps
    assert set(lapses[:1]) <= set(reviews(game, [lapses[0].decision])[-1].lapses)


def test_a_dark_window_left_to_the_others_is_what_cost_the_most() -> None:
    """The last to light a window takes the smallest: that costs exactly what the largest counts more."""
    game = pocket()
    last = [one for one in decisions(game, "brother") if isinstance(one.move, LightWindow)][-1]
    legal = game.legal(last.view, last.seat)
    poor = last._replace(move=min(legal, key=lambda it: earned(game, last.view, it).total))
    best = max(earned(game, last.view, it).total for it in legal)
    (lapse,) = reviews(game, [poor], work=2000)[-1].lapses
    assert earned(game, last.view, lapse.best).total == best
    assert abs(lapse.cost - (best - earned(game, last.view, poor.move).total)) <= 1


def test_less_than_a_half_point_is_no_lapse_and_the_worst_come_first() -> None:
    first, second, *_ = decisions(pocket(), "novice")
    other = LightWindow(Seat(0), 0)

    def lapse(decision: Decision, behind: float) -> Lapse | None:
        return lapse_of(decision, [Option(other, 0.0, 3), Option(decision.move, behind, 2)])

    assert lapse(first, 0.4 * HALF_POINT) is None
    small, large, later = lapse(first, HALF_POINT), lapse(first, 3 * HALF_POINT), lapse(second, 3 * HALF_POINT)
    assert small == Lapse(first, other, 1, 2)
    unsure = [Option(other, 0.0, 3), Option(first.move, 3 * HALF_POINT, 2, 1.5 * HALF_POINT)]
    assert lapse_of(first, unsure) is None
    assert lapse_of(first, [unsure[0], unsure[1]._replace(error=1.4 * HALF_POINT)]) == Lapse(first, other, 3, 2)
    lapses: tuple[Lapse, ...] = ()
    for one in (None, later, small, large):
        lapses = with_lapse(lapses, one, 2)
    assert lapses == (large, later)
    with pytest.raises(ValueError, match="not among the options"):
        lapse_of(first, [Option(other, 0.0, 3)])
