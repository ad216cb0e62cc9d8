"""The menu of every decision: all legal moves, each once; what can't be done with its reason; other payments."""

from __future__ import annotations

from collections import Counter

import pytest

from galli_tui.games.kit.game_board import Scene
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.items import items
from galli_tui.games.ora_et_labora.texts import TEXTS
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import HostStep
from rules.ora_et_labora.effects import EffectStep
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import TILES, as_payment
from rules.ora_et_labora.settling import FoundSettlement, SettlementStep
from rules.ora_et_labora.state import JOKER
from rules.ora_et_labora.trades import MakeTrade
from tests.support.ora_positions import MODES, Land, OraPosition, match, position, tiles, using
from tests.support.ora_tables import NAMES, ROOMS, OraTable, moves_of, ora_board, ora_table, varied

MATCH = match("3")


def reason(refusal: Refusal) -> str:
    return f"no ({refusal.clause})"


def first_page(found: OraPosition) -> list[MenuItem]:
    return items(found.game, found.state, found.seat, NAMES)


def page(found: OraPosition, *path: str) -> list[MenuItem]:
    """Return the items of a page, by the words of the items that lead there."""
    shown = first_page(found)
    for words in path:
        item = next(it for it in shown if it.words.startswith(words))
        shown = [*(item.items() if callable(item.items) else item.items)]
    return shown


def ends(shown: list[MenuItem]) -> dict[str, str]:
    """Return the end of each item by its words."""
    return {item.words: "".join(span.text for span in item.right) for item in shown}


@pytest.mark.parametrize(
    ("mode", "country"), [(mode, ("france", "ireland")[number % 2]) for number, mode in enumerate(MODES)]
)
def test_every_legal_move_of_a_whole_match_is_in_the_menu_once_and_can_be_restored(mode: str, country: str) -> None:
    table = ora_table(mode, country)
    board, kinds = ora_board(table), Counter[str]()
    game = table.game
    assert isinstance(game, OraEtLabora)
    for number, (view, seat, move) in enumerate(varied(table)):
        shown = board.items(view, seat)
        assert Counter(moves_of(shown)) == Counter(game.legal(view, seat))
        kinds[type(view.agenda[-1]).__name__] += 1
        if number % 5 == 0:
            menu = ItemMenu(shown, reason)
            assert menu.item.refusal is None
            assert menu.select(move)
            assert menu.item.move == move
    assert len(kinds) > 4


def test_a_turn_has_a_page_for_each_action_and_says_what_each_brings_or_costs() -> None:
    found = position(MATCH, Land("3 wood, 2 coin", forests="d0 e0"), Land("1 clay"))
    assert ends(first_page(found)) == {
        "use a building": "",
        "contract": "1 coin",
        "fell a forest": "+2",
        "cut a moor": "none left",
        "build": "",
        "buy land": "",
        "end your turn without an action": "",
    }
    assert ends(page(found, "use")) == {
        "Clay Mound": "+2 clay",
        "Farmyard": "",
        "Cloister Office": "+2 coins",
        "with the prior": "",
    }


@pytest.mark.parametrize(
    ("card", "goods", "chosen", "end"),
    [
        ("F04", "3 wood, 2 clay", "leave the prior at home", "no use"),
        ("F04", "3 wood, 2 clay, 7 grain", "send your prior into F04 Windmill", ""),
        ("G07", "1 clay", "send your prior into G07 Peat Coal Kiln", ""),
        ("G12", "1 wood", "leave the prior at home", "no use"),
        ("G12", "6 wood, 6 grain", "send your prior into G12 Stone Merchant", ""),
    ],
)
def test_the_prior_is_proposed_for_a_new_building_unless_it_does_nothing(
    card: str, goods: str, chosen: str, end: str
) -> None:
    land = Land(goods, plots="0coast")
    built = position(MATCH, land).do(f"build {card} {'b0' if card == 'F04' else 'c0'}")
    assert ItemMenu(first_page(built), reason).item.words == chosen
    assert ends(first_page(built))[first_page(built)[0].words] == end


def test_a_host_is_offered_a_lay_brother_first() -> None:
    windmill = MATCH.words["building"].index("F04")
    steps = [HostStep(Seat(0), windmill, 0), EffectStep(Seat(1), windmill)]
    hosting = position(MATCH, Land(built={"d0": "F04"}), steps=steps)
    assert ItemMenu(first_page(hosting), reason).item.words == "send a lay brother to F04 Windmill"


