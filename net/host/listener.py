"""A table open to the network: the sockets around a host's machine, and what is told of it to everybody around.

All of it runs in the event loop that it is opened in. What guests may do is left to the machine, and what the screens
show of it to them.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Sequence
from typing import Final, cast

from net.discovery.address import Address, reachable_addresses
from net.discovery.listening_sockets import ALL_INTERFACES, open_listening_sockets
from net.discovery.mdns import Advertiser, TableAdvert
from net.discovery.multicast import Interfaces, MulticastReach
from net.host.host_table import HostTableServer
from net.limits.code_attempts import AttemptResult, CodeAttempts
from net.limits.gc_tuning import raise_gc_threshold
from net.limits.rates import ANSWERS_TO_ENTRIES, ANSWERS_TO_HASHES, PeerLimits, PeerLimitsCache
from net.status import HostStatus, Phase
from net.wire.channel import Side
from net.wire.connection import Handshake, HandshakeFactory, PeerConnection, RefusingHandshake
from net.wire.effects import Drop, Effect, Peer
from net.wire.handshake import WIRE_VERSION, HandshakeFailure, HostHandshake, TableInfo
from net.wire.message_codec import MessageError, decode_guest_message, encode_host_message
from net.wire.messages import (
    Entries,
    Fetch,
    Hello,
    HostMessage,
    Message,
    PeerRole,
    Reason,
    SeatKind,
    Submit,
)
from net.wire.table_code import normalize_code
from saves.format.entries import MAX_ENTRY
from saves.format.identity import Identity

TICK_INTERVAL: Final = 1.0
"""Seconds between two looks at the clock, while somebody is connected."""
HASH_DELAY: Final = 0.01
"""Seconds from a move until states are compared: first everybody sees it."""
ADVERT_DELAY: Final = 0.1
"""Seconds from any change until it is looked whether those around are to be told: first those at the table are."""
MAX_SOCKETS: Final = 64
"""Connections, those counted in that have not shown who they are."""
MAX_REFUSED: Final = 16
"""Of them, those that wait to be told why they may not come in: they take no place from guests who come back."""
MAX_ERRORS: Final = 8


class _Connection:
    """A connection, and what is known of it here."""

    __slots__ = ("address", "handshake", "link", "peer", "rates", "trying")

    def __init__(self, link: PeerConnection, address: str, handshake: HostHandshake | None) -> None:
        self.link = link
        self.address = address
        self.handshake = handshake
        self.trying = handshake is not None
        """Whether its try at the code still counts as standing."""
        self.peer: Peer | None = None
        """Once it has shown who it is, until the machine knows that it is gone."""
        self.rates: PeerLimits | None = None


class TableListener:
    """An open table: `open` it, `pump` after each of the player's deeds at the machine, and `close` it."""

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
        """`ports` are tried in turn; see `Advert` for `interfaces`. Without `advertise` nobody around is told.

        Others see in their lists who plays the host's first seat; `name` stands for a host that plays none.

        Raises `BadCode`.
        """
        HostHandshake(code, about)
        self.machine = machine
        self.attempts = CodeAttempts()
        self.errors: list[Exception] = []
        """What should never be: errors of this program itself, of which each cost one guest its connection."""
        self._identity = identity
        self._about = about
        self._code = code
        self._name = name
        self._ports = ports
        self._hosts = hosts
        self._interfaces = interfaces
        self._advertises = advertise
        self._advert: Advertiser | None = None
        self._advertised = False
        self._servers: list[asyncio.Server] = []
        self._port = 0
        self._links: dict[PeerConnection, _Connection] = {}
        self._peers: dict[Peer, _Connection] = {}
        self._last_peer = 0
        self._allowances = PeerLimitsCache()
        self._submitting: _Connection | None = None
        """Whose submission the machine is told of just now."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._checking: asyncio.TimerHandle | None = None
        self._changed: list[Callable[[], None]] = []
        self._telling = False
        """Whether `_tell` is on its way."""
        self._offering: asyncio.TimerHandle | None = None
        """What will look whether there is anything to tell everybody around."""
        self._told: TableAdvert | None = None
        """What everybody around knows, or is just being told."""
        self._updating: asyncio.Task[None] | None = None
        """What tells everybody around, if there is anything to tell."""
        self._closing = False

    # What it shows

    @property
    def port(self) -> int:
        """The port it listens on; 0 before `open`."""
        return self._port

    @property
    def addresses(self) -> tuple[Address, ...]:
        """What others can type to come here, the likeliest first."""
        return tuple(Address(host, self._port) for host in reachable_addresses(self._hosts))

    @property
    def reach(self) -> MulticastReach | None:
        """How far the table is told; None until that is known."""
        return self._advert.reach if self._advert is not None and self._advertised else None

    @property
    def status(self) -> HostStatus:
        """The machine's, and the tries at the code."""
        return self.machine.status._replace(wrong_codes=self.attempts.wrong, closed_to_new=self.attempts.closed)

    @property
    def now(self) -> float:
        """The time by the machine's clock, in seconds."""
        return asyncio.get_running_loop().time()

    @property
    def handshaking(self) -> int:
        """How many have come that have not shown who they are."""
        return len(self._links) - len(self._peers)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """`changed` is called soon after anything has changed, once for many things. Returns what ends that."""
        self._changed.append(changed)
        return lambda: self._changed.remove(changed) if changed in self._changed else None

    # What its owner does

    async def open(self) -> None:
        """Listens, and begins to tell of the table. Raises `CannotListen`."""
        raise_gc_threshold()
        loop = asyncio.get_running_loop()
        sockets = open_listening_sockets(self._ports, self._hosts)
        self._port = sockets[0].getsockname()[1]
        for sock in sockets:
            self._servers.append(await loop.create_server(lambda: self._link(self._came), sock=sock))
        if self._advertises:
            self._advert = Advertiser(self.advert, self._port, interfaces=self._interfaces, hosts=self._hosts)
            self._updating = self._run(self._advertise(self._advert))
        self.pump()

    def attach(self, sock: socket.socket, label: str, seated: bool = False) -> None:
        """A connected stream socket in place of TCP. `label` counts as its address, `seated` if it holds a seat."""
        if seated:
            self.attempts.trust(label)
        self._run(self._join(sock, label))

    def pump(self) -> None:
        """Sends what the machine wants to be sent, and tells all who have subscribed."""
        coded: dict[int, tuple[Message, bytes]] = {}
        while self.machine.outbox:
            effects, self.machine.outbox[:] = list(self.machine.outbox), []
            for effect in effects:
                self._do(effect, coded)
        if self.machine.unhashed and self._checking is None and not self._closing:
            self._checking = asyncio.get_running_loop().call_later(HASH_DELAY, self._check)
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell)

    def reopen(self) -> None:
        """Lets newcomers in again, after so many wrong codes that nobody was."""
        self.attempts.reopen()
        self.pump()

    def change_code(self, code: str) -> None:
        """Take another code from now on. Whoever is there or holds a seat does not need it. Raises `BadCode`."""
        self._code = normalize_code(code)
        self.attempts.code_changed()
        self.pump()

    async def close(self, reason: Reason = Reason.CLOSED) -> None:
        """Ends the table for all, and every socket and task of it."""
        self._closing = True
        for server in self._servers:
            server.close()
        self.machine.close(reason)
        self.pump()
        links = list(self._links)
        for link in links:
            link.close()
        if self._timer is not None:
            self._timer.cancel()
        if self._checking is not None:
            self._checking.cancel()
        if self._offering is not None:
            self._offering.cancel()
        if self._updating is not None:
            self._updating.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._advert is not None:
            await self._advert.close()
        for link in links:
            await link.closed.wait()

    # What its connections tell it

    def established(self, link: PeerConnection, who: Hello) -> None:
        """A guest has shown who it is."""
        guest = self._links[link]
        self._leave(guest, AttemptResult.PASSED)
        self._last_peer += 1
        peer = guest.peer = Peer(self._last_peer)
        now = self.now
        guest.rates = self._allowances.get(who.keys, now)
        self._peers[peer] = guest
        self._guarded(guest, lambda: self.machine.connected(peer, who.keys, who.role, guest.address, now))
        self._wind()

    def message_received(self, link: PeerConnection, raw: bytes) -> None:
        """A guest says something."""
        guest, now = self._links[link], self.now
        peer = guest.peer
        if peer is None or guest.rates is None:
            return
        if not guest.rates.allow_message(len(raw), now):
            self._lose(guest, Reason.LIMIT)
            return
        try:
            message = decode_guest_message(raw)
        except MessageError:
            self._lose(guest, Reason.PROTOCOL)
            return
        self._submitting = guest if isinstance(message, Submit) else None
        self._guarded(guest, lambda: self.machine.received(peer, message, now))
        self._submitting = None

    def connection_ended(self, link: PeerConnection) -> None:
        """A connection is over."""
        guest = self._links.pop(link)
        handshake = guest.handshake
        if handshake is not None:
            passed = handshake.session is not None
            self._leave(
                guest,
                AttemptResult.PASSED
                if passed
                else AttemptResult.WRONG
                if handshake.attempted
                else AttemptResult.UNSPENT,
            )
        self._forget(guest)
        self.pump()

    # Inside

    def _run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _join(self, sock: socket.socket, label: str) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._link(lambda link, _: self._came(link, label)), sock
            )
        except OSError:
            sock.close()

    def _link(self, begin: HandshakeFactory) -> PeerConnection:
        return PeerConnection(self, begin, Side.HOST, self._identity, PeerRole.HOST)

    def _came(self, link: PeerConnection, address: str) -> Handshake | None:
        """With what a new connection begins, by what its address has done before."""
        if self._closing or len(self._links) >= MAX_SOCKETS:
            return None
        refused = self.attempts.begin(address, self.now)
        if refused is not None:
            if sum(guest.handshake is None for guest in self._links.values()) >= MAX_REFUSED:
                return None
            self._links[link] = _Connection(link, address, None)
            if refused.kind is HandshakeFailure.BUSY or not self.machine.holders:
                return RefusingHandshake(refused.kind, refused.seconds)
            return self._handshake(refused.kind, refused.seconds)
        handshake = self._handshake()
        self._links[link] = _Connection(link, address, handshake)
        return handshake

    def _handshake(self, shut: HandshakeFailure | None = None, seconds: int = 0) -> HostHandshake:
        """With whoever comes now; one who holds a seat comes in although the door is shut."""
        secrets = [self._identity.shared_key(keys.box) for keys in self.machine.holders]
        return HostHandshake(self._code, self._about, seats=secrets, shut=shut, seconds=seconds)

    def _leave(self, guest: _Connection, outcome: AttemptResult) -> None:
        if guest.trying:
            guest.trying = False
            self.attempts.finish(guest.address, outcome, self.now)

    def _guarded(self, guest: _Connection, work: Callable[[], None]) -> None:
        """Tells the machine something; should it fail after all, one connection ends and the table goes on."""
        try:
            work()
        except Exception as error:
            self.errors[:] = [*self.errors, error][-MAX_ERRORS:]
            self._lose(guest, Reason.FAULT)
        self.pump()

    def _lose(self, guest: _Connection, reason: Reason) -> None:
        """Ends a connection for what came by it."""
        guest.link.drop(reason)
        self._forget(guest)
        self.pump()

    def _forget(self, guest: _Connection) -> None:
        """The machine is told that a peer is gone, once."""
        peer, guest.peer = guest.peer, None
        if peer is not None and self._peers.pop(peer, None) is not None:
            failure = guest.link.failure
            self.machine.lost(peer, self.now, failure if isinstance(failure, Reason) else None)

    def _do(self, effect: Effect, coded: dict[int, tuple[Message, bytes]]) -> None:
        """`coded` are the messages of one pump in bytes: what goes to all is made once."""
        guest = self._peers.get(effect.peer)
        if guest is None:
            return
        if isinstance(effect, Drop):
            del self._peers[effect.peer]
            guest.peer = None
            guest.link.drop(effect.reason)
            return
        message = effect.message
        if id(message) not in coded:
            coded[id(message)] = message, encode_host_message(cast("HostMessage", message))
        guest.link.send(coded[id(message)][1])
        if guest.rates is not None and isinstance(message, Fetch):
            guest.rates.expect_replica_entries(MAX_ENTRY)
        if guest.rates is not None and isinstance(message, Entries):
            if not message.entries:
                guest.rates.expect_answers(ANSWERS_TO_HASHES)
            elif guest is not self._submitting:
                guest.rates.expect_answers(ANSWERS_TO_ENTRIES)

    def _wind(self) -> None:
        if self._timer is None and self._peers and not self._closing:
            self._timer = asyncio.get_running_loop().call_later(TICK_INTERVAL, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._timed(self.machine.tick)
        self._wind()

    def _check(self) -> None:
        self._checking = None
        self._timed(self.machine.send_state_hashes)

    def _timed(self, work: Callable[[float], None]) -> None:
        """Tells the machine what time it is; should it fail after all, the table goes on."""
        try:
            work(self.now)
        except Exception as error:
            self.errors[:] = [*self.errors, error][-MAX_ERRORS:]
        self.pump()

    def _tell(self) -> None:
        self._telling = False
        if self._closing:
            return
        for changed in list(self._changed):
            changed()
        if self._advert is not None and self._offering is None:
            self._offering = asyncio.get_running_loop().call_later(ADVERT_DELAY, self._offer_anew, self._advert)

    def _offer_anew(self, advert: Advertiser) -> None:
        self._offering = None
        idle = self._updating is None or self._updating.done()
        if idle and self.advert != self._told:
            self._updating = self._run(self._update(advert))

    async def _advertise(self, advert: Advertiser) -> None:
        await advert.open()
        self._advertised = True
        self.pump()
        await self._update(advert)

    async def _update(self, advert: Advertiser) -> None:
        """Tells everybody around, until there is nothing new."""
        while (offer := self.advert) != self._told:
            self._told = offer
            await advert.update(offer)

    @property
    def advert(self) -> TableAdvert:
        """What everybody around is told of the table as it stands now."""
        status = self.machine.status
        return TableAdvert(
            wire_version=WIRE_VERSION,
            table_id=self._about.table_id,
            game=status.game,
            level=status.options.level,
            mode=status.options.mode,
            seats=len(status.seats),
            open_seats=sum(seat.kind is SeatKind.OPEN for seat in status.seats),
            host=next((seat.name for seat in status.seats if seat.kind is SeatKind.HERE), self._name),
            may_watch=status.may_watch,
            phase=status.phase if status.phase in (Phase.LOBBY, Phase.OVER) else Phase.PLAYING,
        )
