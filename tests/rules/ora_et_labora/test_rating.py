"""What the bots of Ora et Labora play by: ratings of moves and evaluations of estates."""

from __future__ import annotations

import pytest

from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import BOX, OraEtLabora
from rules.ora_et_labora.outlook import Outlook, haste, standing, taken
from rules.ora_et_labora.state import OraState
from tests.support.ora_positions import Land, match, opened, position


def scores(options: Options, bots: tuple[str, ...], seed: int) -> tuple[int, ...]:
    """Play a match by bots and return the scores."""
    game, state = played(options, bots, seed)
    return game.sheet(state).seats


def played(options: Options, bots: tuple[str, ...], seed: int) -> tuple[OraEtLabora, OraState]:
    """Play a match by bots and return the game and its last state."""
    game, stream = BOX.new(options), RandomStream(derive_entropy("test", seed))
    state, players = game.initial(), [bot_named(name) for name in bots]
    while not (due := game.due(state)).over:
        if due.dealer:
            state = game.apply(state, game.deal(state, stream.bytes32()))
        else:
            seat = due.seats[0]
            budget = EventBudget(players[seat].max_events)
            state = game.apply(state, players[seat].decide(game, state, seat, stream, budget))
    return game, state


@pytest.mark.parametrize("variants", [(), ("ireland",)], ids=["france", "ireland"])
def test_brothers_score_far_more_than_chance(variants: tuple[str, ...]) -> None:
    brothers = scores(Options(3, "versus", 1, variants), ("brother",) * 3, 1)
    novices = scores(Options(3, "versus", 1, variants), ("novice",) * 3, 1)
    assert min(brothers) > 100 > max(novices)


def test_a_brother_alone_reaches_the_rank_of_a_priory() -> None:
    (score,) = scores(Options(1, "solo", 1), ("brother",), 1)
    assert score >= 250


@pytest.mark.parametrize("variants", [(), ("ireland",), ("long-game",), ("ireland", "long-game")], ids="-".join)
def test_two_brothers_come_to_an_end(variants: tuple[str, ...]) -> None:
    game, state = played(Options(2, "versus", 1, variants), ("brother", "brother"), 1)
    assert game.mode.phases[-1] < state.round < 75
    assert len(state.display) <= game.mode.left


def test_a_material_is_worth_more_while_a_building_on_display_needs_it() -> None:
    def worth(words: str, display: str) -> int:
        at = position(match("2"), Land(goods=words), display=display)
        return Outlook(at.game, at.state, Seat(0)).goods(at.estate().goods)

    def next_stone(display: str) -> int:
        return worth("2 stone", display) - worth("1 stone", display)

    assert next_stone("F08") > next_stone("G12")
    assert worth("2 stone", "F08") - worth("1 stone", "F08") > worth("1 stone", "F08"), "the last one makes it ready"


def test_who_leads_in_the_game_for_two_is_eager_to_end() -> None:
    ahead = position(match("2"), Land(goods="1 reliquary"), Land(), round=30)
    assert haste(ahead.game, ahead.state, Seat(0)) > haste(ahead.game, ahead.state, Seat(1)) == 0
    later = ahead.with_state(round=40)
    assert haste(ahead.game, later.state, Seat(0)) > haste(ahead.game, ahead.state, Seat(0))
    assert haste(ahead.game, ahead.with_state(round=27).state, Seat(0)) == 0
    assert haste(ahead.game, ahead.with_state(round=60).state, Seat(1)) > 0
    other = position(match("3"), Land(goods="1 reliquary"), round=23)
    assert haste(other.game, other.state, Seat(0)) == 0


@pytest.mark.parametrize("mode", ["1", "2", "2L", "3", "4s"])
def test_actions_are_counted_as_they_are_taken(mode: str) -> None:
    at, counted = opened(mode), dict.fromkeys(match(mode).seats, 0)
    while at.state.round < 7 and not at.legal("stay"):
        for seat in at.game.seats:
            assert taken(at.game, at.state, seat) == counted[seat]
        seat = at.seat
        counted[seat] += at.step.actions
        at = at.do("end")


def test_a_match_that_is_over_counts_its_score_alone() -> None:
    at = position(match("2"), Land(goods="9 stone, 1 book", forests="c0"), Land(), steps=[])
    parts = {part.key: part.value for part in standing(at.game, at.state, Seat(0))}
    assert parts == {"points": 0, "goods": 200, "others": 0}


def test_a_lone_seat_explains_a_move_by_what_follows_in_the_round_and_not_beyond() -> None:
    at = opened("1")
    for move in at.game.legal(at.state, at.seat)[:12]:
        actions = next(part for part in at.game.explain(at.state, move) if part.key == "actions")
        assert actions.count <= 2
        assert all(state.round == at.state.round for state, _ in at.game.follow_up(at.state, move))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_move_has_a_rating_and_no_conversion_comes_first(seats: int) -> None:
    game: OraEtLabora = BOX.new(Options(seats, "solo" if seats == 1 else "versus", 1))
    state, stream = game.initial(), RandomStream(derive_entropy("rating", seats))
    for _ in range(150):
        due = game.due(state)
        if due.dealer:
            state = game.apply(state, game.deal(state, stream.bytes32()))
            continue
        seat = due.seats[0]
        moves = game.legal(state, seat)
        ratings = game.rate(state, seat, moves)
        assert len(ratings) == len(moves)
        best = moves[ratings.index(max(ratings))]
        assert best in game.candidate_moves(state, seat)
        state = game.apply(state, stream.choice(moves))


def test_more_goods_and_more_points_are_worth_more() -> None:
    game: OraEtLabora = BOX.new(Options(1, "solo", 1))
    state, seat = game.initial(), Seat(0)
    estate = state.estates[0]
    rich = estate._replace(goods=tuple(number + 1 for number in estate.goods))
    assert game.evaluate(state._replace(estates=(rich, *state.estates[1:])), seat) > game.evaluate(state, seat)
    late = state._replace(round=32)
    assert game.evaluate(late, seat) < game.evaluate(state, seat), "what can still be used is worth more"
