"""Bots: their moves are legal and depend only on the seat's view and the stream, and stronger bots win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.bots import Bot, bot_named, bot_names
from rules.bots.budget import EventBudget
from rules.bots.certainty import is_certain_at
from rules.bots.rollout import roll_out, sample_determinization
from rules.bots.rollout_search import Comparison, RankedMove, SearchLimits, search, sort_by_rating
from rules.campus_galli.placement_values import lateness
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import AnyGame, Options
from rules.engine.referee import Draw, Due
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import game_box
from rules.simulate import play
from tests.sample_game.game import BOX

MODES = {1: "solo", 2: "versus", 3: "coop", 4: "versus"}


def quick(name: str) -> Bot:
    """Return a bot with a small search."""
    bot = bot_named(name)
    bot.max_events = min(bot.max_events, 12)
    return bot


def campus(seats: int, level: int, mode: str = "") -> AnyGame:
    """Return Campus Galli with this number of seats."""
    return game_box("campus-galli").new(Options(seats, mode or MODES[seats], level))


def decisions(game: AnyGame, bots: list[Bot], seed: int) -> Iterator[tuple[Any, Seat, RandomStream, Bot]]:
    """Return every decision of a match with its state."""
    state = game.initial()
    played = play(game, bots, seed)
    for number, event in enumerate(played.events):
        due = game.due(state)
        if not due.dealer:
            seat = due.seats[0]
            yield state, seat, RandomStream(derive_entropy("bot", seed, seat, number)), bots[seat]
        state = game.apply(state, event)


def test_an_unknown_bot_name_is_refused() -> None:
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
    """A state that the seat cannot distinguish from the true one gives the same ratings, as does its view."""
    game = campus(3, level, mode)
    rated = 0
    for number, (state, seat, _, _) in enumerate(decisions(game, [bot_named("brother")] * 3, 4)):
        moves = game.legal(state, seat)
        if number % 5 or len(moves) == 1:
            continue
        view = game.view(state, seat)
        other = game.sample_state(view, derive_entropy("other world", number))
        for look in (game.gain, game.rate):
            found = list(look(view, seat, moves))
            assert found == list(look(state, seat, moves)) == list(look(other, seat, moves))
        rated += len(moves)
    assert rated > 100


def test_ratings_need_no_more_than_the_public_knows_but_for_the_own_hand() -> None:
    game = campus(2, 1)
    for state, seat, _, _ in decisions(game, [bot_named("brother")] * 2, 6):
        moves = game.legal(state, seat)
        if game.legal(game.view(state, PUBLIC), seat):
            assert list(game.rate(game.view(state, PUBLIC), seat, moves)) == list(game.rate(state, seat, moves))


def test_the_brother_takes_one_of_the_moves_that_bring_most() -> None:
    game = campus(2, 1)
    brother = bot_named("brother")
    several = 0
    for state, seat, stream, _ in decisions(game, [brother] * 2, 2):
        moves = game.legal(state, seat)
        gains = game.gain(state, seat, moves)
        chosen = brother.decide(game, game.view(state, seat), seat, stream, EventBudget(brother.max_events))
        assert gains[list(moves).index(chosen)] == max(gains)
        several += len(moves) > 1
    assert several > 40


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_brother_beats_the_novice_from_either_seat(level: int) -> None:
    game = campus(2, level)
    brother, novice = bot_named("brother"), bot_named("novice")
    for bots, winner in (([brother, novice], 0), ([novice, brother], 1)):
        assert play(game, bots, 1).sheet.winners == (winner,)


def first_choice(game: AnyGame) -> Any:
    """Return the first state in which a seat has several moves."""
    for state, seat, _, _ in decisions(game, [bot_named("brother")] * game.options.seats, 2):
        if len(game.legal(state, seat)) > 2:
            return state
    raise AssertionError("nobody is ever asked")


@pytest.mark.parametrize("events", [0, 1, 7, 500])
@pytest.mark.parametrize("name", ["prior", "abbot"])
def test_a_searching_bot_answers_within_its_budget(name: str, events: int) -> None:
    game = campus(2, 1)
    state = first_choice(game)
    seat, budget = game.due(state).seats[0], EventBudget(events)
    move = bot_named(name).decide(game, game.view(state, seat), seat, RandomStream(bytes(32)), budget)
    assert game.refusal(state, move) is None
    assert budget.left >= -1
    assert events > 400 or budget.left <= 0


@pytest.mark.parametrize("name", ["prior", "abbot"])
def test_without_a_budget_the_best_rated_move_is_taken(name: str) -> None:
    game = campus(2, 1)
    state = first_choice(game)
    seat = game.due(state).seats[0]
    move = bot_named(name).decide(game, game.view(state, seat), seat, RandomStream(bytes(32)), EventBudget(0))
    assert move == sort_by_rating(game, state, seat)[0][0]


@pytest.mark.parametrize("parts", [1, 2])
def test_rollouts_end_after_the_given_number_of_rounds(parts: int) -> None:
    game = campus(2, 1)
    state = first_choice(game)
    seat = game.due(state).seats[0]
    world = sample_determinization(game, game.view(state, seat), RandomStream(bytes(32)))
    move = game.legal(world.state, seat)[0]
    after = roll_out(game, world, move, parts, EventBudget(500))
    assert after is not None
    assert after.round == state.round + parts
    assert game.due(after).dealer
    assert game.draw(after).opens_round
    assert after == roll_out(game, world, move, parts, EventBudget(500))
    assert roll_out(game, world, move, parts, EventBudget(3)) is None


class Lottery:
    """One seat and three doors; the last is rated best, and a draw adds luck to the value behind each."""

    turns_in_round = 0
    rating_deviation = 100

    def __init__(self, behind: tuple[int, int, int], luck: int) -> None:
        self.behind = behind
        self.luck = luck

    def legal(self, state: tuple[int, ...], seat: Seat) -> list[int]:
        return [0, 1, 2] if not state else []

    def candidate_moves(self, state: tuple[int, ...], seat: Seat) -> list[int]:
        return self.legal(state, seat)

    def rate(self, state: tuple[int, ...], seat: Seat, moves: list[int]) -> list[int]:
        return [100 * move for move in moves]

    def sample_state(self, view: tuple[int, ...], entropy: bytes) -> tuple[int, ...]:
        return view

    def due(self, state: tuple[int, ...]) -> Due:
        return Due(dealer=True) if len(state) == 1 else Due()

    def draw(self, state: tuple[int, ...]) -> Draw:
        return Draw(f"door {state[0]}", 0)

    def deal(self, state: tuple[int, ...], entropy: bytes) -> int:
        return entropy[0] % (2 * self.luck + 1) - self.luck

    def apply(self, state: tuple[int, ...], event: int) -> tuple[int, ...]:
        return (*state, event)

    def evaluate(self, state: tuple[int, ...], seat: Seat) -> int:
        return self.behind[state[0]] + state[1]


def options(behind: tuple[int, int, int], luck: int, worlds: int) -> list[RankedMove]:
    """Return the comparison of the three doors."""
    lottery: Any = Lottery(behind, luck)
    return search(lottery, (), Seat(0), RandomStream(bytes(32)), SearchLimits(3, worlds, 1), EventBudget(10_000))


def test_a_better_line_is_found_behind_a_worse_looking_move() -> None:
    best, *others = options((0, 600, 0), luck=100, worlds=16)
    assert (best.move, best.loss) == (1, 0)
    assert all(300 < option.loss < 700 for option in others)


def test_inferior_candidates_are_dropped_early_and_the_rest_searched_longer() -> None:
    best, other, last = options((-4000, 100, 0), luck=100, worlds=16)
    assert (last.move, last.samples) == (0, 4)
    assert best.samples == other.samples > 4


def test_a_search_is_certain_only_where_a_move_is_set_apart_from_all_others() -> None:
    apart = options((-4000, 4000, 0), luck=100, worlds=16)
    assert apart[0].samples < 16
    assert clear(apart) == [True, True, True]
    close = options((-4000, 10, 0), luck=100, worlds=16)
    assert clear(close) == [False, False, True]
    alike = options((70, 70, 70), luck=0, worlds=16)
    assert not any(clear(alike))


def clear(ranked: list[RankedMove]) -> list[bool]:
    """Return which moves the search has set apart."""
    game: Any = Lottery((0, 0, 0), luck=0)
    return [is_certain_at(game, (), ranked, place) for place in range(3)]


def test_one_of_two_equivalent_moves_is_dropped() -> None:
    found = options((0, 0, -10), luck=0, worlds=16)
    assert {(option.move, option.samples) for option in found} == {(0, 10), (1, 16), (2, 16)}
    assert all(option.loss <= 10 for option in found)


def test_the_search_ends_when_all_moves_are_equivalent() -> None:
    best, *others = options((70, 70, 70), luck=0, worlds=16)
    assert (best.move, {option.samples for option in (best, *others)}) == (2, {10})


def test_a_few_lucky_samples_do_not_outweigh_the_ratings() -> None:
    """The doors differ by luck only: without ratings each would lead in a third of all cases."""
    lottery: Any = Lottery((0, 0, 0), luck=100)
    streams = [RandomStream(derive_entropy("luck", seed)) for seed in range(60)]
    found = [search(lottery, (), Seat(0), stream, SearchLimits(3, 4, 1), EventBudget(99))[0] for stream in streams]
    assert sum(option.move == 2 for option in found) > 30


@pytest.mark.parametrize("level", [1, 3])
def test_a_match_that_is_over_is_worth_what_the_sheet_says(level: int) -> None:
    together, apart = campus(2, level, "coop"), campus(2, level)
    brothers = [bot_named("brother")] * 2
    ended = play(together, brothers, 1)
    assert {together.evaluate(ended.state, seat) for seat in (Seat(0), Seat(1))} == {100 * (ended.sheet.team or 0)}
    ended = play(apart, brothers, 1)
    one, other = ended.sheet.seats
    assert (apart.evaluate(ended.state, Seat(0)), apart.evaluate(ended.state, Seat(1))) == (
        100 * (one - other),
        100 * (other - one),
    )


@pytest.mark.parametrize(("seats", "level", "mode"), [(1, 1, "solo"), (2, 1, "coop"), (2, 2, "coop"), (3, 3, "versus")])
def test_lateness_rises_from_the_first_card_to_the_last_at_every_level(seats: int, level: int, mode: str) -> None:
    game: Any = campus(seats, level, mode)
    state, found = game.initial(), list[int]()
    for event in play(game, [bot_named("brother")] * seats, 4).events:
        state = game.apply(state, event)
        if state.round:
            found.append(lateness(game.setting, state))
    assert found == sorted(found)
    assert found[0] == 0
    assert 70 <= found[-1] <= 78


class Rounds(Lottery):
    """A seat that chooses one door after another, with a draw between them that opens a round."""

    def __init__(self, seats: int) -> None:
        super().__init__((0, 0, 0), 0)
        self.options = Options(seats, "versus" if seats > 1 else "solo", 1)
        self.furthest = 0

    def legal(self, state: tuple[int, ...], seat: Seat) -> list[int]:
        return [0, 1, 2]

    def due(self, state: tuple[int, ...]) -> Due:
        return Due(dealer=True) if len(state) % 2 else Due(seats=(Seat(0),))

    def draw(self, state: tuple[int, ...]) -> Draw:
        return Draw("door", len(state), opens_round=True)

    def evaluate(self, state: tuple[int, ...], seat: Seat) -> int:
        self.furthest = max(self.furthest, len(state) // 2 + 1)
        return 0


@pytest.mark.parametrize(
    ("name", "seats", "ahead"),
    [
        *(("abbot", seats, ahead) for seats, ahead in [(1, 4), (2, 2), (3, 2), (4, 2)]),
        *(("prior", seats, ahead) for seats, ahead in [(1, 2), (2, 1), (3, 1), (4, 1)]),
    ],
)
def test_a_search_looks_ahead_by_rounds_and_turns(name: str, seats: int, ahead: int) -> None:
    """The abbot looks two rounds and at least four turns ahead, the prior one and two."""
    rounds: Any = Rounds(seats)
    bot_named(name).decide(rounds, (), Seat(0), RandomStream(bytes(32)), EventBudget(2000))
    assert rounds.furthest == ahead


class Turns(Rounds):
    """The same without draws: a round is a move of every seat, and the match never ends."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.turns_in_round = seats

    def due(self, state: tuple[int, ...]) -> Due:
        return Due(seats=(Seat(len(state) % self.options.seats),))

    def evaluate(self, state: tuple[int, ...], seat: Seat) -> int:
        self.furthest = max(self.furthest, len(state))
        return 0


