"""Any game's components are printed from their readable form."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.kit.component_lines import WIDTH, component_lines
from rules.builders_duel.game import BOX
from rules.registry import game_box


@pytest.mark.parametrize(
    ("key", "name"), [("campus-galli", "Hortulus"), ("ora-et-labora", "Peat Coal Kiln"), ("builders-duel", "")]
)
def test_the_names_of_all_components_are_known_to_the_screens(key: str, name: str) -> None:
    box = game_box(key)
    meta = box.meta
    seats, _ = meta.modes[meta.ordered_modes[0]]
    names = texts_of(key).component_names(box.new(meta.options_with(seats, meta.ordered_modes[0])))
    assert not name or name in names
    assert len(names) > 10


def test_a_list_is_a_table_and_a_group_has_its_values() -> None:
    box = {"bank": 74, "prices": {"seal_price": 2}, "cards": [{"name": "Mill", "goods": ["ore", "wool"], "side": None}]}
    assert component_lines(box) == [
        "  bank: 74",
        "",
        "Prices",
        "  seal price: 2",
        "",
        "Cards: 1",
        "  name Mill, goods ore wool",
    ]


def test_lists_in_a_list_are_told_apart() -> None:
    box = {"sides": [{"name": "Philip", "sections": [["wood", "ore"], ["wool"]]}]}
    assert component_lines(box)[-1] == "  name Philip, sections wood ore / wool"


def test_a_long_row_is_wrapped_and_indented() -> None:
    (_, first, second) = component_lines({"words": ["abbot " * 20]})
    assert len(first) <= WIDTH
    assert second.startswith("    abbot")


def test_a_game_without_components_has_no_lines() -> None:
    assert component_lines(None) == []


def test_copies_are_counted_and_so_are_those_of_each_deck() -> None:
    cards = [{"deck": "A", "name": "Mill", "copies": 2}, {"deck": "B", "name": "Mill", "copies": 3}]
    assert "Cards: 5 (2 in deck A, 3 in deck B)" in component_lines({"cards": cards})
    assert "Coins: 14" in component_lines({"coins": [{"name": "one", "copies": 14}]})


def test_the_54_cards_of_builders_duel_are_counted() -> None:
    lines = component_lines(BOX.readable_components(None))
    assert "Cards: 54 (27 in deck A, 27 in deck B)" in lines
