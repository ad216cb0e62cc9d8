"""The duel in words: what it says of a conflict that is to come, and of one that is over."""

from __future__ import annotations

from galli_tui.game_api.position_text import position_text
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.numbered_moves import NumberedMoves
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.bd_positions import Has, turn_of
from tests.support.bd_tables import DuelTable, claiming, conflict, using


def conflict_lines(table: DuelTable) -> tuple[str, ...]:
    """Return the lines about the conflict."""
    parts = position_text(table, texts_of("builders-duel"), PUBLIC)
    return next(part.lines for part in parts if part.title == "Conflict")


def test_a_conflict_is_announced_described_and_gone() -> None:
    assert conflict_lines(claiming()) == ("No seal has been thrown in this round.",)
    assert conflict_lines(conflict())[-1] == "Sums: Anna 3, Bruno 4."
    assert conflict_lines(using()) == ("The conflict of this round is over.",)


def test_the_moves_of_a_kept_card_are_counted_by_a_verb() -> None:
    table = DuelTable(turn_of(1, cards={1: "a-weaver"}, philip=Has(cells="1", raw="wool", kept="a-cartload")))
    moves = NumberedMoves(table, texts_of("builders-duel"), Seat(0), Seat(0))
    assert "use the Cartload: take wool" in moves.words
    assert all(words.split()[0].isalpha() for words in moves.words)
    assert "4 to use" in moves.summary()


def test_kept_cards_begin_a_sentence() -> None:
    table = DuelTable(turn_of(1, philip=Has(kept="a-cartload")))
    said = [line for part in position_text(table, texts_of("builders-duel"), PUBLIC) for line in part.lines]
    assert any(line.startswith("Kept 1x cards: Cartload") for line in said)
