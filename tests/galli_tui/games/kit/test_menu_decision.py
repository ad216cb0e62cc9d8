"""A menu of items: pages, prices, reasons, and what a click on the board chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from galli_tui.games.kit.decision import CHOICE, Arrow, SelectResult
from galli_tui.games.kit.lines import BACK, MORE, Span
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.kit.menu_item import MenuItem
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """A move of no game."""

    number: int


POOR = Refusal("poor", "XX-1")
ONE, TWO, THREE = (Buy(Seat(0), number) for number in (1, 2, 3))


def menu() -> ItemMenu:
    return ItemMenu(
        [
            MenuItem("a horse", (Span("9 gold"),), POOR),
            MenuItem("bread", (Span("1 gold"),), ONE, targets=("card 1",)),
            MenuItem("wine", items=(MenuItem("red", answer=TWO), MenuItem("white", answer=THREE)), targets=("card 2",)),
        ],
        lambda refusal: f"You can't pay ({refusal.clause})",
    )


def shown(it: ItemMenu) -> list[str]:
    return [line.text.strip() for line in it.lines(30, 10)]


def test_the_cursor_begins_on_what_is_legal() -> None:
    assert menu().item.move == ONE
    assert shown(menu())[1] == "▸2 bread                1 gold"


def test_the_cursor_begins_on_what_is_of_use_if_anything_is() -> None:
    idle, poor = MenuItem("water", answer=ONE, deferred=True), MenuItem("a horse", answer=POOR)
    assert ItemMenu([poor, idle, MenuItem("bread", answer=TWO)], str).item.words == "bread"
    assert ItemMenu([poor, idle, idle._replace(words="air")], str).item.words == "water"


def test_what_is_illegal_says_why_and_makes_no_move() -> None:
    it = menu()
    it.jump(-1)
    assert (it.enter(), it.item.move) == (POOR, None)
    assert shown(it)[-1] == "✗ You can't pay (XX-1)"


def test_a_page_opens_and_closes_and_the_cursor_is_where_it_was() -> None:
    it = menu()
    it.jump(1)
    assert shown(it)[2] == "▸3 wine ›"
    assert it.enter() is None
    assert shown(it) == ["← wine", "▸1 red", "2 white"]
    it.move(Arrow.LEFT)
    assert (it.item.words, it.close_page()) == ("wine", False)


def test_an_enter_that_confirms_the_digit_of_a_page_takes_nothing_from_it() -> None:
    it = menu()
    it.type_digit(3, 0)
    assert shown(it)[0] == "← wine"
    assert isinstance(it.enter(), str)
    assert it.enter() == TWO


@pytest.mark.parametrize("way", ["digit", "arrow", "wheel"])
def test_after_a_choice_on_the_page_that_a_digit_opened_enter_takes_it(way: str) -> None:
    it = menu()
    it.type_digit(3, 0)
    if way == "digit":
        it.type_digit(1, 0)
    elif way == "arrow":
        it.jump(2)
    else:
        it.scroll(-1)
    assert it.enter() == TWO


def test_an_item_with_a_warning_makes_its_move_when_enter_is_pressed_again() -> None:
    wine = MenuItem("wine", answer=TWO, warning="It brings nothing now.")
    it = ItemMenu([MenuItem("bread", answer=ONE), wine, wine._replace(words="beer", answer=THREE)], str)
    it.jump(1)
    assert it.enter() == "It brings nothing now."
    assert it.enter() == TWO
    it.jump(1)
    assert it.enter() == "It brings nothing now."
    assert it.enter() == THREE


def test_a_click_on_the_line_above_a_page_closes_it() -> None:
    it = menu()
    it.jump(1)
    it.enter()
    assert it.lines(30, 10)[0].target == BACK
    assert it.select_target(BACK) is SelectResult.MOVED
    assert (it.item.words, it.first_page) == ("wine", True)
    assert it.select_target(BACK) is SelectResult.NONE


def test_an_end_that_leaves_no_room_for_the_words_stands_below_them() -> None:
    mill = MenuItem("F04 Windmill", (Span("no coast or hillside"),), POOR)
    it = ItemMenu([mill, MenuItem("F09 Stone Merchant", (Span("no coast"),), POOR)], str)
    assert [line.text.rstrip() for line in it.lines(27, 9)][:4] == [
        "▸1 F04 Windmill",
        "       no coast or hillside",
        " 2 F09 Stone       no coast",
        "   Merchant",
    ]
    assert all(line.width <= 27 for line in it.lines(27, 9))


def test_where_both_do_not_fit_the_reason_is_cut_before_the_list() -> None:
    items = [MenuItem(f"line {number}", answer=POOR) for number in range(1, 9)]
    it = ItemMenu(items, lambda _: "That line does not cross the first one in exactly one card. (XX-1)")
    it.put_cursor(3)
    assert [row.text.strip() for row in it.lines(29, 9)] == [
        *("1 line 1", "2 line 2", "3 line 3", "▸4 line 4", "5 line 5", "6 line 6", "7 line 7", "8 line 8"),
        "✗ That line does not cross …",
    ]
    assert [row.text.strip() for row in it.lines(29, 11)][8:] == [
        *("✗ That line does not cross", "the first one in exactly", "one card. (XX-1)")
    ]
    assert it.lines(29, 6)[-1].text == "✗ That line does not cross …"


def test_a_move_is_found_on_its_page() -> None:
    it = menu()
    assert it.select(THREE)
    assert it.enter() == THREE
    assert not it.select(Buy(Seat(1), 1))


def test_a_click_on_the_board_selects_its_item_from_any_page() -> None:
    it = menu()
    assert it.select_target("card 1") is SelectResult.UNMOVED
    assert it.select_target("card 2") is SelectResult.MOVED
    assert shown(it) == ["← wine", "▸1 red", "2 white"]
    assert it.select_target("card 1") is SelectResult.MOVED
    assert it.item.move == ONE
    assert it.select_target("card 9") is SelectResult.NONE


def test_a_click_on_the_board_goes_on_to_the_item_of_its_target_on_the_pages_that_open() -> None:
    inner = MenuItem("white", items=(MenuItem("dry", answer=THREE, targets=("card 3",)),), targets=("card 3",))
    page = MenuItem(
        "wine", items=(MenuItem("red", answer=TWO, targets=("card 2",)), inner), targets=("card 2", "card 3")
    )
    it = ItemMenu([MenuItem("bread", answer=ONE), page], str)
    assert it.select_target("card 3") is SelectResult.MOVED
    assert it.item.move == THREE
    assert it.select_target("card 3") is SelectResult.UNMOVED
    assert it.select_target("card 2") is SelectResult.MOVED
    assert it.item.move == TWO


def test_a_second_click_confirms_a_move_rather_than_open_a_page_for_the_same_target() -> None:
    other_way = MenuItem("on credit", items=(MenuItem("bread", answer=TWO, targets=("card 1",)),), targets=("card 1",))
    it = ItemMenu([MenuItem("water", answer=THREE), MenuItem("bread", answer=ONE, targets=("card 1",)), other_way], str)
    assert (it.select_target("card 1"), it.item.move) == (SelectResult.MOVED, ONE)
    assert (it.select_target("card 1"), it.item.move) == (SelectResult.UNMOVED, ONE)


def test_a_click_on_a_part_selects_its_item_and_never_another_of_the_whole() -> None:
    whole, roof = "house 1", "house 1 4"
    ways = (MenuItem("both", answer=ONE, targets=(whole,)), MenuItem("roof", answer=TWO, targets=(whole, roof)))
    it = ItemMenu([MenuItem("rest", answer=THREE), MenuItem("house", items=ways, targets=(whole, roof))], str)
    assert it.select_target("house 1 5") is SelectResult.NONE
    assert it.first_page
    assert (it.select_target(roof), it.item.move) == (SelectResult.MOVED, TWO)
    assert it.select_target(roof) is SelectResult.UNMOVED
    assert (it.select_target("house 1 5"), it.item.move) == (SelectResult.NONE, TWO)
    assert (it.select_target(whole), it.item.move) == (SelectResult.MOVED, ONE)
    assert it.select_target("house 2 4") is SelectResult.NONE


def test_a_page_whose_moves_are_many_says_whether_one_leads_to_a_move() -> None:
    asked: list[str] = []

    def drinks() -> list[MenuItem]:
        asked.append("drinks")
        return [MenuItem("wine", answer=TWO)]

    many = MenuItem("drinks", items=drinks, leads=TWO.__eq__)
    it = ItemMenu([many, MenuItem("bread", answer=ONE)], str)
    assert not it.select(THREE)
    assert not asked
    assert it.select(TWO)
    assert (it.item.words, asked) == ("wine", ["drinks"])


def test_a_page_on_which_nothing_is_legal_gives_the_reason_of_its_first_item() -> None:
    barred = MenuItem("a horse", answer=POOR)
    assert MenuItem("animals", items=(barred, barred)).refusal == POOR
    assert MenuItem("animals", items=(barred, MenuItem("a hen", answer=ONE))).refusal is None
    assert MenuItem("animals", items=lambda: (barred,)).refusal is None, "a page that is made later is not asked"


def test_a_page_may_be_made_when_it_opens() -> None:
    it = ItemMenu([MenuItem("wine", items=lambda: [MenuItem("red", answer=TWO)], title="which wine?")], str)
    assert it.opened is None
    assert it.enter() is None
    assert it.opened is not None
    assert (it.opened.title, it.enter()) == ("which wine?", TWO)


def test_a_click_on_a_space_selects_the_next_item_that_shows_it() -> None:
    it = ItemMenu([MenuItem(str(move.number), answer=move, shows=0b110) for move in (ONE, TWO)], str)
    assert (it.select_space(1), it.item.move) == (SelectResult.MOVED, TWO)
    assert (it.select_space(2), it.item.move) == (SelectResult.MOVED, ONE)
    assert it.select_space(0) is SelectResult.NONE


def test_a_click_elsewhere_leaves_the_page_open() -> None:
    it = menu()
    it.select_target("card 2")
    assert it.select_target("card 9") is SelectResult.NONE
    assert not it.first_page


def test_words_that_do_not_fit_give_way_to_their_brief_form() -> None:
    it = ItemMenu([MenuItem("a barrel of red wine", answer=ONE, brief="red wine", mark="7 ")], str)
    assert it.lines(30, 9)[0].text.strip() == "▸1 7 a barrel of red wine"
    assert it.lines(20, 9)[0].text.strip() == "▸1 7 red wine"


def test_the_sign_of_a_page_stands_beside_a_word() -> None:
    it = ItemMenu([MenuItem("place the market", items=(MenuItem("on c0", answer=ONE),))], str)
    for width in range(14, 30):
        assert all(line.text.strip() != "›" for line in it.lines(width, 5))


class Unfolded(ItemMenu):
    """A menu with all its notes."""

    UNFOLDED = True


def test_notes_stand_below_all_items_where_there_is_room() -> None:
    it = Unfolded([MenuItem("bread", answer=ONE, note="Fresh."), MenuItem("a horse", answer=POOR)], lambda _: "Poor")
    assert [line.text.strip() for line in it.lines(30, 4)] == ["▸1 bread", "Fresh.", "2 a horse", "✗ Poor"]
    assert [line.text.strip() for line in it.lines(30, 3)] == ["▸1 bread", "2 a horse", "Fresh."]


def test_a_click_on_how_many_more_there_are_shows_the_next_and_opens_nothing() -> None:
    inner = (MenuItem("crumb", answer=THREE),)
    it = ItemMenu([MenuItem(f"bread {number}", items=inner) for number in range(9)], str)
    *_, last = it.lines(40, 5)
    assert last.text == "   ↓ 5 more"
    assert it.select_target(last.target) is SelectResult.MOVED
    assert it.first_page
    first, *_ = shown = it.lines(40, 5)
    assert "↑" in first.text
    assert "5 bread 4" in shown[1].text, "the next items, of which none is left out"
    it.select_target(first.target)
    assert it.at < 4


def long_menu() -> ItemMenu:
    """Return a menu of 20 items, some with a longer note than others."""
    return ItemMenu([MenuItem(f"item {it}", answer=Buy(Seat(0), it), note="note " * (it % 4)) for it in range(20)], str)


def wordy_menu() -> ItemMenu:
    """Return a menu of 30 items, some in several lines."""
    return ItemMenu([MenuItem(f"item {it}" + " word" * (it % 7), answer=Buy(Seat(0), it)) for it in range(30)], str)


@pytest.mark.parametrize(("make", "width"), [(long_menu, 12), (long_menu, 40), (wordy_menu, 20), (wordy_menu, 40)])
@pytest.mark.parametrize("height", [6, 7, 8, 9, 10, 11, 15])
def test_clicks_on_how_many_more_there_are_show_every_item_and_back(
    make: Callable[[], ItemMenu], width: int, height: int
) -> None:
    it = make()
    for sign, end in (("↓", -1), ("↑", 0)):
        seen = set[str]()
        for _ in range(it.count):
            lines = it.lines(width, height)
            assert len(lines) <= height
            seen |= {line.target for line in lines if line.target.startswith(CHOICE)}
            shown = [line for line in lines if line.target.startswith((CHOICE, MORE))]
            if sign not in shown[end].text:
                break
            it.select_target(shown[end].target)
        assert len(seen) == it.count


@pytest.mark.parametrize("start", [0, 3, 10, 19])
def test_a_click_leaves_the_clicked_item_and_those_above_where_they_are(start: int) -> None:
    it = long_menu()
    it.jump(start)
    for row in range(9):
        before = it.lines(12, 9)
        if row < len(before) and before[row].target.startswith(CHOICE):
            it.select_target(before[row].target)
            after = it.lines(12, 9)
            assert [line.target for line in after[: row + 1]] == [line.target for line in before[: row + 1]]
            assert it.select_target(after[row].target) is SelectResult.UNMOVED, "a second click confirms it"


def test_items_below_a_clicked_one_make_room_for_its_note() -> None:
    it = long_menu()
    above = ["▸ 1 item 0", "2 item 1", "3 item 2", "4 item 3"]
    assert [line.text.strip() for line in it.lines(12, 6)] == [*above, "5 item 4", "↓ 15 more"]
    it.select_target(f"{CHOICE}:2")
    above = ["1 item 0", "2 item 1", "▸ 3 item 2", "4 item 3"]
    assert [line.text.strip() for line in it.lines(12, 6)] == [*above, "↓ 16 more", "note note"]


def test_a_note_without_room_below_a_clicked_item_is_cut() -> None:
    items = [MenuItem(f"item {it}", answer=ONE) for it in range(4)]
    it = ItemMenu([*items, MenuItem("item 4", answer=ONE, note="a note of more than a line")], str)
    it.select_target(f"{CHOICE}:4")
    assert [line.text.strip() for line in it.lines(12, 6)][-2:] == ["▸5 item 4", "a note of …"]


def test_the_wheel_goes_through_the_items_and_not_beyond_their_ends() -> None:
    it = ItemMenu([MenuItem(f"bread {number}", answer=ONE) for number in range(3)], str)
    it.scroll(-1)
    assert it.at == 0
    for _ in range(5):
        it.scroll(1)
    assert it.at == 2


def test_an_item_without_a_note_has_that_of_its_page() -> None:
    it = ItemMenu([MenuItem("bread", items=(MenuItem("on f0", answer=ONE),), note="Flour becomes bread.")], str)
    it.enter()
    assert "Flour becomes bread." in [line.text for line in it.lines(40, 9)]


def test_the_way_back_names_as_many_pages_as_fit_whole() -> None:
    inner = MenuItem("red wine", items=(MenuItem("sweet", answer=ONE), MenuItem("dry", answer=TWO)))
    menu = ItemMenu([MenuItem("a drink", items=(inner, MenuItem("water", answer=ONE)))], str)
    menu.enter()
    menu.enter()
    assert menu.lines(20, 9)[0].text == "← red wine ← a drink"
    assert menu.lines(19, 9)[0].text == "← red wine"
