"""What stands behind the screens: tables told in rows, ways that cannot be, and what a match notes of its table."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from galli_tui.matches.network.host_session import LiveHostSession
from galli_tui.matches.network.live_network import LiveNetwork
from galli_tui.matches.network.table_finder import found_table
from galli_tui.tables.network import HostOptions, HostPlan, JoinRequest, NetworkError
from net.discovery.address import Address
from net.discovery.mdns import DiscoveredTable, TableAdvert
from net.host.lobby import SeatAssignment
from net.ssh.keys import guest_folder
from net.status import Phase
from net.wire.handshake_codec import WIRE_VERSION
from net.wire.messages import PeerRole, SeatKind
from net.wire.table_code import normalize_code
from rules.engine.game import OptionError, Options
from rules.engine.secrecy import Seat
from saves.errors import Locked, NotFound
from saves.format.header import COMMITTED, Player
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home as own_folder
from saves.storage.paths import matches_folder
from saves.storage.replica import Replica
from tests.support.saved_matches import own_replica

GAME = "campus-galli"
OFFER = TableAdvert(WIRE_VERSION, b"8 bytes.", GAME, 2, "coop", 4, 1, "Anna", may_watch=True)
HERE = (SeatAssignment(SeatKind.HERE, "Anna", "red"), SeatAssignment(SeatKind.BOT, "Notker", "blue", "novice"))
LOOPBACK: list[str | int] = ["127.0.0.1"]


def test_a_found_table_shows_its_phase() -> None:
    found = DiscoveredTable(OFFER._replace(phase=Phase.OVER), (Address("192.168.1.20"),))
    assert found_table(found).phase is Phase.OVER


def row(offer: TableAdvert) -> tuple[str, str, str, str]:
    table = found_table(DiscoveredTable(offer, (Address("192.168.1.20"),)))
    return table.host, table.title, table.mode, table.barrier


@pytest.mark.parametrize(
    ("offer", "told"),
    [
        (OFFER, ("Anna", "Campus Galli II", "co-op", "")),
        (OFFER._replace(wire_version=WIRE_VERSION + 1), ("Anna", "Campus Galli II", "co-op", "newer version")),
        (OFFER._replace(wire_version=WIRE_VERSION - 1), ("Anna", "Campus Galli II", "co-op", "older version")),
        (OFFER._replace(game="chess"), ("Anna", "chess", "co-op", "other games")),
        (OFFER._replace(host="\x1b[31m", mode="\u202ex"), ("unnamed host", "Campus Galli II", "x", "")),
    ],
)
def test_a_found_table_is_described(offer: TableAdvert, told: tuple[str, str, str, str]) -> None:
    assert row(offer) == told


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (JoinRequest(("nowhere at all",), "cellar-heron-417"), "is not a valid address"),
        (JoinRequest(("192.168.1.20",), "cellar-hern-417"), "Did you mean 'heron'?"),
        (JoinRequest(("192.168.1.20",), ""), "A table code is two words and a number"),
    ],
)
def test_an_invalid_address_is_refused_before_connecting(call: JoinRequest, why: str) -> None:
    with pytest.raises(NetworkError, match=why):
        LiveNetwork().join(call)


def test_a_replica_is_an_option_to_rejoin() -> None:
    own_replica(noted=True).close()
    (back,) = LiveNetwork().rejoin_options()
    assert (back.title, back.names, back.address) == ("Campus Galli I", ("Anna", "Bruno"), "127.0.0.1:1")


def test_a_replica_without_a_table_is_joined_by_hand() -> None:
    own_replica(noted=False).close()
    (back,) = LiveNetwork().rejoin_options()
    assert back.address == ""
    with pytest.raises(NetworkError, match="join it by address and code"):
        LiveNetwork().rejoin(back.match_id)


def test_a_replica_with_an_edited_code_is_joined_by_hand() -> None:
    with own_replica(noted=True) as followed:
        followed.note("code", "zzz")
    with pytest.raises(NetworkError, match="join it by address and code"):
        LiveNetwork().rejoin(followed.path.name)


def test_a_replica_that_is_open_elsewhere_is_not_rejoined() -> None:
    with own_replica(noted=True) as followed, pytest.raises(Locked):
        LiveNetwork().rejoin(followed.path.name)


def with_network(script: Callable[[LiveNetwork], Awaitable[None]]) -> None:
    """Runs a script on a network of this computer alone, and ends what it has opened."""

    async def run() -> None:
        network = LiveNetwork(interfaces=LOOPBACK)
        try:
            await script(network)
        finally:
            await network.end()

    asyncio.run(run())


@pytest.mark.network
def test_rejoining_uses_the_saved_address_and_ends_with_the_program() -> None:
    own_replica(noted=True).close()

    async def script(network: LiveNetwork) -> None:
        (back,) = network.rejoin_options()
        guest_session = network.rejoin(back.match_id)
        assert guest_session.address == "127.0.0.1:1"
        assert guest_session.role is PeerRole.PLAYER
        assert guest_session.status.phase is Phase.CONNECTING
        with pytest.raises(Locked):
            network.rejoin(back.match_id)

    with_network(script)
    (path,) = matches_folder().iterdir()
    Replica.open(path, load_identity(own_folder())).close()


@pytest.mark.network
def test_rejoining_a_different_table_spends_no_code_attempt() -> None:
    async def script(network: LiveNetwork) -> None:
        host_session = await opened(network)
        (back,) = network.rejoin_options()
        guest_session = network.rejoin(back.match_id, f"127.0.0.1:{host_session.listener.port}")
        told = asyncio.Event()
        guest_session.subscribe(lambda: told.set() if guest_session.replaced else None)
        async with asyncio.timeout(20):
            await told.wait()
        assert host_session.status.wrong_codes == 0
        with pytest.raises(NetworkError):
            network.rejoin(back.match_id, "no address")

    own_replica(noted=True).close()
    with_network(script)


@pytest.mark.network
def test_a_second_window_does_not_disconnect_the_first() -> None:
    async def script(network: LiveNetwork) -> None:
        host_session = await opened(network)
        table = host_session.listener._about.table_id  # pyright: ignore[reportPrivateUsage]
        with own_replica(noted=True) as first:
            first.note("table", table)
            call = JoinRequest((f"127.0.0.1:{host_session.listener.port}",), host_session.status.code)
            guest_session = network.join(call)
            ended = asyncio.Event()
            guest_session.subscribe(lambda: ended.set() if guest_session.status.phase is Phase.ENDED else None)
            async with asyncio.timeout(20):
                await ended.wait()
            problem = guest_session.status.problem
            assert problem is not None
            assert "in another window" in problem.sentence
            assert host_session.status.notices == ()
            assert host_session.status.wrong_codes == 0

    with_network(script)


async def opened(
    network: LiveNetwork, seats: tuple[SeatAssignment, ...] = HERE, port: int | None = None
) -> LiveHostSession:
    return await network.host(HostPlan(GAME, Options(2, "versus", 1), seats), HostOptions(port))


@pytest.mark.network
def test_a_match_notes_its_code_its_table_and_its_port_and_is_opened_with_them_again() -> None:
    async def script(network: LiveNetwork) -> None:
        host_session = await opened(network)
        code, port = host_session.status.code, host_session.listener.port
        assert f"127.0.0.1:{port}" in host_session.addresses
        host_session.begin()
        assert host_session.status.phase is Phase.PLAYING
        with closing(host_session.table()) as table:
            assert table.players[0].here
        await network.end()
        (path,) = matches_folder().iterdir()
        again = await network.reopen(path.name, HostOptions())
        assert again.status.resumed
        assert (again.status.code, again.listener.port) == (code, port)

    with_network(script)


@pytest.mark.network
def test_a_table_says_that_its_port_is_in_use(home: Path) -> None:
    async def script(network: LiveNetwork) -> None:
        session = await opened(network, port=0)
        port = session.listener.port
        assert not any("in use" in problem for problem in session.problems)
        session.begin()
        await network.end()
        (path,) = matches_folder().iterdir()
        with socket.create_server(("", port)):
            again = await network.reopen(path.name, HostOptions())
        assert f"Port {port} is in use, so this table is at {again.listener.port}." in again.problems

    with_network(script)


@pytest.mark.network
def test_a_match_whose_code_was_edited_is_opened_with_a_new_one() -> None:
    async def script(network: LiveNetwork) -> None:
        (await opened(network)).begin()
        await network.end()
        (path,) = matches_folder().iterdir()
        with Match.open(path, load_identity(own_folder())) as match:
            match.note("code", "zzz")
        again = await network.reopen(path.name, HostOptions())
        assert normalize_code(again.status.code) == again.status.code

    with_network(script)


@pytest.mark.network
def test_what_the_host_allows_holds_when_the_match_is_opened_again() -> None:
    def permits(host_session: LiveHostSession) -> tuple[bool, bool]:
        return host_session.status.may_watch, host_session.status.may_chat

    async def reopened(network: LiveNetwork, *, chat: bool = False, watch: bool = True) -> LiveHostSession:
        await network.end()
        (path,) = matches_folder().iterdir()
        return await network.reopen(path.name, HostOptions(may_chat=chat, may_watch=watch))

    async def script(network: LiveNetwork) -> None:
        host_session = await opened(network)
        assert permits(host_session) == (True, False)
        host_session.permit(watch=False, chat=True)
        host_session.begin()
        host_session.close()
        again = await reopened(network)
        assert permits(again) == (False, True)
        again.permit(watch=True, chat=False)
        again.close()
        third = await reopened(network)
        assert permits(third) == (True, False)
        third.close()
        fourth = await reopened(network, chat=True, watch=False)
        assert permits(fourth) == (False, True)

    with_network(script)


@pytest.mark.network
def test_seats_are_assigned_and_invalid_assignments_are_refused() -> None:
    async def script(network: LiveNetwork) -> None:
        host_session = await opened(network, (*HERE[:1], SeatAssignment(SeatKind.OPEN)))
        with pytest.raises(NetworkError, match="Seat 2 is open"):
            host_session.begin()
        with pytest.raises(NetworkError):
            host_session.seat(Seat(1), SeatAssignment(SeatKind.HERE, "Bruno", "puce"))
        with pytest.raises(NetworkError, match="There is no guest"):
            host_session.remove(Seat(1))
        with pytest.raises(NetworkError):
            host_session.back_to_lobby()
        host_session.seat(Seat(1), SeatAssignment(SeatKind.HERE, "Bruno", "blue"))
        host_session.permit(watch=False, chat=True)
        seat, status = host_session.status.seats[1], host_session.status
        assert (seat.kind, seat.name, seat.colour) == (SeatKind.HERE, "Bruno", "blue")
        assert (status.may_watch, status.may_chat) == (False, True)

    with_network(script)


@pytest.mark.network
def test_a_table_that_cannot_be_opened_says_why_and_leaves_nothing_open(home: Path) -> None:
    async def script(network: LiveNetwork) -> None:
        with socket.create_server(("", 0)) as server:
            port = int(server.getsockname()[1])
            with pytest.raises(NetworkError, match="port"):
                await opened(network, port=port)
        with pytest.raises(OptionError):
            await network.host(HostPlan(GAME, Options(2, "versus", 9), HERE), HostOptions())
        with pytest.raises(NotFound):
            await network.reopen("4f3a", HostOptions())

    with_network(script)
    assert not matches_folder().exists()


@pytest.mark.network
@pytest.mark.parametrize("port", [None, 0])
def test_a_friend_by_ssh_is_named_where_a_saved_match_has_no_entrance_for_it(port: int | None) -> None:
    friend = load_identity(guest_folder(own_folder(), b"the friend's key"))
    match = Match.create(
        matches_folder(),
        GAME,
        Options(2, "versus", 1),
        [Player("Anna", "red"), Player("Fritz", "blue")],
        COMMITTED,
        identity=load_identity(own_folder()),
        now=0,
        guests=[friend.public],
        holders=[0, 1],
    )
    match.close()

    async def script(network: LiveNetwork) -> None:
        (path,) = matches_folder().iterdir()
        host_session = await network.reopen(path.name, HostOptions(ssh_port=port))
        told = "Fritz plays over SSH, which is not allowed now"
        assert any(trouble.startswith(told) for trouble in host_session.problems) == (port is None)

    with_network(script)


@pytest.mark.network
def test_a_reopened_table_shows_its_ssh_command() -> None:
    async def script(network: LiveNetwork) -> None:
        host_session = await network.host(HostPlan(GAME, Options(2, "versus", 1), HERE), HostOptions(ssh_port=0))
        assert host_session.entrance is not None
        port = host_session.entrance.port
        assert not any("SSH" in trouble for trouble in host_session.problems)
        host_session.begin()
        await network.end()
        (path,) = matches_folder().iterdir()
        for _ in range(2):  # It is not forgotten when the table was open without.
            again = await network.reopen(path.name, HostOptions())
            told = next(trouble for trouble in again.problems if "SSH" in trouble)
            assert told.startswith("SSH was allowed at this table before, but is not now: to allow it, close")
            words = told.split("`")[1].split()
            assert words[:3] + words[4:] == ["galli-tui", "host", "--resume", "--ssh", str(port)]
            assert words[3] in path.name
            await network.end()
        third = await network.reopen(path.name, HostOptions(ssh_port=0))
        assert not any("SSH" in trouble for trouble in third.problems)

    with_network(script)


@pytest.mark.network
def test_table_and_ssh_entrance_never_use_the_same_port() -> None:
    async def script(network: LiveNetwork) -> None:
        with pytest.raises(NetworkError, match="table and SSH cannot share port"):
            await network.host(HostPlan(GAME, Options(2, "versus", 1), HERE), HostOptions(7480, ssh_port=7480))

    with_network(script)


@pytest.mark.network
def test_the_list_of_tables_names_who_plays_the_hosts_first_seat() -> None:
    async def script(network: LiveNetwork) -> None:
        host_session = await opened(network)
        host_session.seat(Seat(0), SeatAssignment(SeatKind.HERE, "Hedwig", "red"))
        assert host_session.listener.advert.host == "Hedwig"

    with_network(script)
