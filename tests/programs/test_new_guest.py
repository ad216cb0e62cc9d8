"""A saved match continues with a new guest: the host's program in a terminal, the guest as a client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui import __version__
from galli_tui.app import GalliApp
from galli_tui.matches.network.live_network import LiveNetwork
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.network import HostOptions
from galli_tui.terminal.capabilities import Terminal
from net.discovery.address import Address
from net.discovery.routes import Route
from net.guest.client_connection import ClientConnection
from net.guest.seat_client import SeatClient
from net.status import Phase
from net.sync.rules_hash import check_rules
from net.wire.messages import PeerRole
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format.header import COMMITTED, Player
from saves.format.identity import Identity
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home as own_folder
from saves.storage.paths import matches_folder
from saves.storage.replica import Replica
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore

pytestmark = pytest.mark.network

GAME = "campus-galli"
GUEST = Identity(b"g" * 32)
PLAYERS = [Player("Anna", "red"), Player("Bruno", "blue")]
WAIT = 20.0
"""Seconds that a test waits at most."""


def saved_match() -> str:
    """A match that was begun by two people at this terminal."""
    identity = load_identity(own_folder())
    with Match.create(
        matches_folder(), GAME, Options(2, "versus", 1), PLAYERS, COMMITTED, identity=identity, now=0
    ) as match:
        return match.path.name


def visit_to(port: int, code: str, folder: Path) -> tuple[SeatClient, ClientConnection]:
    """A guest's program without a screen."""
    folder.mkdir()
    machine = SeatClient(GUEST.public, lambda header: Replica.follow(folder, header, GUEST))
    way = Route((Address("127.0.0.1", port),))
    return machine, ClientConnection(
        machine, GUEST, way, code, role=PeerRole.PLAYER, version=__version__, check_rules=check_rules, interfaces=[]
    )


async def until(app: Driver, so: Callable[[], bool]) -> None:
    """Waits until it is so, and drawn."""
    async with asyncio.timeout(WAIT):
        while not so():
            await app.settle()


def test_a_guest_who_sits_down_at_a_saved_match_plays_as_soon_as_the_host_continues(tmp_path: Path) -> None:
    network, match_id = LiveNetwork(interfaces=[]), saved_match()

    async def script(app: Driver) -> None:
        host_session = await network.reopen(match_id, HostOptions())
        app.app.push_screen(HostLobby(host_session))
        await app.settle()
        await app.press("down", "left")
        assert app.line(-2) == "Waiting for a guest on seat 2."
        machine, visit = visit_to(host_session.listener.port, host_session.status.code, tmp_path / "guest")
        visit.open()
        await until(app, lambda: machine.phase is Phase.LOBBY)
        machine.take_seat(Seat(1), "", "", visit.now)
        visit.pump()
        await until(app, lambda: "Everyone is here: Ctrl+S resumes." in app.text)
        await app.press("ctrl+s")
        assert isinstance(app.app.screen, TableScreen)
        await until(app, lambda: machine.phase is Phase.PLAYING)
        assert machine.seats == (Seat(1),)
        await visit.close()
        assert machine.replica is not None
        machine.replica.close()
        await network.end()

    drive(GalliApp(Terminal(), FakeMatchStore(), network=network), script)
