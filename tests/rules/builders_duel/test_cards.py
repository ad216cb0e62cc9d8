"""BD-4: using the claimed cards."""

from __future__ import annotations

import pytest

from tests.support.bd_positions import Has, conflict_of, ended, turn_of


@pytest.mark.rule("BD-4a")
def test_the_holder_uses_his_cards_before_the_other_player() -> None:
    duel = conflict_of(holder=2).throws("2 me 3", "1 me 2")
    assert duel.due == "2"
    assert duel.why_not("1 use 4") == ("not-your-turn", "BD-4a")


@pytest.mark.rule("BD-4a")
def test_cards_are_used_in_any_order() -> None:
    cards = {1: "a-income3", 2: "a-income4-1", 3: "a-income4-2"}
    duel = turn_of(1, cards=cards, philip=Has(cells="1 2 3"))
    assert duel.legal == ["use 1", "use 2", "use 3"]
    assert duel.do("1 use 3", "1 use 1", "1 use 2").gold(1) == 14


@pytest.mark.rule("BD-4a")
def test_the_other_player_follows() -> None:
    duel = turn_of(2, cards={1: "a-income3", 4: "a-income4-1"}, philip=Has(cells="4"), waleran=Has(cells="1"))
    assert duel.do("2 use 1").due == "1"


@pytest.mark.rule("BD-4b")
def test_power_taken_by_the_other_player_works_from_the_next_round() -> None:
    duel = turn_of(1, holder=2, cards={4: "a-power-1"}, philip=Has(cells="4")).do("1 use 4")
    assert duel.state.power == 0
    assert duel.due == "dealer lay-out"
    duel = duel.dealt()
    assert duel.told == ["Round 2 of 12: Philip lays out nine cards of deck A."]
    assert duel.due == "1"


@pytest.mark.rule("BD-4b")
def test_the_order_of_turns_does_not_change_with_the_power() -> None:
    duel = turn_of(2, cards={1: "a-power-1", 4: "a-income3"}, power=1, philip=Has(cells="4"), waleran=Has(cells="1"))
    duel = duel.do("2 use 1")
    assert duel.due == "1"
    assert duel.do("1 use 4").due == "dealer lay-out"


@pytest.mark.rule("BD-4c")
def test_all_claimed_cards_must_be_used_before_the_turn_ends() -> None:
    duel = turn_of(1, cards={1: "a-income3"}, philip=Has(cells="1"))
    assert duel.why_not("1 end") == ("cards-first", "BD-5a")


@pytest.mark.rule("BD-4c")
def test_each_card_is_used_once() -> None:
    duel = turn_of(1, cards={1: "a-income3", 2: "a-income4-1"}, philip=Has(cells="1 2")).do("1 use 1")
    assert duel.why_not("1 use 1") == ("not-your-card", "BD-4a")


@pytest.mark.rule("BD-4c")
def test_cards_with_a_choice_may_be_used_for_nothing() -> None:
    cards = {1: "a-influence-1", 2: "a-weaver", 3: "a-fair"}
    duel = turn_of(1, cards=cards, philip=Has(cells="1 2 3", raw="wool"))
    after = duel.do("1 buy-seals 1 0", "1 work 2 -", "1 trade 3 0 -")
    assert after.gold(1) == 3
    assert after.raw(1) == "wool"


@pytest.mark.rule("BD-4c")
@pytest.mark.parametrize("line", ["1 use 2", "1 work 1 wood", "1 trade 2 0 wood", "1 buy-seals 2 1"])
def test_a_card_is_used_in_its_own_way(line: str) -> None:
    duel = turn_of(1, cards={1: "a-income3", 2: "a-roofer"}, philip=Has(cells="1 2", raw="wood"))
    assert duel.why_not(line) == ("other-use", "BD-4c")


@pytest.mark.rule("BD-4d")
def test_a_power_card_takes_the_power() -> None:
    duel = turn_of(1, holder=2, cards={1: "a-power-1"}, philip=Has(cells="1"), power=2).do("1 use 1")
    assert duel.state.power == 0
    assert duel.told[0] == "Philip takes the Power."


