"""No line of the board, its pages or its menu is wider than its room, in any state and at any size."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.game_board import Scene
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.games.ora_et_labora.land_lines import LandCell
from galli_tui.games.ora_et_labora.short_names import short_names
from galli_tui.games.ora_et_labora.signs import ASCII, UNICODE, OraSigns
from galli_tui.games.ora_et_labora.wheel_lines import SIGNS
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.toml_table import parsed_beside
from rules.ora_et_labora.building import BuildCard
from rules.ora_et_labora.state import TOKENS, OraState
from saves.text import cell_width
from tests.support.ora_positions import MODES, Land, match, position
from tests.support.ora_tables import ROOMS, ora_board, ora_table, varied
from tests.support.table_positions import LONG_NAMES

COLUMN = 29


def reason(refusal: Refusal) -> str:
    return f"not now ({refusal.clause})"


def width(text: str) -> int:
    return sum(map(cell_width, text))


@pytest.mark.parametrize(
    ("mode", "country"), [(mode, ("ireland", "france")[number % 2]) for number, mode in enumerate(MODES)]
)
def test_board_pages_and_menu_fit_into_their_room(mode: str, country: str) -> None:
    table = ora_table(mode, country, 4, names=LONG_NAMES)
    board, before = ora_board(table), dict[Seat, OraState]()
    for number, (view, seat, move) in enumerate(varied(table, 2)):
        if number % 4 == 0:
            for columns, lines in ROOMS:
                scene = Scene(view, columns, lines, table.players, seat, move, before.get(seat), seat)
                shown = board.lines(scene)
                assert len(shown) <= lines
                assert max(width(it.text) for it in shown) <= columns
            menu = ItemMenu(board.items(view, seat), reason)
            assert all(width(it.text) <= COLUMN for it in menu.lines(COLUMN, 15))
        if number % 40 == 0:
            scene = Scene(view, 0, 0, table.players, seat, None, before.get(seat), seat)
            for page in board.pages(scene):
                for columns in (79, 119, 159):
                    assert max(width(it.text) for it in page.lines(columns)) <= columns, page.name
        before[seat] = view


def test_a_land_of_many_rows_is_shown_around_the_space_that_is_chosen() -> None:
    districts = " ".join(f"{row}plains" for row in range(2, 11))
    found = position(match("3"), Land("5 wood, 5 clay", districts=districts, plots="0coast 0mountain"))
    board = ora_board(ora_table())
    build = found.game.parse("1 build G07 d10")
    assert isinstance(build, BuildCard)
    for move, row in ((None, " 0 "), (build, "10 ")):
        shown = board.lines(Scene(found.state, *ROOMS[0], (), found.seat, move))
        assert any(it.text.startswith(row) for it in shown)
        assert len(shown) == ROOMS[0][1]


@pytest.mark.parametrize(
    ("width", "shown"), [(3, ["F04", "p+6"]), (5, ["F04 p", "Mill "]), (12, ["F04        p", "Windmill  +6"])]
)
def test_a_small_cell_has_the_key_of_its_building_and_who_stands_there(width: int, shown: list[str]) -> None:
    it = LandCell("F04", "oak_fill", ("Windmill", "Mill"), "+6", "p", strong=True)
    assert it.texts(width, 2) == shown
    assert it.texts(width, 1)[0].startswith("F04")
    assert it._replace(clergy="lppp").texts(width, 1)[0].startswith("F04")
    assert any("»" in text for text in it._replace(clergy="", flag="»").texts(width, 2))
    assert "F04" in it._replace(clergy="", flag="»").texts(width, 2)[0]


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_each_sign_has_one_meaning(signs: OraSigns) -> None:
    assert len(set(signs)) == len(signs)
    assert all(width(it) == 1 for name, it in signs._asdict().items() if name != "into")


def test_every_card_has_a_name_for_a_cell_of_five_and_no_two_have_the_same() -> None:
    box = match().box
    names = {card.name for card in (*box.buildings, *box.printed, *box.settlements)}
    forms = {name: short_names(name) for name in names}
    assert all(all(len(form) <= 8 for form in it) and len(it[-1]) <= 5 for it in forms.values())
    assert len({it[-1] for it in forms.values()}) == len(names)
    file = parsed_beside("galli_tui.games.ora_et_labora", "short_names.toml").table("names")
    assert set(file.names()) == names


@pytest.mark.parametrize("width", range(3, 17))
def test_forest_and_moor_have_the_same_form_in_cells_of_one_width(width: int) -> None:
    words = [LandCell(it, "ink").texts(width, 2)[0] for it in (f"{UNICODE.forest}forest", f"{UNICODE.moor}moor")]
    assert len({(UNICODE.forest in it or UNICODE.moor in it, "r" in it) for it in words}) == 1


def test_a_short_name_is_a_word_of_the_name_or_an_abbreviation() -> None:
    box = match().box
    for card in (*box.buildings, *box.printed, *box.settlements):
        for form in short_names(card.name):
            letters = iter(card.name.casefold())
            kept = [it for it in form.removesuffix(".").removesuffix("s").casefold() if it.isalpha()]
            assert all(it in letters for it in kept), (card.name, form)


def test_cells_left_over_widen_the_columns_with_the_most_cards_so_that_their_names_fit() -> None:
    land = Land("1 wood", built={"e0": "G01"}, plots="0coast")
    found = position(match("2"), land, land)
    shown = [it.text for it in ora_board(ora_table("2")).lines(Scene(found.state, *ROOMS[0], (), found.seat))]
    for name in ("Priory", "Office", "water ", "coast ", "plains"):
        assert any(name in it for it in shown)


@pytest.mark.parametrize(("room", "shown"), zip(ROOMS, ("", "next ", "next "), strict=True))
def test_what_land_costs_is_named_as_coins(room: tuple[int, int], shown: str) -> None:
    found = position(match("2"), Land("1 wood"), Land("1 wood"))
    lines = [it.text for it in ora_board(ora_table("2")).lines(Scene(found.state, *room, (), found.seat))]
    (prices,) = (it for it in lines if it.startswith("home "))
    assert f" {shown}district 2 coins, plot 3" in prices
    assert (", contract 1" in prices) is bool(shown)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_ground_but_water_is_drawn_in_waves(signs: OraSigns) -> None:
    assert [name for name, it in signs._asdict().items() if it in ("~", "≈", "=")] == ["water"]


def test_the_signs_of_goods_on_the_dial_are_letters_of_their_names() -> None:
    for name, sign in zip(TOKENS, SIGNS, strict=True):
        letters = iter(name)
        assert sign[0] == name[0].upper()
        assert all(it in letters for it in sign.lower())


PRINT = ("Printing Office", "Printing", "Print")


@pytest.mark.parametrize(
    ("clergy", "size", "shown"),
    [
        ("", (5, 2), ["F38+4", "Print"]),
        ("p", (5, 2), ["F38 p", "Print"]),
        ("p", (4, 2), ["F38p", "Prin"]),
        ("", (4, 4), ["F38 ", "Prin", "    ", "  +4"]),
        ("p", (3, 2), ["F38", "p+4"]),
        ("p", (8, 2), ["F38+4  p", "Printing"]),
        ("lp", (7, 2), ["F38  lp", "Print  "]),
        ("", (12, 2), ["F38 Printing", "Office    +4"]),
        ("p", (14, 2), ["F38 Printing p", "Office      +4"]),
        ("p", (18, 2), ["F38              p", "Printing Office +4"]),
        ("p", (9, 3), ["F38     p", "Printing ", "Office +4"]),
        ("p", (8, 3), ["F38    p", "Printing", "      +4"]),
        ("p", (8, 1), ["F38+4  p"]),
        ("", (12, 1), ["F38 Print +4"]),
        ("p", (24, 1), ["F38 Printing Office +4 p"]),
    ],
)
def test_a_cell_has_the_longest_name_for_which_there_is_room(
    clergy: str, size: tuple[int, int], shown: list[str]
) -> None:
    it = LandCell("F38", "oak_fill", PRINT, "+4", clergy, strong=True)
    assert it.texts(*size) == shown


def test_a_cloister_with_a_clergyman_has_its_name_in_the_narrow_cells_of_seven_columns() -> None:
    it = LandCell("G02*", "blue_fill", ("Cloister Courtyard", "Court"), "+4", "l", strong=True)
    assert it.texts(5, 2) == ["G02*l", "Court"]
    assert it.texts(5, 2) == it._replace(value="+10").texts(5, 2)
    assert it._replace(clergy="", flag="»").texts(4, 2) == ["G02*", " »+4"]


def test_at_a_table_for_two_the_land_of_the_other_is_as_wide_as_the_own() -> None:
    land = Land("1 wood", built={"e0": "F08"}, settled={"f0": "S3"})
    found = position(match("2"), land, land)
    shown = [it.text for it in ora_board(ora_table("2")).lines(Scene(found.state, *ROOMS[1], (), found.seat))]
    for name in ("Market Town", "Clay Mound", "Farmyard", "Office"):
        assert sum(it.count(name) for it in shown) == 2, name
