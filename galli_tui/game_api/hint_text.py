"""The hints for a decision in every game: a move, its points now, its estimate compared with the best, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.reason_text import OTHER_MOVE, why_words
from galli_tui.tables.table import Table
from rules.bots.certainty import is_certain_at
from rules.bots.rollout_search import RankedMove
from rules.bots.score_change import ScoreChange, score_change, to_units
from rules.engine.events import Move
from rules.engine.game import AnyGame

MOST: Final = 5
"""Hints that are shown at most."""
NOW: Final = "now"
"""The heading over the points of a move."""


class Hint(NamedTuple):
    """One of the best moves."""

    move: Move
    earned: ScoreChange
    """What the move changes on the score sheet now."""
    behind: int
    """The estimated loss against the best move by the end of the match, in `Meta.estimate_unit`."""
    simulations: int
    """How many times the move was simulated."""
    certain: bool = False
    """Whether the move is certainly best, or certainly behind or equal to the best; see `is_rough`."""
    wins: bool = False
    """Whether the move wins the match at once."""
    why: str = ""
    """Why it is best, or what the best has ahead of it, as a clause; empty if nothing known now says so."""
    against: int = 0
    """The place of the other hint in `why`."""
    ties: bool = False
    """Whether it is best, but not alone: `why` compares it with the first worse hint."""

    def reason(self, name: str, *, spoken: bool = False) -> str:
        """Return why it is best, or is not, where the other hint has a name, such as "move 3".

        If it is `spoken`, it can stand as a sentence of its own. A reason holds against one move only, so one that does
        not name that move begins with it, except in a list in which one hint alone is best.
        """
        named = self.why.replace(OTHER_MOVE, name)
        if not self.why or self.behind:
            return named
        if OTHER_MOVE in self.why:
            return f"it {named}" if spoken else named
        return f"compared with {name}, it {named}" if spoken or self.ties else named


def hints_of(table: Table, view: Any, options: Sequence[RankedMove], texts: GameTexts) -> tuple[Hint, ...]:
    """Return the best moves, best first; `view` is the one that they were found in.

    A move that wins the match needs no other reason.
    """
    game = table.game
    found = [
        Hint(
            it.move,
            score_change(game, view, it.move),
            to_units(it.loss),
            it.samples,
            is_certain_at(game, view, options, place),
            wins_at_once(game, view, it.move),
        )
        for place, it in enumerate(options[:MOST])
    ]
    if found and found[0].wins:
        return tuple(found)
    equal = equal_count(found)
    for place, hint in enumerate(found[equal:], equal):
        if hint.behind and (why := why_words(table, texts, view, found[0].move, hint.move, 1, hint.behind)):
            best = OTHER_MOVE if equal > 1 else "the best"
            found[place] = hint._replace(why=f"{best} {why.replace(OTHER_MOVE, 'this move')}")
            if equal == 1 and not found[0].why:
                found[0] = found[0]._replace(why=why, against=place)
    if 1 < equal < len(found):
        worse = found[equal]
        for place, hint in enumerate(found[:equal]):
            why = why_words(table, texts, view, hint.move, worse.move, 1, worse.behind)
            found[place] = hint._replace(why=why, against=equal, ties=True)
    return tuple(found)


def equal_count(hints: Sequence[Hint]) -> int:
    """Return how many hints are best together; 1 if one is best alone, or wins the match."""
    return 1 if hints[0].wins else sum(1 for _ in takewhile(lambda hint: not hint.behind, hints))


def wins_at_once(game: AnyGame, view: Any, move: Move) -> bool:
    """Return whether a legal move ends a match and wins it, in a game that one move can win."""
    if not game.meta.win:
        return False
    after = game.apply(view, move)
    return game.due(after).over and move.seat in game.sheet(after).winners
