"""Why one move is better than another: the parts of the game's evaluation in which they differ most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.judge import Part


class Advantage(NamedTuple):
    """A part in which a move is better than the one it is compared with."""

    key: str
    """As in `Part.key`."""
    lead: int
    """How much better it is, on the scale of `SCORE_UNIT`; positive."""
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    """How many things of the part the move changes; see `Part.count`."""
    other: int
    """How many the other move changes."""
    names: tuple[int, ...] = ()
    """As in `Part.names`, of the move."""
    where: tuple[int, ...] = ()
    """As in `Part.where`, of the move."""
    other_names: tuple[int, ...] = ()
    """As in `Part.names`, of the other move."""
    other_where: tuple[int, ...] = ()
    """As in `Part.where`, of the other move."""
    lost: tuple[int, ...] = ()
    """As in `Part.lost`, of the move."""
    other_lost: tuple[int, ...] = ()
    """As in `Part.lost`, of the other move."""


def advantages(game: AnyGame, view: Any, move: Move, other: Move) -> tuple[Advantage, ...]:
    """Return the parts in which a legal move is better than the other, the largest difference first.

    Empty if nothing that the seat can know so far does.
    """
    return compared(game.explain(view, move), game.explain(view, other))


def compared(parts: Sequence[Part], others: Sequence[Part]) -> tuple[Advantage, ...]:
    """Return in which of its parts a move is better than another, the largest difference first."""
    own = {part.key: part for part in parts}
    its = {part.key: part for part in others}
    found: list[Advantage] = []
    for key in {**own, **its}:
        left, right = own.get(key, Part(key, 0)), its.get(key, Part(key, 0))
        lead = left.value - right.value
        if lead > 0:
            counts, things = (left.count, right.count), (left.names, left.where, right.names, right.where)
            found.append(Advantage(key, lead, *counts, *things, left.lost, right.lost))
    return tuple(sorted(found, key=lambda it: -it.lead))
