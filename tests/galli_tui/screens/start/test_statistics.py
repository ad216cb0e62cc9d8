"""The statistics screen: the list of plots, the plot, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from textual.color import Color
from textual.containers import Vertical
from textual.widget import Widget

from galli_tui.app import GalliApp
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.statistics import StatisticsScreen
from galli_tui.settings.file import save
from galli_tui.stats.results import Result
from galli_tui.terminal.capabilities import Colours, Terminal
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.rich_text import RichText
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.results import season
from tests.support.saved_matches import hot_seat

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
looks = pytest.mark.parametrize("theme", ["lamp-black", "parchment"])


def a_season(_name: str) -> list[Result]:
    return season()


def _edge(widget: Widget) -> Color:
    """Return the colour of a widget's upper edge."""
    return widget.styles.border_top[1]


def shown(terminal: Terminal | None = None) -> GalliApp:
    """Return an app at the statistics of two weeks."""
    screen = partial(StatisticsScreen, a_season)
    return GalliApp(terminal or Terminal(), FakeMatchStore(), first=lambda app: app.push_screen(screen()))


@looks
@sizes
@pytest.mark.parametrize("keys", [(), ("down",)], ids=["line", "bars"])
def test_plots(snap_compare: Compare, keys: tuple[str, ...], theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(shown(Terminal(theme=theme)), press=keys, terminal_size=size)


@looks
@sizes
def test_nothing_yet(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert snap_compare(app_with(terminal=Terminal(theme=theme)), press=("8",), terminal_size=size)


@pytest.mark.parametrize("way", [("8",), ("f8",), ("ctrl+p", *"statis", "enter")], ids=["digit", "key", "palette"])
def test_the_ways_there_and_back(way: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press(*way)
        assert isinstance(app.app.screen, StatisticsScreen)
        assert "Play a match to its end" in app.text
        await app.press("q")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(), script)


def test_keys_and_clicks_choose_the_plot() -> None:
    async def script(app: Driver) -> None:
        assert "Your best, 59 points" in app.text
        await app.press("5")
        assert "Matches that ended with each rank" in app.text
        assert "minium: 3 matches." in app.text
        row = next(place for place, line in enumerate(app.lines) if "By level" in line)
        await app.click(6, row)
        assert "Campus Galli II: 5 matches" in app.text

    drive(shown(), script)


def test_the_axis_of_what_is_counted_has_whole_numbers() -> None:
    async def script(app: Driver) -> None:
        await app.press("5")
        (axis,) = [line for line in app.lines if re.fullmatch(r"[│ ]*0( +[\d.]+)+[│ ]*", line[26:])]
        assert axis[26:].strip("│ ").split() == ["0", "1", "2", "3", "4"]

    drive(shown(), script)


def test_tab_goes_to_the_words_and_back() -> None:
    async def script(app: Driver) -> None:
        gold = _edge(app.app.screen.query_one(OptionList))
        await app.press("tab")
        assert isinstance(app.app.screen.focused, RichText)
        assert _edge(app.app.screen.query_one(Vertical)) == gold
        assert _edge(app.app.screen.query_one(OptionList)) != gold
        await app.press("tab", "down")
        assert "Average points" in app.text

    drive(shown(), script)


def test_without_colours_and_in_ascii() -> None:
    async def script(app: Driver) -> None:
        assert "*" in app.text
        await app.press("down")
        assert "####" in app.text
        assert app.text.isascii()

    terminal = Terminal(colours=Colours.NONE, theme="none", ascii=True)
    drive(shown(terminal), script)


def test_a_saved_match_is_counted() -> None:
    save("name", "Anna")
    hot_seat(10_000, mode="solo", seats=1).close()

    async def script(app: Driver) -> None:
        await app.press("8")
        assert "Campus Galli: 1 match;" in app.text

    drive(app_with(), script)
