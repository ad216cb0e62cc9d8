"""An open table: who is admitted, who is blocked and why, and that breaking a limit ends only that connection."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine

import ifaddr
import pytest

from net.discovery.address import Address
from net.discovery.listening_sockets import PORTS, CannotListen, candidate_ports, open_listening_sockets
from net.discovery.mdns import DiscoveredTable, TableBrowser
from net.discovery.multicast import LOOPBACK
from net.discovery.routes import Route
from net.guest import client_connection
from net.guest.client_connection import ClientConnection
from net.host import listener
from net.host.listener import MAX_REFUSED, MAX_SOCKETS, TableListener
from net.limits.code_attempts import FREE_ATTEMPTS, MAX_PENDING, MAX_PENDING_PER_ADDRESS, MAX_WRONG
from net.status import Phase
from net.wire import handshake, handshake_codec, peer_connection
from net.wire.frames import MAX_HANDSHAKE_BODY, frame
from net.wire.handshake import GuestHandshake
from net.wire.handshake_error import HandshakeFailure
from net.wire.messages import Bye, Entries, Heartbeat, PeerRole, Reason, SendChat, Submit
from net.wire.peer_connection import MAX_UNSENT
from saves.format.canonical import decode
from saves.format.identity import Identity
from tests.support.net_sockets import ABOUT, CODE, LoopbackTable, RecordingClient, knows, link_of, raw_link
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, STRANGER_KEYS

pytestmark = pytest.mark.network

WRONG = "abbey-acorn-418"


def run(
    story: Callable[[LoopbackTable], Coroutine[None, None, None]], opened: Callable[[], LoopbackTable] = LoopbackTable
) -> None:
    """Run a story at an open table; no error of the program itself may remain at its end."""

    async def whole() -> None:
        async with opened() as table:
            await story(table)
            assert table.listener.errors == []

    asyncio.run(whole())


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as sock:
            sock.bind(("::1", 0))
    except OSError:
        return False
    return True


async def refusal(at: Address) -> list[object]:
    """What someone is told who says who it is, in our words, and is not let in; empty where it is let in."""
    reader, writer = await raw_link(at)
    writer.write(frame(GuestHandshake(CODE, "1.0", knows).start()[0]))
    size = int.from_bytes(await reader.readexactly(4), "big")
    answer = decode(await reader.readexactly(size), MAX_HANDSHAKE_BODY)
    writer.close()
    await writer.wait_closed()
    assert isinstance(answer, list)
    return list(answer) if answer[0] == "no" else []


async def half_way(at: Address, steps: int) -> asyncio.StreamWriter:
    """A stranger that goes so many steps into the handshake, with the right code, and then does nothing."""
    reader, writer = await raw_link(at)
    handshake = GuestHandshake(CODE, "1.0", knows)
    bodies = handshake.start()
    for _ in range(steps):
        writer.writelines(map(frame, bodies))
        size = int.from_bytes(await reader.readexactly(4), "big")
        bodies = handshake.receive(await reader.readexactly(size))
    return writer


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the other side has closed a connection, having said nothing."""
    async with asyncio.timeout(20):
        try:
            return await reader.read() == b""
        except ConnectionError:
            return True


def test_a_guest_and_a_host_prove_their_keys_and_talk() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect(wish=PeerRole.SPECTATOR)
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        assert guest.hosts == [HOST_KEYS.public]
        assert list(table.machine.here.values()) == [(GUEST_KEYS.public, PeerRole.SPECTATOR, "127.0.0.1")]
        assert session.address == table.at
        large = Entries(0, tuple(bytes([number]) * 60_000 for number in range(20)), (), 20)
        for message in (large, Heartbeat(), large):
            table.machine.tell_all(message)
        guest.enqueue(SendChat("one"))
        guest.enqueue(SendChat("two"))
        session.pump()
        table.listener.pump()
        await table.until(lambda: len(guest.heard) == 3 and len(table.machine.heard) == 2)
        assert guest.heard == [large, Heartbeat(), large]
        assert table.machine.heard == [SendChat("one"), SendChat("two")]

    run(story)


@pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")
def test_a_table_is_reached_by_ipv6_too() -> None:
    async def story(table: LoopbackTable) -> None:
        _, six = table.connect(Route((Address("::1", table.listener.port),)))
        _, four = table.connect(Route((Address("127.0.0.1", table.listener.port),)), identity=STRANGER_KEYS)
        await table.until(lambda: bool(six.hosts and four.hosts) and len(table.machine.here) == 2)
        assert {address for _, _, address in table.machine.here.values()} == {"::1", "127.0.0.1"}

    run(story, lambda: LoopbackTable(hosts=("127.0.0.1", "::1")))


