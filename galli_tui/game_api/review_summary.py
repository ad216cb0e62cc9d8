"""What cost each player most in a reviewed match, for the head of its review."""

from __future__ import annotations

import re
from typing import Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.hint_text import lost_match_words, wins_at_once
from galli_tui.style.wording import amount_words, gerund, without_notes
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from rules.bots.review import GradedDecision, Review

MOST: Final = 3
"""The most decisions of a player that are named."""
_OF_HOW_MANY: Final = re.compile(r"(\d+) of \d+")


def costliest_words(table: Table, texts: GameTexts, review: Review, most: int = MOST) -> list[str]:
    """Return a sentence for each player who made mistakes, with those that cost most, the costliest first.

    For example "What cost you most: round 5, founding a mill (about 6 points); round 9, ...".
    """
    seats = sorted({it.decision.seat for it in review.graded})
    found: list[str] = []
    for seat in seats:
        mistakes = [it for it in review.mistakes if it.decision.seat == seat][:most]
        if mistakes:
            whose = "you" if local_seats(table) == (seat,) else table.players[seat].name or seat_name(table, seat)
            told = "; ".join(_mistake_words(table, texts, it) for it in mistakes)
            found.append(f"What cost {whose} most: {told}.")
    return found


def _mistake_words(table: Table, texts: GameTexts, it: GradedDecision) -> str:
    """Return when a mistake was made, the move, and its cost, e.g. "round 5, founding a mill (about 6 points)"."""
    game, decision = table.game, it.decision
    when = _OF_HOW_MANY.sub(r"\1", texts.progress(game, decision.view))
    move = gerund(without_notes(texts.decision(table, decision.view, decision.move)))
    lost = lost_match_words(it.cost, game.meta, won=wins_at_once(game, decision.view, it.best))
    cost = lost or f"about {amount_words(it.cost, game.meta.estimate_unit)}"
    return f"{when}, {move} ({cost})" if when else f"{move} ({cost})"
