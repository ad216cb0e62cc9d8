"""What stays fixed during a match: the box, the options, and what follows from them."""

from __future__ import annotations

from rules.builders_duel.box import DuelBox
from rules.builders_duel.meta import CALM_SEALS
from rules.engine.game import Options


class DuelSetting:
    """The setting of a match."""

    def __init__(self, options: Options, box: DuelBox) -> None:
        self.box = box
        self.board = box.board
        self.cards = box.pieces
        self.calm = CALM_SEALS in options.variants
        self.seal_kinds = tuple(kind for kind, number in enumerate(self.board.neutral_seals) for _ in range(number))
        """The kind of each neutral seal."""
