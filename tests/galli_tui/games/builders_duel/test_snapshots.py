"""How the duel looks in each state at the three sizes; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.terminal.capabilities import Colours, Terminal
from tests.support.app_driver import SIZES
from tests.support.bd_tables import DuelTable, building, calm, claiming, conflict, ended, using
from tests.support.table_positions import at_table

Compare = Callable[..., bool]
State = tuple[Callable[[], DuelTable], tuple[str, ...]]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))

AT_ALL_SIZES: dict[str, State] = {
    "claiming": (claiming, ("down",)),
    "answering": (lambda: claiming("2 claim d1"), ("down",)),
    "conflict": (conflict, ("down",)),
    "market": (using, ("enter", "down")),
    "building": (lambda: building(), ("enter",)),
    "end": (ended, ("escape",)),
}
WHERE_ROOM_IS_SCARCE: dict[str, State] = {
    "using": (using, ("down",)),
    "answering-refused": (lambda: claiming("2 claim r2"), ("1", "enter")),
    "since": (lambda: claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4"), ()),
    "calm": (calm, ("down",)),
    "details": (claiming, ("i",)),
}
TERMINALS = {
    "day": Terminal(theme="parchment"),
    "high-contrast": Terminal(theme="high-contrast"),
    "colour-blind": Terminal(theme="colour-blind"),
    "sixteen": Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
    "no-color": Terminal(colours=Colours.NONE, theme="none"),
    "ascii": Terminal(ascii=True),
}


@sizes
@pytest.mark.parametrize(("make", "keys"), AT_ALL_SIZES.values(), ids=AT_ALL_SIZES)
def test_state(
    snap_compare: Compare, make: Callable[[], DuelTable], keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    assert snap_compare(at_table(make()), press=keys, terminal_size=size)


@pytest.mark.parametrize(("make", "keys"), WHERE_ROOM_IS_SCARCE.values(), ids=WHERE_ROOM_IS_SCARCE)
def test_state_at_80x24(snap_compare: Compare, make: Callable[[], DuelTable], keys: tuple[str, ...]) -> None:
    assert snap_compare(at_table(make()), press=keys, terminal_size=SIZES[0])


@pytest.mark.parametrize("name", TERMINALS)
def test_terminal(snap_compare: Compare, name: str) -> None:
    assert snap_compare(at_table(conflict(), TERMINALS[name]), press=("down",), terminal_size=SIZES[0])