@pytest.mark.rule("BD-4d")
def test_a_power_card_keeps_the_power() -> None:
    duel = turn_of(2, cards={1: "a-power-1", 2: "a-income3"}, waleran=Has(cells="1 2")).do("2 use 1")
    assert duel.state.power == 1
    assert duel.told[0] == "Waleran keeps the Power."


@pytest.mark.rule("BD-4d")
def test_of_two_power_cards_in_a_round_the_later_one_decides() -> None:
    cards = {1: "a-power-1", 4: "a-power-2"}
    duel = turn_of(2, cards=cards, philip=Has(cells="4"), waleran=Has(cells="1"))
    assert duel.do("2 use 1", "1 use 4").state.power == 0


@pytest.mark.rule("BD-4e")
def test_income_comes_from_the_bank() -> None:
    duel = turn_of(1, cards={1: "a-income4-1"}, philip=Has(cells="1"))
    after = duel.do("1 use 1")
    assert after.gold(1) == 7
    assert after.state.bank == duel.state.bank - 4


@pytest.mark.rule("BD-4f")
def test_influence_buys_seals_from_the_top_for_2_gold_each() -> None:
    duel = turn_of(1, cards={1: "a-influence-1"}, philip=Has(cells="1", gold=5), top="23 14")
    after = duel.do("1 buy-seals 1 2").dealt()
    assert after.gold(1) == 1
    assert after.seals(1) == ["05", "14", "14", "23", "23"]


@pytest.mark.rule("BD-4f")
def test_3_gold_buy_one_seal() -> None:
    duel = turn_of(1, cards={1: "a-influence-1"}, philip=Has(cells="1", gold=3))
    assert duel.legal == ["buy-seals 1 0", "buy-seals 1 1"]
    assert duel.why_not("1 buy-seals 1 2") == ("too-dear", "BD-4g")


@pytest.mark.rule("BD-4f")
def test_a_card_used_for_nothing_is_told_without_a_price() -> None:
    duel = turn_of(1, cards={1: "a-influence-1"}, philip=Has(cells="1", gold=3))
    assert duel.do("1 buy-seals 1 0").told[0] == "Philip buys no seals with card 1, Influence."
    duel = turn_of(1, cards={1: "a-workshop"}, philip=Has(cells="1", gold=3, raw="sand"))
    assert duel.do("1 work 1 -").told[0] == "Philip works no goods with card 1, Workshop."


@pytest.mark.rule("BD-4f")
def test_only_the_next_seals_can_be_drawn() -> None:
    duel = turn_of(1, cards={1: "a-influence-1"}, philip=Has(cells="1", gold=5), top="23 14").do("1 buy-seals 1 1")
    (first, second, *_) = (duel.game.words["neutral"][seal] for seal in duel.state.stack.top)
    assert duel.why_not(f"dealer draw-seals {second}") == ("bad-draw", "BD-1g")
    assert duel.why_not(f"dealer draw-seals {first} {second}") == ("bad-draw", "BD-1g")
    assert "23" in duel.do(f"dealer draw-seals {first}").seals(1)


@pytest.mark.rule("BD-4g")
def test_a_craftsman_works_raw_goods_at_its_price_each() -> None:
    duel = turn_of(1, cards={1: "a-roofer"}, philip=Has(cells="1", raw="wood wood sand stone", gold=4))
    duel = duel.do("1 work 1 wood wood sand")
    assert duel.gold(1) == 1
    assert duel.worked(1) == "wood wood sand"
    assert duel.raw(1) == "stone"


@pytest.mark.rule("BD-4g")
def test_a_craftsman_works_goods_of_its_kinds_only() -> None:
    duel = turn_of(1, cards={1: "a-roofer"}, philip=Has(cells="1", raw="stone"))
    assert duel.why_not("1 work 1 stone") == ("wrong-goods", "BD-4g")


@pytest.mark.rule("BD-4g")
def test_goods_in_the_supply_cannot_be_worked() -> None:
    duel = turn_of(1, cards={1: "a-roofer"}, philip=Has(cells="1", raw="sand"))
    assert duel.why_not("1 work 1 wood") == ("not-raw", "BD-4g")


@pytest.mark.rule("BD-4g")
def test_a_craftsman_works_no_more_than_the_gold_pays_for() -> None:
    duel = turn_of(1, cards={1: "a-workshop"}, philip=Has(cells="1", raw="wood sand", gold=3))
    assert duel.why_not("1 work 1 wood sand") == ("too-dear", "BD-4g")