def seated() -> RecordingClient:
    """A guest that holds a seat at the host's table."""
    notes = RecordingClient()
    notes.seat_host = HOST_KEYS.public
    return notes


def sentence(session: ClientConnection) -> str:
    problem = session.status.problem
    return "" if problem is None else problem.sentence


def test_a_seat_holder_connects_despite_fifty_wrong_codes_and_a_reopened_table() -> None:
    async def story(table: LoopbackTable) -> None:
        table.listener.attempts.wrong = MAX_WRONG
        table.machine.holders = frozenset({GUEST_KEYS.public, STRANGER_KEYS.public})
        stranger, notes = table.connect(identity=Identity(b"x" * 32))
        await table.until(lambda: stranger.status.phase is Phase.ENDED)
        assert "closed to new guests" in sentence(stranger)
        assert notes.hosts == []
        holder = seated()
        table.connect(machine=holder, code=WRONG)
        await table.until(lambda: bool(holder.hosts and table.machine.here))
        assert [keys for keys, _, _ in table.machine.here.values()] == [GUEST_KEYS.public]
        assert table.listener.status.wrong_codes == MAX_WRONG

    run(story)


def test_an_address_that_must_wait_keeps_nobody_from_a_seat() -> None:
    async def story(table: LoopbackTable) -> None:
        table.machine.holders = frozenset({GUEST_KEYS.public})
        for number in range(FREE_ATTEMPTS):
            table.connect(code=WRONG, identity=STRANGER_KEYS)
            await table.until(lambda number=number: table.listener.status.wrong_codes == number + 1)
        waiting, _ = table.connect(identity=STRANGER_KEYS)
        await table.until(lambda: "Too many wrong table codes came from this address" in sentence(waiting))
        holder = seated()
        table.connect(machine=holder)
        await table.until(lambda: bool(holder.hosts))

    run(story)


def test_after_a_code_change_seat_holders_need_no_code_and_others_do() -> None:
    async def story(table: LoopbackTable) -> None:
        table.machine.holders = frozenset({GUEST_KEYS.public})
        first, _ = table.connect(identity=STRANGER_KEYS)
        await table.until(lambda: len(table.machine.here) == 1)
        table.listener.change_code("abbey-abbot-100")
        assert len(table.machine.here) == 1
        await first.close()
        holder = seated()
        table.connect(machine=holder)
        await table.until(lambda: bool(holder.hosts))
        again, notes = table.connect(identity=STRANGER_KEYS)
        await table.until(lambda: again.status.phase is Phase.ENDED)
        assert notes.hosts == []
        assert table.listener.status.wrong_codes == 1
        _, notes = table.connect(identity=STRANGER_KEYS, code="abbey-abbot-100")
        await table.until(lambda: bool(notes.hosts))

    run(story)


@pytest.mark.parametrize("older", [False, True])
def test_without_a_seat_or_at_an_older_host_the_code_is_needed(monkeypatch: pytest.MonkeyPatch, *, older: bool) -> None:
    if older:
        # It accepts the code only, and hangs up on anything else.
        decode_spake2 = handshake_codec._decode_spake2  # pyright: ignore[reportPrivateUsage]

        def by_code_only(body: bytes) -> tuple[bytes, bytes]:
            return decode_spake2(body, "A"), b""

        monkeypatch.setattr(handshake, "decode_guest_spake2", by_code_only)

    async def story(table: LoopbackTable) -> None:
        table.machine.holders = frozenset({STRANGER_KEYS.public})
        guest = seated()
        table.connect(machine=guest)
        await table.until(lambda: bool(guest.hosts))
        assert table.listener.status.wrong_codes == 0

    run(story)


def test_claiming_a_seat_does_not_admit_an_impostor() -> None:
    async def story(table: LoopbackTable) -> None:
        table.listener.attempts.wrong = MAX_WRONG
        table.machine.holders = frozenset({GUEST_KEYS.public})
        thief = seated()
        session, _ = table.connect(machine=thief, identity=STRANGER_KEYS)
        await table.until(lambda: "closed to new guests" in sentence(session))
        assert thief.hosts == []

    run(story)


