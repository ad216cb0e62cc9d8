"""How the table looks in each state at the three sizes; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.terminal.capabilities import Colours, Terminal
from tests.support.app_driver import SIZES
from tests.support.ora_tables import in_the_middle, ora_table
from tests.support.table_positions import at_table

Compare = Callable[..., bool]
State = tuple[Callable[[], InMemoryTable], tuple[str, ...]]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
themes = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])


def middle() -> InMemoryTable:
    """Return a match of three in which everybody has built something."""
    return in_the_middle("three")


def settling() -> InMemoryTable:
    """Return a match of four in a settlement phase."""
    return in_the_middle("four")


AT_ALL_SIZES: dict[str, State] = {
    "beginning": (ora_table, ()),
    "carrying-out": (middle, ()),
    "settling": (settling, ("enter", "down")),
}
WHERE_ROOM_IS_SCARCE: dict[str, State] = {
    "use": (ora_table, ("1", "down")),
    "contract": (ora_table, ("2", "1")),
    "build": (ora_table, ("5", "5")),
    "solo": (lambda: in_the_middle("solo"), ()),
    "ireland": (lambda: in_the_middle("two-ireland"), ()),
}
PAGES = {"display": 0, "land": 1, "goods": 4, "settling": 5, "wheel": 6}
"""How often the key for the next page leads to a page."""
TERMINALS = {
    "high-contrast": Terminal(theme="high-contrast"),
    "colour-blind": Terminal(theme="colour-blind"),
    "sixteen": Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
    "no-color": Terminal(colours=Colours.NONE, theme="none"),
    "ascii": Terminal(colours=Colours.NONE, theme="none", ascii=True),
}


@sizes
@themes
@pytest.mark.parametrize(("make", "keys"), AT_ALL_SIZES.values(), ids=AT_ALL_SIZES)
def test_state(
    snap_compare: Compare,
    make: Callable[[], InMemoryTable],
    keys: tuple[str, ...],
    theme: str,
    size: tuple[int, int],
) -> None:
    assert snap_compare(at_table(make(), Terminal(theme=theme)), press=keys, terminal_size=size)


@pytest.mark.parametrize(("make", "keys"), WHERE_ROOM_IS_SCARCE.values(), ids=WHERE_ROOM_IS_SCARCE)
def test_state_at_80x24(snap_compare: Compare, make: Callable[[], InMemoryTable], keys: tuple[str, ...]) -> None:
    assert snap_compare(at_table(make()), press=keys, terminal_size=SIZES[0])


@pytest.mark.parametrize("steps", PAGES.values(), ids=PAGES)
def test_page(snap_compare: Compare, steps: int) -> None:
    assert snap_compare(at_table(middle()), press=("b", *["right"] * steps), terminal_size=SIZES[0])


@pytest.mark.parametrize("name", TERMINALS)
def test_terminal(snap_compare: Compare, name: str) -> None:
    assert snap_compare(at_table(middle(), TERMINALS[name]), terminal_size=SIZES[0])
