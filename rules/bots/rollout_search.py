"""Rollout search: candidates are compared by greedy rollouts in sampled determinizations of the view."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from rules.bots.budget import Budget
from rules.bots.rollout import Determinization, roll_out, sample_determinization
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.judge import Judge
from rules.engine.secrecy import Seat

MIN_SAMPLES: Final = 4
"""The minimum number of samples before a candidate can be dropped."""
CONFIDENCE: Final = 2.0
"""A candidate is dropped when it lies more than this many standard errors behind the best."""
DUPLICATE_SAMPLES: Final = 10
"""Samples with equal results before one of two candidates is dropped, e.g. the same pieces in another order."""
MOST_COUNTED_SAMPLES: Final = 12
"""The most samples where moves are counted, since a round of moves takes longer to play."""


class RankedMove(NamedTuple):
    """A move with its estimated loss."""

    move: Move
    loss: float
    """The estimated difference to the best move's evaluation."""
    samples: int
    """The number of determinizations in which it was evaluated."""
    error: float = 0.0
    """The standard error of `loss`."""


class SearchLimits(NamedTuple):
    """The breadth and limits of a search."""

    candidates: int
    """The number of candidates, best rated first."""
    samples: int
    horizon: int
    """The number of rounds played to their end, the present one included: see `roll_out`."""

    def fitted_to(self, game: AnyGame, turns: int) -> SearchLimits:
        """Return the limits for a game, with a horizon of at least `turns` turns of all seats together."""
        samples = min(self.samples, MOST_COUNTED_SAMPLES) if game.turns_in_round else self.samples
        return self._replace(samples=samples, horizon=max(self.horizon, -(-turns // game.options.seats)))


def sort_by_rating(game: Judge[Any], state: Any, seat: Seat) -> list[tuple[Move, int]]:
    """Return the seat's legal moves with their ratings, best first."""
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return [(moves[0], 0)]
    ratings = game.rate(state, seat, moves)
    return [
        (moves[place], ratings[place]) for place in sorted(range(len(moves)), key=ratings.__getitem__, reverse=True)
    ]


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
    comparison = Comparison([rating for _, rating in rated], game.rating_deviation, limits.samples)
    while not comparison.done:
        determinization = sample_determinization(game, view, stream, comparison.number)
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

    def __init__(self, ratings: Sequence[int], deviation: int, worlds: int) -> None:
        """Take the candidates' ratings, `Judge.rating_deviation` and the maximum number of determinizations."""
        self._tried = [_Candidate(place, float(rating), deviation) for place, rating in enumerate(ratings)]
        self._live = self._tried
        self._worlds, self.number = worlds, 0

    @property
    def live(self) -> list[int]:
        """The positions of the candidates that may still be best: those to evaluate next."""
        return [it.place for it in self._live]

    @property
    def done(self) -> bool:
        """Whether the comparison needs no more determinizations."""
        return len(self._live) == 1 or self.number >= self._worlds

    def add(self, evaluations: Sequence[int]) -> None:
        """Add the evaluations of the live candidates in the next determinization."""
        self.number += 1
        for it, evaluation in zip(self._live, evaluations, strict=True):
            it.evaluations.append(evaluation)
        if self.number >= MIN_SAMPLES:
            self._live = _drop_inferior(self._live)
        if self.number >= DUPLICATE_SAMPLES:
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

    def __init__(self, position: int, rating: float, deviation: int) -> None:
        self.place = position
        self.rating = rating
        self.deviation = float(deviation)
        self.evaluations: list[int] = []

    def difference_to(self, other: _Candidate) -> tuple[float, float]:
        """Return the estimated lead over the other candidate, and its standard error."""
        believed = self.rating - other.rating
        if not self.evaluations:
            return believed, self.deviation
        found = [own - its for own, its in zip(self.evaluations, other.evaluations, strict=False)]
        mean = sum(found) / len(found)
        # A few samples may agree by chance, so add one that deviates as much as a rating does.
        spread = (sum((each - mean) ** 2 for each in found) + self.deviation**2) / len(found)
        weight, prior = len(found) / spread, 1 / self.deviation**2
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
