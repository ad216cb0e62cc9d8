"""BD-1: what each side begins with."""

from __future__ import annotations

import pytest

from rules.builders_duel.box import COMPONENTS, FACES, GOODS
from rules.builders_duel.state import add
from tests.support.bd_positions import DUEL, goods_text, round_of, start


@pytest.mark.rule("BD-1a")
def test_seat_1_is_philip_and_seat_2_is_waleran() -> None:
    assert [side.key for side in COMPONENTS.standard.board.sides] == ["philip", "waleran"]


@pytest.mark.rule("BD-1b")
@pytest.mark.parametrize("seat", [1, 2])
def test_each_side_has_eleven_goods(seat: int) -> None:
    side = start().side(seat)
    everything = goods_text(add(side.supply, side.raw))
    assert everything == "wood wood sand sand stone stone wool wool wool wool ore"
    assert goods_text(side.worked) == ""


@pytest.mark.rule("BD-1b")
def test_a_third_wood_cannot_be_had() -> None:
    assert DUEL.board.goods[GOODS.index("wood")] == 2
    assert goods_text(DUEL.board.goods).count("wood") == 2


@pytest.mark.rule("BD-1c")
@pytest.mark.parametrize("seat", [1, 2])
def test_each_side_begins_with_gold_three_goods_and_three_neutral_seals(seat: int) -> None:
    duel = start()
    assert duel.gold(seat) == 3
    assert duel.raw(seat) == "wood sand stone"
    assert duel.supply(seat) == "wood sand stone wool wool wool wool ore"
    assert duel.seals(seat) == ["05", "14", "23"]


@pytest.mark.rule("BD-1c")
def test_the_personal_seal_is_2_3() -> None:
    assert FACES[3] == (2, 3)
    assert "throw me no" in round_of().do("2 claim r1", "1 claim c1").legal


@pytest.mark.rule("BD-1d")
def test_the_stack_has_the_other_four_neutral_seals() -> None:
    stack = start().state.stack
    assert sorted(map(start().kind, stack.cards)) == ["14", "14", "23", "23"]
    assert stack.top == stack.bottom == ()


@pytest.mark.rule("BD-1d")
def test_the_bank_has_the_rest_of_74_gold() -> None:
    assert start().state.bank == 68


@pytest.mark.rule("BD-1e")
def test_waleran_begins_with_the_power() -> None:
    duel = start().dealt()
    assert duel.state.holder == 1
    assert duel.due == "2"


@pytest.mark.rule("BD-1f")
def test_each_section_takes_three_different_materials() -> None:
    for side in COMPONENTS.standard.board.sides:
        assert [len(set(section)) for section in side.sections] == [3, 3, 3]


@pytest.mark.rule("BD-1f")
def test_a_building_takes_all_goods_of_a_side_but_two_wool() -> None:
    for side in COMPONENTS.standard.board.sides:
        needed = sorted(good for section in side.sections for good in section)
        assert " ".join(GOODS[good] for good in needed) == "wood wood sand sand stone stone wool wool ore"


@pytest.mark.rule("BD-1g")
def test_any_seal_of_the_stack_may_come_first() -> None:
    stack = start().state.stack
    assert all(stack.can_be((seal,)) for seal in stack.cards)
    assert not stack.can_be((start().side(1).seals[0],))


@pytest.mark.rule("BD-1g")
def test_a_seal_put_under_the_stack_comes_last() -> None:
    stack = start().state.stack.with_bottom(start().side(1).seals[:1])
    assert not stack.can_be(stack.bottom)
    assert stack.can_be((*stack.shuffled, *stack.bottom))