def test_wrong_codes_are_counted_reported_and_delayed() -> None:
    async def story(table: LoopbackTable) -> None:
        for number in range(FREE_ATTEMPTS):
            session, guest = table.connect(code=WRONG)
            await table.until(lambda session=session: session.status.phase is Phase.ENDED)
            problem = session.status.problem
            assert problem is not None
            assert "not the code of this table" in problem.sentence
            assert guest.hosts == []
            await table.until(lambda number=number: table.listener.status.wrong_codes == number + 1)
        late, _ = table.connect()
        await table.until(lambda: late.status.problem is not None and late.status.retry_at is not None)
        problem = late.status.problem
        assert problem is not None
        assert "1 second" in problem.sentence
        assert late.status.phase is Phase.CONNECTING
        await table.until(lambda: late.connected)

    run(story)


@pytest.mark.parametrize(("steps", "tries"), [(0, 0), (1, 0), (2, 1)])
def test_an_aborted_handshake_counts_once_the_host_has_answered_the_code(steps: int, tries: int) -> None:
    async def story(table: LoopbackTable) -> None:
        writer = await half_way(table.at, steps)
        writer.close()
        await table.until(lambda: not table.listener.handshaking)
        assert table.listener.status.wrong_codes == tries
        _, guest = table.connect()
        await table.until(lambda: bool(guest.hosts))

    run(story)


def test_parallel_handshakes_of_one_address_are_limited() -> None:
    async def story(table: LoopbackTable) -> None:
        writers = [await half_way(table.at, 1) for _ in range(MAX_PENDING_PER_ADDRESS)]
        assert (await refusal(table.at))[:2] == ["no", HandshakeFailure.BUSY.value]
        for writer in writers:
            writer.close()
        await table.until(lambda: not table.listener.handshaking)
        assert await refusal(table.at) == []

    run(story)


def test_silent_strangers_do_not_block_a_returning_guest() -> None:
    async def story(table: LoopbackTable) -> None:
        first, was = table.connect()
        await table.until(lambda: was.peer is not None)
        await first.close()
        await table.until(lambda: not table.machine.here)
        ends: list[socket.socket] = []
        for number in range(3 * MAX_SOCKETS):
            here, far = socket.socketpair()
            table.listener.attach(here, f"192.0.2.{number % 100}")
            ends.append(far)
        _, notes = table.connect()
        await table.until(lambda: notes.peer is not None)
        assert table.listener.handshaking == MAX_PENDING + MAX_REFUSED
        for far in ends:
            far.close()

    run(story)


def test_after_too_many_wrong_codes_newcomers_are_blocked_until_the_host_unblocks() -> None:
    async def story(table: LoopbackTable) -> None:
        table.listener.attempts.wrong = 50
        assert table.listener.status.closed_to_new
        assert (await refusal(table.at))[:2] == ["no", HandshakeFailure.CLOSED.value]
        table.listener.reopen()
        assert await refusal(table.at) == []

    run(story)


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        bytes(4),
        b"\xff" * 4,
        frame(b"x" * MAX_HANDSHAKE_BODY),
        frame(b"\x90"),
    ],
)
def test_a_stranger_with_another_protocol_is_dropped(junk: bytes) -> None:
    async def story(table: LoopbackTable) -> None:
        reader, writer = await raw_link(table.at)
        writer.write(junk)
        assert await ended(reader)
        writer.close()
        _, guest = table.connect()
        await table.until(lambda: bool(guest.hosts))
        assert table.listener.status.wrong_codes == 0

    run(story)


def test_a_slow_handshake_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_connection, "HANDSHAKE_TIMEOUT", 0.05)

    async def story(table: LoopbackTable) -> None:
        reader, writer = await raw_link(table.at)
        assert await ended(reader)
        writer.close()

    run(story)


def test_a_guest_over_its_limit_is_dropped_and_the_others_stay() -> None:
    async def story(table: LoopbackTable) -> None:
        loud, noise = table.connect()
        quiet, guest = table.connect(identity=STRANGER_KEYS)
        await table.until(lambda: len(table.machine.here) == 2)
        for _ in range(100):
            noise.enqueue(Heartbeat())
        loud.pump()
        await table.until(lambda: len(table.machine.lost_peers) == 1)
        assert table.machine.heard == [Heartbeat()] * 40
        await table.until(lambda: any(getattr(message, "reason", None) is Reason.LIMIT for message in noise.heard))
        assert table.machine.lost_for == [Reason.LIMIT]
        guest.enqueue(SendChat("still here"))
        quiet.pump()
        await table.until(lambda: SendChat("still here") in table.machine.heard)

    run(story)


