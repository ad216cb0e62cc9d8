"""Why a move is better than another, in words for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from galli_tui.game_api.gain_words import change_words, lost_match_words
from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.wording import amount_words, infinitive, listed, signed_amount
from galli_tui.tables.table import Table
from rules.bots.reasons import Advantage
from rules.bots.score_change import LineChange, ScoreChange, score_change
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat

CLOSE: Final = 3
"""An outlook comes first only if it weighs more than this many times what the move shows."""
LEAST_OUTLOOK: Final = 2
"""An outlook is a reason only if it accounts for at least 1/LEAST_OUTLOOK of the estimated gap."""
OTHER_MOVE: Final = "the other move"
"""Stands in a reason for the move that another is compared with, until its name is known."""
THAN: Final = f"than {OTHER_MOVE}"
"""Stands in a reason that compares, where the other move is to be named: "is more likely {THAN} to win"."""


def why_words(
    table: Table,
    texts: GameTexts,
    view: Any,
    move: Move,
    other: Move,
    most: int,
    gap: int = 0,
    *,
    names_place: bool = True,
    other_name: str = "",
) -> str:
    """Return why a legal move is better than the other, in at most `most` parts: "fulfils 2 tasks and leaves no gap".

    `gap` is how much better it is by an estimate, in `Meta.estimate_unit`: an outlook must account for much of it.
    `other_name` is what the other move is called in a sentence that compares with it; else `OTHER_MOVE` stands for it.
    With `names_place`, the best place of what a later move makes possible is named.
    Empty if nothing that is known now says why. Of moves that end the match, only the final scores count.
    """
    words = _final_words(table, texts, view, move, other)
    if words is None:
        words = _reason_words(table, texts, view, move, other, most, gap, names_place=names_place)
    return words.replace(f" {THAN}", "").replace(OTHER_MOVE, other_name) if other_name else words


def _reason_words(
    table: Table, texts: GameTexts, view: Any, move: Move, other: Move, most: int, gap: int, *, names_place: bool
) -> str:
    """Return in what a move that need not end the match is better than the other."""
    game = table.game
    given = _weightiest(game, texts, texts.advantages(game, view, move, other), most, gap)
    if not given:
        return ""
    own = {it.key: it for it in texts.own_reasons(game, view, move, other, list(given.values()))}
    brought = [clause for it in own.values() if (clause := texts.reason(game, it))]
    later = {clause: it for clause, it in given.items() if it.key not in own}
    possible = [_possible_words(table, texts, view, move, later, names_place=names_place)] if later else []
    return ", and ".join([*([_verbs_once(brought)] if brought else []), *possible])


def _weightiest(
    game: AnyGame, texts: GameTexts, found: Sequence[Advantage], most: int, gap: int
) -> dict[str, Advantage]:
    """Return the reasons to give, by their clauses: what weighs most, and rather what can be seen in the move."""
    clauses = {clause: it for it in reversed(found) if (clause := texts.reason(game, it))}
    outlooks = {clause for clause, it in clauses.items() if texts.is_outlook(it.key, clause)}
    seen = max((it.lead for clause, it in clauses.items() if clause not in outlooks), default=0)
    # No part of an evaluation accounts for a lost match.
    least = 0 if lost_match_words(gap, game.meta) else gap * SCORE_UNIT

    def weighs(clause: str) -> bool:
        return clause not in outlooks or clauses[clause].lead * LEAST_OUTLOOK >= least

    def rank(clause: str) -> tuple[bool, int]:
        lead = clauses[clause].lead
        return clause in outlooks and lead <= CLOSE * seen, -lead

    return {clause: clauses[clause] for clause in sorted(filter(weighs, clauses), key=rank)[:most]}


def _possible_words(
    table: Table, texts: GameTexts, view: Any, move: Move, later: Mapping[str, Advantage], *, names_place: bool
) -> str:
    """Return what a move makes possible, and how: "could gain 2 seals, if you then keep the 1/4 seal"."""
    reasons = list(later.values())
    where = texts.reasons_where(table.game, view, move, reasons) if names_place else ""
    until = texts.reasons_until(table, view, move, reasons)
    could = f"could{f', {where},' if where else ''} {_verbs_once([infinitive(clause) for clause in later])}"
    return f"{could}{',' if until.startswith('if') else ''} {until}".rstrip()


def _final_words(table: Table, texts: GameTexts, view: Any, move: Move, other: Move) -> str | None:
    """Return by how much a move ends the match with a higher score than the other; empty if it does not.

    None unless both end it.
    """
    game, both = table.game, (move, other)
    if not game.meta.adds_up or not all(game.due(game.foreseen(game.apply(view, it), it.seat)).over for it in both):
        return None
    mine, its = (score_change(game, view, it) for it in both)
    if mine.total <= its.total:
        return ""
    found = change_words(table, texts, move, _difference(mine, its))
    parts = [f"{label[0].lower()}{label[1:]} {signed_amount(points, game.meta.unit)}" for label, points in found]
    return f"ends {amount_words(mine.total - its.total, game.meta.unit)} higher {THAN} ({', '.join(parts)})"


def _difference(mine: ScoreChange, its: ScoreChange) -> ScoreChange:
    """Return what one move changes more in each row of the score sheet than another."""
    rows: dict[tuple[str, Seat | None], LineChange] = {}
    for change, sign in ((mine, 1), (its, -1)):
        for it in (*change.gains, *change.losses):
            old = rows.get((it.key, it.seat), it._replace(count_change=0, points=0))
            count, points = old.count_change + sign * it.count_change, old.points + sign * it.points
            rows[it.key, it.seat] = it._replace(count_change=count, points=points)
    gains, losses = (tuple(it for it in rows.values() if sign * it.points > 0) for sign in (1, -1))
    return ScoreChange(mine.total - its.total, gains, losses)


def _verbs_once(clauses: Sequence[str]) -> str:
    """Return clauses as a list in which those with one verb share it: "claims a market and a guard, and gains gold"."""
    objects: dict[str, list[str]] = {}
    for clause in clauses:
        verb, _, rest = clause.partition(" ")
        objects.setdefault(verb, []).append(rest)
    groups = [f"{verb} {listed(rest)}" for verb, rest in objects.items()]
    if len(groups) in (1, len(clauses)):
        return listed(groups)
    return f"{', '.join(groups[:-1])}, and {groups[-1]}"
