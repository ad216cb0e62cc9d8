"""Rollout search: candidates are compared by greedy rollouts in sampled determinizations of the view.

The same determinization with the same entropy has the same draws, so results differ by the moves alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.judge import Judge
from rules.engine.secrecy import Seat

RATING_DEVIATION: Final = 100.0
"""The standard deviation of a rating difference as a predictor of the true difference."""
MIN_SAMPLES: Final = 4
"""The minimum number of samples before a candidate can be dropped."""
CONFIDENCE: Final = 2.0
"""A candidate is dropped when it lies more than this many standard errors behind the best."""
DUPLICATE_SAMPLES: Final = 10
"""Samples with equal results before one of two candidates is dropped, e.g. the same pieces in another order."""


class Determinization(NamedTuple):
    """A full state that is consistent with a view, and its future draws."""

    state: Any
    entropy: bytes
    """The entropy of its draws."""


class RolloutState(NamedTuple):
    """The position of a rollout at a decision or at its end."""

    state: Any
    rounds_left: int
    """Rounds still to be completed, the present one included."""
    to_move: Seat | None
    """The seat to move; None at the end of the rollout."""


class RankedMove(NamedTuple):
    """A move with its estimated loss."""

    move: Move
    loss: float
    """The estimated difference to the best move's evaluation."""
    samples: int
    """The number of determinizations in which it was evaluated."""
    error: float = 0.0
    """The standard error of `loss`."""


def is_clear(options: Sequence[RankedMove], place: int) -> bool:
    """Return whether the search has set a move apart: the best from all others, another one as clearly behind."""
    best, *others = options
    compared = others if place == 0 else [options[place]]
    behind = (it.loss > 0 and (it.samples < best.samples or it.loss > CONFIDENCE * it.error) for it in compared)
    return best.samples > 0 and all(behind)