def test_reconnecting_does_not_raise_a_guests_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableListener, "now", 100.0)
    monkeypatch.setattr(client_connection, "RETRY_DELAYS", (0.0,))

    async def story(table: LoopbackTable) -> None:
        loud, noise = table.connect()
        await table.until(lambda: len(table.machine.here) == 1)
        for _ in range(30):
            noise.enqueue(Heartbeat())
        loud.pump()
        await table.until(lambda: len(table.machine.heard) == 30)
        link_of(loud).close()
        await table.until(lambda: len(table.machine.lost_peers) == 1 and len(table.machine.here) == 1)
        for _ in range(60):
            noise.enqueue(Heartbeat())
        loud.pump()
        await table.until(lambda: len(table.machine.lost_peers) == 2)
        assert table.machine.lost_for == [None, Reason.LIMIT]
        assert table.machine.heard == [Heartbeat()] * 40

    run(story)


def test_own_entries_do_not_raise_a_guests_limit() -> None:
    async def story(table: LoopbackTable) -> None:
        loud, noise = table.connect()
        await table.until(lambda: len(table.machine.here) == 1)
        table.machine.answers = Entries(0, (b"its own",), (), 1)
        for _ in range(100):
            noise.enqueue(Submit(b"a move"))
        loud.pump()
        await table.until(lambda: len(table.machine.lost_peers) == 1)
        assert table.machine.heard == [Submit(b"a move")] * 40

    run(story)


@pytest.mark.parametrize("body", [b"x", b"x" * 400, b"x" * (300 << 10)])
def test_a_frame_that_the_channel_does_not_open_ends_the_connection(body: bytes) -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: len(table.machine.here) == 1)
        transport = link_of(session)._transport  # pyright: ignore[reportPrivateUsage]
        assert transport is not None
        transport.write(frame(body))
        await table.until(lambda: len(table.machine.lost_peers) == 1)
        assert table.machine.heard == []
        assert table.machine.lost_for == [Reason.GARBLED]
        await table.until(lambda: Bye(Reason.GARBLED) in guest.heard)

    run(story)


def test_a_guest_that_reads_nothing_is_dropped_before_its_buffer_grows() -> None:
    async def story(table: LoopbackTable) -> None:
        session, _ = table.connect()
        await table.until(lambda: len(table.machine.here) == 1)
        transport = link_of(session)._transport  # pyright: ignore[reportPrivateUsage]
        assert transport is not None
        transport.pause_reading()
        batch = Entries(0, (bytes(1 << 18),) * 4, (), 4)
        sent = 0
        while table.machine.here:
            table.machine.tell_all(batch)
            table.listener.pump()
            await asyncio.sleep(0)
            sent += 1
            assert sent < 2 * MAX_UNSENT >> 20
        assert len(table.machine.lost_peers) == 1
        transport.resume_reading()

    run(story)


def test_an_internal_error_costs_one_connection_and_is_recorded() -> None:
    async def story(table: LoopbackTable) -> None:
        table.machine.fails = True
        session, guest = table.connect()
        await table.until(lambda: bool(table.machine.here))
        guest.enqueue(Heartbeat())
        session.pump()
        await table.until(lambda: not table.machine.here)
        assert [type(fault) for fault in table.listener.errors] == [ZeroDivisionError]
        table.listener.errors.clear()

    run(story)


def test_a_pair_of_sockets_serves_in_place_of_tcp() -> None:
    async def story(table: LoopbackTable) -> None:
        here, there = socket.socketpair()
        table.listener.attach(here, "ssh 192.0.2.7")
        session, guest = table.connect(Route(sock=there))
        await table.until(lambda: bool(table.machine.here))
        assert [address for _, _, address in table.machine.here.values()] == ["ssh 192.0.2.7"]
        guest.enqueue(SendChat("hello"))
        session.pump()
        await table.until(lambda: table.machine.heard == [SendChat("hello")])
        await table.listener.close()
        await table.until(lambda: session.status.phase is Phase.ENDED)

    run(story)


