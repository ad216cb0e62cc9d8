"""What the bots of Ora et Labora play by: ratings of moves and evaluations of estates."""

from __future__ import annotations

import pytest

from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import BOX, OraEtLabora


def scores(options: Options, bots: tuple[str, ...], seed: int) -> tuple[int, ...]:
    """Play a match by bots and return the scores."""
    game, stream = BOX.new(options), RandomStream(derive_entropy("test", seed))
    state, players = game.initial(), [bot_named(name) for name in bots]
    while not (due := game.due(state)).over:
        if due.dealer:
            state = game.apply(state, game.deal(state, stream.bytes32()))
        else:
            seat = due.seats[0]
            budget = EventBudget(players[seat].max_events)
            state = game.apply(state, players[seat].decide(game, state, seat, stream, budget))
    return game.sheet(state).seats


@pytest.mark.parametrize("variants", [(), ("ireland",)], ids=["france", "ireland"])
def test_brothers_score_far_more_than_chance(variants: tuple[str, ...]) -> None:
    brothers = scores(Options(3, "versus", 1, variants), ("brother",) * 3, 1)
    novices = scores(Options(3, "versus", 1, variants), ("novice",) * 3, 1)
    assert min(brothers) > 100 > max(novices)


def test_a_brother_alone_reaches_the_rank_of_a_priory() -> None:
    (score,) = scores(Options(1, "solo", 1), ("brother",), 1)
    assert score >= 250


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
