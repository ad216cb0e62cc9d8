"""The listening sockets of an open table, and the connections of its guests and spectators.

Everything runs in the event loop in which the table is opened. What clients may do is left to the table server, and
the advert of the table to `advertising`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from typing import Final, cast

from net.discovery.address import Address, reachable_addresses
from net.discovery.listening_sockets import ALL_INTERFACES, open_listening_sockets
from net.discovery.mdns import TableAdvert
from net.discovery.multicast import Interfaces, MulticastReach
from net.gc_tuning import raise_gc_threshold
from net.host.advertising import TableAdvertising, table_advert
from net.host.host_actions import HostTableServer
from net.limits.code_attempts import AttemptResult, CodeAttempts
from net.limits.rates import ANSWERS_TO_ENTRIES, ANSWERS_TO_HASHES, PeerLimits, PeerLimitsCache
from net.status import HostStatus
from net.subscribers import Subscribers
from net.wire.channel import Side
from net.wire.effects import Drop, Effect, Peer
from net.wire.handshake import HostHandshake, RefusingHandshake
from net.wire.handshake_codec import TableInfo
from net.wire.handshake_error import HandshakeFailure
from net.wire.message_codec import MessageError, decode_guest_message, encode_host_message
from net.wire.messages import Entries, Fetch, Hello, HostMessage, Message, PeerRole, Reason, Submit
from net.wire.peer_connection import Handshake, HandshakeFactory, PeerConnection
from net.wire.table_code import normalize_code
from saves.format.entries import MAX_ENTRY
from saves.format.identity import Identity

TICK_INTERVAL: Final = 1.0
"""Seconds between two ticks while a client is connected."""
HASH_DELAY: Final = 0.01
"""Seconds from a move until the state is hashed, so that the move is shown first."""
MAX_SOCKETS: Final = 64
"""Connections, those included that have not completed the handshake."""
MAX_REFUSED: Final = 16
"""Connections that are only told why they are refused; they must not take the place of returning guests."""
MAX_ERRORS: Final = 8


class _Connection:
    """A connection with its limits and its place among the peers."""

    __slots__ = ("address", "attempting", "handshake", "limits", "link", "peer")

    def __init__(self, link: PeerConnection, address: str, handshake: HostHandshake | None) -> None:
        self.link = link
        self.address = address
        self.handshake = handshake
        self.attempting = handshake is not None
        """Whether its attempt at the table code is still pending."""
        self.peer: Peer | None = None
        """Set from the end of the handshake until the table server knows that the peer has gone."""
        self.limits: PeerLimits | None = None


class TableListener:
    """An open table: `open` it, `pump` after each action of the host's player, and `close` it."""

    def __init__(
        self,
        machine: HostTableServer,
        identity: Identity,
        about: TableInfo,
        code: str,
        *,
        name: str,
        ports: Sequence[int],
        hosts: Sequence[str] = ALL_INTERFACES,
        interfaces: Interfaces | None = None,
        advertise: bool = True,
    ) -> None:
        """Prepare a table; `ports` are tried in turn, and `interfaces` are those of `Advertiser`.

        The advert shows the name on the host's first seat, or `name` if the host plays none. Raises `BadCode`.
        """
        HostHandshake(code, about)
        self.machine = machine
        self.attempts = CodeAttempts()
        self.errors: list[Exception] = []
        """Errors of this program itself, which should never happen; each has cost one client its connection."""
        self._identity = identity
        self._about = about
        self._code = code
        self._name = name
        self._ports = ports
        self._hosts = hosts
        self._interfaces = interfaces
        self._advertises = advertise
        self._advertising: TableAdvertising | None = None
        self._servers: list[asyncio.Server] = []
        self._port = 0
        self._connections: dict[PeerConnection, _Connection] = {}
        self._peers: dict[Peer, _Connection] = {}
        self._last_peer = 0
        self._limits = PeerLimitsCache()
        self._submitting: _Connection | None = None
        """The author of the submission that is being handled."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._tick_timer: asyncio.TimerHandle | None = None
        self._hash_timer: asyncio.TimerHandle | None = None
        self._subscribers = Subscribers()
        self._closing = False

    # What it shows

    @property
    def port(self) -> int:
        """The port it listens on; 0 before `open`."""
        return self._port

    @property
    def port_in_use(self) -> int | None:
        """The port it would have listened on if that were not in use; None if it does."""
        return self._ports[0] if self._port and self._ports[0] not in (0, self._port) else None

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses that guests can type, the likeliest first."""
        return tuple(Address(host, self._port) for host in reachable_addresses(self._hosts))

    @property
    def reach(self) -> MulticastReach | None:
        """How far the advert is heard; None until that is known."""
        return None if self._advertising is None else self._advertising.reach

    @property
    def advert(self) -> TableAdvert:
        """The advert of the table as it is now."""
        return table_advert(self.machine.status, self._about.table_id, self._name)

    @property
    def status(self) -> HostStatus:
        """The status of the table, with the attempts at the table code."""
        return self.machine.status._replace(wrong_codes=self.attempts.wrong, closed_to_new=self.attempts.closed)

    @property
    def now(self) -> float:
        """The time by the table server's clock, in seconds."""
        return asyncio.get_running_loop().time()

    @property
    def handshaking(self) -> int:
        """The number of connections that have not completed the handshake."""
        return len(self._connections) - len(self._peers)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` soon after each change. Return a function that ends the subscription."""
        return self._subscribers.add(changed)

    # What its owner does

    async def open(self) -> None:
        """Listen, and start to advertise the table. Raises `CannotListen`."""
        raise_gc_threshold()
        loop = asyncio.get_running_loop()
        sockets = open_listening_sockets(self._ports, self._hosts)
        self._port = sockets[0].getsockname()[1]
        for sock in sockets:
            self._servers.append(await loop.create_server(lambda: self._connection(self._admit), sock=sock))
        if self._advertises:
            self._advertising = TableAdvertising(
                lambda: self.advert,
                self._port,
                interfaces=self._interfaces,
                hosts=self._hosts,
                opened=self.pump,
            )
            self._subscribers.add(self._advertising.refresh_soon)
        self.pump()

    def attach(self, sock: socket.socket, label: str, seated: bool = False) -> None:
        """Serve a connected stream socket. `label` counts as its address; `seated` means that it holds a seat."""
        if seated:
            self.attempts.trust(label)
        task = asyncio.get_running_loop().create_task(self._attach(sock, label))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def pump(self) -> None:
        """Carry out the effects in the table server's outbox, and notify the subscribers."""
        encoded: dict[int, tuple[Message, bytes]] = {}
        while self.machine.outbox:
            effects, self.machine.outbox[:] = list(self.machine.outbox), []
            for effect in effects:
                self._perform(effect, encoded)
        if self._closing:
            return
        if self.machine.unhashed and self._hash_timer is None:
            self._hash_timer = asyncio.get_running_loop().call_later(HASH_DELAY, self._send_state_hashes)
        self._subscribers.notify_soon()

    def reopen(self) -> None:
        """Admit newcomers again after the table was closed to them for too many wrong codes."""
        self.attempts.reopen()
        self.pump()

    def change_code(self, code: str) -> None:
        """Use another table code from now on. Connected guests and holders of seats need none. Raises `BadCode`."""
        self._code = normalize_code(code)
        self.attempts.code_changed()
        self.pump()

    async def close(self, reason: Reason = Reason.CLOSED) -> None:
        """Close the table, with all its connections, sockets and tasks."""
        self._closing = True
        self._subscribers.clear()
        for server in self._servers:
            server.close()
        self.machine.close(reason)
        self.pump()
        links = list(self._connections)
        for link in links:
            link.close()
        for timer in (self._tick_timer, self._hash_timer):
            if timer is not None:
                timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._advertising is not None:
            await self._advertising.close()
        for link in links:
            await link.closed.wait()

    # What its connections report (see `ConnectionOwner`)

    def established(self, link: PeerConnection, hello: Hello) -> None:
        """Register a client that has proven its keys."""
        connection = self._connections[link]
        self._finish_attempt(connection, AttemptResult.PASSED)
        self._last_peer += 1
        peer = connection.peer = Peer(self._last_peer)
        now = self.now
        connection.limits = self._limits.get(hello.keys, now)
        self._peers[peer] = connection
        self._guarded(connection, lambda: self.machine.connected(peer, hello.keys, hello.role, connection.address, now))
        self._schedule_tick()

    def message_received(self, link: PeerConnection, raw: bytes) -> None:
        """Check the limits of a client and give its message to the table server."""
        connection, now = self._connections[link], self.now
        peer = connection.peer
        if peer is None or connection.limits is None:
            return
        if not connection.limits.allow_message(len(raw), now):
            self._drop(connection, Reason.LIMIT)
            return
        try:
            message = decode_guest_message(raw)
        except MessageError:
            self._drop(connection, Reason.PROTOCOL)
            return
        self._submitting = connection if isinstance(message, Submit) else None
        self._guarded(connection, lambda: self.machine.received(peer, message, now))
        self._submitting = None

    def connection_ended(self, link: PeerConnection) -> None:
        """Forget a connection that has ended."""
        connection = self._connections.pop(link)
        handshake = connection.handshake
        if handshake is not None and handshake.session is not None:
            self._finish_attempt(connection, AttemptResult.PASSED)
        elif handshake is not None:
            self._finish_attempt(connection, AttemptResult.WRONG if handshake.attempted else AttemptResult.UNSPENT)
        self._report_lost(connection)
        self.pump()

    # Handshakes

    async def _attach(self, sock: socket.socket, label: str) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._connection(lambda link, _: self._admit(link, label)), sock
            )
        except OSError:
            sock.close()

    def _connection(self, begin: HandshakeFactory) -> PeerConnection:
        return PeerConnection(self, begin, Side.HOST, self._identity, PeerRole.HOST)

    def _admit(self, link: PeerConnection, address: str) -> Handshake | None:
        """Return the handshake for a new connection; None to hang up at once."""
        if self._closing or len(self._connections) >= MAX_SOCKETS:
            return None
        refused = self.attempts.begin(address, self.now)
        if refused is not None:
            if sum(connection.handshake is None for connection in self._connections.values()) >= MAX_REFUSED:
                return None
            self._connections[link] = _Connection(link, address, None)
            if refused.kind is HandshakeFailure.BUSY or not self.machine.holders:
                return RefusingHandshake(refused.kind, refused.seconds)
            return self._handshake(refused.kind, refused.seconds)
        handshake = self._handshake()
        self._connections[link] = _Connection(link, address, handshake)
        return handshake

    def _handshake(self, shut: HandshakeFailure | None = None, seconds: int = 0) -> HostHandshake:
        """Return a handshake for any guest, or with `shut` only for one that holds a seat."""
        secrets = [self._identity.shared_key(keys.box) for keys in self.machine.holders]
        return HostHandshake(self._code, self._about, seats=secrets, shut=shut, seconds=seconds)

    def _finish_attempt(self, connection: _Connection, result: AttemptResult) -> None:
        if connection.attempting:
            connection.attempting = False
            self.attempts.finish(connection.address, result, self.now)

    # Between the table server and its clients

    def _guarded(self, connection: _Connection, work: Callable[[], None]) -> None:
        """Call the table server for a client. An error of ours ends that connection, and the table stays open."""
        try:
            work()
        except Exception as error:
            self._record(error)
            self._drop(connection, Reason.FAULT)
        self.pump()

    def _record(self, error: Exception) -> None:
        self.errors[:] = [*self.errors, error][-MAX_ERRORS:]

    def _drop(self, connection: _Connection, reason: Reason) -> None:
        """End a connection for what its client has sent."""
        connection.link.drop(reason)
        self._report_lost(connection)
        self.pump()

    def _report_lost(self, connection: _Connection) -> None:
        """Tell the table server once that a peer has gone."""
        peer, connection.peer = connection.peer, None
        if peer is not None and self._peers.pop(peer, None) is not None:
            failure = connection.link.failure
            self.machine.lost(peer, self.now, failure if isinstance(failure, Reason) else None)

    def _perform(self, effect: Effect, encoded: dict[int, tuple[Message, bytes]]) -> None:
        """Send a message or drop a peer. `encoded` keeps the bytes of messages that go to several peers."""
        connection = self._peers.get(effect.peer)
        if connection is None:
            return
        if isinstance(effect, Drop):
            del self._peers[effect.peer]
            connection.peer = None
            connection.link.drop(effect.reason)
            return
        message = effect.message
        if id(message) not in encoded:
            encoded[id(message)] = message, encode_host_message(cast("HostMessage", message))
        connection.link.send(encoded[id(message)][1])
        if connection.limits is not None and isinstance(message, Fetch):
            connection.limits.expect_replica_entries(MAX_ENTRY)
        if connection.limits is not None and isinstance(message, Entries):
            if not message.entries:
                connection.limits.expect_answers(ANSWERS_TO_HASHES)
            elif connection is not self._submitting:
                connection.limits.expect_answers(ANSWERS_TO_ENTRIES)

    # Timers

    def _schedule_tick(self) -> None:
        if self._tick_timer is None and self._peers and not self._closing:
            self._tick_timer = asyncio.get_running_loop().call_later(TICK_INTERVAL, self._tick)

    def _tick(self) -> None:
        self._tick_timer = None
        self._timed(self.machine.tick)
        self._schedule_tick()

    def _send_state_hashes(self) -> None:
        self._hash_timer = None
        self._timed(self.machine.send_state_hashes)

    def _timed(self, work: Callable[[float], None]) -> None:
        """Call the table server with the time. The table stays open after an error of ours."""
        try:
            work(self.now)
        except Exception as error:
            self._record(error)
        self.pump()
