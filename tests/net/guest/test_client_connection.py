"""A session: how it connects, what it tells when it cannot, and that it comes back when the connection is lost."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine

import pytest

from net.discovery.address import Address
from net.discovery.multicast import LOOPBACK
from net.discovery.routes import Route, Routes
from net.guest import client_connection
from net.guest.client_connection import ClientConnection
from net.guest.handshake_failure import MAX_WRONG_CODES
from net.status import Phase
from net.wire import peer_connection
from net.wire.frames import MAX_HOST_BODY, frame
from net.wire.handshake_codec import WIRE_VERSION, TableInfo, encode_refusal
from net.wire.handshake_error import HandshakeFailure
from net.wire.messages import ChatMessage, Entries, Heartbeat, Message, PeerRole, Reason, SendChat
from saves.format import canonical
from tests.support.net_sockets import ABOUT, CODE, WAIT, LoopbackTable, RecordingClient, link_of
from tests.support.sample_match import HOST_KEYS

pytestmark = pytest.mark.network


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before the next attempt."""
    monkeypatch.setattr(client_connection, "RETRY_DELAYS", (0.01, 0.05))


def run(
    story: Callable[[LoopbackTable], Coroutine[None, None, None]], opened: Callable[[], LoopbackTable] = LoopbackTable
) -> None:
    """Run a story at an open table."""

    async def whole() -> None:
        async with opened() as table:
            await story(table)
            assert table.listener.errors == []

    asyncio.run(whole())


def sentence(session: ClientConnection) -> str:
    """Return what the session tells its player."""
    problem = session.status.problem
    return "" if problem is None else problem.sentence


def free_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def test_an_endless_name_lookup_blocks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    released, threads = threading.Event(), list[threading.Thread]()

    def hangs(*_: object, **__: object) -> list[object]:
        threads.append(threading.current_thread())
        released.wait()
        return []

    async def story(table: LoopbackTable) -> None:
        monkeypatch.setattr(socket, "getaddrinfo", hangs)
        session, _ = table.connect(Route((Address("sleeping.example", 7341),)))
        await table.until(lambda: bool(threads))
        await session.close()
        assert session.status.phase is Phase.ENDED

    run(story)
    assert [thread.daemon for thread in threads] == [True]
    released.set()
    threads[0].join()


def test_a_refused_connection_is_reported_and_retried_until_the_table_opens() -> None:
    async def story(table: LoopbackTable) -> None:
        port = free_port()
        session, guest = table.connect(Route((Address("127.0.0.1", port),)))
        await table.until(lambda: session.status.retry_at is not None)
        assert session.status.phase is Phase.CONNECTING
        assert f"127.0.0.1:{port}" in sentence(session)
        await table.start(table.made(port))
        await table.until(lambda: bool(guest.hosts))
        assert session.status.retry_at is None
        assert session.status.problem is None
        assert session.table_id == ABOUT.table_id

    run(story)


def test_an_answering_ssh_server_is_reported() -> None:
    async def story(table: LoopbackTable) -> None:
        async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"SSH-2.0-AsyncSSH_2.24.1\r\n")
            await reader.read()
            writer.close()

        server = await asyncio.start_server(greet, "127.0.0.1", 0)
        session, _ = table.connect(Route((Address("127.0.0.1", server.sockets[0].getsockname()[1]),)))
        await table.until(lambda: "is the SSH port" in sentence(session))
        await session.close()
        server.close()
        await server.wait_closed()

    run(story)


def test_an_unknown_host_name_is_reported_and_not_retried() -> None:
    async def story(table: LoopbackTable) -> None:
        session, _ = table.connect(Route((Address("no-such-computer.invalid", 7341),)))
        await table.until(lambda: "no-such-computer.invalid" in sentence(session))
        await table.until(lambda: session.status.phase is Phase.ENDED)
        assert session.status.retry_at is None

    run(story)


def test_an_unknown_interface_is_reported() -> None:
    async def story(table: LoopbackTable) -> None:
        session, _ = table.connect(Route((Address("fe80::1%nosuch0", 7341),)))
        await table.until(lambda: "no network interface with the name after the %" in sentence(session))

    run(story)


