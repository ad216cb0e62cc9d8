"""Matches played on in thought: worlds that fit a view, and how they go on if all play at a glance.

The same world with the same entropy is dealt the same, so what two moves lead to differs by the moves alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.bots.budget import Budget
from rules.engine.entropy import Stream, derived
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class World(NamedTuple):
    """One way how things may be, and may be dealt."""

    state: Any
    chance: bytes
    """What its draws follow from."""


def sampled(game: AnyGame, view: Any, stream: Stream) -> World:
    """A world that looks like the view to whom it belongs."""
    return World(game.imagine(view, stream.bytes32()), stream.bytes32())


def best_first(game: AnyGame, state: Any, seat: Seat) -> list[Move]:
    """The seat's legal moves, the one that looks best at a glance first."""
    moves = list(game.legal(state, seat))
    if len(moves) == 1:
        return moves
    ratings = game.rate(state, seat, moves)
    return [moves[place] for place in sorted(range(len(moves)), key=ratings.__getitem__, reverse=True)]


def at_a_glance(game: AnyGame, state: Any, seat: Seat) -> Move:
    """The move that looks best; the first of several."""
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    ratings = game.rate(state, seat, moves)
    return moves[max(range(len(moves)), key=ratings.__getitem__)]


def played_on(game: AnyGame, world: World, move: Move, budget: Budget) -> Any | None:
    """The state after a move, and after all have played on at a glance to the end of the present part of the game.

    The next part begins with a draw that says so (`Draw.rest`). None where the budget did not last.
    """
    state = game.apply(world.state, move)
    while not (due := game.due(state)).over:
        if not budget.spend():
            return None
        if due.dealer:
            draw = game.draw(state)
            if draw.rest:
                break
            state = game.apply(state, game.deal(state, derived(world.chance, draw.source, draw.index)))
        else:
            seat = due.seats[0]
            state = game.apply(state, at_a_glance(game, state, seat))
    return state
