"""Numbers of two digits: both soon after each other, in menus of ten items and more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.games.kit.decision import SelectResult
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.typed_number import SOON, TypedNumber

CASES = [
    ([(1, 0.0), (2, 0.5)], 12, [1, 12]),
    ([(1, 0.0), (2, SOON + 0.1)], 12, [1, 2]),
    ([(1, 0.0), (3, 0.5)], 12, [1, 3]),
    ([(1, 0.0), (0, 0.5)], 10, [1, 10]),
    ([(1, 0.0), (1, 0.5)], 9, [1, 1]),
    ([(2, 0.0), (0, 0.5)], 20, [2, 20]),
    ([(2, 0.0), (0, 0.5)], 19, [2, 0]),
    ([(1, 0.0), (1, 0.5), (1, 0.9)], 40, [1, 11, 1]),
]


@pytest.mark.parametrize(("digits", "most", "numbers"), CASES)
def test_two_digits_make_a_number_if_there_is_such_a_choice(
    digits: list[tuple[int, float]], most: int, numbers: list[int]
) -> None:
    typed, found = TypedNumber(), list[int]()
    for digit, now in digits:
        number, typed = typed.add(digit, most, now)
        found.append(number)
    assert found == numbers


def test_a_page_that_opens_begins_a_new_number() -> None:
    shown = menu(12, inside=12)
    shown.type_digit(1, 0.0)
    shown.enter()
    shown.type_digit(2, 0.1)
    assert shown.at == 1


def by_arrow(shown: ItemMenu) -> None:
    shown.jump(1)


def by_wheel(shown: ItemMenu) -> None:
    shown.scroll(1)


def by_click(shown: ItemMenu) -> None:
    shown.select_target("choice:4")


@pytest.mark.parametrize("between", [by_arrow, by_wheel, by_click])
def test_a_move_of_the_cursor_between_two_digits_begins_a_new_number(between: Callable[[ItemMenu], None]) -> None:
    shown = ItemMenu([MenuItem(f"item {number}") for number in range(12)], lambda it: it.code)
    shown.type_digit(1, 0.0)
    between(shown)
    shown.type_digit(2, 0.1)
    assert shown.at == 1


def test_a_page_that_closes_begins_a_new_number() -> None:
    shown = menu(12, inside=12)
    shown.enter()
    shown.type_digit(1, 0.0)
    shown.close_page()
    shown.type_digit(2, 0.1)
    assert shown.opened == shown.first_items()[1]


def menu(count: int, inside: int = 1) -> ItemMenu:
    """A menu of items that all open a page."""
    inner = [MenuItem("inside")] * inside
    return ItemMenu([MenuItem(f"item {number}", items=inner) for number in range(count)], lambda it: it.code)


def test_a_first_digit_opens_no_page_where_another_may_follow() -> None:
    long = menu(12)
    long.select_number(1)
    assert (long.first_page, long.at) == (True, 0)
    long.select_number(12)
    assert long.opened == long.first_items()[11]
    short = menu(9)
    short.select_number(1)
    assert short.opened == short.first_items()[0]


def test_a_digit_that_selects_nothing_is_answered_with_the_numbers_that_can_be_typed() -> None:
    for count, numbers in ((1, "1"), (7, "1 to 7"), (12, "1 to 12")):
        shown = menu(count)
        assert shown.digit_answer(0, shown.type_digit(0, 0.0)) == f"Nothing here has the number 0: type {numbers}."
    assert menu(7).digit_answer(3, SelectResult.MOVED) == ""


def test_a_digit_that_may_go_on_says_so_and_enter_takes_it() -> None:
    for count, longer in ((10, "10"), (14, "10 to 14"), (40, "10 to 19")):
        shown = menu(count)
        answer = shown.digit_answer(1, shown.type_digit(1, 0.0))
        assert answer == f"For {longer} type the second digit at once; Enter takes 1."
        shown.enter()
        assert shown.opened == shown.first_items()[0]
    shown = menu(12)
    shown.type_digit(1, 0.0)
    assert shown.digit_answer(2, shown.type_digit(2, 0.5)) == ""
    assert shown.opened == shown.first_items()[11]


def test_every_item_shows_its_number() -> None:
    assert [line.text[:5] for line in menu(11).lines(30, 20)][:11] == [
        "▸ 1 i",
        *(f" {number:>2} i" for number in range(2, 12)),
    ]
    assert [line.text[:4] for line in menu(3).lines(30, 20)] == ["▸1 i", " 2 i", " 3 i"]
