"""What a move gains or costs, in words: the rows of the score sheet that it changes, and what its cost amounts to."""

from __future__ import annotations

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.style.wording import counted
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from rules.bots.score_change import ScoreChange
from rules.engine.events import Move
from rules.engine.game import Meta


def change_words(table: Table, texts: GameTexts, move: Move, earned: ScoreChange) -> list[tuple[str, int]]:
    """Return the rows of the score sheet that a move changes, with their scores: gains first, then losses.

    A row of a seat other than the mover's has that player's name.
    """
    found: list[tuple[str, int]] = []
    for it in (*earned.gains, *earned.losses):
        whose = "" if it.seat in (None, move.seat) else f" of {seat_name(table, it.seat)}"
        found.append((f"{texts.row_label(it)}{whose}", it.points))
    return found


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
