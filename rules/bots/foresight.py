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


def compared(
    game: AnyGame, view: Any, seat: Seat, stream: Stream, depth: Depth, budget: Budget, also: Move | None = None
) -> list[Option]:
    """The moves that look best, tried in the same worlds; the best first. `also` is tried however it looks.

    A move that falls behind is given up, and its worlds are the others' then. The ratings are weighed in as what was
    believed before: a few worlds alone would put luck above judgement.
    """
    rated = best_first(game, view, seat)
    tried = [
        _Tried(move, float(rating)) for place, (move, rating) in enumerate(rated) if place < depth.tried or move == also
    ]
    live = tried
    for number in range(1, depth.worlds + 1):
        if len(live) == 1:
            break
        world = sampled(game, view, stream)
        worths = _led_to(game, world, [it.move for it in live], seat, depth.parts, budget)
        if worths is None:
            break
        for it, worth in zip(live, worths, strict=True):
            it.worths.append(worth)
        if number >= FIRST_LOOK:
            live = _in_the_running(live)
        if number >= ALIKE:
            live = _unlike(live)
    best = _best(live)
    # However far it may seem to be ahead by now, what was given up is not the best.
    compared_with_it = [(it, *it.against(best)) for it in tried if it is not best]
    found = [Option(it.move, max(0.0, -ahead), len(it.worths), error) for it, ahead, error in compared_with_it]
    return [Option(best.move, 0.0, len(best.worths)), *sorted(found, key=lambda it: it.behind)]


class _Tried:
    """A move that looks good, with what it has led to in each world so far."""

    def __init__(self, move: Move, rating: float) -> None:
        self.move = move
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
