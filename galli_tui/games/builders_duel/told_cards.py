"""The nine cards of a round, as the sentence about laying them out names them."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.style.wording import listed
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import CELLS_OF, LINE_NAMES

_ROWS = 3


def laid_out_words(game: BuildersDuel, cards: Sequence[int]) -> str:
    """Return nine cards row by row: "top row Power, Earl and Income 4; middle row ..."."""
    rows = zip(LINE_NAMES[:_ROWS], CELLS_OF[:_ROWS], strict=True)
    return "; ".join(f"{name} {listed(game.cards[cards[cell]].name for cell in cells)}" for name, cells in rows)
