"""BD-3m: the variant in which no seal falls by chance."""

from __future__ import annotations

import pytest

from tests.support.bd_positions import CALM, Has, conflict_of


@pytest.mark.rule("BD-3m")
def test_a_seal_counts_its_lower_face() -> None:
    duel = conflict_of(game=CALM).do("2 throw 14 no")
    assert duel.sums == (0, 1)
    assert duel.due == "1"
    assert duel.gold(2) == 3


@pytest.mark.rule("BD-3m")
def test_a_seal_counts_its_higher_face_for_2_gold() -> None:
    before = conflict_of(game=CALM)
    duel = before.do("2 throw 05 yes")
    assert duel.sums == (0, 5)
    assert duel.gold(2) == 1
    assert duel.state.bank == before.state.bank + 2


@pytest.mark.rule("BD-3m")
def test_the_higher_face_is_paid_at_once() -> None:
    duel = conflict_of(game=CALM, waleran=Has(gold=1))
    assert duel.why_not("2 throw 14 yes") == ("face-too-dear", "BD-3m")
    assert "throw 14 no" in duel.legal


@pytest.mark.rule("BD-3m")
def test_the_personal_seal_counts_2_or_3() -> None:
    duel = conflict_of(game=CALM)
    assert duel.do("2 throw me no").sums == (0, 2)
    assert duel.do("2 throw me yes").sums == (0, 3)


@pytest.mark.rule("BD-3m")
def test_the_rest_of_the_conflict_is_as_ever() -> None:
    duel = conflict_of(game=CALM, philip=Has(gold=4)).do("2 throw 14 yes", "1 throw 14 yes", "1 throw 23 yes")
    assert duel.sums == (7, 4)
    assert duel.do("2 give-up", "2 keep-seal 14").under == ["14", "23"]


@pytest.mark.rule("BD-6b")
def test_the_second_throw_raises_a_seal_to_its_higher_face_free() -> None:
    duel = conflict_of(game=CALM, waleran=Has(kept="a-second-throw")).do("2 throw 05 no")
    assert duel.legal == ["let-lie", "throw-again"]
    duel = duel.do("2 throw-again")
    assert duel.sums == (0, 5)
    assert duel.gold(2) == 3
    assert duel.due == "1"


@pytest.mark.rule("BD-6b")
def test_no_second_throw_is_offered_for_a_higher_face() -> None:
    duel = conflict_of(game=CALM, waleran=Has(kept="a-second-throw")).do("2 throw 05 yes")
    assert duel.due == "1"
    assert duel.kept(2) == ["a-second-throw"]
