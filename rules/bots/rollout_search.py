"""Matches played on in thought: worlds that fit a view, how they go on if all play at a glance, and comparing moves so.

The same world with the same entropy is dealt the same, so what two moves lead to differs by the moves alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from rules.bots.budget import Budget
from rules.engine.entropy import Stream, derived
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

TRUST: Final = 100.0
"""How far a rating is trusted: what it tells of the difference between two moves may be wrong by about so much."""
FIRST_LOOK: Final = 4
"""Worlds before a move can be given up."""
SURE: Final = 2.0
"""A move is given up when it lies so many standard errors behind the best."""
ALIKE: Final = 10
"""Worlds in which two moves led to just the same before one of them is given up: tiles paid in another order, say."""


class World(NamedTuple):
    """One way how things may be, and may be dealt."""

    state: Any
    chance: bytes
    """What its draws follow from."""


class Line(NamedTuple):
    """Where a match that is played on in thought stands."""

    state: Any
    parts: int
    """Parts of the game that are still to end, the present one counted."""
    asked: Seat | None
    """Who is to move; None where it has ended."""


class Option(NamedTuple):
    """A move that was tried."""

    move: Move
    behind: float
    """What it is worth less than the best, as far as is known."""
    worlds: int
    """In how many it was tried."""
    error: float = 0.0
    """The standard error of `behind`."""


class Depth(NamedTuple):
    """How widely and how far ahead is looked."""

    tried: int
    """Moves, those that look best."""
    worlds: int
    parts: int
    """Parts of the game that are played on to their end (`Draw.rest`), the present one counted."""

    def for_turns(self, game: AnyGame, turns: int) -> Depth:
        """As far at least as so many turns of all seats together: alone a part may be one turn, and not far."""
        return self._replace(parts=max(self.parts, -(-turns // game.options.seats)))


def sampled(game: AnyGame, view: Any, stream: Stream) -> World:
    """A world that looks like the view to whom it belongs."""
    return World(game.imagine(view, stream.bytes32()), stream.bytes32())


def best_first(game: AnyGame, state: Any, seat: Seat) -> list[tuple[Move, int]]:
    """The seat's legal moves with their ratings, the one that looks best at a glance first."""
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return [(moves[0], 0)]
    ratings = game.rate(state, seat, moves)
    return [
        (moves[place], ratings[place]) for place in sorted(range(len(moves)), key=ratings.__getitem__, reverse=True)
    ]


def at_a_glance(game: AnyGame, state: Any, seat: Seat) -> Move:
    """The move that looks best; the first of several."""
    moves = game.contenders(state, seat)
    if len(moves) == 1:
        return moves[0]
    ratings = game.rate(state, seat, moves)
    return moves[ratings.index(max(ratings))]


def played_on(game: AnyGame, world: World, move: Move, parts: int, budget: Budget) -> Any | None:
    """The state after a move, and after all have played on at a glance to the end of so many parts of the game.

    A part ends where a draw says so after somebody has moved (`Draw.rest`). None where the budget, which the move
    itself costs nothing of, did not last.
    """
    line = until_asked(game, world, game.apply(world.state, move), parts, budget)
    while line is not None and line.asked is not None:
        if not budget.spend():
            return None
        state = game.apply(line.state, at_a_glance(game, line.state, line.asked))
        line = until_asked(game, world, state, line.parts, budget)
    return None if line is None else line.state


def until_asked(game: AnyGame, world: World, state: Any, parts: int, budget: Budget) -> Line | None:
    """Somebody has moved: what is dealt then, until a seat is asked or the line ends. None without budget for it."""
    moved = True
    while (due := game.due(state)).dealer:
        if not budget.spend():
            return None
        draw = game.draw(state)
        if draw.rest and moved:
            parts, moved = parts - 1, False
            if not parts:
                return Line(state, 0, None)
        state = game.apply(state, game.deal(state, derived(world.chance, draw.source, draw.index)))
    return Line(state, parts, None if due.over else due.seats[0])


def candidates(game: AnyGame, view: Any, seat: Seat, depth: Depth, also: Move | None = None) -> list[tuple[Move, int]]:
    """Return the moves to be compared with their ratings: those that look best, and `also` however it looks."""
    rated = best_first(game, view, seat)
    return [it for place, it in enumerate(rated) if place < depth.tried or it[0] == also]


