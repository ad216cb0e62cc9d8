"""The order in which the legal moves of a decision are listed and numbered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.secrecy import Seat


def rank_moves(table: Table, texts: GameTexts, view: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves with the best rated first, as a quick bot sees them; those that give something up come last.

    Moves that keep their order come before the others.
    """
    ratings = table.game.rate(view, seat, moves)
    wasteful = [texts.is_wasteful(table.game, view, move) for move in moves]
    fixed = [texts.keeps_order(move) for move in moves]
    order = sorted(range(len(moves)), key=lambda it: (wasteful[it], not fixed[it], 0 if fixed[it] else -ratings[it]))
    return [moves[it] for it in order]


def gather_runs(ranked: Sequence[Move], moves: Sequence[Move], numbered: Callable[[Move], bool]) -> Sequence[Move]:
    """Return ranked moves, each run of moves that differ only in a number kept together at its best one."""
    found: list[Move] = []
    runs: dict[type[Move], list[Move]] = {}
    for move in moves:
        if numbered(move):
            runs.setdefault(type(move), []).append(move)
    for move in ranked:
        found += runs.pop(type(move), []) if numbered(move) else [move]
    return found
