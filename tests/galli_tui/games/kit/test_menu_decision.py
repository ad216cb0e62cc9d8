"""A menu of items: pages, prices, reasons, and what a click on the board chooses."""

from __future__ import annotations

from dataclasses import dataclass

from galli_tui.games.kit.decision import Arrow, SelectResult
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_decision import ItemMenu, MenuItem
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
    assert shown(it) == ["▸1 red", "2 white"]
    it.move(Arrow.LEFT)
    assert (it.item.words, it.close_page()) == ("wine", False)


def test_a_move_is_found_on_its_page() -> None:
    it = menu()
    assert it.select(THREE)
    assert it.enter() == THREE
    assert not it.select(Buy(Seat(1), 1))


def test_a_click_on_the_board_selects_its_item_from_any_page() -> None:
    it = menu()
    assert it.select_target("card 1") is SelectResult.UNMOVED
    assert it.select_target("card 2") is SelectResult.MOVED
    assert shown(it) == ["▸1 red", "2 white"]
    assert it.select_target("card 1") is SelectResult.MOVED
    assert it.item.move == ONE
    assert it.select_target("card 9") is SelectResult.NONE
