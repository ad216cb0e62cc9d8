"""What is known of Campus Galli before a match: its modes, options and versions."""

from __future__ import annotations

from typing import Final

from rules.engine.game import VERSUS, Meta
from rules.engine.options import level_option, switch_option
from rules.engine.score_sheet import HALF_POINTS

OPEN_HANDS: Final = "open-hands"
RULES_VERSION: Final = 2
"""The rules version of new matches."""
OLDEST_RULES: Final = 1
"""The oldest rules version that saved matches may have."""

META: Final = Meta(
    key="campus-galli",
    title="Campus Galli",
    rules_version=RULES_VERSION,
    modes={"solo": (1, 1), "coop": (2, 4), VERSUS: (2, 4)},
    colours=("red", "green", "blue", "yellow"),
    choices=(
        level_option(
            (
                "Pray and Work",
                "Fulfil tasks, leave no gaps. Solo and co-op: -3 per gap of 4+ spaces, -6 per parchment building.",
            ),
            (
                "Books and Guests",
                "Cards cost tiles. Produce books, welcome guests, and take special actions after the turns.",
            ),
            (
                "Events and Dangers",
                "Fire, epidemic, collapse and storm threaten the monastery; unfinished tasks help.",
            ),
        ),
        switch_option(
            OPEN_HANDS,
            "Hands",
            "hidden",
            "open",
            "Hidden: only you see your cards. Open: everyone does (house rule).",
            least_seats=2,
            opens_hands=True,
        ),
    ),
    oldest_rules=OLDEST_RULES,
    blurb="Build the monastery of the plan of St. Gall section by section, and give its monks work.",
    unit=HALF_POINTS,
)