@pytest.mark.parametrize("settled", [False, True])
def test_land_is_never_proposed(settled: bool) -> None:
    phase = position(MATCH, Land("9 coin", supply="S4"), steps=[SettlementStep(Seat(0), settled)])
    assert ItemMenu(first_page(phase), reason).item.words == ("end your turn" if settled else "found no settlement")
    stuck = position(MATCH, Land("9 coin", prior="L1a", lay="L2a L3a"), display="")
    assert ItemMenu(first_page(stuck), reason).item.words == "contract"
    able = position(MATCH, Land("9 grain, 9 wood, 9 coin"), steps=[SettlementStep(Seat(0))])
    assert ItemMenu(first_page(able), reason).item.words.startswith("found S")


def test_the_cursor_begins_on_an_action_and_once_all_are_taken_on_the_end_of_the_turn() -> None:
    acting = position(MATCH, Land("4 grain, 9 coin"))
    assert ItemMenu(first_page(acting), reason).item.words == "use a building"
    done = position(MATCH, Land("4 grain, 9 coin"), actions=0)
    assert [item.words for item in first_page(done)] == ["buy land", "end your turn", "convert goods"]
    assert ItemMenu(first_page(done), reason).item.words == "end your turn"


@pytest.mark.parametrize(
    ("land", "card", "why", "code"),
    [
        (Land("4 stone"), "G02 Cloister Courtyard", "2 wood short", "too-dear"),
        (Land("1 wood"), "G02 Cloister Courtyard", "1 wood short", "too-dear"),
        (Land("1 wood"), "F04 Windmill", "goods short", "too-dear"),
        (Land("1 wood, 1 stone"), "F11 Harbor Promenade", "no coast", "wrong-terrain"),
        (Land("2 wood", built={"f1": "G07", "f0": "G06"}), "G02 Cloister Courtyard", "no cloister beside", None),
    ],
)
def test_a_building_that_cannot_be_built_says_what_is_missing(
    land: Land, card: str, why: str, code: str | None
) -> None:
    item = next(it for it in page(position(MATCH, land), "build") if it.words == card)
    assert "".join(span.text for span in item.right) == why
    assert item.refusal is not None
    assert code in (None, item.refusal.code)


@pytest.mark.parametrize(
    ("land", "path", "words"),
    [
        (Land("1 wood"), ("build", "F04 Windmill"), "That costs 3 wood and 2 clay; you lack 2 wood and 2 clay."),
        (Land("1 coin"), ("buy land",), "The next one costs 2 coins; you have 1."),
        (Land(""), ("contract",), "The fee is 1 coin; you have none."),
    ],
)
def test_what_is_too_dear_names_the_price_and_what_there_is(land: Land, path: tuple[str, ...], words: str) -> None:
    at = position(MATCH, land)
    items = page(at, *path[:-1]) if path[:-1] else first_page(at)
    refusal = next(item for item in items if item.words == path[-1]).refusal
    assert refusal is not None
    assert TEXTS.refusal(OraTable(at), refusal) == words


def test_what_is_on_the_land_of_others_or_occupied_is_there_with_its_reason() -> None:
    busy = position(MATCH, Land("1 coin", lay="L1a"), Land(prior="L1b", lay="L2b L3b"), Land(lay="L1c"))
    assert ends(page(busy, "use"))["Clay Mound"] == "occupied"
    assert [item.words for item in page(busy, "contract with Clara")] == ["Farmyard", "Cloister Office"]
    nobody = position(MATCH, Land("1 coin", prior="L1a", lay="L2a L3a"))
    item = first_page(nobody)[0]
    assert (item.words, item.refusal and item.refusal.code) == ("use a building", "nobody-home")


def test_only_where_several_could_be_meant_a_contract_names_the_owner() -> None:
    assert [item.words for item in first_page(position(match("2"), Land("1 coin"))) if "contract" in item.words] == [
        "contract"
    ]
    assert [item.words for item in page(position(MATCH, Land("1 coin")), "contract")] == ["of Bruno", "of Clara"]


def payment(item: MenuItem) -> dict[str, int]:
    """Return the tiles that the move of an item pays."""
    assert isinstance(item.move, MakeTrade | FoundSettlement)
    return {tile: number for tile, number in zip(TILES, item.move.payment, strict=True) if number}


