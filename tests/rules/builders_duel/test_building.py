"""BD-5: building, prices and bonuses."""

from __future__ import annotations

import pytest

from tests.support.bd_positions import Has, turn_of

EVERYTHING = "wood sand stone wool"


@pytest.mark.rule("BD-5a")
def test_worked_goods_of_the_camp_are_installed_in_a_section() -> None:
    duel = turn_of(1, philip=Has(worked="wood wool", gold=9)).do("1 build III wood wool")
    assert duel.side(1).sections[2] == (True, True, False)
    assert duel.worked(1) == ""


@pytest.mark.rule("BD-5a")
def test_raw_goods_are_not_installed() -> None:
    duel = turn_of(1, philip=Has(raw="wood", worked="sand"))
    assert duel.why_not("1 build I wood") == ("not-worked", "BD-5a")


@pytest.mark.rule("BD-5a")
def test_a_section_takes_the_materials_that_its_card_shows() -> None:
    duel = turn_of(1, philip=Has(worked=EVERYTHING))
    assert duel.why_not("1 build I wool") == ("not-needed", "BD-5a")


@pytest.mark.rule("BD-5a")
def test_a_section_takes_each_material_once() -> None:
    duel = turn_of(1, philip=Has(worked="wood sand", built={"I": "wood"}))
    assert duel.why_not("1 build I wood") == ("not-needed", "BD-5a")
    assert turn_of(1, philip=Has(worked="wood wood")).why_not("1 build I wood wood") == ("not-needed", "BD-5a")


@pytest.mark.rule("BD-5a")
def test_nothing_is_built_before_all_cards_are_used() -> None:
    duel = turn_of(1, cards={1: "a-income3"}, philip=Has(cells="1", worked="wood"))
    assert duel.why_not("1 build I wood") == ("cards-first", "BD-5a")
    assert "build I wood" in duel.do("1 use 1").legal


@pytest.mark.rule("BD-5a")
def test_a_player_need_not_build() -> None:
    assert turn_of(1, holder=2, philip=Has(worked="wood")).do("1 end").due == "dealer lay-out"


@pytest.mark.rule("BD-5a")
def test_one_section_is_built_in_a_round() -> None:
    duel = turn_of(1, philip=Has(worked=EVERYTHING, gold=20, kept="a-cartload")).do("1 build I wood")
    assert duel.why_not("1 build I sand") == ("one-section", "BD-5a")
    assert duel.why_not("1 build II sand") == ("one-section", "BD-5a")


@pytest.mark.rule("BD-5b")
@pytest.mark.parametrize(("goods", "price"), [("wood", 2), ("wood sand", 6), ("wood sand stone", 12)])
def test_one_material_costs_2_two_6_and_three_12(goods: str, price: int) -> None:
    duel = turn_of(1, philip=Has(worked=EVERYTHING, gold=12))
    after = duel.do(f"1 build I {goods}")
    assert after.gold(1) == 12 - price
    assert after.state.bank == duel.state.bank + price


@pytest.mark.rule("BD-5b")
@pytest.mark.parametrize(("gold", "goods"), [(1, "wood"), (5, "wood sand"), (11, "wood sand stone")])
def test_who_cannot_pay_cannot_build(gold: int, goods: str) -> None:
    duel = turn_of(1, philip=Has(worked=EVERYTHING, gold=gold))
    assert duel.why_not(f"1 build I {goods}") == ("build-too-dear", "BD-5b")


@pytest.mark.rule("BD-5c")
def test_a_section_with_three_materials_is_finished() -> None:
    duel = turn_of(1, philip=Has(worked="stone", built={"I": "wood sand"})).do("1 build I stone")
    assert duel.side(1).sections[0] == (True, True, True)
    assert "Philip finishes section I." in duel.told
    assert duel.game.census(duel.state)["goods"] == 22


