"""Rollouts: a move and greedy play by all seats after it, in one sampled determinization of a view.

The same determinization with the same entropy has the same draws, so results differ by the moves alone. Where nothing
is drawn all determinizations would agree, and an evaluation that depends on the moment would look certain. There the
rollouts vary by themselves: in length, and from the third on also in the moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any, Final, NamedTuple

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.judge import Judge
from rules.engine.secrecy import Seat

HORIZONS: Final = (100, 75, 125, 50, 150)
"""The lengths of successive rollouts where moves are counted, in percent of the limit."""
EXACT_ROLLOUTS: Final = 2
"""The number of rollouts that follow the ratings exactly: few samples should not depend on chance."""


class Determinization(NamedTuple):
    """A full state that is consistent with a view, and its future draws."""

    state: Any
    entropy: bytes
    """The entropy of its draws."""
    number: int = 0
    """Its place among those of one decision, from 0."""


class RolloutState(NamedTuple):
    """The position of a rollout at a decision or at its end."""

    state: Any
    rounds_left: int
    """Rounds still to be completed, the present one included."""
    to_move: Seat | None
    """The seat to move; None at the end of the rollout."""


def sample_determinization(game: Judge[Any], view: Any, stream: RandomStream, number: int = 0) -> Determinization:
    """Sample a determinization of a view."""
    return Determinization(game.sample_state(view, stream.bytes32()), stream.bytes32(), number)


def greedy_move(game: Judge[Any], state: Any, seat: Seat, slip: int = 0) -> Move:
    """Return the best rated move, the first of equals, or the second best if it is rated less than `slip` lower."""
    moves = game.candidate_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    ratings = game.rate(state, seat, moves)
    first = ratings.index(max(ratings))
    if slip > 0:
        second = max((place for place in range(len(moves)) if place != first), key=ratings.__getitem__)
        if ratings[first] - ratings[second] < slip:
            return moves[second]
    return moves[first]


def roll_out(
    game: Judge[Any], determinization: Determinization, move: Move, horizon: int, budget: Budget
) -> Any | None:
    """Return the state after a move and greedy play by all seats until the horizon; None if the budget runs out.

    A round ends with the first draw that opens another one (`Draw.opens_round`) after a move, or after
    `Judge.turns_in_round` moves. The move itself costs no budget.
    """
    position = advance_to_decision(game, determinization, game.apply(determinization.state, move), horizon, budget)
    turns, slips = _moves_to_play(game, determinization, horizon), _slips(game, determinization)
    while position is not None and position.to_move is not None:
        turns -= 1
        if not turns:
            break
        if not budget.spend():
            return None
        state = game.apply(position.state, greedy_move(game, position.state, position.to_move, next(slips)))
        position = advance_to_decision(game, determinization, state, position.rounds_left, budget)
    return None if position is None else position.state


def _moves_to_play(game: Judge[Any], determinization: Determinization, horizon: int) -> int:
    """Return after how many moves a rollout ends; 0 if draws open rounds."""
    turns = horizon * game.turns_in_round
    return turns and max(1, turns * HORIZONS[determinization.number % len(HORIZONS)] // 100)


def _slips(game: Judge[Any], determinization: Determinization) -> Iterator[int]:
    """Yield the `slip` of every move of a rollout: the closer two ratings, the more often the order may be wrong."""
    if not game.turns_in_round or determinization.number < EXACT_ROLLOUTS:
        return repeat(0)
    stream, deviation = RandomStream(derive_entropy(determinization.entropy, "slips")), game.rating_deviation
    return (stream.below(2 * deviation) - deviation for _ in count())


def advance_to_decision(
    game: Judge[Any], determinization: Determinization, state: Any, horizon: int, budget: Budget
) -> RolloutState | None:
    """Deal until a seat is due or the rollout ends; `state` is the one after a move. None if the budget runs out."""
    moved = True
    while (due := game.due(state)).dealer:
        if not budget.spend():
            return None
        draw = game.draw(state)
        if draw.opens_round and moved:
            horizon, moved = horizon - 1, False
            if not horizon:
                return RolloutState(state, 0, None)
        state = game.apply(state, game.deal(state, derive_entropy(determinization.entropy, draw.source, draw.index)))
    return RolloutState(state, horizon, None if due.over else due.seats[0])