def test_another_payment_spares_one_of_the_goods_or_is_chosen_good_by_good() -> None:
    found = using("G06", "3 wood, 2 peat, 4 straw")
    trades = [payment(it) for it in first_page(found) if isinstance(it.move, MakeTrade)]
    assert trades == [{"wood": 1, "peat": 1}, {"wood": 2, "peat": 2}, {"wood": 3, "peat": 2, "straw": 4}]
    assert [it.words for it in page(found, "pay otherwise")] == [
        "3 energy for 5 coins",
        "6 energy for 8 coins",
        "9 energy for 10 coins",
    ]
    others = page(found, "pay otherwise", "3 energy")
    assert [payment(it) for it in others[:-1]] == [{"peat": 1, "straw": 2}, {"wood": 3}]
    kinds = page(found, "pay otherwise", "3 energy", "choose the goods")
    assert ends(kinds) == {"wood": "up to 3", "peat": "up to 2", "straw": "up to 4"}
    some = page(found, "pay otherwise", "3 energy", "choose the goods", "peat")
    assert [(it.words, it.opens) for it in some] == [("pay 2 peat", False), ("1 peat", True)]
    rest = page(found, "pay otherwise", "3 energy", "choose the goods", "peat", "1 peat")
    assert ends(rest) == {"pay 1 wood and 1 peat": "", "straw": "up to 2"}


def test_where_the_proposal_overpays_others_with_one_good_less_are_offered() -> None:
    found = position(MATCH, Land("2 meat, 3 coin", built={"f1": "G02"}), steps=[SettlementStep(Seat(0))])
    assert payment(page(found, "found S3")[0]) == {"meat": 2}, "coins are spared before goods"
    assert [it.words for it in page(found, "found S3", "pay otherwise")] == [
        "pay 2 coins and 1 meat",
        "choose the goods",
    ]


def test_a_payment_that_was_chosen_is_found_again_after_undo() -> None:
    found = using("G06", "3 wood, 2 peat, 4 straw")
    odd = MakeTrade(found.seat, 1, 1, None, as_payment(tiles("1 peat, 2 straw")))
    assert odd not in found.game.legal(found.state, found.seat)
    assert found.game.refusal(found.state, odd) is None
    menu = ItemMenu(first_page(found), reason)
    assert menu.select(odd)
    assert menu.item.move == odd
    assert not menu.select(MakeTrade(found.seat, 1, 1, None, as_payment(tiles("1 wood"))))


def test_a_settlement_says_what_it_is_worth_on_each_space_and_can_be_paid_otherwise() -> None:
    land = Land("4 grain, 3 livestock, 3 wood, 2 peat", built={"f1": "G02"})
    found = position(MATCH, land, steps=[SettlementStep(Seat(0))])
    spaces = page(found, "found S2")
    assert spaces[0].words == "on f0, plains"
    assert ends(spaces)["on f0, plains"] == "+9 points", "1 for itself, 1 + 3 + 4 dwelling"
    assert page(found, "found S2", "pay otherwise", "pay 2 peat and 3 grain")[0].words == "on f0, plains"
    dear = next(it for it in first_page(found) if it.words.startswith("found S4"))
    assert (dear.right[0].text, dear.refusal and dear.refusal.code) == ("no coast", "wrong-terrain")


def test_a_building_that_does_nothing_now_says_so_and_stands_last() -> None:
    found = position(MATCH, Land("1 wood", built={"c0": "F04", "d0": "G07"}))
    assert ends(page(found, "use")) == {
        "G07 Peat Coal Kiln": "",
        "Clay Mound": "+2 clay",
        "Farmyard": "",
        "Cloister Office": "+2 coins",
        "F04 Windmill": "no use",
        "with the prior": "",
    }


def test_a_building_that_does_nothing_now_is_used_only_when_enter_is_pressed_again() -> None:
    found = position(MATCH, Land("1 wood", built={"c0": "F04", "d0": "G07"}))
    windmill = next(item for item in page(found, "use") if item.words == "F04 Windmill")
    assert windmill.move is not None
    menu = ItemMenu([windmill], reason)
    assert menu.enter() == "It brings nothing now. Enter again uses it all the same."
    assert menu.enter() == windmill.move


def test_own_buildings_keep_their_numbers_while_clergymen_are_sent_into_them() -> None:
    built = {"c0": "F04", "d0": "G07"}
    free = position(MATCH, Land("1 wood", built=built))
    busy = position(MATCH, Land("1 wood", built=built, lay="L1a"))
    assert [item.words for item in page(busy, "use")] == [item.words for item in page(free, "use")]
    assert ends(page(busy, "use"))["Clay Mound"] == "occupied"


def test_the_cursor_begins_on_the_first_building_that_is_free_and_of_use() -> None:
    menu = ItemMenu(first_page(position(MATCH, Land("1 wood", built={"d0": "G07"}, lay="G07"))), reason)
    menu.enter()
    assert [item.words for item in menu.items][:2] == ["G07 Peat Coal Kiln", "Clay Mound"]
    assert menu.item.words == "Clay Mound"


