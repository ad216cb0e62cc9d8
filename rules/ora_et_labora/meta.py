"""What is known of Ora et Labora before a match: its modes and options."""

from __future__ import annotations

from typing import Final

from rules.engine.game import VERSUS, Meta
from rules.engine.options import Option, OptionValue, switch_option

IRELAND: Final = "ireland"
SHORT: Final = "short-game"
LONG_FOR_TWO: Final = "long-game"
NO_SECOND_QUARRY: Final = "one-quarry"
"""The variants. The last one takes the Quarry of stage C out of the short game for four in France."""
SOLO: Final = "solo"

META: Final = Meta(
    key="ora-et-labora",
    title="Ora et Labora",
    rules_version=1,
    modes={SOLO: (1, 1), VERSUS: (2, 4)},
    colours=("red", "green", "blue", "white"),
    choices=(
        Option(
            "country",
            "Country",
            (
                OptionValue("france", "France", mark="France", blurb="Bread and wine."),
                OptionValue("ireland", "Ireland", IRELAND, "Ireland", "Beer and whiskey."),
            ),
            "France: bread and wine. Ireland: beer and whiskey.",
        ),
        switch_option(
            SHORT, "Length", "full", "short", "24 rounds, or 12 with goods for all.", modes=(VERSUS,), least_seats=3
        ),
        switch_option(
            LONG_FOR_TWO,
            "For two",
            "normal",
            "long",
            "Normal: two actions in turn. Long: three in a round.",
            modes=(VERSUS,),
            most_seats=2,
        ),
        switch_option(
            NO_SECOND_QUARRY,
            "Quarries",
            "two",
            "one",
            "Only in the short game for four in France.",
            modes=(VERSUS,),
            least_seats=4,
        ),
    ),
    blurb="Monks cut peat and timber, build, bake and brew, and found villages between coast and mountains.",
)
