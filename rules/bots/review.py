"""Game review: a grade for every decision of a finished match, by the abbot's search.

Each decision is searched from the view in which it was made. The caller provides the decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from rules.bots.certainty import is_certain
from rules.bots.rollout_search import RankedMove
from rules.bots.score_change import to_units
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.referee import Referee
from rules.engine.secrecy import Seat


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


class Grade(Enum):
    """How good a decision was, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS: Final = ((Grade.BLUNDER, 6), (Grade.MISTAKE, 3), (Grade.INACCURACY, 1))
"""The least cost of each grade below good, in what players count estimates in: whole points, or gold."""


VERSION: Final = 5
"""The version of reviews. Raise it when a change of the search or of a game's ratings may grade a decision otherwise,
so that no stored review of earlier grades is shown."""


class GradedDecision(NamedTuple):
    """A decision with its grade."""

    decision: Decision
    grade: Grade
    best: Move
    """The abbot's move: the one made, if it is best."""
    cost: int
    """The estimated cost in `Meta.estimate_unit`; 0 for the best move."""
    samples: int
    """The number of determinizations in which both moves were evaluated."""
    rough: bool = False
    """Whether its cost could be chance; it is then graded good, however large the cost."""


class Review(NamedTuple):
    """The progress of a game review."""

    total: int
    """The number of decisions."""
    graded: tuple[GradedDecision, ...] = ()
    """The decisions reviewed so far, in order of the match."""

    @property
    def done(self) -> int:
        """The number of decisions reviewed."""
        return len(self.graded)

    @property
    def worst_first(self) -> tuple[GradedDecision, ...]:
        """The graded decisions, the most expensive first, rough ones after them; of equals the earlier."""
        return tuple(
            sorted(self.graded, key=lambda it: (it.grade in (Grade.BEST, Grade.GOOD), -it.cost, it.decision.entry))
        )

    @property
    def mistakes(self) -> tuple[GradedDecision, ...]:
        """The decisions that are worse than good, the most expensive first."""
        return tuple(it for it in self.worst_first if it.grade not in (Grade.BEST, Grade.GOOD))

    def with_decision(self, game: AnyGame, decision: Decision, options: Sequence[RankedMove]) -> Review:
        """Return the review with one more decision, given the search result for it.

        Raises ValueError if the move made is not among the options.
        """
        more = (*self.graded, graded(game, decision, options))
        return self._replace(graded=tuple(sorted(more, key=lambda it: it.decision.entry)))


def has_choice(game: Referee[Any], decision: Decision) -> bool:
    """Return whether the view shows several legal moves, the one made among them."""
    legal = game.legal(decision.view, decision.seat)
    return len(legal) > 1 and decision.move in legal


def grade_of(cost: int, parts: int) -> Grade:
    """Return the grade of a certain cost, in units of which `parts` make what players count estimates in."""
    if not cost:
        return Grade.BEST
    return next((grade for grade, least in LIMITS if cost >= least * parts), Grade.GOOD)


def graded(game: AnyGame, decision: Decision, options: Sequence[RankedMove]) -> GradedDecision:
    """Return the decision with its grade, given the search result for it, best move first.

    A loss that may be chance is never worse than good. Raises ValueError if the move made is not among the options.
    """
    for option in options:
        if option.move == decision.move:
            cost = max(0, to_units(option.loss))
            grade = grade_of(cost, game.meta.estimate_unit.parts)
            if grade is Grade.BEST:
                return GradedDecision(decision, grade, decision.move, 0, option.samples)
            best = options[0].move
            rough = not is_certain(game, decision.view, best, option)
            return GradedDecision(decision, Grade.GOOD if rough else grade, best, cost, option.samples, rough)
    raise ValueError("what was decided is not among the options")