@pytest.mark.parametrize(
    ("land", "end"),
    [
        (Land("1 coin"), "1 clay short"),
        (Land("5 wood", built={"f1": "G07", "f0": "G06"}, forests="d0 e0 c0 c1 d1 e1"), "no place"),
        (Land("5 wood, 5 clay"), ""),
    ],
)
def test_build_says_at_its_end_why_nothing_can_be_built_and_opens_the_reasons(land: Land, end: str) -> None:
    item = next(it for it in first_page(position(MATCH, land)) if it.words == "build")
    assert "".join(span.text for span in item.right) == end
    assert item.opens
    assert (item.refusal is None) is (not end)


def test_build_names_the_nearest_building_and_what_is_short_for_it() -> None:
    item = next(it for it in first_page(position(MATCH, Land("1 coin"))) if it.words == "build")
    assert item.note == "G07 Peat Coal Kiln is nearest: 1 clay short."


@pytest.mark.parametrize(("goods", "end"), [("9 wood", "food short"), ("9 coin", "energy short"), ("", "goods short")])
def test_a_settlement_that_is_too_dear_says_what_is_short(goods: str, end: str) -> None:
    dear = position(MATCH, Land(goods, supply="S2"), steps=[SettlementStep(Seat(0))])
    assert [text for words, text in ends(first_page(dear)).items() if words.startswith("found S2")] == [end]


@pytest.mark.parametrize("turns", [0, 12])
def test_goods_to_take_keep_their_numbers_and_the_joker_is_never_preselected(turns: int) -> None:
    found = using("L2a")
    tokens = tuple(turns if token == JOKER else since for token, since in enumerate(found.state.tokens))
    shown = first_page(found.with_state(tokens=tokens))
    assert [(item.words.split()[2], "joker" in item.words) for item in shown[:4]] == [
        ("grain", False),
        ("livestock", False),
        ("grain", True),
        ("livestock", True),
    ]
    assert ItemMenu(shown, reason).item.words == "take 2 grain"


def test_the_joker_is_preselected_only_where_the_goods_own_tokens_give_nothing() -> None:
    found = using("L2a")
    tokens = tuple(12 if token == JOKER else 0 for token in range(len(found.state.tokens)))
    assert ItemMenu(first_page(found.with_state(tokens=tokens)), reason).item.words == "take 10 grain by the joker"


@pytest.mark.parametrize("turns", [0, 12])
def test_a_forest_keeps_its_number_wherever_the_joker_stands(turns: int) -> None:
    found = position(MATCH, Land(forests="d0 e0"))
    tokens = tuple(turns if token == JOKER else since for token, since in enumerate(found.state.tokens))
    assert [item.words for item in page(found.with_state(tokens=tokens), "fell")] == ["on d0", "on e0", "by the joker"]


def test_the_end_of_a_turn_keeps_its_number_when_land_was_bought_and_goods_are_gone() -> None:
    rich = position(MATCH, Land("4 grain, 9 coin"), actions=0)
    bought = rich.do("plot 0 coast")
    assert [item.words for item in first_page(rich)][:2] == ["buy land", "end your turn"]
    assert [item.words for item in first_page(bought)][:2] == ["buy land", "end your turn"]
    assert ends(first_page(bought))["buy land"] == "bought"


def test_a_rest_of_one_kind_and_the_price_of_one_coin_are_in_the_singular() -> None:
    found = position(MATCH, Land("1 coin"))
    sold_out = found.state._replace(districts=0, plots=0)
    lines = [it.text for it in ora_board(OraTable(found)).lines(Scene(sold_out, *ROOMS[1], (), Seat(0)))]
    assert any("contract 1 coin" in it and "contract 1 coins" not in it for it in lines)


def test_land_is_bought_by_its_kind_first_and_then_by_its_place() -> None:
    found = position(MATCH, Land("30 coin"))
    assert ends(page(found, "buy land")) == {
        "a district of hills": "2 coins",
        "a district of plains": "2 coins",
        "a plot of coast": "3 coins",
        "a plot of mountains": "3 coins",
    }
    assert [it.words for it in page(found, "buy land", "a district of hills")] == [
        "above, as row -1",
        "below, as row 2",
    ]
    places = page(found, "buy land", "a plot of coast")
    assert [it.words for it in places] == ["beside rows -1 and 0", "beside rows 0 and 1", "beside rows 1 and 2"]
