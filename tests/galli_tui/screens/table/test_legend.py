"""The legend on one key, at the table of every game that has one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.legend import LegendScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.terminal.capabilities import Terminal
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import ChooseCardStep
from rules.engine.game import Options
from rules.registry import game_box
from tests.sample_game.registered import candles_table, sample_game
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.bd_tables import claiming
from tests.support.replays import match_between
from tests.support.table_positions import at_table, played, players

GAMES: dict[str, tuple[Callable[[Terminal], GalliApp], str]] = {
    "Campus Galli": (lambda terminal: at_table(played(ChooseCardStep, 20, level=3), terminal), "cordoned off"),
    "Builders' Duel": (lambda terminal: at_table(claiming(), terminal), "has the Power"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_it_shows_every_sign_at_80x24(game: str, *, ascii_only: bool) -> None:
    make, told = GAMES[game]

    async def script(driver: Driver) -> None:
        await driver.press("k")
        assert isinstance(driver.app.screen, LegendScreen)
        assert told in driver.text
        legend = driver.app.screen.texts.legend(driver.app.screen.table.game.options, ascii_only=ascii_only)
        last = legend[-1].text or "".join(text for text, _ in legend[-1].spans)
        assert last.split()[-1] in driver.text, "the last line needs no scrolling"

    drive(make(Terminal(ascii=ascii_only)), script)


_COMMON = frozenset("─│┌┐└┘├┤┬┴┼╭╮╰╯╎═║╔╗╚╝▀▄█▇▅▃▂❧←↑↓→…°–’“”")
"""What needs no explanation: frames, shapes, scroll bars, keys, "becomes", and signs of print."""
_PLAYED: dict[str, tuple[str, Options]] = {
    "Campus Galli I": ("campus-galli", Options(2, "coop", 1)),
    "Campus Galli II": ("campus-galli", Options(1, "solo", 2)),
    "Campus Galli III": ("campus-galli", Options(2, "versus", 3, ("open-hands",))),
    "Builders' Duel": ("builders-duel", Options(2, "versus", 1)),
    "Ora et Labora": ("ora-et-labora", Options(3, "versus", 1)),
    "Ora et Labora, solo": ("ora-et-labora", Options(1, "solo", 1)),
}


@pytest.mark.parametrize("game", _PLAYED)
def test_it_explains_every_sign_that_is_drawn(game: str) -> None:
    """Only signs beyond ASCII are compared: letters and digits are drawn for many reasons."""
    drawn = set[str]()

    async def script(driver: Driver) -> None:
        for key in ("", "tab", "enter", "tab", "i", "tab"):
            await driver.press(*([key] if key else []))
            if isinstance(driver.app.screen, TableScreen):
                drawn.update(char for line in driver.lines[:-2] for char in line if not char.isascii())

    key, options = _PLAYED[game]
    tables = [match_between(game_box(key), options, part=part) for part in (0.1, 0.3, 0.5, 0.7, 0.9)]
    for number, table in enumerate(tables):
        drive(at_table(table), script, SIZES[number % len(SIZES)])
    legend = texts_of(key).legend(options, tables[0].players, ascii_only=False)
    explained = "".join(it.text + "".join(text for text, _ in it.spans) for it in legend)
    assert len(drawn) > 5
    assert drawn - _COMMON <= {*explained}


@pytest.mark.parametrize(("names", "other"), [(("Eva",), "Eva"), (("Eva", "Ewald"), "Ewald")])
def test_its_examples_are_the_own_seat_s_and_the_other_player_s(names: tuple[str, ...], other: str) -> None:
    table = InMemoryTable(
        CampusGalli(Options(len(names), "solo" if len(names) == 1 else "coop", 1), standard()), players(*names), 1
    )
    table.players = tuple(it._replace(here=it.name == "Eva") for it in table.players)

    async def script(driver: Driver) -> None:
        for keys in (["k"], ["escape", "f1", "tab", "tab"]):
            await driver.press(*keys)
            if "a master builder of" not in driver.text:
                await driver.press("tab")
            assert "☻E  a master builder of Eva" in " ".join(driver.lines).replace("☻E a", "☻E  a"), driver.text
            assert f"{other}'s section or building" in driver.text
            assert "Notker" not in driver.text

    drive(app_with(table), script)


@pytest.mark.parametrize("key", ["k", "escape", "x", "enter", "tab", "f1", "down"])
def test_any_key_closes_it_and_does_nothing_else(key: str) -> None:
    async def script(driver: Driver) -> None:
        before = driver.text
        await driver.press("k", key)
        assert isinstance(driver.app.screen, TableScreen)
        assert driver.text == before

    drive(at_table(claiming()), script)


def test_a_click_closes_it() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("k")
        await driver.click(30, 10)
        assert isinstance(driver.app.screen, TableScreen)

    drive(at_table(claiming()), script)


@pytest.mark.usefixtures(sample_game.__name__)
def test_a_game_without_a_legend_does_not_offer_one() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "k")
        assert isinstance(driver.app.screen, TableScreen)
        assert "no signs to explain" in driver.text

    drive(app_with(candles_table("Anna", mode="solo")), script)
