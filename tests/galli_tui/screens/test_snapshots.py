"""How every screen that knows no game looks, at the three sizes; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.tables.match_store import Condition
from galli_tui.terminal.capabilities import Colours, Terminal
from tests.support.app_driver import SIZES, app_with
from tests.support.bot_backends import SpreadAdvice
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.straws_game import straws, straws_table

pytestmark = pytest.mark.usefixtures(straws.__name__)

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))

AT_THE_MENU = {
    "menu": (),
    "new-game": ("n",),
    "saved-games": ("m", "down", "down"),
    "saved-games-delete": ("m", "x"),
    "saved-games-verify": ("m", "down", "down", "c"),
    "help-guide": ("f1",),
    "help-advice": ("f1", "tab"),
    "help-keys": ("f1", "tab", "tab"),
    "help-rulebook": ("f1", "tab", "tab", "tab", "down"),
    "commands": ("ctrl+p",),
}
MATCH_FILES = {
    "import": ("m", "ctrl+o"),
    "refused": ("m", "ctrl+o", *"none.galli", "enter"),
    "export": ("m", "down", "ctrl+e"),
}
ROUND = ("enter", "1", "enter", "1", "3", "2")
AT_THE_TABLE = {
    "handover": ("enter", "1"),
    "refusal": (*ROUND[:5], "3"),
    "log": (*ROUND[:5], "l"),
    "end-versus": (*ROUND, *ROUND),
    "leave": (*ROUND[:5], "escape"),
}


def match_store() -> FakeMatchStore:
    return FakeMatchStore(
        saved("9f86d081"),
        saved("60303ae2", Condition.OVER, "Clara"),
        saved("fd61a03a", Condition.DAMAGED, "Eva", "Finn", explanation="It is damaged after move 17."),
        saved("x.galli", Condition.FOREIGN, "", explanation="It was made by a newer version of this program."),
    )


@sizes
@pytest.mark.parametrize("keys", AT_THE_MENU.values(), ids=AT_THE_MENU)
def test_screen(snap_compare: Compare, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    assert snap_compare(app_with(match_store=match_store()), press=keys, terminal_size=size)


@sizes
@pytest.mark.parametrize("theme", ["lamp-black", "parchment"])
@pytest.mark.parametrize("keys", MATCH_FILES.values(), ids=MATCH_FILES)
def test_match_file(snap_compare: Compare, keys: tuple[str, ...], theme: str, size: tuple[int, int]) -> None:
    app = app_with(match_store=match_store(), terminal=Terminal(theme=theme))
    assert snap_compare(app, press=keys, terminal_size=size)


@sizes
@pytest.mark.parametrize("keys", AT_THE_TABLE.values(), ids=AT_THE_TABLE)
def test_table(snap_compare: Compare, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    assert snap_compare(app_with(straws_table("Anna", "Bruno")), press=keys, terminal_size=size)


@sizes
def test_hints(snap_compare: Compare, size: tuple[int, int]) -> None:
    table = straws_table("Anna", "Bruno")
    table.advice = SpreadAdvice(table.game)
    assert snap_compare(app_with(table), press=(*ROUND[:4], "h", "down"), terminal_size=size)


@sizes
def test_review(snap_compare: Compare, size: tuple[int, int]) -> None:
    table = straws_table("Anna", "Bruno")
    table.advice = SpreadAdvice(table.game)
    assert snap_compare(app_with(table), press=(*ROUND, *ROUND, "a", "down"), terminal_size=size)


@sizes
def test_end_together(snap_compare: Compare, size: tuple[int, int]) -> None:
    table = straws_table("Anna", "Bruno", mode="coop")
    assert snap_compare(app_with(table), press=(*ROUND, *ROUND), terminal_size=size)


def looks() -> dict[str, Terminal]:
    return {
        "day": Terminal(theme="parchment"),
        "sixteen": Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
        "no-color": Terminal(colours=Colours.NONE, theme="none"),
        "ascii": Terminal(ascii=True),
    }


@pytest.mark.parametrize("look", looks().values(), ids=looks())
@pytest.mark.parametrize("keys", [(), ("n",), ("m",)], ids=["menu", "new-game", "saved-games"])
def test_look(snap_compare: Compare, look: Terminal, keys: tuple[str, ...]) -> None:
    assert snap_compare(app_with(match_store=match_store(), terminal=look), press=keys, terminal_size=(80, 24))


def test_too_small(snap_compare: Compare) -> None:
    assert snap_compare(app_with(), terminal_size=(60, 20))
