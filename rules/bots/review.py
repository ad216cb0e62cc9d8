"""What a match that is over might have been: the decisions that cost the most, as the abbot sees them.

Each is looked at from the view that it was made from. Where the decisions come from is left to whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.bots.rollout_search import CONFIDENCE, RankedMove
from rules.bots.score_change import to_half_points
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

MAX_MISTAKES: Final = 10
"""So many decisions are named."""


class Decision(NamedTuple):
    """What a seat has decided."""

    entry: int
    """Its number in the match's log."""
    round: int
    """In which part of the game, counted from 1: each begins where the table may rest (`Draw.rest`)."""
    seat: Seat
    view: Any
    """What was seen of the match right before: the seat's own, or less where others looked on."""
    move: Move


class Mistake(NamedTuple):
    """A decision that cost something."""

    decision: Decision
    best: Move
    """What the abbot would have done."""
    cost: int
    """Half-points that the decision fell behind it, as far as the abbot can tell; at least one."""
    samples: int
    """In how many both were tried."""


class Review(NamedTuple):
    """How far a review has come."""

    done: int
    """Decisions that were looked at."""
    total: int
    mistakes: tuple[Mistake, ...]
    """Those that have cost the most so far, the worst first; of equals the earlier."""

    def with_decision(self, decision: Decision, options: Sequence[RankedMove], most: int = MAX_MISTAKES) -> Review:
        """The review one decision further, by what the abbot thinks of it.

        Raises ValueError where what was decided is not among them.
        """
        return Review(self.done + 1, self.total, add_mistake(self.mistakes, find_mistake(decision, options), most))


def has_choice(game: AnyGame, decision: Decision) -> bool:
    """Whether there was anything to decide, as far as the view tells: the move is among several."""
    legal = game.legal(decision.view, decision.seat)
    return len(legal) > 1 and decision.move in legal


def find_mistake(decision: Decision, options: Sequence[RankedMove]) -> Mistake | None:
    """What the decision has cost by these options, the best first.

    None where that is less than a half-point, or may be luck: no more than `SURE` standard errors. Raises ValueError
    where the move is not among them.
    """
    for option in options:
        if option.move == decision.move:
            cost = to_half_points(option.loss)
            certain = option.loss > CONFIDENCE * option.error
            return Mistake(decision, options[0].move, cost, option.samples) if cost > 0 and certain else None
    raise ValueError("what was decided is not among the options")


def add_mistake(lapses: tuple[Mistake, ...], lapse: Mistake | None, most: int = MAX_MISTAKES) -> tuple[Mistake, ...]:
    """The worst of them, this one among them."""
    if lapse is None:
        return lapses
    return tuple(sorted((*lapses, lapse), key=lambda it: (-it.cost, it.decision.entry))[:most])
