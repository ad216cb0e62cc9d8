"""Every screen with the sample game as the only one: no screen knows a single game."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.matches.local import LocalMatchStore
from galli_tui.screens.network.find_table import FindTableScreen
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.log import LogScreen
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.spinner import Spinner
from net.wire.messages import SeatKind
from tests.sample_game.game import META
from tests.sample_game.registered import candles_table, sample_game
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.fake_network import (
    OPEN,
    FakeGuestSession,
    FakeHostSession,
    FakeNetwork,
    app_on,
    found,
    guest_status,
    host_seat,
    host_status,
    lobby,
)

pytestmark = pytest.mark.usefixtures(sample_game.__name__)


async def to_the_windows(app: Driver) -> None:
    """Plays until a seat is asked to light a window."""
    for _ in range(9):
        if "light window" in app.text:
            return
        await app.press("enter")
    raise AssertionError(app.text)


def test_a_match_is_set_up_saved_left_resumed_and_played_to_the_end_by_keyboard() -> None:
    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, MenuScreen)
        await app.press("n")
        assert isinstance(app.app.screen, SetupScreen)
        assert "Candles" in app.text
        seat = app.app.screen.query_one("#who-1", Spinner)
        app.app.screen.set_focus(seat)
        while seat.value is not None:
            await app.press("left")
        await app.press("ctrl+s")
        assert isinstance(app.app.screen, HandoverScreen)
        await to_the_windows(app)
        await app.press("escape", "y")
        await app.press("m")
        assert isinstance(app.app.screen, SavedScreen)
        assert "round 1 of 3" in app.text.lower()
        await app.press("enter")
        for _ in range(60):
            if isinstance(app.app.screen, ScoreSheetScreen):
                break
            await app.press("enter")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "Longest row" in app.text

    drive(GalliApp(Terminal(), LocalMatchStore()), script)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", ["versus", "coop"])
def test_table_hints_replay_scores_log_and_help_show_the_game(mode: str, size: tuple[int, int]) -> None:
    table = candles_table("Anna", "Bruno", mode=mode)
    table.advice = InstantAdvice(table.game)

    async def script(app: Driver) -> None:
        await to_the_windows(app)
        await app.press("h")
        await app.settle()
        assert "light window" in app.text
        await app.press("h", "enter", "l")
        assert isinstance(app.app.screen, LogScreen)
        assert "shows the candle of" in app.text
        await app.press("escape", "v")
        assert isinstance(app.app.screen, ReplayScreen)
        assert "Windows" in app.text
        await app.press("home")
        assert "The match begins." in app.text
        await app.press("escape", "s")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "Windows lit" in app.text
        await app.press("escape", "f1")
        assert isinstance(app.app.screen, HelpScreen)
        assert "The rule:" in app.text, "the help opens at what is chosen"
        await app.press("tab", "tab", "tab", "tab")
        assert "PK-1" in app.text

    drive(app_with(table), script, size)


def test_the_review_of_a_match_grades_decisions() -> None:
    table = candles_table("Anna", mode="solo")
    table.advice = InstantAdvice(table.game)

    async def script(app: Driver) -> None:
        for _ in range(30):
            if isinstance(app.app.screen, ScoreSheetScreen):
                break
            await app.press("enter")
        await app.press("a")
        assert isinstance(app.app.screen, MomentListScreen)
        await app.press("enter")
        assert isinstance(app.app.screen, ReplayScreen)

    drive(app_with(table), script)


def test_hosting_and_joining_show_the_games_name_and_options() -> None:
    host_session = FakeHostSession(host_status(host_seat(SeatKind.HERE, "Anna", "red"), host_seat(), game=META.key))
    guest_session = FakeGuestSession(guest_status(at=lobby(OPEN, OPEN, game=META.key)))

    async def script(app: Driver) -> None:
        app.app.push_screen(HostLobby(host_session))
        await app.press("end")
        assert "Candles" in app.text
        app.app.push_screen(GuestLobby(guest_session))
        await app.press("home")
        assert "Candles" in app.text
        app.app.push_screen(FindTableScreen())
        await app.press("home")
        assert "Join a table" in app.text

    drive(app_on(FakeNetwork(found())), script)
