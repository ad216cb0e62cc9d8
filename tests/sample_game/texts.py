"""The texts of Candles, for screens and commands that know no single game."""

from __future__ import annotations

from galli_tui.game_api.game_texts import RankRow
from galli_tui.game_api.reason_text import THAN
from galli_tui.games.kit.part_texts import PartText
from galli_tui.games.kit.texts import KitTexts
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from tests.sample_game.rules import ROUNDS, CandlesState


class CandlesTexts(KitTexts):
    """The game's own sentences; those of its moves stand beside its rules."""

    score_labels = {"row": "Longest row", "windows": "Windows lit"}
    outcomes = {"row": "with the longest row (PK-6)"}
    revealing = {"draw": "candles have been drawn", "show": "the candles have been shown"}
    part_texts = {"row": PartText(same=f"makes a longer row {THAN}"), "prints": PartText(same=f"counts more {THAN}")}

    def decision(self, table: Table, view: CandlesState, move: Move) -> str:
        verb, thing = super().decision(table, view, move).split()
        return f"{verb} the candle of {thing}" if verb == "choose" else f"light window {thing}"

    def bands(self, game: AnyGame) -> tuple[RankRow, ...]:
        if not game.bands:
            return ()
        return RankRow("dim", "dim", None, "try again", "ink"), RankRow("bright", "bright", 24, "well lit", "gold_text")

    def progress(self, game: AnyGame, state: CandlesState) -> str:
        return f"round {state.round} of {ROUNDS}"

    def guide(self, options: Options | None, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        return (Paragraph("All choose a candle in secret; from the tallest down, each then lights a window."),)


TEXTS = CandlesTexts()
