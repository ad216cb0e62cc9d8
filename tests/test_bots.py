"""Bots in company: their moves are legal, come from the seat's view and the stream alone, and the better ones win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.bots import Bot, bot_named, bot_names
from rules.bots.budget import Work
from rules.bots.foresight import best_first, played_on, sampled
from rules.engine.entropy import Stream, derived
from rules.engine.game import AnyGame, Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import game_box
from rules.simulate import play
from tests.pocket_game import BOX

MODES = {1: "solo", 2: "versus", 3: "coop", 4: "versus"}


def quick(name: str) -> Bot:
    """A bot that thinks little."""
    bot = bot_named(name)
    bot.work = min(bot.work, 12)
    return bot


def campus(seats: int, level: int, mode: str = "") -> AnyGame:
    """Campus Galli for so many."""
    return game_box("campus-galli").new(Options(seats, mode or MODES[seats], level))


def decisions(game: AnyGame, bots: list[Bot], seed: int) -> Iterator[tuple[Any, Seat, Stream, Bot]]:
    """Every decision of a match with the state that it is made in."""
    state = game.initial()
    played = play(game, bots, seed)
    for number, event in enumerate(played.events):
        due = game.due(state)
        if not due.dealer:
            seat = due.seats[0]
            yield state, seat, Stream(derived("bot", seed, seat, number)), bots[seat]
        state = game.apply(state, event)


def test_there_is_no_bot_of_an_unknown_name() -> None:
    with pytest.raises(KeyError):
        bot_named("pope")
    assert [bot_named(name).name for name in bot_names()] == list(bot_names())


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize(
    ("seats", "level"),
    [(2, 1), (3, 2), pytest.param(1, 3, marks=pytest.mark.long), pytest.param(4, 3, marks=pytest.mark.long)],
)
def test_bots_play_matches_to_their_end(name: str, seats: int, level: int) -> None:
    game = campus(seats, level)
    played = play(game, [quick(name)] * seats, 3)
    assert game.due(played.state).over


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("seats", [2, 3])
def test_bots_play_any_game(name: str, seats: int) -> None:
    game = BOX.new(Options(seats, "versus", 1))
    assert game.due(play(game, [bot_named(name)] * seats, 3).state).over


@pytest.mark.parametrize("name", bot_names())
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    game = campus(2, 1)
    assert play(game, [quick(name)] * 2, 5).events == play(game, [quick(name)] * 2, 5).events


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("mode", ["coop", "versus"])
def test_moves_are_rated_by_the_seats_view_alone(level: int, mode: str) -> None:
    """A world that the seat cannot tell from the true one gives the same ratings, and so does its own view."""
    game = campus(3, level, mode)
    rated = 0
    for number, (state, seat, _, _) in enumerate(decisions(game, [bot_named("brother")] * 3, 4)):
        moves = game.legal(state, seat)
        if number % 5 or len(moves) == 1:
            continue
        view = game.view(state, seat)
        other = game.imagine(view, derived("other world", number))
        ratings = list(game.rate(view, seat, moves))
        assert ratings == list(game.rate(state, seat, moves)) == list(game.rate(other, seat, moves))
        rated += len(moves)
    assert rated > 100


def test_ratings_need_no_more_than_the_public_knows_but_for_the_own_hand() -> None:
    game = campus(2, 1)
    for state, seat, _, _ in decisions(game, [bot_named("brother")] * 2, 6):
        moves = game.legal(state, seat)
        if game.legal(game.view(state, PUBLIC), seat):
            assert list(game.rate(game.view(state, PUBLIC), seat, moves)) == list(game.rate(state, seat, moves))


def test_the_brother_takes_one_of_the_moves_rated_highest() -> None:
    game = campus(2, 1)
    brother = bot_named("brother")
    several = 0
    for state, seat, stream, _ in decisions(game, [brother] * 2, 2):
        moves = game.legal(state, seat)
        ratings = game.rate(state, seat, moves)
        chosen = brother.decide(game, game.view(state, seat), seat, stream, Work(brother.work))
        assert ratings[list(moves).index(chosen)] == max(ratings)
        several += len(moves) > 1
    assert several > 40


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_brother_beats_the_novice_from_either_seat(level: int) -> None:
    game = campus(2, level)
    brother, novice = bot_named("brother"), bot_named("novice")
    for bots, winner in (([brother, novice], 0), ([novice, brother], 1)):
        assert play(game, bots, 1).sheet.winners == (winner,)


def first_choice(game: AnyGame) -> Any:
    """The first state in which a seat has several moves."""
    for state, seat, _, _ in decisions(game, [bot_named("brother")] * game.options.seats, 2):
        if len(game.legal(state, seat)) > 2:
            return state
    raise AssertionError("nobody is ever asked")


@pytest.mark.parametrize("events", [0, 1, 7, 500])
def test_the_prior_answers_within_its_budget(events: int) -> None:
    game = campus(2, 1)
    state = first_choice(game)
    seat, budget = game.due(state).seats[0], Work(events)
    move = bot_named("prior").decide(game, game.view(state, seat), seat, Stream(bytes(32)), budget)
    assert game.refusal(state, move) is None
    assert budget.left >= (0 if events > 400 else -1)


def test_the_prior_takes_what_looks_best_where_it_may_not_think() -> None:
    game = campus(2, 1)
    state = first_choice(game)
    seat = game.due(state).seats[0]
    move = bot_named("prior").decide(game, game.view(state, seat), seat, Stream(bytes(32)), Work(0))
    assert move == best_first(game, state, seat)[0]


def test_worlds_are_played_on_to_the_end_of_the_present_part() -> None:
    game = campus(2, 1)
    state = first_choice(game)
    seat = game.due(state).seats[0]
    world = sampled(game, game.view(state, seat), Stream(bytes(32)))
    move = game.legal(world.state, seat)[0]
    after = played_on(game, world, move, Work(500))
    assert after is not None
    assert game.due(after).dealer
    assert game.draw(after).rest
    assert after == played_on(game, world, move, Work(500))
    assert played_on(game, world, move, Work(3)) is None


@pytest.mark.parametrize("level", [1, 3])
def test_a_match_that_is_over_is_worth_what_the_sheet_says(level: int) -> None:
    together, apart = campus(2, level, "coop"), campus(2, level)
    brothers = [bot_named("brother")] * 2
    ended = play(together, brothers, 1)
    assert {together.worth(ended.state, seat) for seat in (Seat(0), Seat(1))} == {100 * (ended.sheet.team or 0)}
    ended = play(apart, brothers, 1)
    one, other = ended.sheet.seats
    assert (apart.worth(ended.state, Seat(0)), apart.worth(ended.state, Seat(1))) == (
        100 * (one - other),
        100 * (other - one),
    )