class SearchLimits(NamedTuple):
    """The breadth and limits of a search."""

    candidates: int
    """The number of candidates, best rated first."""
    samples: int
    horizon: int
    """The number of rounds played to their end, the present one included: see `roll_out`."""

    def covering_turns(self, game: AnyGame, turns: int) -> SearchLimits:
        """Return the limits with a horizon of at least `turns` turns of all seats together."""
        return self._replace(horizon=max(self.horizon, -(-turns // game.options.seats)))


def sample_determinization(game: Judge[Any], view: Any, stream: RandomStream) -> Determinization:
    """Sample a determinization of a view."""
    return Determinization(game.sample_state(view, stream.bytes32()), stream.bytes32())


def sort_by_rating(game: Judge[Any], state: Any, seat: Seat) -> list[tuple[Move, int]]:
    """Return the seat's legal moves with their ratings, best first."""
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return [(moves[0], 0)]
    ratings = game.rate(state, seat, moves)
    return [
        (moves[place], ratings[place]) for place in sorted(range(len(moves)), key=ratings.__getitem__, reverse=True)
    ]


def greedy_move(game: Judge[Any], state: Any, seat: Seat) -> Move:
    """Return the best rated move; the first of equals."""
    moves = game.candidate_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    ratings = game.rate(state, seat, moves)
    return moves[ratings.index(max(ratings))]


def roll_out(
    game: Judge[Any], determinization: Determinization, move: Move, horizon: int, budget: Budget
) -> Any | None:
    """Return the state after a move and greedy play by all seats until the horizon; None if the budget runs out.

    A round ends with the first draw that opens another one (`Draw.opens_round`) after a move, or after so many moves
    (`Judge.turns_in_round`). The move itself costs no budget.
    """
    position = advance_to_decision(game, determinization, game.apply(determinization.state, move), horizon, budget)
    turns = horizon * game.turns_in_round
    while position is not None and position.to_move is not None:
        turns -= 1
        if not turns:
            break
        if not budget.spend():
            return None
        state = game.apply(position.state, greedy_move(game, position.state, position.to_move))
        position = advance_to_decision(game, determinization, state, position.rounds_left, budget)
    return None if position is None else position.state


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


def select_candidates(
    game: AnyGame, view: Any, seat: Seat, limits: SearchLimits, also: Move | None = None
) -> list[tuple[Move, int]]:
    """Return the moves to compare with their ratings: the best rated ones, and `also` whatever its rating."""
    rated = sort_by_rating(game, view, seat)
    return [it for place, it in enumerate(rated) if place < limits.candidates or it[0] == also]


def search(
    game: AnyGame,
    view: Any,
    seat: Seat,
    stream: RandomStream,
    limits: SearchLimits,
    budget: Budget,
    also: Move | None = None,
) -> list[RankedMove]:
    """Compare the candidates in the same determinizations and return them, best first.

    `galli_tui.bots.pool` does the same in several processes, with the same result.
    """
    rated = select_candidates(game, view, seat, limits, also)
    comparison = Comparison([rating for _, rating in rated], limits.samples)
    while not comparison.done:
        determinization = sample_determinization(game, view, stream)
        moves = [rated[place][0] for place in comparison.live]
        evaluations = _evaluate_moves(game, determinization, moves, seat, limits.horizon, budget)
        if evaluations is None:
            break
        comparison.add(evaluations)
    return [RankedMove(rated[it.position][0], it.loss, it.samples, it.error) for it in comparison.ranking()]


class RankedCandidate(NamedTuple):
    """The standing of one candidate; fields as in `RankedMove`."""

    position: int
    """Its position in the list of candidates."""
    loss: float
    samples: int
    error: float


class Comparison:
    """The evaluations of candidates over a number of determinizations.

    Candidates that fall behind are dropped, and their share of the budget goes to the others. Ratings serve as the
    prior, because a few samples alone would let luck decide.
    """

    def __init__(self, ratings: Sequence[int], worlds: int) -> None:
        """Take the candidates' ratings and the maximum number of determinizations."""
        self._tried = [_Candidate(place, float(rating)) for place, rating in enumerate(ratings)]
        self._live = self._tried
        self._worlds, self._number = worlds, 0

    @property
    def live(self) -> list[int]:
        """The positions of the candidates that may still be best: those to evaluate next."""
        return [it.place for it in self._live]

    @property
    def done(self) -> bool:
        """Whether the comparison needs no more determinizations."""
        return len(self._live) == 1 or self._number >= self._worlds

    def add(self, evaluations: Sequence[int]) -> None:
        """Add the evaluations of the live candidates in the next determinization."""
        self._number += 1
        for it, evaluation in zip(self._live, evaluations, strict=True):
            it.evaluations.append(evaluation)
        if self._number >= MIN_SAMPLES:
            self._live = _drop_inferior(self._live)
        if self._number >= DUPLICATE_SAMPLES:
            self._live = _drop_duplicates(self._live)

    def ranking(self) -> list[RankedCandidate]:
        """Return all candidates, best first."""
        best = _best(self._live)
        # A dropped candidate is never the best, whatever its estimate by now.
        compared_with_it = [(it, *it.difference_to(best)) for it in self._tried if it is not best]
        found = [
            RankedCandidate(it.place, max(0.0, -ahead), len(it.evaluations), error)
            for it, ahead, error in compared_with_it
        ]
        return [RankedCandidate(best.place, 0.0, len(best.evaluations), 0.0), *sorted(found, key=lambda it: it.loss)]


class _Candidate:
    """A candidate with its evaluations, one per determinization so far."""

    def __init__(self, position: int, rating: float) -> None:
        self.place = position
        self.rating = rating
        self.evaluations: list[int] = []

    def difference_to(self, other: _Candidate) -> tuple[float, float]:
        """Return the estimated lead over the other candidate, and its standard error."""
        believed = self.rating - other.rating
        if not self.evaluations:
            return believed, RATING_DEVIATION
        found = [own - its for own, its in zip(self.evaluations, other.evaluations, strict=False)]
        mean = sum(found) / len(found)
        # A few samples may agree by chance, so add one that deviates as much as a rating does.
        spread = (sum((each - mean) ** 2 for each in found) + RATING_DEVIATION**2) / len(found)
        weight, prior = len(found) / spread, 1 / RATING_DEVIATION**2
        return (mean * weight + believed * prior) / (weight + prior), 1 / sqrt(weight + prior)


def _best(live: Sequence[_Candidate]) -> _Candidate:
    return max(live, key=lambda it: it.difference_to(live[0])[0])


def _drop_inferior(live: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates that may still be best."""
    best = _best(live)
    compared_with_it = [(it, *it.difference_to(best)) for it in live]
    return [it for it, ahead, error in compared_with_it if it is best or ahead > -CONFIDENCE * error]


def _drop_duplicates(live: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates without those whose evaluations all equal a better rated one's."""
    first: dict[tuple[int, ...], _Candidate] = {}
    for it in live:
        first.setdefault(tuple(it.evaluations), it)
    return list(first.values())


def _evaluate_moves(
    game: Judge[Any], determinization: Determinization, moves: Sequence[Move], seat: Seat, parts: int, budget: Budget
) -> list[int] | None:
    """Return the evaluation of each move in one determinization; None if the budget runs out."""
    found: list[int] = []
    for move in moves:
        state = roll_out(game, determinization, move, parts, budget)
        if state is None:
            return None
        found.append(game.evaluate(state, seat))
    return found
