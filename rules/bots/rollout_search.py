"""Matches played on in thought: worlds that fit a view, how they go on if all play at a glance, and comparing moves so.

The same world with the same entropy is dealt the same, so what two moves lead to differs by the moves alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from rules.bots.budget import Budget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

RATING_DEVIATION: Final = 100.0
"""How far a rating is trusted: what it tells of the difference between two moves may be wrong by about so much."""
MIN_SAMPLES: Final = 4
"""Worlds before a move can be given up."""
CONFIDENCE: Final = 2.0
"""A move is given up when it lies so many standard errors behind the best."""
DUPLICATE_SAMPLES: Final = 10
"""Worlds in which two moves led to just the same before one of them is given up: tiles paid in another order, say."""


class Determinization(NamedTuple):
    """One way how things may be, and may be dealt."""

    state: Any
    entropy: bytes
    """What its draws follow from."""


class RolloutState(NamedTuple):
    """Where a match that is played on in thought stands."""

    state: Any
    rounds_left: int
    """Parts of the game that are still to end, the present one counted."""
    to_move: Seat | None
    """Who is to move; None where it has ended."""


class RankedMove(NamedTuple):
    """A move that was tried."""

    move: Move
    loss: float
    """What it is worth less than the best, as far as is known."""
    samples: int
    """In how many it was tried."""
    error: float = 0.0
    """The standard error of `behind`."""


class SearchLimits(NamedTuple):
    """How widely and how far ahead is looked."""

    candidates: int
    """Moves, those that look best."""
    samples: int
    horizon: int
    """Parts of the game that are played on to their end (`Draw.rest`), the present one counted."""

    def covering_turns(self, game: AnyGame, turns: int) -> SearchLimits:
        """As far at least as so many turns of all seats together: alone a part may be one turn, and not far."""
        return self._replace(horizon=max(self.horizon, -(-turns // game.options.seats)))


def sample_determinization(game: AnyGame, view: Any, stream: RandomStream) -> Determinization:
    """A world that looks like the view to whom it belongs."""
    return Determinization(game.sample_state(view, stream.bytes32()), stream.bytes32())


def sort_by_rating(game: AnyGame, state: Any, seat: Seat) -> list[tuple[Move, int]]:
    """The seat's legal moves with their ratings, the one that looks best at a glance first."""
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return [(moves[0], 0)]
    ratings = game.rate(state, seat, moves)
    return [
        (moves[place], ratings[place]) for place in sorted(range(len(moves)), key=ratings.__getitem__, reverse=True)
    ]


def greedy_move(game: AnyGame, state: Any, seat: Seat) -> Move:
    """The move that looks best; the first of several."""
    moves = game.candidate_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    ratings = game.rate(state, seat, moves)
    return moves[ratings.index(max(ratings))]


def roll_out(game: AnyGame, world: Determinization, move: Move, horizon: int, budget: Budget) -> Any | None:
    """The state after a move, and after all have played on at a glance to the end of so many parts of the game.

    A part ends where a draw says so after somebody has moved (`Draw.rest`). None where the budget, which the move
    itself costs nothing of, did not last.
    """
    line = advance_to_decision(game, world, game.apply(world.state, move), horizon, budget)
    while line is not None and line.to_move is not None:
        if not budget.spend():
            return None
        state = game.apply(line.state, greedy_move(game, line.state, line.to_move))
        line = advance_to_decision(game, world, state, line.rounds_left, budget)
    return None if line is None else line.state


def advance_to_decision(
    game: AnyGame, world: Determinization, state: Any, horizon: int, budget: Budget
) -> RolloutState | None:
    """Somebody has moved: what is dealt then, until a seat is asked or the line ends. None without budget for it."""
    moved = True
    while (due := game.due(state)).dealer:
        if not budget.spend():
            return None
        draw = game.draw(state)
        if draw.opens_round and moved:
            horizon, moved = horizon - 1, False
            if not horizon:
                return RolloutState(state, 0, None)
        state = game.apply(state, game.deal(state, derive_entropy(world.entropy, draw.source, draw.index)))
    return RolloutState(state, horizon, None if due.over else due.seats[0])


def select_candidates(
    game: AnyGame, view: Any, seat: Seat, depth: SearchLimits, also: Move | None = None
) -> list[tuple[Move, int]]:
    """Return the moves to be compared with their ratings: those that look best, and `also` however it looks."""
    rated = sort_by_rating(game, view, seat)
    return [it for place, it in enumerate(rated) if place < depth.candidates or it[0] == also]


