"""What calls a player whose match a what-if covers, and what the screens above say."""

from __future__ import annotations

import pytest

from galli_tui.app import GalliApp
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table import turn_bell
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.peers import Role
from galli_tui.widgets.prompt import Prompt
from rules.engine.secrecy import Seat, Secret, only
from tests.support.app_driver import Driver, app_with, drive
from tests.support.peers_table import with_peers
from tests.support.straws_game import Choose, straws, straws_table
from tests.support.what_ifs import Branches

pytestmark = pytest.mark.usefixtures(straws.__name__)
WORDS = "Your turn in the network match: Esc goes back to it."
BRIEF = "Your turn: Esc goes back."


def bruno_chooses(table: InMemoryTable) -> None:
    """Choose for Bruno, so that Anna is asked again."""
    seat = table.due.seats[-1]
    table.submit(Choose(seat, Secret(only(seat), table.view(seat).hands[seat].cards[0])))


def calls_of(app: GalliApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return how the player was called, which grows; any wait is long enough."""
    calls: list[str] = []
    monkeypatch.setattr(turn_bell, "LONG", 0.0)
    monkeypatch.setattr(app, "call_attention", calls.append)
    return calls


def test_below_a_what_if_a_network_match_calls_and_the_screens_above_lead_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, "hb")
    app = app_with(table, Branches())
    calls = calls_of(app, monkeypatch)

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter", "s", "escape")
        before = driver.line(-2)
        bruno_chooses(table)
        await driver.settle()
        assert len(calls) == 1
        assert WORDS in driver.line(-2)
        assert driver.line(-2).startswith(before.split()[0])
        await driver.press("escape", "y")
        assert isinstance(driver.app.screen, ReplayScreen)
        assert driver.line(-2).endswith(BRIEF)
        await driver.press("escape")
        assert isinstance(driver.app.screen, TableScreen)
        assert driver.app.screen.table is table
        assert "Your turn" not in driver.line(-2)

    drive(app, script)


def test_the_words_above_end_with_the_turn_below() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    peers = with_peers(table, Role.HOST, "hb")

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter")
        before = driver.line(-2)
        bruno_chooses(table)
        await driver.settle()
        assert WORDS in driver.line(-2)
        peers.change(sent=tuple(table.due.seats))
        await driver.settle()
        assert driver.line(-2) == before

    drive(app_with(table, Branches()), script)


@pytest.mark.parametrize("key", ["s", "v", "d"])
def test_a_screen_opened_after_the_call_says_so_too(key: str) -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    peers = with_peers(table, Role.HOST, "hb")

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter")
        what_if = driver.app.screen
        bruno_chooses(table)
        await driver.settle()
        await driver.press(key)
        assert driver.app.screen is not what_if
        assert driver.line(-2).endswith((WORDS, BRIEF))
        peers.change(sent=tuple(table.due.seats))
        await driver.settle()
        assert "Your turn" not in driver.line(-2)

    drive(app_with(table, Branches()), script)


@pytest.mark.parametrize("key", ["s", "v", "d"])
def test_a_guest_who_looks_at_something_else_meanwhile_is_told_there(key: str) -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.GUEST)

    async def script(driver: Driver) -> None:
        await driver.press("1", key)
        assert "Your turn" not in driver.line(-2)
        bruno_chooses(table)
        await driver.settle()
        assert driver.line(-2).endswith((WORDS, BRIEF))
        await driver.press("escape")
        assert "Your turn" not in driver.line(-2)

    drive(app_with(table), script)


def test_a_screen_opened_by_a_player_who_is_back_says_nothing() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, "hb")

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter")
        bruno_chooses(table)
        await driver.settle()
        await driver.press("escape", "y", "escape", "s")
        assert isinstance(driver.app.screen, ScoreSheetScreen)
        assert "Your turn" not in driver.line(-2)

    drive(app_with(table, Branches()), script)


def test_a_click_on_the_key_in_the_call_goes_back() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    with_peers(table, Role.HOST, "hb")

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter", "s")
        bruno_chooses(table)
        await driver.settle()
        assert isinstance(driver.app.screen, ScoreSheetScreen)
        line = driver.line(-2)
        await driver.click(line.rindex("Esc"), driver.app.size.height - 2)
        assert not isinstance(driver.app.screen, ScoreSheetScreen)

    drive(app_with(table, Branches()), script)


def test_the_end_of_the_turn_below_removes_no_other_remark() -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    peers = with_peers(table, Role.HOST, "hb")

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter")
        bruno_chooses(table)
        await driver.settle()
        driver.app.screen.query_one(Prompt).show_passing("Bruno: hello")
        peers.change(sent=tuple(table.due.seats))
        await driver.settle()
        assert driver.line(-2).endswith("Bruno: hello")

    drive(app_with(table, Branches()), script)


def test_below_a_what_if_a_match_at_this_terminal_never_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    table = straws_table("Anna", "Bruno", here=[True, False])
    table.thinking = Seat(1)
    app = app_with(table, Branches())
    calls = calls_of(app, monkeypatch)

    async def script(driver: Driver) -> None:
        await driver.press("1", "v", "n", "enter")
        before = driver.line(-2)
        bruno_chooses(table)
        await driver.settle()
        assert not calls
        assert driver.line(-2) == before

    drive(app, script)