@pytest.mark.rule("BD-4h")
def test_a_market_sells_goods_from_the_own_supply_the_same_or_different() -> None:
    duel = turn_of(1, 4, cards={1: "b-timberstone"}, philip=Has(cells="1", gold=4))
    same, different = duel.do("1 trade 1 0 wood wood"), duel.do("1 trade 1 0 wood sand stone")
    assert (same.raw(1), same.gold(1)) == ("wood wood", 2)
    assert same.supply(1) == "sand sand stone stone wool wool wool wool ore"
    assert (different.raw(1), different.gold(1)) == ("wood sand stone", 1)


@pytest.mark.rule("BD-4h")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 trade 1 0 wool", ("wrong-goods", "BD-4g")),
        ("1 trade 1 0 wood wood wood", ("goods-not-in-supply", "BD-4h")),
        ("1 trade 1 0 sand sand stone stone", ("too-dear", "BD-4g")),
    ],
)
def test_a_market_sells_what_it_lists_what_is_there_and_what_is_paid(line: str, why: tuple[str, str]) -> None:
    assert turn_of(1, 4, cards={1: "b-timberstone"}, philip=Has(cells="1")).why_not(line) == why


@pytest.mark.rule("BD-4h", "BD-1b")
def test_a_third_wood_cannot_be_bought() -> None:
    duel = turn_of(1, cards={1: "a-forest"}, philip=Has(cells="1", raw="wood", worked="wood"))
    assert duel.legal == ["trade 1 0 -"]


@pytest.mark.rule("BD-4i")
def test_a_market_with_a_price_for_wool_buys_raw_wool() -> None:
    duel = turn_of(1, cards={1: "a-fair"}, philip=Has(cells="1", gold=0, raw="wool wool"))
    duel = duel.do("1 trade 1 2 wood")
    assert duel.gold(1) == 4
    assert duel.raw(1) == "wood"
    assert duel.supply(1).count("wool") == 4


@pytest.mark.rule("BD-4i")
def test_cloth_is_not_sold() -> None:
    duel = turn_of(1, cards={1: "a-fair"}, philip=Has(cells="1", raw="wool", worked="wool"))
    assert duel.why_not("1 trade 1 2 -") == ("no-wool", "BD-4i")


@pytest.mark.rule("BD-4i")
def test_a_market_without_a_price_for_wool_buys_none() -> None:
    duel = turn_of(1, cards={1: "a-sheepfold"}, philip=Has(cells="1", raw="wool"))
    assert duel.why_not("1 trade 1 1 -") == ("no-wool", "BD-4i")


@pytest.mark.rule("BD-4j")
def test_wool_bought_with_a_card_is_not_sold_with_it() -> None:
    duel = turn_of(1, 4, cards={1: "b-woolfair"}, philip=Has(cells="1", gold=3))
    assert duel.why_not("1 trade 1 1 wool") == ("no-wool", "BD-4i")
    after = duel.do("1 trade 1 0 wool wool")
    assert (after.raw(1), after.gold(1)) == ("wool wool", 1)


@pytest.mark.rule("BD-4j")
def test_wool_just_sold_may_be_bought_back() -> None:
    duel = turn_of(1, 4, cards={1: "b-woolfair"}, philip=Has(cells="1", gold=0, raw="wool wool wool wool"))
    duel = duel.do("1 trade 1 4 wool wool wool wool")
    assert duel.raw(1) == "wool wool wool wool"
    assert duel.gold(1) == 8


@pytest.mark.rule("BD-4j")
def test_gold_from_wool_pays_for_what_is_bought_then() -> None:
    duel = turn_of(1, cards={1: "a-fair"}, philip=Has(cells="1", gold=1, raw="wool"))
    assert duel.do("1 trade 1 1 wood ore").gold(1) == 0
    assert duel.why_not("1 trade 1 0 wood") == ("too-dear", "BD-4g")


@pytest.mark.rule("BD-4k")
def test_a_1x_card_is_kept_open() -> None:
    duel = turn_of(1, cards={1: "a-cartload"}, philip=Has(cells="1")).do("1 use 1")
    assert duel.kept(1) == ["a-cartload"]
    assert duel.state.display[0] is None
    assert duel.told[0] == "Philip keeps Cartload."