def search(
    game: AnyGame,
    view: Any,
    seat: Seat,
    stream: RandomStream,
    depth: SearchLimits,
    budget: Budget,
    also: Move | None = None,
) -> list[RankedMove]:
    """Compare the candidates in the same worlds; the best comes first.

    Several processes do the same work with the same outcome in `galli_tui.bots.pool`.
    """
    rated = select_candidates(game, view, seat, depth, also)
    comparison = Comparison([rating for _, rating in rated], depth.samples)
    while not comparison.done:
        world = sample_determinization(game, view, stream)
        moves = [rated[place][0] for place in comparison.live]
        worths = _evaluate_moves(game, world, moves, seat, depth.horizon, budget)
        if worths is None:
            break
        comparison.add(worths)
    return [RankedMove(rated[it.position][0], it.loss, it.samples, it.error) for it in comparison.ranking()]


class RankedCandidate(NamedTuple):
    """How one of the moves compared stands; the fields are as in `Option`."""

    position: int
    """Which of the moves it is."""
    loss: float
    samples: int
    error: float


class Comparison:
    """What is known of some moves after they have been tried in a number of worlds.

    A move that falls behind is given up, and its worlds are the others' then. The ratings are weighed in as what was
    believed before: a few worlds alone would put luck above judgement.
    """

    def __init__(self, ratings: Sequence[int], worlds: int) -> None:
        """Take the moves' ratings, and the number of worlds to try at most."""
        self._tried = [_Candidate(place, float(rating)) for place, rating in enumerate(ratings)]
        self._live = self._tried
        self._worlds, self._number = worlds, 0

    @property
    def live(self) -> list[int]:
        """The places of the moves that may still be best: the next world is for these."""
        return [it.place for it in self._live]

    @property
    def done(self) -> bool:
        """Whether no further world is needed."""
        return len(self._live) == 1 or self._number >= self._worlds

    def add(self, worths: Sequence[int]) -> None:
        """Add what each live move led to in the next world."""
        self._number += 1
        for it, worth in zip(self._live, worths, strict=True):
            it.evaluations.append(worth)
        if self._number >= MIN_SAMPLES:
            self._live = _drop_inferior(self._live)
        if self._number >= DUPLICATE_SAMPLES:
            self._live = _drop_duplicates(self._live)

    def ranking(self) -> list[RankedCandidate]:
        """Return all moves, the best first."""
        best = _best(self._live)
        # However far it may seem to be ahead by now, what was given up is not the best.
        compared_with_it = [(it, *it.difference_to(best)) for it in self._tried if it is not best]
        found = [
            RankedCandidate(it.place, max(0.0, -ahead), len(it.evaluations), error)
            for it, ahead, error in compared_with_it
        ]
        return [RankedCandidate(best.place, 0.0, len(best.evaluations), 0.0), *sorted(found, key=lambda it: it.loss)]


class _Candidate:
    """A move that looks good, with what it has led to in each world so far."""

    def __init__(self, position: int, rating: float) -> None:
        self.place = position
        self.rating = rating
        self.evaluations: list[int] = []

    def difference_to(self, other: _Candidate) -> tuple[float, float]:
        """How far it lies ahead of the other, and the standard error of that."""
        believed = self.rating - other.rating
        if not self.evaluations:
            return believed, RATING_DEVIATION
        found = [own - its for own, its in zip(self.evaluations, other.evaluations, strict=False)]
        mean = sum(found) / len(found)
        # Few worlds that agree by luck are no certainty: as if one more had differed by as much as is trusted.
        spread = (sum((each - mean) ** 2 for each in found) + RATING_DEVIATION**2) / len(found)
        weight, prior = len(found) / spread, 1 / RATING_DEVIATION**2
        return (mean * weight + believed * prior) / (weight + prior), 1 / sqrt(weight + prior)


def _best(live: Sequence[_Candidate]) -> _Candidate:
    return max(live, key=lambda it: it.difference_to(live[0])[0])


def _drop_inferior(live: Sequence[_Candidate]) -> list[_Candidate]:
    """The moves that may still be best."""
    best = _best(live)
    compared_with_it = [(it, *it.difference_to(best)) for it in live]
    return [it for it, ahead, error in compared_with_it if it is best or ahead > -CONFIDENCE * error]


def _drop_duplicates(live: Sequence[_Candidate]) -> list[_Candidate]:
    """The moves without those that led to just the same as a better rated one."""
    first: dict[tuple[int, ...], _Candidate] = {}
    for it in live:
        first.setdefault(tuple(it.evaluations), it)
    return list(first.values())


def _evaluate_moves(
    game: AnyGame, world: Determinization, moves: Sequence[Move], seat: Seat, parts: int, budget: Budget
) -> list[int] | None:
    """What each of the moves led to in one world; None where the budget did not last for all."""
    found: list[int] = []
    for move in moves:
        state = roll_out(game, world, move, parts, budget)
        if state is None:
            return None
        found.append(game.evaluate(state, seat))
    return found
