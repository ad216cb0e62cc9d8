"""What cost each player most in a reviewed match, singly, by kind of move and in all, for the head of its review."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from galli_tui.game_api.gain_words import lost_match_words, measured_words
from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.grade_words import lost_words
from galli_tui.style.wording import amount, amount_words, counted, gerund, sentence_start, without_notes
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats
from rules.bots.review import GradedDecision, Review
from rules.engine.secrecy import Seat

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
            told = "; ".join(mistake_words(table, texts, it) for it in mistakes)
            found.append(f"What cost {_whose(table, seat)} most: {told}.")
    return found


def total_words(table: Table, review: Review) -> str:
    """Return how many decisions of the only player reviewed could have been better, and what they cost in all.

    For example "7 of 41 decisions could have been better; together they cost about 13 gold (1 material).". The cost is
    left out where one of them may have lost the match; for several players the sentence only counts.
    """
    meta, mistakes, cost = table.game.meta, review.mistakes, ""
    alone = len({it.decision.seat for it in review.graded}) == 1
    if alone and len(mistakes) > 1 and not any(lost_match_words(it.cost, meta) for it in mistakes):
        total = sum(it.cost for it in mistakes)
        measured = measured_words(total, meta)
        cost = f"; together they cost about {amount_words(total, meta.estimate_unit)}"
        cost += f" ({measured})" if measured else ""
    return f"{len(mistakes)} of {counted(review.done, 'decision')} could have been better{cost}."


def pattern_words(table: Table, texts: GameTexts, review: Review) -> list[str]:
    """Return a sentence for each player who lost most of all points in several decisions of one kind.

    For example "Placing sections cost you the most overall: about 7 points of 12.".
    """
    found: list[str] = []
    for seat in sorted({it.decision.seat for it in review.graded}):
        mistakes = [it for it in review.mistakes if it.decision.seat == seat]
        costs = defaultdict[str, list[int]](list)
        for it in mistakes:
            costs[texts.kind_of_move(table.game, it.decision.move)].append(it.cost)
        total = sum(it.cost for it in mistakes)
        kind, lost = next(((kind, lost) for kind, lost in costs.items() if 2 * sum(lost) > total), ("", [0]))
        if kind and len(costs) > 1 and len(lost) > 1:
            unit = table.game.meta.estimate_unit
            points = f"about {amount_words(sum(lost), unit)} of {amount(total, unit)}"
            found.append(f"{sentence_start(kind)} cost {_whose(table, seat)} the most overall: {points}.")
    return found


def _whose(table: Table, seat: Seat) -> str:
    return "you" if local_seats(table) == (seat,) else table.players[seat].name or seat_name(table, seat)


def mistake_words(table: Table, texts: GameTexts, it: GradedDecision) -> str:
    """Return when a mistake was made, the move, and its cost, e.g. "round 5, founding a mill (about 6 points)"."""
    game, decision = table.game, it.decision
    when = _OF_HOW_MANY.sub(r"\1", texts.progress(game, decision.view))
    move = gerund(without_notes(texts.decision(table, decision.view, decision.move)))
    measured = measured_words(it.cost, game.meta) or amount_words(it.cost, game.meta.estimate_unit)
    cost = lost_words(it, game) or f"about {measured}"
    return f"{when}, {move} ({cost})" if when else f"{move} ({cost})"
