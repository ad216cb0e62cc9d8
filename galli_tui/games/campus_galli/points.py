"""Points in words; this game counts half-points."""

from __future__ import annotations

from galli_tui.style.wording import amount, amount_words, signed_amount
from rules.engine.score_sheet import HALF_POINTS


def points(half_points: int, half: str = "½") -> str:
    """Return half-points as points: "7", "3½", "-½"."""
    return amount(half_points, HALF_POINTS, half)


def signed_points(half_points: int, half: str = "½") -> str:
    """Return points with their sign: "+2", "-1½", "0"."""
    return signed_amount(half_points, HALF_POINTS, half)


def points_words(half_points: int, half: str = "½") -> str:
    """Return points for a sentence: "1 point", "half a point", "3½ points"."""
    return amount_words(half_points, HALF_POINTS, half)
