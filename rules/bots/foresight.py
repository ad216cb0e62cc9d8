"""Matches played on in thought: worlds that fit a view, how they go on if all play at a glance, and comparing moves so.

The same world with the same entropy is dealt the same, so what two moves lead to differs by the moves alone. Where a
seat decides twice in a row, with nothing dealt in between, both moves may be tried as one.
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
SURE: Final = 3.0
"""A move is given up when it lies so many standard errors behind the best."""


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


class Depth(NamedTuple):
    """How widely and how far ahead is looked."""

    tried: int
    """Moves, those that look best."""
    worlds: int
    parts: int
    """Parts of the game that are played on to their end (`Draw.rest`), the present one counted."""
    followed: int = 0
    """So many times more a move is tried, with other moves of the seat after it than the one that looks best then."""


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
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    ratings = game.rate(state, seat, moves)
    return moves[max(range(len(moves)), key=ratings.__getitem__)]


def played_on(game: AnyGame, world: World, moves: Sequence[Move], parts: int, budget: Budget) -> Any | None:
    """The state after these moves, and after all have played on at a glance to the end of so many parts of the game.

    A part ends where a draw says so after somebody has moved (`Draw.rest`). None where the budget did not last.
    """
    state = world.state
    for move in moves:
        state = game.apply(state, move)
    line = until_asked(game, world, state, parts, budget)
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
    tried = [_Tried(moves, float(rating)) for moves, rating in _lines(game, view, seat, depth, also)]
    live = tried
    for number in range(1, depth.worlds + 1):
        if all(it.move == live[0].move for it in live):
            break
        world = sampled(game, view, stream)
        worths = _led_to(game, world, [it.moves for it in live], seat, depth.parts, budget)
        if worths is None:
            break
        for it, worth in zip(live, worths, strict=True):
            it.worths.append(worth)
        if number >= FIRST_LOOK:
            live = _in_the_running(live)
    best = _best(live)
    options = {best.move: Option(best.move, 0.0, len(best.worths))}
    for it in sorted(tried, key=lambda it: it.against(best)[0], reverse=True):
        # However far it may seem to be ahead by now, what was given up is not the best.
        options.setdefault(it.move, Option(it.move, max(0.0, -it.against(best)[0]), len(it.worths)))
    return list(options.values())


def _lines(game: AnyGame, view: Any, seat: Seat, depth: Depth, also: Move | None) -> list[tuple[tuple[Move, ...], int]]:
    """The moves that look best with their ratings, and the best of them with the seat's next moves; best first."""
    rated = best_first(game, view, seat)
    firsts = [(move, rating) for place, (move, rating) in enumerate(rated) if place < depth.tried or move == also]
    lines: list[tuple[tuple[Move, ...], int]] = [((move,), rating) for move, rating in firsts]
    if not depth.followed or len(firsts) == 1:
        return lines
    more: list[tuple[tuple[Move, ...], int]] = []
    for place, (move, rating) in enumerate(firsts):
        after = game.apply(view, move)
        if game.due(after).seats == (seat,) and len(nexts := best_first(game, after, seat)) > 1:
            lines[place] = ((move, nexts[0][0]), rating)
            # What comes second best now looks worse by as much as that move looks worse then.
            more += [((move, other), rating + worth - nexts[0][1]) for other, worth in nexts[1 : depth.followed + 1]]
    return lines + sorted(more, key=lambda it: it[1], reverse=True)[: depth.followed]


class _Tried:
    """A move that looks good, maybe with the next one, and what it has led to in each world so far."""

    def __init__(self, moves: tuple[Move, ...], rating: float) -> None:
        self.moves = moves
        self.rating = rating
        self.worths: list[int] = []

    @property
    def move(self) -> Move:
        """The first."""
        return self.moves[0]

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


def _led_to(
    game: AnyGame, world: World, lines: Sequence[tuple[Move, ...]], seat: Seat, parts: int, budget: Budget
) -> list[int] | None:
    """What each of the lines led to in one world; None where the budget did not last for all."""
    found: list[int] = []
    for moves in lines:
        state = played_on(game, world, moves, parts, budget)
        if state is None:
            return None
        found.append(game.worth(state, seat))
    return found
