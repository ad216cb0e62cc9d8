"""What is selected in a decision, for the help: the clause of a choice or of its refusal, with what the choice says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.screens.subject import Subject, subject
from galli_tui.style.wording import sentence_start
from rules.engine.base_game import BaseGame
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.steps import GameMove


def clause_of_move(game: BaseGame[Any], move: Move) -> str:
    """Return the clause that a move carries out in this match; empty for a move that stands beside none."""
    return game.clause_in_force(move.clause) if isinstance(move, GameMove) else ""


def item_subject(game: BaseGame[Any], item: MenuItem, reason: Callable[[Refusal], str]) -> Subject | None:
    """Return an item of a menu, with its note and why it can't be chosen; None if no clause is known."""
    refusal = item.refusal
    if refusal is not None:
        return subject(refusal.clause, sentence_start(item.words), item.note, reason(refusal))
    answer = item.answer
    if answer is None and item.opens and not callable(item.items):
        answer = item.items[0].answer
    clause = item.clause or (clause_of_move(game, answer) if isinstance(answer, Move) else "")
    return subject(clause, sentence_start(item.words), item.note) if clause else None
