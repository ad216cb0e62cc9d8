"""BD-7: how a match ends, and who wins; and what may be undone."""

from __future__ import annotations

import pytest

from rules.builders_duel.game import PHILIP
from tests.support.bd_positions import Duel, Has, conflict_of, start, turn_of

TWO_SECTIONS = {"I": "wood stone wool", "II": "wood sand stone", "III": "sand wool"}
THEIRS = {"I": "wood sand stone", "II": "sand stone wool", "III": "wood wool"}


def last(philip: Has, waleran: Has) -> Duel:
    """Return the match after its last round, in which nothing is built."""
    duel = turn_of(1, 12, holder=2, philip=philip, waleran=waleran)
    duel = duel.do("1 end") if duel.due == "1" else duel
    assert duel.due == "nobody"
    return duel


def winner(duel: Duel) -> int:
    """Return the only winner: 1 is Philip, 2 is Waleran."""
    (seat,) = duel.game.sheet(duel.state).winners
    return seat + 1


@pytest.mark.rule("BD-7a")
def test_a_side_that_has_finished_three_sections_wins_at_once() -> None:
    duel = turn_of(2, 8, waleran=Has(worked="ore", built=TWO_SECTIONS)).do("2 build III ore")
    assert duel.due == "nobody"
    assert winner(duel) == 2
    assert duel.told[-1] == "Waleran has finished the building and wins."


@pytest.mark.rule("BD-7a")
def test_the_other_player_gets_no_turn_even_if_he_could_finish_too() -> None:
    philip, waleran = Has(worked="ore", built=THEIRS, gold=30), Has(worked="ore", built=TWO_SECTIONS, gold=2)
    duel = turn_of(2, 8, cards={1: "a-income3"}, philip=philip, waleran=waleran).do("2 build III ore")
    assert winner(duel) == 2
    assert duel.why_not("1 build III ore") == ("match-over", "BD-7a")


@pytest.mark.rule("BD-7a")
def test_the_winner_by_building_is_ahead_of_more_gold() -> None:
    philip, waleran = Has(gold=40, built=THEIRS), Has(worked="ore", built=TWO_SECTIONS, gold=2)
    assert winner(turn_of(2, 8, philip=philip, waleran=waleran).do("2 build III ore")) == 2


@pytest.mark.rule("BD-7b")
def test_after_the_fourth_passage_more_sections_win() -> None:
    philip = Has(built={"I": "wood sand", "II": "sand stone", "III": "wood wool"}, gold=40)
    assert winner(last(philip, Has(built={"I": "wood stone wool"}, gold=0))) == 2


@pytest.mark.rule("BD-7c")
def test_with_equal_sections_more_materials_win() -> None:
    philip = Has(built={"I": "wood sand stone", "II": "sand"}, gold=40)
    waleran = Has(built={"I": "wood stone wool", "II": "wood sand"}, gold=0)
    assert winner(last(philip, waleran)) == 2
    assert winner(last(philip, Has(built={"I": "wood stone wool"}, gold=20))) == 1


@pytest.mark.rule("BD-7c")
def test_a_finished_section_counts_three_materials() -> None:
    duel = last(Has(built={"I": "wood sand stone", "II": "sand"}), Has())
    lines = {(line.key, line.seat): line.count for line in duel.game.sheet(duel.state).lines}
    assert lines["materials", PHILIP] == 4


@pytest.mark.rule("BD-7c")
def test_with_equal_materials_more_gold_wins() -> None:
    philip, waleran = Has(built={"I": "wood"}, gold=3), Has(built={"II": "sand"}, gold=4)
    assert winner(last(philip, waleran)) == 2


@pytest.mark.rule("BD-7c", "BD-7e")
def test_with_equal_gold_philip_wins() -> None:
    assert winner(last(Has(gold=4), Has(gold=4))) == 1


@pytest.mark.rule("BD-7d")
def test_the_third_section_pays_no_bonus() -> None:
    duel = turn_of(2, 8, waleran=Has(worked="ore", built=TWO_SECTIONS)).do("2 build III ore")
    assert duel.state.bonuses[2] is None
    assert duel.due == "nobody"


@pytest.mark.rule("BD-7d")
def test_a_section_ii_finished_last_pays_no_gold() -> None:
    built = {"I": "wood stone wool", "II": "wood sand", "III": "sand wool ore"}
    duel = turn_of(2, 8, waleran=Has(worked="stone", built=built, gold=2)).do("2 build II stone")
    assert duel.gold(2) == 0


@pytest.mark.rule("BD-7b")
def test_the_match_continues_until_the_end_of_the_fourth_passage() -> None:
    assert turn_of(1, 11, holder=2, philip=Has(kept="b-oath")).do("1 end").due == "dealer lay-out"
    assert turn_of(1, 12, holder=2, philip=Has(kept="b-oath")).do("1 end").due == "nobody"


def test_throws_and_shuffles_cannot_be_undone() -> None:
    duel = start()
    outcome = duel.game.deal(duel.state, bytes(32))
    assert duel.game.reveals(duel.state, outcome)
    thrown = conflict_of().do("2 throw 14 no")
    assert thrown.game.reveals(thrown.state, thrown.game.parse("dealer fall 1"))
    assert not thrown.game.reveals(thrown.state, thrown.game.parse("2 throw 14 no"))
