"""The duel in words: what it says of a conflict that is to come, and of one that is over."""

from __future__ import annotations

from galli_tui.game_api.position_text import position_text
from galli_tui.game_api.registry import texts_of
from rules.engine.secrecy import PUBLIC
from tests.support.bd_tables import DuelTable, claiming, conflict, using


def conflict_lines(table: DuelTable) -> tuple[str, ...]:
    """Return the lines about the conflict."""
    parts = position_text(table, texts_of("builders-duel"), PUBLIC)
    return next(part.lines for part in parts if part.title == "Conflict")


def test_a_conflict_is_announced_described_and_gone() -> None:
    assert conflict_lines(claiming()) == ("No seal has been thrown in this round.",)
    assert conflict_lines(conflict())[-1] == "Sums: Anna 3, Bruno 4."
    assert conflict_lines(using()) == ("The conflict of this round is over.",)
