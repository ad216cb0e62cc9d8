"""What stays fixed during a match: the box, the options, and what follows from them."""

from __future__ import annotations

from typing import Final

from rules.builders_duel.box import DuelBox
from rules.engine.game import Options

CALM_SEALS: Final = "calm-seals"
"""The variant in which seals count a face without chance (BD-3m)."""


class DuelSetting:
    """The setting of a match."""

    def __init__(self, options: Options, box: DuelBox) -> None:
        self.box = box
        self.board = box.board
        self.cards = box.pieces
        self.calm = CALM_SEALS in options.variants
        self.seal_kinds = tuple(kind for kind, number in enumerate(self.board.neutral_seals) for _ in range(number))
        """The kind of each neutral seal."""