def test_a_lost_connection_is_restored_and_both_are_reported() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: len(guest.hosts) == 1)
        first = guest.peer
        transport = link_of(session)._transport  # pyright: ignore[reportPrivateUsage]
        assert transport is not None
        transport.abort()
        await table.until(lambda: guest.peer is None)
        await table.until(lambda: len(guest.hosts) == 2)
        assert guest.peer != first
        guest.enqueue(SendChat("back"))
        session.pump()
        await table.until(lambda: table.machine.heard == [SendChat("back")])

    run(story)


def test_guests_reconnect_to_a_restarted_host() -> None:
    async def story(table: LoopbackTable) -> None:
        _, guest = table.connect()
        await table.until(lambda: len(guest.hosts) == 1)
        port = table.listener.port
        await table.listener.close(Reason.FAULT)
        await table.start(table.made(port))
        await table.until(lambda: len(guest.hosts) == 2)
        assert guest.hosts == [HOST_KEYS.public] * 2

    run(story)


def test_a_host_that_has_moved_is_found_by_the_tables_id() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect(Route((Address("127.0.0.1", table.listener.port),)))
        await table.until(lambda: len(guest.hosts) == 1)
        first = session.address
        await table.listener.close(Reason.FAULT)
        await table.start(table.made())
        await table.until(lambda: len(guest.hosts) == 2)
        assert session.address != first

    run(story, lambda: LoopbackTable(hosts=("0.0.0.0",), interfaces=[LOOPBACK]))


def test_a_table_is_found_by_its_id_alone() -> None:
    async def story(table: LoopbackTable) -> None:
        _, guest = table.connect(Route(table_id=ABOUT.table_id))
        await table.until(lambda: bool(guest.hosts))

    run(story, lambda: LoopbackTable(hosts=("0.0.0.0",), interfaces=[LOOPBACK]))


def test_another_table_at_the_address_is_not_mistaken_for_the_expected_one() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect(Route((table.at,), table_id=bytes(8)))
        await table.until(lambda: "Another table" in sentence(session))
        assert session.status.phase is Phase.CONNECTING
        assert guest.hosts == []
        assert table.listener.status.wrong_codes == 0

    run(story)


def test_different_rules_end_the_connection_with_both_versions() -> None:
    async def story(table: LoopbackTable) -> None:
        await table.start(table.made(about=TableInfo("2.5", ABOUT.table_id, "pocket", 1, bytes([1]) * 32)))
        session, guest = table.connect()
        await table.until(lambda: session.status.phase is Phase.ENDED)
        assert "2.5" in sentence(session)
        assert "1.0" in sentence(session)
        assert guest.hosts == []
        assert table.listener.status.wrong_codes == 0

    run(story)


def test_an_answer_that_is_no_table_ends_the_connection() -> None:
    async def story(table: LoopbackTable) -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"SSH-2.0-OpenSSH_9.6\r\n")
            await reader.read()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            session, _ = table.connect(Route((Address("127.0.0.1", server.sockets[0].getsockname()[1]),)))
            await table.until(lambda: session.status.phase is Phase.ENDED)
            assert sentence(session)

    run(story)


def test_after_a_connection_an_impostor_has_only_one_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(table: LoopbackTable) -> None:
        _, guest = table.connect()
        await table.until(lambda: len(guest.hosts) == 1)
        impostor = table.made(code="abbey-acorn-999")
        first = table.listener
        await table.start(impostor)
        monkeypatch.setattr(Routes, "_browsed", (Address("127.0.0.1", impostor.port),))
        port = first.port
        await first.close(Reason.FAULT)
        await table.until(lambda: impostor.status.wrong_codes == 1)
        await table.start(table.made(port))
        await table.until(lambda: len(guest.hosts) == 2)
        assert impostor.status.wrong_codes == 1

    run(story)


GREETING = ["galli-tui", WIRE_VERSION, "2.5", *ABOUT[1:]]