def test_a_port_in_use_is_skipped() -> None:
    (first,) = open_listening_sockets((0,), ("127.0.0.1",))
    with first:
        port = first.getsockname()[1]
        with pytest.raises(CannotListen, match=f"Port {port} is in use.* --port"):
            open_listening_sockets((port,), ("127.0.0.1",))
        with pytest.raises(CannotListen, match=f"All ports from {port} to {port}"):
            open_listening_sockets((port, port), ("127.0.0.1",))
        (second,) = open_listening_sockets((port, 0), ("127.0.0.1",))
        with second:
            assert second.getsockname()[1] != port


def test_a_link_local_address_is_listened_on_by_its_interface() -> None:
    own = [(ip.ip, adapter.name) for adapter in ifaddr.get_adapters() for ip in adapter.ips if not ip.is_IPv4]
    scoped = next((f"{ip[0]}%{name}" for ip, name in own if ip[0].startswith("fe80:")), None)
    if scoped is None:
        pytest.skip("this computer has no link-local address")
    (listening,) = open_listening_sockets((0,), (scoped,))
    with listening, socket.create_connection((scoped, listening.getsockname()[1]), 5):
        pass


def test_the_ports_are_those_asked_for_or_the_last_one_and_the_usual_ones() -> None:
    assert candidate_ports(4711, last=7350) == (4711,)
    assert candidate_ports(None) == tuple(range(7341, 7341 + PORTS))
    assert candidate_ports(None, last=9000)[:2] == (9000, 7341)


def test_a_table_that_closes_says_so_and_leaves_no_socket_open() -> None:
    async def story(table: LoopbackTable) -> None:
        _, guest = table.connect()
        writer = await half_way(table.at, 1)
        await table.until(lambda: bool(guest.hosts))
        await table.listener.close()
        await table.until(lambda: [getattr(message, "reason", None) for message in guest.heard] == [Reason.CLOSED])
        with pytest.raises(OSError, match=r"refused|Connect"):
            await raw_link(table.at)
        writer.close()

    run(story)


def test_the_timer_runs_only_with_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "TICK_INTERVAL", 0.01)

    async def story(table: LoopbackTable) -> None:
        session, _ = table.connect()
        await table.until(lambda: table.machine.ticks > 2)
        await session.close()
        await table.until(lambda: not table.machine.here)
        await table.until(lambda: table.listener._tick_timer is None)  # pyright: ignore[reportPrivateUsage]

    run(story)


def test_states_are_compared_a_moment_after_a_move() -> None:
    async def story(table: LoopbackTable) -> None:
        table.machine.unhashed = True
        table.listener.pump()
        table.listener.pump()
        await table.until(table.machine.hashed.is_set)
        assert not table.machine.unhashed

    run(story)


def test_small_messages_leave_at_once() -> None:
    """Nagle's algorithm would keep a second one back until the first was acknowledged, for 40 ms."""

    async def story() -> None:
        (listening,) = open_listening_sockets((0,), ("127.0.0.1",))
        came: asyncio.Future[asyncio.BaseTransport] = asyncio.get_running_loop().create_future()

        class Noting(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                came.set_result(transport)

        async with await asyncio.get_running_loop().create_server(Noting, sock=listening):
            with socket.create_connection(listening.getsockname()):
                transport = await came
                inner = transport.get_extra_info("socket")
                assert inner.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                transport.close()

    asyncio.run(story())


def test_the_table_is_advertised_again_when_a_seat_is_taken_and_at_the_start() -> None:
    async def story(table: LoopbackTable) -> None:
        browser = TableBrowser(table.news.set, interfaces=[LOOPBACK])

        def rows() -> list[DiscoveredTable]:
            return [row for row in browser.found if row.advert.table_id == ABOUT.table_id]

        await browser.open()
        try:
            await table.until(lambda: [row.advert.open_seats for row in rows()] == [1])
            (row,) = rows()
            assert row.advert.host == "Anna"
            assert {address.port for address in row.addresses} == {table.listener.port}
            table.machine.open_seats = 0
            table.listener.pump()
            await table.until(lambda: [row.advert.open_seats for row in rows()] == [0])
            assert [row.advert.phase for row in rows()] == [Phase.LOBBY]
            for phase, told in ((Phase.BEGINNING, Phase.PLAYING), (Phase.OVER, Phase.OVER)):
                table.machine.phase = phase
                table.listener.pump()
                await table.until(lambda told=told: [row.advert.phase for row in rows()] == [told])
        finally:
            await browser.close()

    run(story, lambda: LoopbackTable(interfaces=[LOOPBACK]))