@pytest.mark.rule("BD-4l")
def test_a_person_claimed_by_the_other_side_does_nothing() -> None:
    duel = turn_of(2, cards={1: "a-merchant"}, waleran=Has(cells="1"))
    assert duel.legal == ["use 1"]
    after = duel.do("2 use 1")
    assert (after.gold(2), after.raw(2), after.seals(2)) == (3, "", ["05", "14", "23"])


@pytest.mark.rule("BD-4l")
@pytest.mark.parametrize(("number", "card"), [(1, "a-earl"), (4, "b-subprior"), (4, "b-countess"), (4, "b-benefactor")])
def test_philip_gets_nothing_by_walerans_persons(number: int, card: str) -> None:
    duel = turn_of(1, number, cards={1: card}, philip=Has(cells="1", kept="b-oath"))
    after = duel.do("1 use 1")
    assert after.side(1) == duel.side(1)
    assert not after.state.turn.free_material
    assert after.told == [f"Philip skips {card[2:].capitalize()}."]


@pytest.mark.rule("BD-4m")
def test_income_is_what_the_bank_has_left() -> None:
    duel = turn_of(1, 4, cards={1: "b-income5-1"}, philip=Has(cells="1", gold=30), waleran=Has(gold=42))
    after = duel.do("1 use 1")
    assert after.gold(1) == 32
    assert after.state.bank == 0
    assert after.told[0] == "Philip takes 2 gold with card 1, Income 5."


@pytest.mark.rule("BD-4m")
def test_nothing_is_owed_later() -> None:
    cards = {1: "b-income5-1", 2: "b-influence-1"}
    duel = turn_of(1, 4, cards=cards, philip=Has(cells="1 2", gold=32), waleran=Has(gold=42))
    after = duel.do("1 use 1", "1 buy-seals 2 1")
    assert after.gold(1) == 30


@pytest.mark.rule("BD-4m")
def test_wool_is_paid_with_what_the_bank_has_left() -> None:
    duel = turn_of(1, cards={1: "a-fair"}, philip=Has(cells="1", gold=28, raw="wool wool"), waleran=Has(gold=42))
    after = duel.do("1 trade 1 2 ore")
    assert after.gold(1) == 30
    assert after.state.bank == 2


@pytest.mark.rule("BD-4m")
def test_what_the_stack_lacks_cannot_be_bought() -> None:
    philip, waleran = Has(cells="1", gold=9, seals="05 14 14 23 23"), Has(seals="05 14 14 23")
    duel = turn_of(1, cards={1: "a-influence-1"}, philip=philip, waleran=waleran)
    assert duel.legal == ["buy-seals 1 0", "buy-seals 1 1"]
    assert duel.why_not("1 buy-seals 1 2") == ("no-seals", "BD-4m")
    assert duel.do("1 buy-seals 1 1").dealt().gold(1) == 7


@pytest.mark.rule("BD-4m")
def test_free_seals_are_those_that_are_left() -> None:
    philip, waleran = Has(cells="1", seals="05 14 14 23 23"), Has(seals="05 14 14 23")
    duel = turn_of(1, 4, cards={1: "b-healer"}, philip=philip, waleran=waleran).do("1 use 1").dealt()
    assert len(duel.seals(1)) == 6
    empty = turn_of(1, 4, cards={1: "b-healer"}, philip=philip, waleran=Has(seals="05 14 14 23 23"))
    assert len(empty.do("1 use 1").seals(1)) == 5


@pytest.mark.rule("BD-4n")
def test_more_goods_may_be_worked_than_the_building_needs() -> None:
    duel = turn_of(1, cards={1: "a-weaver"}, philip=Has(cells="1", raw="wool wool wool wool", gold=4))
    assert duel.do("1 work 1 wool wool wool wool").worked(1) == "wool wool wool wool"


@pytest.mark.rule("BD-4o")
@pytest.mark.parametrize(("seat", "number", "card"), [(1, 1, "a-mason"), (2, 4, "b-benefactor")])
def test_mason_and_benefactor_have_one_material_installed_free(seat: int, number: int, card: str) -> None:
    side = Has(cells="1", gold=0, worked="wood")
    duel = turn_of(seat, number, cards={1: card}, philip=side, waleran=side)
    after = duel.do(f"{seat} use 1", f"{seat} build I wood")
    assert after.side(seat).sections[0] == (True, False, False)
    assert after.gold(seat) == 0


