"""Whether a loss found by rollouts is certain: beyond chance, and beyond what the moment of evaluation can mislead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.bots.reasons import advantages
from rules.bots.rollout_search import CONFIDENCE, RankedMove
from rules.engine.events import Move
from rules.engine.game import AnyGame


def is_certain(game: AnyGame, view: Any, best: Move, other: RankedMove) -> bool:
    """Return whether a move is worse than the best one beyond doubt; without simulations nothing is."""
    beyond_chance = other.samples > 0 and other.loss > CONFIDENCE * other.error
    return beyond_chance and not _is_doubtful(game, view, best, other)


def is_certain_at(game: AnyGame, view: Any, options: Sequence[RankedMove], place: int) -> bool:
    """Return whether the best move certainly beats or equals all others, or whether another one is behind or equal."""
    best, *others = options
    compared = others if place == 0 else [options[place]]
    return all(_is_equal(it) or is_certain(game, view, best.move, it) for it in compared)


def _is_equal(other: RankedMove) -> bool:
    """Return whether a move did as well as the best one in every simulation."""
    return other.samples > 0 and other.loss == other.error == 0


def _is_doubtful(game: AnyGame, view: Any, best: Move, other: RankedMove) -> bool:
    """Return whether a loss may come from the moments at which rollouts end.

    Rollouts of a counted number of moves end in the middle of turns. That can favour one of two moves in all of them,
    so their spread does not show it. There a loss may be off by as much as a rating, unless the evaluation of the two
    moves themselves accounts for half of it.
    """
    if not game.turns_in_round or other.loss > CONFIDENCE * (other.error + game.rating_deviation):
        return False
    return sum(it.lead for it in advantages(game, view, best, other.move)) < other.loss / 2
