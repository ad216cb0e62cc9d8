"""The texts of Builders' Duel, for screens and commands that know no single game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from galli_tui.games.builders_duel.items import words
from galli_tui.games.kit.part_texts import PartText
from galli_tui.games.kit.texts import KitTexts
from galli_tui.widgets.rich_text import Paragraph
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState, passage
from rules.engine.base_game import BaseGame
from rules.engine.events import Move
from rules.engine.game import Options

if TYPE_CHECKING:
    from galli_tui.tables.table import Table


class DuelTexts(KitTexts):
    """The game's own sentences."""

    score_labels = {
        "sections": "Finished sections",
        "materials": "Materials installed",
        "gold": "Gold left",
    }
    revealing = {
        "lay-out": "the cards have already been laid out",
        "fall": "the seal has already fallen",
        "draw-seals": "seals have already been taken from the stack",
    }

    part_texts = {
        "sections": PartText("finishes a section", "finishes {n} sections", same="comes closer to a finished section"),
        "materials": PartText(
            "installs a material",
            "installs {n} materials",
            "keeps its materials",
            same="leaves the rival fewer materials",
        ),
        "worked": PartText(
            "gets a worked good it needs",
            "gets {n} worked goods it needs",
            "keeps its worked goods",
            same="leads in worked goods",
        ),
        "raw": PartText(
            "gets a raw good it needs", "gets {n} raw goods it needs", "keeps its raw goods", same="leads in raw goods"
        ),
        "spare": PartText(same="keeps more spare goods"),
        "gold": PartText(
            "gains 1 gold",
            "gains {n} gold",
            "spends no gold",
            "spends only 1 gold",
            "spends only {n} gold",
            same="leaves the rival less gold",
        ),
        "seals": PartText(
            "gains a seal",
            "gains {n} seals",
            "spends no seal",
            "spends only 1 seal",
            "spends only {n} seals",
            same="leaves the rival fewer seals",
        ),
        "power": PartText("takes the Power", none="keeps the Power"),
        "kept": PartText("wins a 1x card", "wins {n} 1x cards", "keeps its 1x card", same="keeps more 1x cards"),
        "claimed": PartText(same="has better cards claimed"),
    }

    def names(self, game: BaseGame[Any]) -> Mapping[str, Sequence[str]]:
        return game.names if isinstance(game, BuildersDuel) else game.words

    def decision(self, table: Table, view: DuelState, move: Move) -> str:
        game = table.game
        return words(game, view, move) if isinstance(game, BuildersDuel) else super().decision(table, view, move)

    def progress(self, state: DuelState) -> str:
        return f"passage {passage(state.round) + 1}, round {state.round} of 12"

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        return (
            Paragraph("How a round goes", heading=True),
            Paragraph(
                "Nine cards are laid out in three rows of three. The holder of the Power claims a row, a column or "
                "a diagonal; the other player claims a line that crosses it."
            ),
            Paragraph(
                "Both fight for the cell they share by throwing seals, each with two faces. With equal sums the "
                "holder is ahead. The player behind throws again or gives up."
            ),
            Paragraph(
                "Then the holder uses the claimed cards and may build, then the other player. Buy raw goods at "
                "markets, have craftsmen work them, and install the materials: one costs 2 gold, two 6, three 12, "
                "in one section a round."
            ),
            Paragraph(
                "Three finished sections win at once. After twelve rounds finished sections decide, then "
                "materials, then gold, then Philip."
            ),
        )


TEXTS = DuelTexts()