@pytest.mark.rule("BD-4o")
@pytest.mark.parametrize(("seat", "card"), [(1, "a-carver"), (2, "a-journeyman")])
def test_carver_and_journeyman_work_up_to_two_goods_free(seat: int, card: str) -> None:
    side = Has(cells="1", gold=0, raw="wood sand stone wool")
    duel = turn_of(seat, cards={1: card}, philip=side, waleran=side)
    assert duel.do(f"{seat} work 1 wood stone").worked(seat) == "wood stone"
    assert duel.why_not(f"{seat} work 1 wood sand stone") == ("too-many", "BD-4o")
    assert duel.why_not(f"{seat} work 1 wool") == ("wrong-goods", "BD-4g")
    assert duel.why_not(f"{seat} use 1") == ("other-use", "BD-4c")


@pytest.mark.rule("BD-4o")
def test_the_merchant_takes_up_to_two_wool_from_the_supply() -> None:
    duel = turn_of(1, cards={1: "a-merchant"}, philip=Has(cells="1", gold=0))
    assert duel.do("1 trade 1 0 wool wool").raw(1) == "wool wool"
    assert duel.why_not("1 trade 1 0 wool wool wool") == ("too-many", "BD-4o")
    short = turn_of(1, cards={1: "a-merchant"}, philip=Has(cells="1", raw="wool wool wool"))
    assert short.why_not("1 trade 1 0 wool wool") == ("goods-not-in-supply", "BD-4h")


@pytest.mark.rule("BD-4o")
@pytest.mark.parametrize(("gold", "taken"), [(3, 1), (1, 1), (0, 0)])
def test_the_earl_takes_1_gold_from_philip_if_he_has_any(gold: int, taken: int) -> None:
    duel = turn_of(2, cards={1: "a-earl"}, philip=Has(gold=gold), waleran=Has(cells="1"))
    after = duel.do("2 use 1")
    assert (after.gold(1), after.gold(2)) == (gold - taken, 3 + taken)
    assert after.state.bank == duel.state.bank


@pytest.mark.rule("BD-4o")
@pytest.mark.parametrize(("seat", "card"), [(1, "b-healer"), (2, "b-subprior")])
def test_healer_and_subprior_take_the_two_top_seals(seat: int, card: str) -> None:
    side = Has(cells="1")
    duel = turn_of(seat, 4, cards={1: card}, philip=side, waleran=side, top="23 23 14")
    after = duel.do(f"{seat} use 1").dealt()
    assert after.seals(seat) == ["05", "14", "23", "23", "23"]
    assert after.gold(seat) == 3


@pytest.mark.rule("BD-4o")
@pytest.mark.parametrize(("seat", "card", "gold"), [(1, "b-almoner", 5), (2, "b-countess", 4)])
def test_the_almoner_takes_5_gold_and_the_countess_4(seat: int, card: str, gold: int) -> None:
    side = Has(cells="1")
    duel = turn_of(seat, 4, cards={1: card}, philip=side, waleran=side)
    assert duel.do(f"{seat} use 1").gold(seat) == 3 + gold


@pytest.mark.rule("BD-4a")
def test_a_turn_without_anything_left_to_do_ends_by_itself() -> None:
    assert ended(turn_of(2, cards={1: "a-income3"}, waleran=Has(cells="1"))).due == "dealer lay-out"


@pytest.mark.rule("BD-4o")
def test_wool_that_a_person_takes_is_told_as_free() -> None:
    duel = turn_of(1, cards={1: "a-merchant"}, philip=Has(cells="1", gold=0)).do("1 trade 1 0 wool wool")
    assert duel.told[0] == "Philip buys 2 goods free with card 1, Merchant."


def test_a_market_names_its_card_once() -> None:
    fair = turn_of(1, cards={1: "a-fair"}, philip=Has(cells="1", raw="wool wool")).do("1 trade 1 2 stone")
    assert fair.told[:2] == ["Philip sells 2 wool for 6 gold with card 1, Fair.", "Philip buys 1 good for 2 gold."]
