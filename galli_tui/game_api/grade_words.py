"""What a review says of one decision in all modes: that it lost the match, what favours it, and how sure that is."""

from __future__ import annotations

from typing import Final

from galli_tui.game_api.gain_words import lost_match_words
from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.hint_standing import simulated_words
from galli_tui.game_api.hint_text import wins_at_once
from galli_tui.game_api.reason_text import why_words
from galli_tui.tables.table import Table
from rules.bots.review import GradedDecision
from rules.engine.game import AnyGame

REASONS: Final = 3
"""The most reasons for a better move."""


def lost_words(it: GradedDecision, game: AnyGame) -> str:
    """Return that a decision lost the match, or may have; empty if its cost is less, or could be chance."""
    won = wins_at_once(game, it.decision.view, it.best)
    return "" if it.rough else lost_match_words(it.cost, game.meta, won=won)


def favour_words(table: Table, texts: GameTexts, it: GradedDecision) -> str:
    """Return a sentence with what the move made has ahead of the better one; empty for nothing."""
    view, made = it.decision.view, it.decision.move
    # What was played later may stand elsewhere than at the best place.
    why = why_words(table, texts, view, made, it.best, 1, names_place=False, other_name="the better move")
    return f"In favour of the move made: it {why}." if why else ""


def estimate_words(it: GradedDecision) -> str:
    """Return what the grade of a decision that was not best rests on: simulations, or that chance is unlikely."""
    return f"The abbot's estimate: {simulated_words(it.samples) if it.rough else 'unlikely to be chance'}."
