"""What is known of Candles before a match: its modes and options."""

from __future__ import annotations

from typing import Final

from rules.engine.game import Meta
from rules.engine.options import switch_option
from rules.engine.score_sheet import HALF_POINTS

SHORT_FIRST: Final = "short-first"

META = Meta(
    key="candles",
    title="Candles",
    rules_version=1,
    modes={"versus": (2, 3), "coop": (2, 3), "solo": (1, 1)},
    colours=("red", "green", "blue"),
    choices=(switch_option(SHORT_FIRST, "Order", "tall", "short", "Whose candle lights first."),),
    unit=HALF_POINTS,
    blurb="Choose candles in secret, and light windows side by side.",
)