@pytest.mark.rule("BD-5d")
@pytest.mark.parametrize(("goods", "price"), [("wood", 0), ("wood sand", 2), ("wood sand stone", 6)])
def test_with_a_free_material_the_others_are_priced_without_it(goods: str, price: int) -> None:
    duel = turn_of(1, cards={1: "a-mason"}, philip=Has(cells="1", worked=EVERYTHING, gold=12))
    assert duel.do("1 use 1", f"1 build I {goods}").gold(1) == 12 - price


@pytest.mark.rule("BD-5d")
@pytest.mark.parametrize(("goods", "price"), [("wood", 0), ("wood sand", 2), ("wood sand stone", 4)])
def test_with_scaffold_and_free_material_each_but_one_costs_2(goods: str, price: int) -> None:
    side = Has(cells="1", worked=EVERYTHING, gold=12, kept="a-scaffold")
    duel = turn_of(1, cards={1: "a-mason"}, philip=side).do("1 use 1", "1 use-scaffold")
    assert duel.do(f"1 build I {goods}").gold(1) == 12 - price


@pytest.mark.rule("BD-5d")
def test_over_two_sites_only_one_material_is_free() -> None:
    side = Has(cells="1", worked="wood sand stone", gold=12, kept="b-two-sites")
    duel = turn_of(2, 4, cards={1: "b-benefactor"}, waleran=side).do("2 use 1", "2 use-two-sites")
    duel = duel.do("2 build I wood", "2 build II sand stone")
    assert duel.gold(2) == 6


@pytest.mark.rule("BD-5d")
def test_over_two_sites_the_scaffold_counts_twice_and_the_free_material_once() -> None:
    side = Has(cells="1", worked="wood stone sand", gold=12, kept="a-scaffold b-two-sites")
    duel = turn_of(2, 4, cards={1: "b-benefactor"}, waleran=side)
    duel = duel.do("2 use 1", "2 use-scaffold", "2 use-two-sites", "2 build I wood stone", "2 build II sand")
    assert duel.gold(2) == 8


@pytest.mark.rule("BD-5d")
def test_the_free_material_is_for_this_round_only() -> None:
    philip = Has(worked="wood", gold=1)
    duel = turn_of(2, 4, cards={1: "b-benefactor"}, philip=philip, waleran=Has(cells="1", kept="b-oath"))
    duel = duel.do("2 use 1", "2 end")
    assert duel.due == "dealer lay-out"
    assert duel.gold(1) == 1


@pytest.mark.rule("BD-5e")
def test_the_first_section_i_takes_the_two_top_seals() -> None:
    duel = turn_of(1, philip=Has(worked="stone", built={"I": "wood sand"}), top="23 14").do("1 build I stone")
    assert duel.due == "dealer draw-seals"
    assert duel.dealt().seals(1) == ["05", "14", "14", "23", "23"]


@pytest.mark.rule("BD-5e")
def test_the_first_section_ii_takes_10_gold() -> None:
    duel = turn_of(1, philip=Has(worked="sand stone", gold=6, built={"II": "wool"})).do("1 build II sand stone")
    assert duel.gold(1) == 10
    assert "Philip is first to finish it and takes 10 gold." in duel.told


@pytest.mark.rule("BD-5e")
def test_the_first_section_iii_works_up_to_two_goods_free() -> None:
    side = Has(worked="ore", built={"III": "wood wool"}, raw="wood sand stone wool")
    duel = turn_of(1, philip=side).do("1 build III ore")
    assert duel.why_not("1 bonus wood sand stone") == ("too-many", "BD-4o")
    assert duel.why_not("1 bonus wool") == ("wrong-goods", "BD-4g")
    assert duel.why_not("1 bonus sand sand") == ("not-raw", "BD-4g")
    after = duel.do("1 bonus wood stone")
    assert after.worked(1) == "wood stone"
    assert after.gold(1) == 1
    assert duel.do("1 bonus -").worked(1) == ""


@pytest.mark.rule("BD-5f")
def test_of_section_i_with_one_seal_in_the_stack_one_is_taken() -> None:
    philip = Has(worked="stone", built={"I": "wood sand"}, seals="05 14 14 23 23")
    duel = turn_of(1, philip=philip, waleran=Has(seals="05 14 14 23")).do("1 build I stone").dealt()
    assert len(duel.seals(1)) == 6


