"""A hint in words, for every game: a move that the abbot has weighed, what it earns at once, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.wording import points
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from rules.bots.rollout_search import RankedMove
from rules.bots.score_change import ScoreChange, score_change, to_half_points
from rules.engine.events import Move
from rules.engine.game import AnyGame, ScoreLine

MOST: Final = 5
"""So many moves are shown."""
NOW, FINAL = "at once", "in the end"
"""What stands over the points that a move earns, and over how far it falls behind."""
BEST = "best"
AS_GOOD = "as good"


class Hint(NamedTuple):
    """One of the best moves."""

    move: Move
    earned: ScoreChange
    """What it does to the score sheet at once."""
    behind: int
    """Half-points that it falls behind the best in the end, as far as the abbot can tell."""
    simulations: int
    """In how many ways how things may be it was tried."""


def hints_of(game: AnyGame, view: Any, options: Sequence[RankedMove]) -> tuple[Hint, ...]:
    """The best of the options, the best first; the view is the one that they were found from."""
    return tuple(
        Hint(it.move, score_change(game, view, it.move), to_half_points(it.loss), it.samples) for it in options[:MOST]
    )


def standing_words(hints: Sequence[Hint], place: int, half: str = "½") -> str:
    """How a hint stands beside the best: "best", "as good", or the points that it falls behind."""
    if place == 0:
        return BEST
    behind = hints[place].behind
    return points(-behind, half) if behind else AS_GOOD


def change_words(table: Table, face: GameTexts, move: Move, earned: ScoreChange) -> list[tuple[str, int]]:
    """The rows of the score sheet that a move changes, with their half-points: what it brings, then what it takes.

    A row of another seat than the one that moves has its name.
    """
    found: list[tuple[str, int]] = []
    for it in (*earned.gains, *earned.losses):
        label = face.score_label(ScoreLine(it.key, it.clause, it.seat, it.count_change, it.points))
        whose = "" if it.seat in (None, move.seat) else f" of {sanitize(table.players[it.seat].name)}"
        found.append((f"{label}{whose}", it.points))
    return found


def signed_points(half_points: int, half: str = "½") -> str:
    """Points with their sign: "+2", "-1½", "0"."""
    return ("+" if half_points > 0 else "") + points(half_points, half)
