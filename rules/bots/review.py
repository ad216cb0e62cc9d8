"""What a match that is over might have been: the decisions that cost the most, as the abbot sees them.

Each is looked at from the view that it was made from. Where the decisions come from is left to whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.bots.earnings import half_points
from rules.bots.rollout_search import SURE, Option
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

MOST: Final = 10
"""So many decisions are named."""


class Decision(NamedTuple):
    """What a seat has decided."""

    entry: int
    """Its number in the match's log."""
    part: int
    """In which part of the game, counted from 1: each begins where the table may rest (`Draw.rest`)."""
    seat: Seat
    view: Any
    """What was seen of the match right before: the seat's own, or less where others looked on."""
    move: Move


class Lapse(NamedTuple):
    """A decision that cost something."""

    decision: Decision
    best: Move
    """What the abbot would have done."""
    cost: int
    """Half-points that the decision fell behind it, as far as the abbot can tell; at least one."""
    worlds: int
    """In how many both were tried."""


class Review(NamedTuple):
    """How far a review has come."""

    done: int
    """Decisions that were looked at."""
    of: int
    lapses: tuple[Lapse, ...]
    """Those that have cost the most so far, the worst first; of equals the earlier."""

    def looked_at(self, decision: Decision, options: Sequence[Option], most: int = MOST) -> Review:
        """The review one decision further, by what the abbot thinks of it.

        Raises ValueError where what was decided is not among them.
        """
        return Review(self.done + 1, self.of, with_lapse(self.lapses, lapse_of(decision, options), most))


def open_to_choice(game: AnyGame, decision: Decision) -> bool:
    """Whether there was anything to decide, as far as the view tells: the move is among several."""
    legal = game.legal(decision.view, decision.seat)
    return len(legal) > 1 and decision.move in legal


def lapse_of(decision: Decision, options: Sequence[Option]) -> Lapse | None:
    """What the decision has cost by these options, the best first.

    None where that is less than a half-point, or may be luck: no more than `SURE` standard errors. Raises ValueError
    where the move is not among them.
    """
    for option in options:
        if option.move == decision.move:
            cost = half_points(option.behind)
            certain = option.behind > SURE * option.error
            return Lapse(decision, options[0].move, cost, option.worlds) if cost > 0 and certain else None
    raise ValueError("what was decided is not among the options")


def with_lapse(lapses: tuple[Lapse, ...], lapse: Lapse | None, most: int = MOST) -> tuple[Lapse, ...]:
    """The worst of them, this one among them."""
    if lapse is None:
        return lapses
    return tuple(sorted((*lapses, lapse), key=lambda it: (-it.cost, it.decision.entry))[:most])