@pytest.mark.rule("BD-5f")
def test_of_section_ii_with_4_gold_in_the_bank_4_are_taken() -> None:
    philip = Has(worked="stone", gold=40, built={"II": "sand wool"})
    duel = turn_of(1, philip=philip, waleran=Has(gold=32)).do("1 build II stone")
    assert duel.gold(1) == 42
    assert duel.state.bank == 0


@pytest.mark.rule("BD-5f")
def test_the_bonus_of_section_iii_is_lost_without_raw_goods() -> None:
    side = Has(worked="ore", built={"III": "wood wool"}, raw="wool")
    duel = turn_of(1, holder=2, philip=side).do("1 build III ore")
    assert duel.due == "dealer lay-out"
    assert duel.state.bonuses == (None, None, 0)


@pytest.mark.rule("BD-5f")
@pytest.mark.parametrize(
    ("section", "built", "line"),
    [("I", "wood sand", "1 build I stone"), ("II", "sand wool", "1 build II stone")],
)
def test_a_bonus_is_paid_to_the_first_side_only(section: str, built: str, line: str) -> None:
    theirs = {"I": "wood stone wool", "II": "wood sand stone"}[section]
    philip = Has(worked="stone", built={section: built}, gold=5)
    duel = turn_of(1, holder=2, philip=philip, waleran=Has(built={section: theirs})).do(line)
    assert duel.gold(1) == 3
    assert duel.seals(1) == ["05", "14", "23"]
    assert duel.due == "dealer lay-out"


@pytest.mark.rule("BD-5f")
def test_if_both_finish_a_section_ii_in_one_round_the_first_takes_the_gold() -> None:
    waleran = Has(worked="stone", built={"II": "wood sand"}, gold=2)
    philip = Has(worked="stone", built={"II": "sand wool"}, gold=2)
    duel = turn_of(2, philip=philip, waleran=waleran).do("2 build II stone", "1 build II stone")
    assert (duel.gold(1), duel.gold(2)) == (0, 10)


@pytest.mark.rule("BD-5f")
def test_seals_of_section_i_may_not_be_drawn_later() -> None:
    philip = Has(worked="stone", built={"I": "wood sand"}, seals="05 14 14 23 23")
    duel = turn_of(1, holder=2, philip=philip, waleran=Has(seals="05 14 14 23 23")).do("1 build I stone")
    assert duel.due == "dealer lay-out"
    assert len(duel.seals(1)) == 5


@pytest.mark.rule("BD-5g")
def test_nothing_but_sabotage_makes_a_worked_good_raw() -> None:
    cards = {1: "a-fair", 2: "a-workshop", 3: "a-merchant"}
    duel = turn_of(1, cards=cards, philip=Has(cells="1 2 3", worked="wool ore", gold=9))
    worked = duel.side(1).worked
    for line in duel.legal:
        after = duel.do(f"1 {line}").side(1).worked
        assert all(now >= before for now, before in zip(after, worked, strict=True))


@pytest.mark.rule("BD-4a")
@pytest.mark.parametrize(
    ("worked", "gold", "why"),
    [
        ("", 9, "no worked goods."),
        ("wool", 9, "no worked good fits a section."),
        ("wood", 1, "it costs 2 gold, with 1 left."),
    ],
)
def test_a_turn_that_ends_by_itself_without_building_says_why(worked: str, gold: int, why: str) -> None:
    philip = Has(cells="1", worked=worked, gold=gold, built={"II": "wool", "III": "wool"})
    duel = turn_of(1, cards={1: "a-power-1"}, philip=philip).do("1 use 1")
    assert f"Philip can't build, so the turn ends: {why}" in duel.told


@pytest.mark.rule("BD-4a")
def test_a_turn_that_ends_after_building_needs_no_reason() -> None:
    duel = turn_of(1, philip=Has(worked="wood sand", gold=9)).do("1 build I wood")
    assert not [line for line in duel.told if line.startswith("Philip can't build")]
