"""What is known of Builders' Duel before a match: its sides and options."""

from __future__ import annotations

from typing import Final

from rules.engine.game import VERSUS, Meta, SeatRole
from rules.engine.options import switch_option
from rules.engine.score_sheet import Unit

CALM_SEALS: Final = "calm-seals"
"""The variant in which seals count a face without chance (BD-3m)."""

META: Final = Meta(
    key="builders-duel",
    title="Builders' Duel",
    rules_version=1,
    modes={VERSUS: (2, 2)},
    colours=("blue", "red"),
    choices=(
        switch_option(
            CALM_SEALS,
            "Seals",
            "thrown",
            "calm",
            "Seals win fights. Thrown: by chance. Calm: you choose, for gold (house rule).",
        ),
    ),
    blurb="Two builders claim lines of cards, fight over the card they share, and race to finish three sections.",
    roles=(SeatRole("Philip", "blue"), SeatRole("Waleran", "red")),
    unit=Unit("section", "sections"),
    estimates=Unit("gold", "gold"),
    yardsticks=((12, Unit("material", "materials")), (38, Unit("section", "sections"))),
    win=1000,
    curve_row="materials",
    adds_up=False,
)
