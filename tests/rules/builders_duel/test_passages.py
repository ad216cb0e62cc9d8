"""BD-2: passages, rounds, the display and the claims."""

from __future__ import annotations

import pytest

from rules.builders_duel.game import PHILIP
from rules.builders_duel.rounds import returning_cards
from rules.builders_duel.state import CELLS_OF, LINES
from tests.support.bd_positions import DUEL, Has, conflict_of, ended, round_of, start, turn_of


@pytest.mark.rule("BD-2a")
def test_twelve_rounds_take_the_decks_a_b_a_b() -> None:
    duel, decks = start().dealt(), list[str]()
    while not DUEL.due(duel.state).over:
        decks.append("AB"[duel.state.deck])
        holder = duel.state.holder + 1
        duel = duel.do(f"{holder} claim r1", f"{3 - holder} claim c1").throws(f"{holder} me 3", f"{3 - holder} me 2")
        duel = ended(duel)
        duel = duel if DUEL.due(duel.state).over else duel.dealt()
    assert "".join(decks) == "AAABBBAAABBB"


@pytest.mark.rule("BD-2a")
def test_every_card_of_a_deck_comes_once_in_a_passage() -> None:
    duel, seen = start().dealt(), list[int]()
    for _ in range(3):
        seen += [card for card in duel.state.display if card is not None]
        holder = duel.state.holder + 1
        duel = duel.do(f"{holder} claim r1", f"{3 - holder} claim c1").throws(f"{holder} me 3", f"{3 - holder} me 2")
        duel = ended(duel).dealt()
    assert sorted(seen) == [card for card, it in enumerate(DUEL.cards) if it.deck == 0]


@pytest.mark.rule("BD-2a")
def test_a_deck_is_shuffled_before_its_passage() -> None:
    duel = ended(turn_of(1, 6, holder=2))
    assert duel.told == ["Passage 3: deck A is shuffled."]
    deck = duel.state.decks[0]
    assert (deck.size, deck.top, deck.bottom) == (27, (), ())


@pytest.mark.rule("BD-2b")
def test_the_next_nine_cards_are_laid_out_in_the_cells() -> None:
    duel = start()
    assert duel.due == "dealer lay-out"
    duel = duel.do(f"dealer lay-out {' '.join(DUEL.words['card'][9:18])}")
    assert duel.state.display == tuple(range(9, 18))
    assert duel.state.decks[0].size == 18


@pytest.mark.rule("BD-2b")
def test_no_other_cards_may_be_laid_out() -> None:
    words = DUEL.words["card"]
    for cards in (words[:8], (*words[:8], words[0]), (*words[:8], words[30])):
        assert start().why_not(f"dealer lay-out {' '.join(cards)}") == ("bad-draw", "BD-2b")


@pytest.mark.rule("BD-2c")
def test_the_holder_claims_any_of_eight_lines() -> None:
    duel = round_of(holder=2)
    assert duel.due == "2"
    assert duel.legal == [f"claim {line}" for line in LINES]


