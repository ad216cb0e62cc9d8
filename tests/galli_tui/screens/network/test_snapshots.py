"""How the ways to a table of several terminals look, at the three sizes and in plain terminals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.app import GalliApp
from galli_tui.screens.network.find_table import FindTableScreen
from galli_tui.screens.network.guest_lobby import GuestLobby
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.screens.network.join_form import JoinFormScreen
from galli_tui.tables.network import JoinRequest, RejoinOption
from galli_tui.terminal.capabilities import Colours, Terminal
from net.status import Phase
from net.wire.messages import PeerRole, SeatKind
from tests.support.app_driver import SIZES
from tests.support.fake_match_store import FakeMatchStore
from tests.support.fake_network import (
    OPEN,
    FakeGuestSession,
    FakeHostSession,
    FakeNetwork,
    found,
    guest_status,
    host_seat,
    host_status,
    lobby,
    lobby_seat,
)
from tests.support.straws_game import straws

pytestmark = pytest.mark.usefixtures(straws.__name__)

Compare = Callable[..., bool]
First = Callable[[GalliApp], object]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


def hosting() -> FakeHostSession:
    table = FakeHostSession(
        host_status(
            host_seat(SeatKind.HERE, "Anna", "red"),
            host_seat(SeatKind.GUEST, "Bruno", "green", ready=True, key="3fa0b1c2d3e4f506"),
            host_seat(SeatKind.BOT, "Tuotilo", "blue", bot="novice"),
            host_seat(),
        )
    )
    table.addresses = ("192.168.1.20:7341", "10.8.0.3:7341", "[2001:db8::7334]:7341")
    return table


def host(app: GalliApp) -> None:
    table = hosting()
    table.ssh = "ssh -p 2222 192.168.1.20"
    table.ssh_key = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
    app.push_screen(HostLobby(table))


def host_warned(app: GalliApp) -> None:
    table = hosting()
    table.problems = (
        "No multicast here, so nobody finds the table by itself: say galli-tui join 192.168.1.20:7341 to your guests.",
    )
    notice = "Bruno's program sent a move out of turn; it was refused."
    table.put(wrong_codes=50, closed_to_new=True, spectators=2, notices=(notice,))
    app.push_screen(HostLobby(table))


def visit(app: GalliApp, *, yours: bool, wish: PeerRole = PeerRole.PLAYER, phase: Phase = Phase.LOBBY) -> None:
    at = lobby(
        lobby_seat(SeatKind.HERE, "Anna", "red"),
        lobby_seat(yours=yours),
        lobby_seat(name="Clara", colour="blue", online=False),
        OPEN,
    )
    guest_session = FakeGuestSession(guest_status(phase, at), wish)
    guest_session.seconds = 5 if phase is Phase.CONNECTING else None
    app.push_screen(GuestLobby(guest_session))


def join(app: GalliApp) -> None:
    network = app.network
    assert isinstance(network, FakeNetwork)
    network.back = [RejoinOption("9f86d081", "Straws I", ("Anna", "Bruno"), "192.168.1.20:7341")]
    network.finding.put(
        found(), found("b2", "Clara", vacant=0), found("c3", "David", barrier="newer version"), found("d4", "Eva")
    )
    app.push_screen(FindTableScreen())


def join_empty(app: GalliApp) -> None:
    app.push_screen(FindTableScreen())


def join_without_multicast(app: GalliApp) -> None:
    network = app.network
    assert isinstance(network, FakeNetwork)
    network.finding.problem = (
        "This network carries no multicast, so that no table shows here by itself: "
        "type the address that the host's screen shows."
    )
    app.push_screen(FindTableScreen())


def code(app: GalliApp) -> None:
    app.push_screen(JoinFormScreen(JoinRequest(), found()))


SCREENS: dict[str, tuple[First, tuple[str, ...]]] = {
    "lobby-host": (host, ()),
    "lobby-host-warned": (host_warned, ()),
    "lobby-help": (host, ("f1", "tab")),
    "lobby-host-name": (host, ("enter",)),
    "lobby-host-missing": (host, ("ctrl+s",)),
    "lobby-guest": (lambda app: visit(app, yours=True), ()),
    "lobby-guest-sits-down": (lambda app: visit(app, yours=False), ("enter",)),
    "lobby-guest-lost": (lambda app: visit(app, yours=True, phase=Phase.CONNECTING), ()),
    "lobby-spectator": (lambda app: visit(app, yours=False, wish=PeerRole.SPECTATOR), ()),
    "join": (join, ()),
    "join-empty": (join_empty, ()),
    "join-without-multicast": (join_without_multicast, ()),
    "code": (code, ("c", "e", "l")),
    "code-refused": (code, ("ctrl+s",)),
    "host-form": (lambda app: app.set_up(networked=True), ()),
}


def app_at(first: First, terminal: Terminal) -> GalliApp:
    return GalliApp(terminal, FakeMatchStore(), network=FakeNetwork(), first=first)


@sizes
@pytest.mark.parametrize(("first", "keys"), SCREENS.values(), ids=SCREENS)
def test_screen(snap_compare: Compare, first: First, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    assert snap_compare(app_at(first, Terminal()), press=keys, terminal_size=size)


def looks() -> dict[str, Terminal]:
    return {
        "day": Terminal(theme="parchment"),
        "sixteen": Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
        "no-color": Terminal(colours=Colours.NONE, theme="none"),
        "ascii": Terminal(ascii=True),
    }


@pytest.mark.parametrize("look", looks().values(), ids=looks())
@pytest.mark.parametrize("first", [host, join], ids=["lobby", "join"])
def test_look(snap_compare: Compare, look: Terminal, first: First) -> None:
    assert snap_compare(app_at(first, look), terminal_size=(80, 24))
