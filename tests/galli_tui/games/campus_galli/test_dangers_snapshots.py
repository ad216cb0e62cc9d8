"""How events look at the three sizes, decided and witnessed; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.terminal.capabilities import Colours, Terminal
from tests.support.app_driver import SIZES
from tests.support.positions import filling, table
from tests.support.table_positions import LONG_NAMES, ScriptedTable, at_table

Compare = Callable[..., bool]
Make = Callable[[], InMemoryTable]

LAID = ("1 hut red hall c4 c5 c6 c7", "1 hut red tower d5 d6 e5 e6", "1 hut green hall f5 g5 h5 i5 builder")
BOOKS = {1: "book-abrogans book-troper", 2: "book-legendary", 3: "book-confraternity-book"}
BOARD = ("expand-workshops", "connect-infirmary-novitiate", "connect-bakery-cloister", "expand-guests")
OPEN = ("open-hands",)


FIRE = (
    "dealer task fire-1",
    "dealer dice red",
    "1 decline",
    "1 lose-book book-troper",
    "dealer dice blue",
    "2 pay B",
    "dealer dice white",
)
"""Anna pays nothing and loses a book, Bruno pays, Clara wards it off too."""


def fire(past: int, names: tuple[str, ...] = ()) -> Make:
    def make() -> InMemoryTable:
        play = filling(
            table(4, variants=OPEN, level=3),
            books=BOOKS,
            tiles={1: "RG", 2: "BG", 3: "B", 4: "Y"},
            board=("red-beside-blue", "progress-church"),
        )
        to_come = [it for it in FIRE[past:] if it.startswith("dealer")]
        return ScriptedTable(play, *FIRE[:past], *to_come, past=past, names=names)

    return make


def epidemic() -> InMemoryTable:
    play = filling(
        table(4, variants=OPEN, level=3),
        wood="ABCHG",
        guests={1: "guest-iso guest-notker", 2: "guest-findan"},
        beside=["1 H guest", "1 G guest", "2 H guest"],
        tiles={1: "RRGGBBYY", 2: "B", 3: "B", 4: "Y"},
        board=("red-beside-blue",),
    )
    return ScriptedTable(play, "dealer task epidemic-east", "dealer dice black black", past=2, names=LONG_NAMES)


def collapse(mode: str = "versus") -> Make:
    def make() -> InMemoryTable:
        tiles = {1: "RG", 2: "RRB", 3: "BRR"}
        play = filling(table(3, mode, OPEN, level=3), laid=LAID, tiles=tiles, board=("red-beside-blue",))
        return ScriptedTable(play, "dealer task collapse-1", "dealer dice red red black", past=2)

    return make


def arrivals() -> InMemoryTable:
    play = filling(table(2, variants=OPEN, level=3), wood="ABCEF", beside=["1 E", "1 F", "2 F"], tiles={1: "RGYY"})
    return ScriptedTable(play, "dealer task arrivals-south", past=1)


def halt() -> InMemoryTable:
    play = filling(table(3, level=3), wood="ABCHGEF", laid=LAID[:2], board=BOARD)
    return ScriptedTable(play, "dealer task halt-cloister", past=1)


def storm() -> InMemoryTable:
    play = filling(table(2, level=3), laid=LAID[:1])
    return ScriptedTable(play, "dealer task fire-1", "dealer task collapse-1", "dealer task storm-north-tower", past=3)


SCENES: dict[str, tuple[Make, tuple[str, ...]]] = {
    "fire": (fire(5), ()),
    "losing-a-book": (fire(3), ("down",)),
    "epidemic": (epidemic, ("down",)),
    "ways-to-pay": (epidemic, ("enter", "down")),
    "collapse": (collapse(), ("down",)),
    "fallen": (collapse("coop"), ("2", "enter", "2", "enter")),
    "arrivals": (arrivals, ()),
    "warded-off": (fire(5), ("1", "enter")),
    "halt": (halt, ()),
    "ignored": (storm, ()),
    "storm": (storm, ("enter",)),
}
TERMINALS = {
    "day": Terminal(theme="parchment"),
    "sixteen": Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
    "no-color": Terminal(colours=Colours.NONE, theme="none"),
    "ascii": Terminal(ascii=True),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", SCENES)
def test_scene(snap_compare: Compare, name: str, size: tuple[int, int]) -> None:
    make, keys = SCENES[name]
    assert snap_compare(at_table(make()), press=keys, terminal_size=size)


@pytest.mark.parametrize("name", TERMINALS)
def test_dice_and_section_in_danger_in_poor_terminals(snap_compare: Compare, name: str) -> None:
    assert snap_compare(at_table(collapse()(), TERMINALS[name]), terminal_size=SIZES[0])


@pytest.mark.parametrize("name", TERMINALS)
def test_cordon_and_grass_of_tasks_in_poor_terminals(snap_compare: Compare, name: str) -> None:
    assert snap_compare(at_table(halt(), TERMINALS[name]), terminal_size=SIZES[0])


def test_long_names_fit(snap_compare: Compare) -> None:
    assert snap_compare(at_table(fire(7, LONG_NAMES)()), terminal_size=SIZES[0])
