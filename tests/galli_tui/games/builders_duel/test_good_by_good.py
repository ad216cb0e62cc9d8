"""A choice of goods one by one where a card can be used in many ways: every way can be reached, and pages are short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.kit.menu_item import MenuItem
from rules.builders_duel.cards import Trade, Work
from rules.builders_duel.game import PHILIP, BuildersDuel
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bd_positions import Has, turn_of
from tests.support.bd_tables import CARDS, DuelTable
from tests.support.table_positions import at_table

RICH = [
    Has(gold=20, cells="1"),
    Has(gold=20, raw="wool wool", cells="1"),
    Has(gold=20, raw="sand sand stone stone wood", cells="4"),
]


def page_of(table: DuelTable) -> MenuItem:
    """Return the item of the card that can be used in most ways."""
    assert isinstance(table.game, BuildersDuel)
    pages = [it for it in DuelBoard(table.game, ascii_only=False).items(table.view(PUBLIC), PHILIP) if it.opens]
    return max(pages, key=lambda it: len([*leaves(inside(it))]))


def inside(item: MenuItem) -> Sequence[MenuItem]:
    return item.items() if callable(item.items) else item.items


def leaves(items: Sequence[MenuItem]) -> Iterator[Move]:
    assert len(items) <= 9, "each has a digit"
    for it in items:
        if it.move is not None:
            yield it.move
        else:
            yield from leaves(inside(it))


@pytest.mark.parametrize("side", RICH, ids=["buying", "selling", "working"])
def test_every_way_of_using_a_card_is_on_a_page_with_digits(side: Has) -> None:
    table = DuelTable(turn_of(1, 2, cards=CARDS, philip=side))
    ways = {it for it in table.game.legal(table.view(PHILIP), PHILIP) if isinstance(it, Trade | Work)}
    assert len(ways) > 9
    page = page_of(table)
    assert set(leaves(inside(page))) == ways
    menu = ItemMenu([page], lambda _: "")
    for way in ways:
        assert menu.select(way)
        assert menu.item.move == way


def test_goods_are_chosen_one_by_one_with_digits() -> None:
    table = DuelTable(turn_of(1, 2, cards=CARDS, philip=RICH[0]))

    async def script(driver: Driver) -> None:
        await driver.press("1", "2")
        assert "▸1 buy wood ›" in driver.text
        await driver.press("1")
        assert "▸1 buy wood           2 gold" in driver.text
        await driver.press("3")
        assert "▸1 buy wood, sand     4 gold" in driver.text
        await driver.press("enter", "enter")
        assert last_move(table) == Trade(PHILIP, 0, 0, (0, 1))

    drive(at_table(table), script, SIZES[0])


@pytest.mark.parametrize("clicks", [2, 3])
def test_clicks_where_a_count_stood_choose_nothing_that_it_has_shown(clicks: int) -> None:
    table = DuelTable(turn_of(1, 2, cards=CARDS, philip=RICH[1]))

    async def script(driver: Driver) -> None:
        await driver.press("1", "tab", "tab", "tab", "tab")
        row = next(y for y, line in enumerate(driver.lines) if re.search("↑ [0-9] more", line))
        column = driver.lines[row].index("↑")
        shown = driver.text.count("←")
        for _ in range(clicks):
            await driver.click(column, row)
        assert last_move(table) is None
        assert driver.text.count("←") == shown, "no page has been opened"

    drive(at_table(table), script, SIZES[0])


def last_move(table: DuelTable) -> Move | None:
    events = [it.event for it in table.timeline(PUBLIC, 40)]
    return next((event for event in reversed(events) if isinstance(event, Move)), None)