@pytest.mark.rule("BD-2c")
def test_lines_are_the_rows_columns_and_diagonals_of_the_display() -> None:
    rows = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    columns = [{0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
    assert list(map(set, CELLS_OF)) == [*rows, *columns, {0, 4, 8}, {2, 4, 6}]


@pytest.mark.rule("BD-2d")
@pytest.mark.parametrize(("first", "second"), [("r1", "r2"), ("r1", "r1"), ("c3", "c2"), ("d1", "d1")])
def test_a_line_that_does_not_cross_the_first_is_refused(first: str, second: str) -> None:
    duel = round_of(holder=2).do(f"2 claim {first}")
    assert duel.why_not(f"1 claim {second}") == ("parallel", "BD-2d")


@pytest.mark.rule("BD-2d")
@pytest.mark.parametrize("first", LINES)
def test_every_answer_shares_exactly_one_cell_with_the_first_line(first: str) -> None:
    duel = round_of(holder=2).do(f"2 claim {first}")
    assert len(duel.legal) == (7 if first[0] == "d" else 5)
    for answer in duel.legal:
        after = duel.do(f"1 {answer}")
        assert (len(after.cells(1)), len(after.cells(2))) == (2, 2)


@pytest.mark.rule("BD-2e")
def test_both_diagonals_may_be_claimed_and_cross_in_cell_5() -> None:
    duel = conflict_of(lines="d1 d2")
    assert duel.cells(2) == [1, 9]
    assert duel.cells(1) == [3, 7]
    assert duel.told[-1].startswith("They fight for card 5,")


@pytest.mark.rule("BD-2f")
def test_nobody_may_pass() -> None:
    duel = round_of(holder=2)
    assert duel.legal_verbs() == {"claim"}
    assert duel.why_not("2 end") == ("not-now", "BD-2c")
    assert duel.do("2 claim r1").legal_verbs() == {"claim"}


@pytest.mark.rule("BD-2g")
def test_all_nine_cards_go_to_the_discard_pile_of_their_deck() -> None:
    duel = turn_of(1, holder=2, cards={1: "a-carver", 5: "a-mason"})
    after = duel.do("1 end")
    assert {"a-carver", "a-mason"} <= after.discards
    assert len(after.state.discards[0]) == 9
    assert after.state.display == ()


@pytest.mark.rule("BD-2g")
def test_a_kept_1x_card_is_not_discarded() -> None:
    duel = turn_of(1, holder=2, cards={1: "a-scaffold", 2: "a-cartload"}, philip=Has(cells="1"))
    after = duel.do("1 use 1", "1 end")
    assert after.kept(1) == ["a-scaffold"]
    assert "a-cartload" in after.discards
    assert len(after.state.discards[0]) == 8


@pytest.mark.rule("BD-2g")
def test_a_card_that_nobody_claimed_does_nothing() -> None:
    duel = turn_of(1, cards={9: "a-income4-1"}, philip=Has(cells="1"))
    assert duel.why_not("1 use 9") == ("not-your-card", "BD-4a")


@pytest.mark.rule("BD-2h")
@pytest.mark.parametrize(("number", "card"), [(6, "a-scaffold"), (9, "b-sabotage")])
def test_unused_1x_cards_go_back_before_their_deck_is_shuffled_again(number: int, card: str) -> None:
    before = turn_of(1, number, holder=2, philip=Has(kept=card))
    assert returning_cards(before.game, before.state, PHILIP) == (DUEL.words["card"].index(card),)
    duel = ended(before)
    assert duel.kept(1) == []
    name = before.game.cards[DUEL.words["card"].index(card)].name
    assert duel.told[-2].startswith(f"Philip returns {name} to deck ")
    deck = duel.state.decks[duel.state.deck]
    assert deck.size == 27
    assert DUEL.words["card"].index(card) in deck.cards


@pytest.mark.rule("BD-2h")
def test_used_1x_cards_are_in_the_deck_that_is_shuffled_again() -> None:
    duel = turn_of(1, 6, holder=2, philip=Has(kept="a-cartload")).do("1 use-cartload wood")
    assert DUEL.words["card"].index("a-cartload") in ended(duel).state.decks[0].cards


@pytest.mark.rule("BD-2i")
def test_1x_cards_of_deck_b_are_kept_through_the_third_passage() -> None:
    for number in (6, 7, 8):
        duel = ended(turn_of(1, number, holder=2, philip=Has(kept="b-sabotage")))
        assert duel.kept(1) == ["b-sabotage"]


@pytest.mark.rule("BD-2i")
def test_1x_cards_of_deck_b_are_used_in_the_third_passage() -> None:
    duel = turn_of(1, 8, philip=Has(kept="b-sabotage"), waleran=Has(worked="ore"))
    assert "b-sabotage" in duel.do("1 use-sabotage ore").discards


@pytest.mark.rule("BD-2h", "BD-2i")
def test_1x_cards_of_deck_a_are_kept_from_the_first_passage_to_the_second() -> None:
    assert ended(turn_of(1, 3, holder=2, philip=Has(kept="a-cartload"))).kept(1) == ["a-cartload"]


@pytest.mark.rule("BD-2b")
def test_laying_out_the_display_opens_a_round() -> None:
    assert DUEL.draw(start().state).opens_round