def compared(
    game: AnyGame, view: Any, seat: Seat, stream: Stream, depth: Depth, budget: Budget, also: Move | None = None
) -> list[Option]:
    """Compare the candidates in the same worlds; the best comes first.

    Several processes do the same work with the same outcome in `galli_tui.bots.pool`.
    """
    rated = candidates(game, view, seat, depth, also)
    comparison = Comparison([rating for _, rating in rated], depth.worlds)
    while not comparison.done:
        world = sampled(game, view, stream)
        moves = [rated[place][0] for place in comparison.live]
        worths = _led_to(game, world, moves, seat, depth.parts, budget)
        if worths is None:
            break
        comparison.add(worths)
    return [Option(rated[it.place][0], it.behind, it.worlds, it.error) for it in comparison.standings()]


class Standing(NamedTuple):
    """How one of the moves compared stands; the fields are as in `Option`."""

    place: int
    """Which of the moves it is."""
    behind: float
    worlds: int
    error: float


class Comparison:
    """What is known of some moves after they have been tried in a number of worlds.

    A move that falls behind is given up, and its worlds are the others' then. The ratings are weighed in as what was
    believed before: a few worlds alone would put luck above judgement.
    """

    def __init__(self, ratings: Sequence[int], worlds: int) -> None:
        """Take the moves' ratings, and the number of worlds to try at most."""
        self._tried = [_Tried(place, float(rating)) for place, rating in enumerate(ratings)]
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
            it.worths.append(worth)
        if self._number >= FIRST_LOOK:
            self._live = _in_the_running(self._live)
        if self._number >= ALIKE:
            self._live = _unlike(self._live)

    def standings(self) -> list[Standing]:
        """Return all moves, the best first."""
        best = _best(self._live)
        # However far it may seem to be ahead by now, what was given up is not the best.
        compared_with_it = [(it, *it.against(best)) for it in self._tried if it is not best]
        found = [Standing(it.place, max(0.0, -ahead), len(it.worths), error) for it, ahead, error in compared_with_it]
        return [Standing(best.place, 0.0, len(best.worths), 0.0), *sorted(found, key=lambda it: it.behind)]


class _Tried:
    """A move that looks good, with what it has led to in each world so far."""

    def __init__(self, place: int, rating: float) -> None:
        self.place = place
        self.rating = rating
        self.worths: list[int] = []

    def against(self, other: _Tried) -> tuple[float, float]:
        """How far it lies ahead of the other, and the standard error of that."""
        believed = self.rating - other.rating
        if not self.worths:
            return believed, TRUST
        found = [own - its for own, its in zip(self.worths, other.worths, strict=False)]
        mean = sum(found) / len(found)
        # Few worlds that agree by luck are no certainty: as if one more had differed by as much as is trusted.
        spread = (sum((each - mean) ** 2 for each in found) + TRUST**2) / len(found)
        weight, prior = len(found) / spread, 1 / TRUST**2
        return (mean * weight + believed * prior) / (weight + prior), 1 / sqrt(weight + prior)


def _best(live: Sequence[_Tried]) -> _Tried:
    return max(live, key=lambda it: it.against(live[0])[0])


def _in_the_running(live: Sequence[_Tried]) -> list[_Tried]:
    """The moves that may still be best."""
    best = _best(live)
    compared_with_it = [(it, *it.against(best)) for it in live]
    return [it for it, ahead, error in compared_with_it if it is best or ahead > -SURE * error]


def _unlike(live: Sequence[_Tried]) -> list[_Tried]:
    """The moves without those that led to just the same as a better rated one."""
    first: dict[tuple[int, ...], _Tried] = {}
    for it in live:
        first.setdefault(tuple(it.worths), it)
    return list(first.values())


def _led_to(
    game: AnyGame, world: World, moves: Sequence[Move], seat: Seat, parts: int, budget: Budget
) -> list[int] | None:
    """What each of the moves led to in one world; None where the budget did not last for all."""
    found: list[int] = []
    for move in moves:
        state = played_on(game, world, move, parts, budget)
        if state is None:
            return None
        found.append(game.worth(state, seat))
    return found
