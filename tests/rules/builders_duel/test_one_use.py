"""BD-6: 1x cards in one's own turn. Those of the conflict are tested with it."""

from __future__ import annotations

import pytest

from tests.support.bd_positions import Has, turn_of


@pytest.mark.rule("BD-6a")
def test_a_1x_card_may_be_used_in_the_round_in_which_it_was_won() -> None:
    duel = turn_of(1, cards={1: "a-cartload"}, philip=Has(cells="1"))
    after = duel.do("1 use 1", "1 use-cartload wool")
    assert after.raw(1) == "wool"
    assert "a-cartload" in after.discards


@pytest.mark.rule("BD-6a")
def test_a_1x_card_may_be_used_before_the_claimed_cards() -> None:
    duel = turn_of(1, cards={1: "a-weaver"}, philip=Has(cells="1", kept="a-cartload"))
    assert duel.do("1 use-cartload wool", "1 work 1 wool").worked(1) == "wool"


@pytest.mark.rule("BD-6a")
def test_a_1x_card_is_used_once() -> None:
    duel = turn_of(1, philip=Has(kept="a-cartload a-scaffold")).do("1 use-cartload wood")
    assert duel.kept(1) == ["a-scaffold"]
    assert duel.why_not("1 use-cartload wood") == ("card-not-kept", "BD-6a")


@pytest.mark.rule("BD-6a")
def test_a_1x_card_is_not_used_in_the_other_players_turn() -> None:
    duel = turn_of(2, cards={1: "a-income3"}, philip=Has(kept="a-cartload"), waleran=Has(cells="1"))
    assert duel.why_not("1 use-cartload wood") == ("not-your-turn", "BD-4a")


@pytest.mark.rule("BD-6a")
def test_another_sides_card_is_not_used() -> None:
    duel = turn_of(2, cards={1: "a-income3"}, philip=Has(kept="a-cartload a-scaffold"), waleran=Has(cells="1"))
    for line in ("2 use-cartload wood", "2 use-scaffold", "2 use-two-sites", "2 use-sabotage wood"):
        assert duel.why_not(line) == ("card-not-kept", "BD-6a")


@pytest.mark.rule("BD-6a")
def test_several_1x_cards_may_be_combined() -> None:
    philip = Has(gold=6, worked="wood sand", kept="a-scaffold b-two-sites")
    duel = turn_of(1, 4, philip=philip).do("1 use-scaffold", "1 use-two-sites", "1 build III wood", "1 build II sand")
    assert duel.gold(1) == 2
    assert {"a-scaffold", "b-two-sites"} <= duel.discards


@pytest.mark.rule("BD-6e")
@pytest.mark.parametrize(("goods", "price"), [("wood", 2), ("wood sand", 4), ("wood sand stone", 6)])
def test_with_the_scaffold_each_material_costs_2(goods: str, price: int) -> None:
    duel = turn_of(1, philip=Has(gold=6, worked="wood sand stone wool", kept="a-scaffold"))
    assert duel.do("1 use-scaffold", f"1 build I {goods}").gold(1) == 6 - price


@pytest.mark.rule("BD-6e")
def test_the_scaffold_ends_with_the_turn() -> None:
    waleran, philip = Has(gold=9, worked="wood stone", kept="a-scaffold"), Has(gold=9, worked="wood sand")
    duel = turn_of(2, philip=philip, waleran=waleran).do("2 use-scaffold", "2 end", "1 build I wood sand")
    assert duel.gold(1) == 3


@pytest.mark.rule("BD-6f")
def test_with_two_sites_a_second_section_may_be_built_in() -> None:
    duel = turn_of(1, 4, philip=Has(gold=12, worked="wood sand stone wool", kept="b-two-sites"))
    duel = duel.do("1 use-two-sites", "1 build I wood", "1 build II sand stone")
    assert duel.gold(1) == 4


@pytest.mark.rule("BD-6f")
def test_two_sites_may_be_used_after_building() -> None:
    duel = turn_of(1, 4, philip=Has(gold=12, worked="wood sand", kept="b-two-sites"))
    duel = duel.do("1 build I wood", "1 use-two-sites", "1 build II sand")
    assert duel.gold(1) == 8


@pytest.mark.rule("BD-6f")
def test_a_second_site_is_another_section_and_there_is_no_third() -> None:
    duel = turn_of(1, 4, philip=Has(gold=12, worked="wood wood sand stone ore", kept="b-two-sites"))
    duel = duel.do("1 use-two-sites", "1 build I wood")
    assert duel.why_not("1 build I sand") == ("one-section", "BD-5a")
    duel = duel.do("1 build II sand")
    assert duel.due != "1" or duel.why_not("1 build III ore") == ("one-section", "BD-5a")


@pytest.mark.rule("BD-6f")
def test_without_two_sites_there_is_one_section_a_round() -> None:
    duel = turn_of(1, philip=Has(gold=12, worked="wood sand", kept="a-cartload")).do("1 build I wood")
    assert duel.why_not("1 build II sand") == ("one-section", "BD-5a")


@pytest.mark.rule("BD-6g")
@pytest.mark.parametrize("good", ["wood", "sand", "stone", "wool"])
def test_the_cartload_brings_a_good_free(good: str) -> None:
    duel = turn_of(1, philip=Has(gold=0, kept="a-cartload")).do(f"1 use-cartload {good}")
    assert duel.raw(1) == good


@pytest.mark.rule("BD-6g")
def test_the_cartload_brings_no_ore() -> None:
    assert turn_of(1, philip=Has(kept="a-cartload")).why_not("1 use-cartload ore") == ("not-by-cartload", "BD-6g")


@pytest.mark.rule("BD-6g")
def test_the_cartload_brings_what_the_supply_has() -> None:
    duel = turn_of(1, philip=Has(kept="a-cartload", raw="wood", worked="wood"))
    assert duel.why_not("1 use-cartload wood") == ("not-in-supply", "BD-6g")


@pytest.mark.rule("BD-6h")
def test_sabotage_makes_a_worked_good_of_the_other_camp_raw() -> None:
    duel = turn_of(1, 4, philip=Has(kept="b-sabotage"), waleran=Has(worked="wood ore", raw="wool"))
    duel = duel.do("1 use-sabotage ore")
    assert duel.worked(2) == "wood"
    assert duel.raw(2) == "wool ore"


@pytest.mark.rule("BD-6h")
def test_installed_materials_are_safe_from_sabotage() -> None:
    duel = turn_of(1, 4, philip=Has(kept="b-sabotage"), waleran=Has(built={"I": "wood"}, raw="sand"))
    assert duel.legal == ["end"]
    assert duel.why_not("1 use-sabotage wood") == ("not-worked-there", "BD-6h")
    assert duel.why_not("1 use-sabotage sand") == ("not-worked-there", "BD-6h")
