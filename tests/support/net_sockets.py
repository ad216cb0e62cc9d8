"""Both ends of the network on this computer for tests: recording state machines, and ways to wait for them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from net.discovery.address import Address
from net.discovery.mdns import TABLE_ID_SIZE
from net.discovery.multicast import Interfaces
from net.discovery.routes import Route
from net.guest.client_connection import ClientConnection
from net.guest.table_client import TableClient
from net.host.host_actions import HostTableServer
from net.host.listener import TableListener
from net.host.lobby import LobbyState
from net.host.table_state import TableSettings
from net.status import GuestStatus, HostSeat, HostStatus, Phase
from net.wire.effects import Drop, Peer, Send
from net.wire.handshake_codec import TableInfo
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.messages import GuestMessage, HostMessage, Message, PeerRole, Reason, SeatKind
from net.wire.peer_connection import PeerConnection
from rules.engine.game import Options
from saves.format.identity import Identity, PublicKeys
from saves.storage.replica import Replica
from tests.sample_game.game import META
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS

CODE = "abbey-acorn-417"
WAIT = 20
"""Seconds after which a wait fails."""
RULES = bytes(32)
ABOUT = TableInfo("1.0", os.urandom(TABLE_ID_SIZE), "pocket", 1, RULES)
"""Has an id of its own, as other programs may advertise tables on the same loopback."""


def knows(game: str, rules_version: int, rules_hash: bytes) -> None:
    """Accept the rules of the tables here, and no others."""
    if (game, rules_version, rules_hash) != ABOUT[2:]:
        raise HandshakeError(HandshakeFailure.OTHER_RULES)


class RecordingHost(HostTableServer):
    """A table server that records its calls, and sends what the test puts into its `outbox`."""

    def __init__(self) -> None:
        lobby = LobbyState(META, Options(2, "versus", 1), bytes(32))
        super().__init__(TableSettings(HOST_KEYS.public, "Anna", code=CODE), lobby, None, None)
        self.here: dict[Peer, tuple[PublicKeys, PeerRole, str]] = {}
        self.heard: list[GuestMessage] = []
        self.lost_peers: list[Peer] = []
        self.lost_for: list[Reason | None] = []
        self.ticks = 0
        self.open_seats = 1
        self._shown_phase = Phase.LOBBY
        self.fails = False
        self.answers: Message | None = None
        """The answer to every message."""
        self._holders: frozenset[PublicKeys] = frozenset()
        self._unhashed = False
        self.hashed = asyncio.Event()

    @property
    def phase(self) -> Phase:
        return self._shown_phase

    @phase.setter
    def phase(self, phase: Phase) -> None:
        self._shown_phase = phase

    @property
    def holders(self) -> frozenset[PublicKeys]:
        return self._holders

    @holders.setter
    def holders(self, holders: frozenset[PublicKeys]) -> None:
        self._holders = holders

    @property
    def unhashed(self) -> bool:
        return self._unhashed

    @unhashed.setter
    def unhashed(self, unhashed: bool) -> None:
        self._unhashed = unhashed

    @property
    def status(self) -> HostStatus:
        free = HostSeat(SeatKind.OPEN, "", "red", bot=None, ready=False, online=False, key="")
        own = HostSeat(SeatKind.HERE, "Anna", "blue", bot=None, ready=True, online=True, key="")
        return HostStatus(
            phase=self.phase,
            game="pocket",
            options=Options(2, "versus", 1),
            seats=(*[free] * self.open_seats, own),
            components=bytes(32),
            resumed=False,
            seats_fixed=False,
            spectators=0,
            may_watch=True,
            may_chat=False,
            code=CODE,
            wrong_codes=0,
            closed_to_new=False,
            blocked=0,
            attendance=None,
            chat=(),
            chat_count=0,
            pointers=(),
            pointer_count=0,
            notices=(),
        )

    def connected(self, peer: Peer, keys: PublicKeys, role: PeerRole, address: str, now: float) -> None:
        self.here[peer] = (keys, role, address)

    def received(self, peer: Peer, message: GuestMessage, now: float) -> None:
        if self.fails:
            raise ZeroDivisionError
        assert peer in self.here
        self.heard.append(message)
        if self.answers is not None:
            self.outbox.append(Send(peer, self.answers))

    def lost(self, peer: Peer, now: float, reason: Reason | None = None) -> None:
        del self.here[peer]
        self.lost_peers.append(peer)
        self.lost_for.append(reason)

    def tick(self, now: float) -> None:
        self.ticks += 1

    def send_state_hashes(self, now: float) -> None:
        self.holders = frozenset()
        self.unhashed = False
        self.hashed.set()

    def close(self, reason: Reason) -> None:
        self.outbox += [Drop(peer, reason) for peer in self.here]
        self.here.clear()

    def tell_all(self, message: Message) -> None:
        """Put a message to every peer into the outbox."""
        self.outbox += [Send(peer, message) for peer in self.here]


class RecordingClient(TableClient):
    """A table client that records its calls."""

    def __init__(self) -> None:
        super().__init__(GUEST_KEYS.public, _no_replica)
        self._returns = True
        self.peer: Peer | None = None
        self.hosts: list[PublicKeys] = []
        """Of each connection."""
        self.heard: list[HostMessage] = []
        self.invalid_messages = 0
        self.ticks = 0
        self.fails = False
        self._seat_host: PublicKeys | None = None
        self._unproven = False
        self.shows = self.cannot_prove = False
        """Whether it shows entries before they are proven; and whether proving them fails."""

    @property
    def returns(self) -> bool:
        return self._returns

    @returns.setter
    def returns(self, returns: bool) -> None:
        self._returns = returns

    @property
    def seat_host(self) -> PublicKeys | None:
        return self._seat_host

    @seat_host.setter
    def seat_host(self, host: PublicKeys | None) -> None:
        self._seat_host = host

    @property
    def unproven(self) -> bool:
        return self._unproven

    @unproven.setter
    def unproven(self, unproven: bool) -> None:
        self._unproven = unproven

    @property
    def status(self) -> GuestStatus:
        phase = Phase.CONNECTING if self.peer is None else Phase.LOBBY
        return GuestStatus(phase, None, None, (), 0, 0, (), (), (), 0, (), 0, None, None)

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        self.peer = peer
        self.hosts.append(host)

    def received(self, peer: Peer, message: HostMessage, now: float) -> None:
        if self.fails:
            raise ZeroDivisionError
        assert peer == self.peer
        self.heard.append(message)
        self._unproven = self.shows

    def received_invalid(self, peer: Peer) -> None:
        assert peer == self.peer
        self.invalid_messages += 1
        self.outbox.append(Drop(peer, Reason.PROTOCOL))
        self.peer, self._returns = None, False

    def lost(self, peer: Peer, now: float) -> None:
        assert peer == self.peer
        self.peer = None

    def tick(self, now: float) -> None:
        self.ticks += 1

    def prove(self) -> bool:
        if self.cannot_prove:
            raise ZeroDivisionError
        self._unproven = False
        return bool(self.outbox)

    def leave(self, now: float) -> None:
        if self.peer is not None:
            self.outbox.append(Drop(self.peer, Reason.LEFT))
        self.peer, self._returns = None, False

    def enqueue(self, message: Message) -> None:
        """Put a message to the host into the outbox."""
        assert self.peer is not None
        self.outbox.append(Send(self.peer, message))


def _no_replica(header: bytes) -> Replica:
    raise AssertionError("a recording client keeps no replica")


class LoopbackTable:
    """A host and its guests in one event loop, on the loopback; all of it is closed at the end."""

    def __init__(self, *, hosts: tuple[str, ...] = ("127.0.0.1",), interfaces: Interfaces | None = None) -> None:
        self.machine = RecordingHost()
        self.hosts = hosts
        self.interfaces: Interfaces = [] if interfaces is None else interfaces
        """None for multicast, unless the test asks for it."""
        self.news = asyncio.Event()
        self.listener = self.made()
        self._stack = AsyncExitStack()

    def made(self, port: int = 0, about: TableInfo = ABOUT, code: str = CODE) -> TableListener:
        """Return another connection to the table, not yet opened."""
        return TableListener(
            self.machine,
            HOST_KEYS,
            about,
            code,
            name="Anna",
            ports=(port,),
            hosts=self.hosts,
            interfaces=self.interfaces,
        )

    async def __aenter__(self) -> Self:
        await self.start(self.listener)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def start(self, listener: TableListener) -> None:
        """Open the table, this way from now on."""
        self.listener = listener
        await listener.open()
        listener.subscribe(self.news.set)
        self._stack.push_async_callback(listener.close)

    def connect(
        self,
        way: Route | None = None,
        *,
        code: str = CODE,
        identity: Identity = GUEST_KEYS,
        machine: RecordingClient | None = None,
        wish: PeerRole = PeerRole.PLAYER,
    ) -> tuple[ClientConnection, RecordingClient]:
        """Return a session that has begun."""
        notes = RecordingClient() if machine is None else machine
        session = ClientConnection(
            notes,
            identity,
            way or Route((self.at,)),
            code,
            role=wish,
            version="1.0",
            check_rules=knows,
            interfaces=self.interfaces,
        )
        session.subscribe(self.news.set)
        session.open()
        self._stack.push_async_callback(session.close)
        return session, notes

    @property
    def at(self) -> Address:
        """The address of the table."""
        return Address(self.hosts[0], self.listener.port)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until a condition holds; fail after a time."""
        async with asyncio.timeout(WAIT):
            while not so():
                self.news.clear()
                await self.news.wait()


async def raw_link(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a stranger's connection, on which the test writes every byte."""
    async with asyncio.timeout(WAIT):
        return await asyncio.open_connection(address.host, address.port)


def link_of(session: ClientConnection) -> PeerConnection:
    """Return the inner connection, for tampering with it."""
    link = session._link  # pyright: ignore[reportPrivateUsage]
    assert link is not None
    return link
