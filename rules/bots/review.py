"""Game review: the mistakes of a finished match, by the abbot's search.

Each decision is searched from the view in which it was made. The caller provides the decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.bots.rollout_search import CONFIDENCE, RankedMove
from rules.bots.score_change import to_units
from rules.engine.events import Move
from rules.engine.referee import Referee
from rules.engine.secrecy import Seat

MAX_MISTAKES: Final = 10
"""The maximum number of mistakes listed."""


class Decision(NamedTuple):
    """A decision made in a match."""

    entry: int
    """Its number in the match log."""
    round: int
    """The round it belongs to, from 1 (`Draw.opens_round`)."""
    seat: Seat
    view: Any
    """The view right before it: the seat's own, or a smaller one for spectators."""
    move: Move


class Mistake(NamedTuple):
    """A decision that cost points."""

    decision: Decision
    best: Move
    """The abbot's move."""
    cost: int
    """The estimated cost in `Meta.estimate_unit`; at least one."""
    samples: int
    """The number of determinizations in which both moves were evaluated."""


class Review(NamedTuple):
    """The progress of a game review."""

    done: int
    """The number of decisions analysed."""
    total: int
    mistakes: tuple[Mistake, ...]
    """The costliest mistakes so far, worst first; among equals the earlier first."""

    def with_decision(self, decision: Decision, options: Sequence[RankedMove], most: int = MAX_MISTAKES) -> Review:
        """Return the review with one more decision, given the search result for it.

        Raises ValueError if the move made is not among the options.
        """
        return Review(self.done + 1, self.total, add_mistake(self.mistakes, find_mistake(decision, options), most))


def has_choice(game: Referee[Any], decision: Decision) -> bool:
    """Return whether the view shows several legal moves, the one made among them."""
    legal = game.legal(decision.view, decision.seat)
    return len(legal) > 1 and decision.move in legal


def find_mistake(decision: Decision, options: Sequence[RankedMove]) -> Mistake | None:
    """Return the mistake, given the search result for the decision, best move first; None if it is none.

    A loss below the smallest amount, or within `CONFIDENCE` standard errors, is no mistake. Raises ValueError if the
    move made is not among the options.
    """
    for option in options:
        if option.move == decision.move:
            cost = to_units(option.loss)
            certain = option.loss > CONFIDENCE * option.error
            return Mistake(decision, options[0].move, cost, option.samples) if cost > 0 and certain else None
    raise ValueError("what was decided is not among the options")


def add_mistake(lapses: tuple[Mistake, ...], lapse: Mistake | None, most: int = MAX_MISTAKES) -> tuple[Mistake, ...]:
    """Return the worst mistakes, the new one included."""
    if lapse is None:
        return lapses
    return tuple(sorted((*lapses, lapse), key=lambda it: (-it.cost, it.decision.entry))[:most])
