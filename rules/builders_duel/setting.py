"""What stays fixed during a match: the box, the options, and what follows from them."""

from __future__ import annotations

from typing import Final

from rules.builders_duel.box import DuelBox
from rules.engine.game import VERSUS, OptionError, Options

CALM_SEALS: Final = "calm-seals"
"""The variant in which seals count a face without chance (BD-3m)."""


class DuelSetting:
    """The setting of a match. Raises `OptionError` for options that the game does not offer."""

    def __init__(self, options: Options, box: DuelBox) -> None:
        if options.mode != VERSUS or options.seats != 2:
            raise OptionError("Builders' Duel is for two players, in versus")
        if options.level != 1 or set(options.variants) - {CALM_SEALS} or len(options.variants) > 1:
            raise OptionError(f"the only level is 1, and the only house variant {CALM_SEALS!r}")
        self.box = box
        self.board = box.board
        self.cards = box.pieces
        self.calm = CALM_SEALS in options.variants
        self.seal_kinds = tuple(kind for kind, number in enumerate(self.board.neutral_seals) for _ in range(number))
        """The kind of each neutral seal."""
