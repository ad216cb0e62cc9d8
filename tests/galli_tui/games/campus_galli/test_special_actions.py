"""Special actions as a menu: what can be paid for first, the rest with its clause, and what each pays and brings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.games.campus_galli.move_entry.special_actions import SpecialActionEntry
from galli_tui.games.kit.decision import SelectResult
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.screens.start.help import HelpScreen
from rules.campus_galli.special_actions import BuyFromHut, Lift
from rules.engine.grid import spaces_of
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.play import Play
from tests.support.positions import position, table
from tests.support.table_positions import PositionTable, at_table, entering, spaces, words

Compare = Callable[..., bool]

LAID = ("1 hut red hall c4 c5 c6 c7", "1 hut red tower d5 d6 e5 e6", "1 hut green hall f5 g5 h5 i5 builder")
BOARD = ("halt-church", "church-bell", "rebuild-hall", "new-person-west-1", "feeding-the-poor")
WIDTH, HEIGHT = 45, 19


def moment(tiles: str) -> Play:
    """Anna is asked first."""
    game = table(2, variants=("open-hands",), level=3)
    return position(game, special="1 2", laid=LAID, tiles={1: tiles, 2: "R"}, board=BOARD)


def acting(tiles: str) -> SpecialActionEntry:
    found = entering(moment(tiles))
    assert isinstance(found, SpecialActionEntry)
    return found


def item(way: SpecialActionEntry, start: str) -> MenuItem:
    """Goes to the item that begins so."""
    way.at = next(number for number, it in enumerate(way.items) if it.words.startswith(start))
    return way.item


def text(way: SpecialActionEntry) -> str:
    return " ".join(words(way.lines(WIDTH, HEIGHT)).split())


@pytest.mark.parametrize("tiles", ["R", "RRGB", "RRRGBYY", "RRRRGGGGBBBBYYYY"])
def test_an_action_keeps_its_number_whatever_can_be_paid_for(tiles: str) -> None:
    assert [it.words for it in acting(tiles).items] == [
        "pass",
        "expand: flip a building to wood",
        "buy from the hut",
        "buy from the pouch",
        "swap three tiles for one",
        "church bell: 3 blue",
        "feeding the poor: 3 yellow",
        "lift the cordon from A",
        "reconstruct: move a section",
    ]


def test_what_is_impossible_stays_in_its_place_with_the_clause() -> None:
    way = acting("RRRGBYY")
    assert {it.refusal is not None for it in way.items} == {True, False}
    for number, it in enumerate(way.items):
        way.at = number
        if it.refusal is not None:
            assert f"✗ Not enough tiles. ({it.refusal.clause})" in text(way)
            assert way.refusal == it.refusal


def test_without_three_tiles_the_swap_says_why_it_is_impossible() -> None:
    way = acting("R")
    assert item(way, "swap").refusal is not None
    assert "✗ " in text(way)


@pytest.mark.parametrize("word", ["?", "why"])
def test_a_click_on_why_behind_a_reason_opens_the_rulebook_at_its_clause(word: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("6")
        lines = app.lines
        row = next(place for place, text in enumerate(lines) if "? why" in text)
        await app.click(lines[row].index(word, lines[row].index("? why")) + len(word) - 1, row)
        assert isinstance(app.app.screen, HelpScreen)

    drive(at_table(PositionTable(moment("RRRGBYY"))), script)


@pytest.mark.parametrize("width", range(12, WIDTH))
def test_the_key_behind_a_reason_stays_in_one_line_with_its_label(width: int) -> None:
    way = acting("RRRGBYY")
    way.at = next(number for number, it in enumerate(way.items) if it.refusal is not None)
    shown = [it.rstrip() for it in words(way.lines(width, 99)).splitlines()]
    assert any(it.endswith("? why") for it in shown), shown


def test_an_action_that_swaps_would_pay_for_says_so() -> None:
    way = acting("RRRRBB")
    item(way, "church bell")
    assert "You can after swapping." in text(way)
    item(way, "feeding the poor")
    assert "You can after swapping." not in text(way)


def test_the_cordon_is_lifted_for_its_tiles_and_its_building_is_marked() -> None:
    way = acting("GB")
    item(way, "lift the cordon from A")
    assert "You will have no tile." in text(way)
    assert way.highlights.marked == way.context.layout.areas[0]


def test_expanding_shows_its_points_with_the_tasks_that_it_fulfils() -> None:
    way = acting("RRRGBYY")
    item(way, "expand")
    way.enter()
    stables = item(way, "the stables (D)")
    assert stables.right[-1].text == " +1½"
    assert "Fulfils new person in the west" in text(way)
    assert way.highlights.marked == way.context.layout.areas[3]
    assert item(way, "the barn (F)").right[-1].text == " +1"
    assert "A master builder is placed beside it." in text(way)


def test_a_page_without_affordable_items_can_be_read_but_not_chosen() -> None:
    way = acting("R")
    assert item(way, "expand").refusal is not None
    assert way.enter() is None
    assert all(it.refusal is not None for it in way.items)
    assert isinstance(way.enter(), Refusal)
    assert way.close_page()


def test_a_section_to_be_rebuilt_is_marked_on_the_plan() -> None:
    way = acting("R")
    item(way, "reconstruct")
    way.enter()
    item(way, "red hall")
    assert way.highlights.marked == spaces(moment("R"), "c4 c5 c6 c7")
    assert isinstance(way.item.answer, Lift)


def test_buying_from_the_hut_goes_by_colour_section_and_payment() -> None:
    way = acting("RRRGB")
    item(way, "buy from the hut")
    way.enter()
    assert [it.refusal is None for it in way.items] == [True, False, False, False]
    item(way, "red")
    way.enter()
    item(way, "red wing")
    way.enter()
    assert way.title == "hut: pay for the red wing"
    assert [it.words for it in way.items] == ["pay"]
    assert "You will have no tile. You place it at once" in text(way)
    assert isinstance(way.item.answer, BuyFromHut)


def test_a_swap_shows_what_is_kept_before_confirmation() -> None:
    way = acting("RRRB")
    item(way, "swap")
    way.enter()
    way.at = next(number for number, it in enumerate(way.items) if it.right[0].text == "▲▲▲")
    assert way.title == "swap: which three tiles?"
    assert "You keep 1 blue tile and receive one of your choice." in text(way)
    way.enter()
    assert "".join(it.text for it in item(way, "get a green tile").right) == "▲▲▲ → ◆"
    assert "You will have 1 green and 1 blue tile." in text(way)


def test_a_click_on_the_title_of_a_page_goes_back() -> None:
    async def script(app: Driver) -> None:
        swap = next(line for line in app.lines if "swap three tiles" in line)
        await app.press(swap.split("swap")[0].split()[-1].strip("▸"))
        row = next(place for place, line in enumerate(app.lines) if "─ ← swap: which three tiles? ─" in line)
        await app.click(app.lines[row].index("swap:"), row)
        assert "─ special action ─" in app.text

    drive(at_table(PositionTable(moment("RRRB"))), script)


def test_a_long_list_counts_its_hidden_items() -> None:
    way = acting("RRRGGBBYY")
    item(way, "buy from the pouch")
    way.enter()
    lines = words(way.lines(WIDTH, 6))
    assert "↓" in lines
    way.at = len(way.items) - 1
    assert "↑" in words(way.lines(WIDTH, 6))


def test_the_keys_below_are_those_of_the_page_that_is_open() -> None:
    async def script(app: Driver) -> None:
        swap = next(line for line in app.lines if "swap three tiles" in line)
        before = app.line(-1)
        await app.press(swap.split("swap")[0].split()[-1].strip("▸"))
        assert "1-4 choose" in app.line(-1)
        await app.press("1")
        assert "1-4 choose" in app.line(-1)
        await app.press("escape", "escape")
        assert app.line(-1) == before
        assert "1-9 choose" in before

    drive(at_table(PositionTable(moment("RRRGB"))), script)


SCREENS: dict[str, tuple[str, tuple[str, ...]]] = {
    "actions": ("RRRGBYY", ("down",)),
    "barred": ("RRRGBYY", ("6",)),
    "expanding": ("RRRGBYY", ("2",)),
    "paying": ("RRRGGBBY", ("3", "1", "1")),
    "rebuilding": ("RRRGBYY", ("9", "down")),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", SCREENS)
def test_screen(snap_compare: Compare, name: str, size: tuple[int, int]) -> None:
    tiles, keys = SCREENS[name]
    assert snap_compare(at_table(PositionTable(moment(tiles))), press=keys, terminal_size=size)


def test_a_click_on_a_building_selects_what_is_done_with_it() -> None:
    way = acting("RRRGBYY")
    lifting = item(way, "lift the cordon")
    way.at = 0
    assert way.select_space(next(spaces_of(lifting.shows))) is SelectResult.MOVED
    assert way.item == lifting or way.opened == lifting


def test_undo_closes_the_page_that_was_opened_before_it_takes_back_a_move() -> None:
    table = PositionTable(moment("RRRB"))

    async def script(app: Driver) -> None:
        before = table.view(PUBLIC)
        swap = next(line for line in app.lines if "swap three tiles" in line)
        await app.press(swap.split("swap")[0].split()[-1].strip("▸"))
        assert "▸1 give these three ›" in app.text
        await app.press("enter")
        assert "Enter again takes the selected line" in app.line(-2)
        await app.press("enter", "u")
        assert "─ ← swap: which three tiles? ─" in app.text
        await app.press("u")
        assert "─ special action ─" in app.text
        assert table.view(PUBLIC) == before

    drive(at_table(table), script)
