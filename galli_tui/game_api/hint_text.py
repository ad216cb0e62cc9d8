"""The texts of a hint for every game: a move, its points now, and its estimate compared with the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.wording import amount_words, counted, infinitive, listed, signed_amount
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from rules.bots.certainty import is_certain_at
from rules.bots.reasons import Advantage
from rules.bots.rollout_search import RankedMove
from rules.bots.score_change import LineChange, ScoreChange, score_change, to_units
from rules.engine.events import Move
from rules.engine.game import AnyGame, Meta
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import Seat

CLOSE: Final = 3
"""An outlook comes first only if it weighs more than this many times what the move shows."""
LEAST_OUTLOOK: Final = 2
"""An outlook is a reason only if it accounts for at least 1/LEAST_OUTLOOK of the estimated gap."""
MOST: Final = 5
"""Hints that are shown at most."""
NOW: Final = "now"
"""The heading over the points of a move."""
OTHER_MOVE: Final = "the other move"
"""Stands in a reason for the move that another is compared with, until its name is known."""
THAN: Final = f"than {OTHER_MOVE}"
"""Stands in a reason that compares, where the other move is to be named: "is more likely {THAN} to win"."""


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
    """Return the best moves, best first; `view` is the one that they were found in."""
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
    With `names_place`, what a later move makes possible is told with its best place.
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
    told = _weightiest(game, texts, texts.advantages(game, view, move, other), most, gap)
    if not told:
        return ""
    own = {it.key: it for it in texts.own_reasons(game, view, move, other, list(told.values()))}
    brought = [clause for it in own.values() if (clause := texts.reason(game, it))]
    later = {clause: it for clause, it in told.items() if it.key not in own}
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


def wins_at_once(game: AnyGame, view: Any, move: Move) -> bool:
    """Return whether a legal move ends a match and wins it, in a game that one move can win."""
    if not game.meta.win:
        return False
    after = game.apply(view, move)
    return game.due(after).over and move.seat in game.sheet(after).winners


def lost_match_words(cost: int, meta: Meta, *, won: bool = False, rough: bool = False) -> str:
    """Return that a move loses the match, or may, where its cost comes from lost matches; else an empty text.

    A cost is an average of simulations. A tenth of a win is more than anything else can cost. `won` says that the best
    move wins at once, `rough` that the cost could be chance.
    """
    if not meta.win or cost < meta.win / 10:
        return ""
    if won:
        return "misses the win"
    return "loses the match" if cost >= meta.win and not rough else "may lose the match"


def measured_words(gap: int, meta: Meta) -> str:
    """Return a gap in what players measure the game by: "half a material", "2 sections"; empty if it is too small."""
    found = ""
    for worth, unit in meta.yardsticks:
        if 4 * gap >= 3 * worth:
            found = counted(round(gap / worth), unit.one, unit.many)
        elif not found and 3 * gap >= worth:
            found = f"half a {unit.one}"
    return found


def change_words(table: Table, texts: GameTexts, move: Move, earned: ScoreChange) -> list[tuple[str, int]]:
    """Return the rows of the score sheet that a move changes, with their scores: gains first, then losses.

    A row of a seat other than the mover's has that player's name.
    """
    found: list[tuple[str, int]] = []
    for it in (*earned.gains, *earned.losses):
        whose = "" if it.seat in (None, move.seat) else f" of {seat_name(table, it.seat)}"
        found.append((f"{texts.row_label(it)}{whose}", it.points))
    return found