@pytest.mark.parametrize(
    ("name", "seats", "moves"), [("abbot", 1, 6), ("abbot", 2, 6), ("abbot", 3, 9), ("prior", 1, 2), ("prior", 4, 4)]
)
def test_without_draws_a_search_counts_moves(name: str, seats: int, moves: int) -> None:
    """The longest rollout of the abbot has half as many moves again as its limit; that of the prior is its only one."""
    turns: Any = Turns(seats)
    bot_named(name).decide(turns, (), Seat(0), RandomStream(bytes(32)), EventBudget(8000))
    assert turns.furthest == moves


def ends(game: Any, stream: RandomStream) -> list[tuple[int, ...]]:
    """Return the ends of the first ten rollouts of a search, of eight moves on average."""
    found = [sample_determinization(game, (), stream, number) for number in range(10)]
    first: Any = 0
    return [roll_out(game, world, first, 8 // game.turns_in_round, EventBudget(99)) or () for world in found]


def test_where_moves_are_counted_rollouts_differ_in_length() -> None:
    turns: Any = Turns(2)
    assert [len(end) for end in ends(turns, RandomStream(bytes(32)))] == [8, 6, 10, 4, 12] * 2


def test_where_nothing_is_drawn_later_rollouts_slip_as_often_as_the_ratings_may_be_wrong() -> None:
    turns: Any = Turns(2)
    first, second, *others = ends(turns, RandomStream(bytes(32)))
    assert set(first[1:]) == set(second[1:]) == {2}
    assert {move for end in others for move in end[1:]} == {2}, "the next move is a whole deviation behind"
    turns.rating_deviation = 300
    first, second, *others = ends(turns, RandomStream(bytes(32)))
    assert set(first[1:]) == set(second[1:]) == {2}
    assert {move for end in others for move in end[1:]} == {1, 2}
    assert ends(turns, RandomStream(bytes(32))) == [first, second, *others]


def test_ratings_that_may_be_wrong_weigh_less() -> None:
    """Four rollouts say that the worse looking move is two units better; the ratings say one unit worse."""
    found: list[tuple[int, float]] = []
    for deviation in (100, 400):
        comparison = Comparison([100, 0], deviation, 4)
        for luck in (-300, 300, -300, 300):
            comparison.add([0, 200 + luck])
        best, other = comparison.ranking()
        found.append((best.position, other.error))
    assert [place for place, _ in found] == [0, 1]
    assert found[0][1] < 100 < found[1][1] < 200