@pytest.mark.parametrize(
    "answer",
    [
        canonical.encode([*GREETING[:-1], bytes([1]) * 32]),
        canonical.encode(["galli-tui", WIRE_VERSION + 1, *GREETING[2:]]),
        canonical.encode([*GREETING[:4], "chess", *GREETING[5:]]),
        canonical.encode([*GREETING[:3], b"short", *GREETING[4:]]),
        encode_refusal(HandshakeFailure.CLOSED),
        encode_refusal(HandshakeFailure.WRONG_CODE),
        b"\xc1",
        b"",
    ],
    ids=["other rules", "newer", "unknown game", "malformed", "closed", "wrong code", "no table", "nothing"],
)
@pytest.mark.parametrize("holds_a_seat", [True, False])
def test_unauthenticated_messages_do_not_prevent_a_reconnection(answer: bytes, *, holds_a_seat: bool) -> None:
    async def story(table: LoopbackTable) -> None:
        left, said = 2 if holds_a_seat else 1, asyncio.Event()

        async def lie(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal left
            await reader.read(1 << 10)
            if left:
                left -= 1
                writer.write(frame(answer))
                await reader.read(1 << 10)
            else:
                said.set()
            writer.close()

        notes = RecordingClient()
        _, guest = table.connect(machine=notes)
        await table.until(lambda: len(guest.hosts) == 1)
        if holds_a_seat:
            notes.seat_host = HOST_KEYS.public
        port = table.listener.port
        await table.listener.close(Reason.FAULT)
        async with await asyncio.start_server(lie, "127.0.0.1", port):
            async with asyncio.timeout(WAIT):
                await said.wait()
        await table.start(table.made(port))
        await table.until(lambda: len(guest.hosts) == 2)

    run(story)


@pytest.mark.parametrize("holds_a_seat", [True, False])
def test_reconnecting_stops_at_the_third_wrong_code_in_a_row(*, holds_a_seat: bool) -> None:
    async def story(table: LoopbackTable) -> None:
        notes = RecordingClient()
        session, guest = table.connect(machine=notes)
        await table.until(lambda: len(guest.hosts) == 1)
        if holds_a_seat:
            notes.seat_host = HOST_KEYS.public
        port = table.listener.port
        await table.listener.close(Reason.FAULT)
        await table.start(table.made(port, code="abbey-acorn-999"))
        await table.until(lambda: session.status.phase is Phase.ENDED)
        assert table.listener.status.wrong_codes == MAX_WRONG_CODES == 3
        assert "not the code of this table" in sentence(session)

    run(story)


def test_cancelling_ends_a_connection_at_once() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect(Route((Address("127.0.0.1", free_port()),)))
        await table.until(lambda: session.status.retry_at is not None)
        await session.close()
        assert session.status.phase is Phase.ENDED
        assert session.status.retry_at is None
        assert guest.returns is False

    run(story)


def test_a_connection_ends_when_its_client_leaves() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        guest.returns = False
        await table.listener.close()
        await table.until(lambda: session.status.phase is Phase.ENDED)
        assert [getattr(message, "reason", None) for message in guest.heard] == [Reason.CLOSED]
        assert len(guest.hosts) == 1

    run(story)


def test_a_connection_that_was_never_opened_closes_its_socket() -> None:
    async def story(table: LoopbackTable) -> None:
        here, there = socket.socketpair()
        with here:
            session = ClientConnection(
                RecordingClient(),
                HOST_KEYS,
                Route(sock=there),
                CODE,
                role=PeerRole.PLAYER,
                version="1",
                check_rules=print,
            )
            await session.close()
            assert there.fileno() == -1

    run(story)


def test_an_internal_error_costs_only_the_connection() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        guest.fails = True
        table.machine.tell_all(Heartbeat())
        table.listener.pump()
        await table.until(lambda: len(guest.hosts) == 2)
        assert [type(fault) for fault in session.errors] == [ZeroDivisionError]

    run(story)


def test_received_entries_are_verified_after_they_are_shown() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        seen: list[bool] = []
        session.subscribe(lambda: seen.append(guest.unproven))
        guest.shows = True
        table.machine.tell_all(Heartbeat())
        table.listener.pump()
        await table.until(lambda: seen == [True])
        await table.until(lambda: not guest.unproven)
        guest.cannot_prove = True
        table.machine.tell_all(Heartbeat())
        table.listener.pump()
        await table.until(lambda: len(guest.hosts) == 2)
        assert [type(fault) for fault in session.errors][:1] == [ZeroDivisionError]

    run(story)


def test_entries_are_verified_after_what_else_waits_for_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(table: LoopbackTable) -> None:
        monkeypatch.setattr(client_connection, "PROVE_DELAY", WAIT)
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        seen: list[bool] = []
        session.subscribe(lambda: seen.append(guest.unproven))
        guest.shows = True
        table.machine.tell_all(Heartbeat())
        table.listener.pump()
        await table.until(lambda: seen == [True])
        assert guest.unproven
        await session.close()
        assert guest.unproven  # The replica proves it when it is closed; no timer is left that would.

    run(story)


def test_a_failed_save_is_retried_without_a_connection() -> None:
    async def story(table: LoopbackTable) -> None:
        _, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        guest.unproven = True
        await table.listener.close(Reason.FAULT)
        await table.until(lambda: not guest.unproven)
        assert len(guest.hosts) == 1

    run(story)


def test_an_unreadable_message_ends_the_connection_for_good() -> None:
    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        session.message_received(link_of(session), b"\xc1")
        await table.until(lambda: session.status.phase is Phase.ENDED)
        assert (guest.invalid_messages, len(guest.hosts)) == (1, 1)

    run(story)


@pytest.mark.parametrize(
    "flood",
    [
        [ChatMessage(None, "Anna", f"line {number}") for number in range(500)],
        [Entries(number, (bytes(1 << 18),), (), number + 1) for number in range(24)],
    ],
)
def test_a_flood_is_handled_in_portions_and_bounded(flood: list[Message], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_connection, "TIME_SLICE", 0.0)

    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        reader = link_of(session)._reader  # pyright: ignore[reportPrivateUsage]
        for message in flood:
            table.machine.tell_all(message)
        table.listener.pump()
        seen = 0
        async with asyncio.timeout(WAIT):
            while len(guest.heard) < len(flood):
                await asyncio.sleep(0)
                assert len(guest.heard) - seen <= 1
                assert len(reader._buffer) <= MAX_HOST_BODY  # pyright: ignore[reportPrivateUsage]
                seen = len(guest.heard)
        assert guest.heard == flood
        table.machine.tell_all(Heartbeat())
        table.listener.pump()
        await table.until(lambda: guest.heard[-1] == Heartbeat())

    run(story)


def test_leaving_stops_the_handling_of_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_connection, "TIME_SLICE", 0.0)

    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        for _ in range(500):
            table.machine.tell_all(Heartbeat())
        table.listener.pump()
        await table.until(lambda: bool(guest.heard))
        heard = len(guest.heard)
        await session.close()
        assert len(guest.heard) <= heard + 1
        await table.until(lambda: not table.machine.here)

    run(story)


@pytest.mark.parametrize(("pause", "rows"), [(60.0, {24}), (0.0, {0, 1})])
def test_a_flood_in_many_pieces_counts_as_one_until_it_pauses(
    pause: float, rows: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer_connection, "TIME_SLICE", 0.0)
    monkeypatch.setattr(peer_connection, "MAX_PAUSE", pause)

    async def story(table: LoopbackTable) -> None:
        session, guest = table.connect()
        await table.until(lambda: bool(guest.hosts and table.machine.here))
        link = link_of(session)
        link._slices = 0  # pyright: ignore[reportPrivateUsage]
        for number in range(24):
            table.machine.tell_all(Entries(number, (bytes(1 << 18),), (), number + 1))
        table.listener.pump()
        await table.until(lambda: len(guest.heard) == 24)
        assert link._slices in rows  # pyright: ignore[reportPrivateUsage]

    run(story)
