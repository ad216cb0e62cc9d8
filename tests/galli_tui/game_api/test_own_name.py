"""The player's name of the settings stands wherever a name is proposed: in forms, lobbies, commands and plain mode."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest

from galli_tui.app import GalliApp
from galli_tui.cli import host_join, play
from galli_tui.cli.parser import main
from galli_tui.game_api.last_setup import proposed_setup, remember_setup, with_own_name
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.setup_questions import ask_setup
from galli_tui.settings.file import save
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.match_store import Setup
from galli_tui.tables.network import HostPlan, JoinRequest
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from net.host.lobby import SeatAssignment
from net.status import Phase
from net.wire.messages import SeatKind
from rules.engine.game import Options
from saves.format.header_fields import Player
from saves.storage.paths import HOME_VARIABLE
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.fake_network import (
    OPEN,
    FakeHostSession,
    FakeNetwork,
    app_on,
    found,
    host_seat,
    host_status,
    lobby,
    lobby_seat,
)
from tests.support.straws_game import straws

with_straws = pytest.mark.usefixtures(straws.__name__)
ADA = Player("Ada", "red")
BOT = Player("Notker", "blue", "brother")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save the name in a folder of the test's own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    save("name", "Ada")


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ((Player("Anna", "red"), BOT), ["Ada", "Notker"]),
        ((BOT, Player("Anna", "red"), Player("Bruno", "green")), ["Notker", "Ada", "Bruno"]),
        ((Player("Anna", "red"), Player("ADA", "green")), ["Anna", "ADA"]),
        ((Player("Anna", "red"), Player("ada", "blue", "brother")), ["Ada", "Ratpert"]),
        ((BOT,), ["Notker"]),
    ],
)
def test_the_first_person_has_the_players_name_unless_another_has_it(
    seats: tuple[Player, ...], names: list[str]
) -> None:
    assert [seat.name for seat in with_own_name(seats, "Ada")] == names
    assert with_own_name(seats, "") == seats


@with_straws
def test_the_form_proposes_the_name_also_where_another_played_last() -> None:
    remember_setup(Setup("straws", Options(2, "versus", 1), (Player("Anna", "red"), BOT)))
    assert [seat.name for seat in proposed_setup("Ada", "straws").seats] == ["Ada", "Notker"]
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "ctrl+s")

    drive(app_with(match_store=match_store), script)
    assert [seat.name for seat in match_store.begun[0].seats] == ["Ada", "Notker"]


@with_straws
def test_a_table_is_opened_under_the_name() -> None:
    network = FakeNetwork()

    async def script(app: Driver) -> None:
        await app.press("o")
        assert "Ada" in app.text
        await app.press("ctrl+s")

    drive(app_on(network), script)
    plan = network.hosted[0][0]
    assert isinstance(plan, HostPlan)
    assert plan.seats[0] == SeatAssignment(SeatKind.HERE, "Ada", "red")


@with_straws
def test_a_guest_is_proposed_the_name_for_a_seat() -> None:
    network = FakeNetwork(found())

    async def script(app: Driver) -> None:
        await app.press("j", "enter")
        await app.type("Cellar heron 417")
        await app.press("ctrl+s")
        network.guest_session.put(Phase.LOBBY, lobby(lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN))
        await app.settle()
        await app.press("down", "enter")
        await app.press("ctrl+s")
        at = network.guest_session.status.lobby
        assert at is not None
        assert at.seats[1].name == "Ada"

    drive(app_on(network), script)
    assert [call.name for call in network.calls if isinstance(call, JoinRequest)] == ["Ada"]


@with_straws
def test_in_the_hosts_lobby_a_person_gets_the_name_and_a_bot_does_not() -> None:
    host_session = FakeHostSession(host_status(host_seat(SeatKind.BOT, "Notker", "red", bot="brother"), host_seat()))
    network = FakeNetwork()
    network.host_session = host_session

    async def script(app: Driver) -> None:
        await app.press("o", "ctrl+s", "down", "right")
        assert host_session.status.seats[1].name == "Ada"
        assert host_session.status.seats[1].kind is SeatKind.HERE
        await app.press("right")
        assert host_session.status.seats[1].name == "Ratpert"
        assert host_session.status.seats[1].kind is SeatKind.BOT
        await app.press("left")
        assert host_session.status.seats[1].name == "Ada"

    drive(app_on(network), script)


def test_the_commands_play_host_and_join_use_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[Table] = []
    network = FakeNetwork()

    def any_terminal(_: Namespace) -> Terminal:
        return Terminal()

    def shown(
        terminal: Terminal, table: Table | None = None, first: Callable[[GalliApp], None] | None = None, **_: object
    ) -> Exit:
        if table is not None:
            tables.append(table)
            table.close()
        if first is not None:

            async def script(app: Driver) -> None:
                await app.settle()

            drive(GalliApp(terminal, FakeMatchStore(), first=first), script)
        return Exit.OK

    for module in (host_join, play):
        monkeypatch.setattr(module, "terminal_of", any_terminal)
    monkeypatch.setattr(GalliApp, "network", network)
    monkeypatch.setattr("galli_tui.app.run", shown)
    assert main(["play", "--seats", "2", "--bot", "2=novice"]) == Exit.OK
    assert main(["play", "--seats", "2", "--bot", "1=novice"]) == Exit.OK
    assert main(["play", "--seats", "2", "--name", "Bruno"]) == Exit.OK
    assert [table.players[0].name for table in tables] == ["Ada", "Ratpert", "Bruno"]
    assert main(["host"]) == Exit.OK
    plan = network.hosted[0][0]
    assert isinstance(plan, HostPlan)
    assert plan.seats[0].name == "Ada"
    assert main(["join", "192.168.1.20", "--code", "Cellar Heron 417"]) == Exit.OK
    assert main(["join", "192.168.1.20", "--code", "Cellar Heron 417", "--name", "Bruno"]) == Exit.OK
    assert [call.name for call in network.calls if isinstance(call, JoinRequest)] == ["Ada", "Bruno"]


class _Accepting:
    """Takes what is proposed at every question."""

    def say(self, *_: str) -> None:
        pass

    async def choose(self, _: str, __: Sequence[str], default: int = 0) -> int:
        return default

    async def number(self, _: str, __: int, ___: int, default: int) -> int:
        return default

    async def text(self, _: str, default: str = "") -> str:
        return default


def test_plain_mode_proposes_the_name() -> None:
    setup = asyncio.run(ask_setup(cast(Dialogue, _Accepting()), "campus-galli"))
    assert setup.seats[0].name == "Ada"
    assert "Ada" not in {seat.name for seat in setup.seats[1:]}
