"""The connection of a guest or spectator to its host, made again when it is lost.

Everything runs in the event loop in which it is opened. Messages are left to the table client, and the addresses of
the table to `net.discovery.routes`.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Final, cast

from net.discovery.address import Address
from net.discovery.multicast import Interfaces
from net.discovery.name_lookup import connect
from net.discovery.routes import ExpectedTableHandshake, OpenInOtherWindow, Route, Routes, WrongTable
from net.error_text import NetworkFailure, network_failure, network_text
from net.gc_tuning import raise_gc_threshold
from net.guest.handshake_failure import HandshakeFailures, failure_text, needs_code, place_text
from net.guest.table_client import TableClient
from net.status import ClientProblem, GuestStatus, Phase
from net.subscribers import Subscribers
from net.wire.channel import Side
from net.wire.effects import Drop, Effect, Peer
from net.wire.handshake import GuestHandshake, RulesCheck
from net.wire.handshake_error import HandshakeError
from net.wire.message_codec import MessageError, decode_host_message, encode_guest_message
from net.wire.messages import GuestMessage, Hello, PeerRole, Reason
from net.wire.peer_connection import Handshake, PeerConnection
from saves.format.identity import Identity

STABLE_AFTER: Final = 10.0
"""Seconds after which a connection counts as stable, so that the next retry comes soon again."""
CONNECT_TIMEOUT: Final = 10.0
"""Seconds that one address has to answer."""
RETRY_DELAYS: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before each retry; the last one is repeated."""
TICK_INTERVAL: Final = 1.0
PROVE_DELAY: Final = 0.005
"""Seconds from a move until its entries are proven, so that all guests on one computer have shown it first."""
MAX_ERRORS: Final = 8
_BAD_ADDRESS: Final = frozenset({NetworkFailure.UNKNOWN_NAME, NetworkFailure.UNKNOWN_INTERFACE})


class ClientConnection:
    """A session at a table: `open` it, `pump` after each action of the player, and `close` it."""

    def __init__(
        self,
        machine: TableClient,
        identity: Identity,
        route: Route,
        code: str,
        *,
        role: PeerRole,
        version: str,
        check_rules: RulesCheck,
        interfaces: Interfaces | None = None,
        open_elsewhere: OpenInOtherWindow = lambda _: False,
    ) -> None:
        """Prepare a session; `version` is that of this program, and `interfaces` are those of `TableBrowser`.

        Raises `BadCode`.
        """
        GuestHandshake(code, version, check_rules)
        self.machine = machine
        self.errors: list[Exception] = []
        """Errors of this program itself, which should never happen; each has cost the connection."""
        self.found_other_table = False
        """Whether another table answered at this one's address in the last attempt."""
        self._identity = identity
        self._only_socket = route.sock
        """The socket that replaces all addresses, if there is one; it cannot be connected again."""
        self._code = code
        self._role = role
        self._version = version
        self._check_rules = check_rules
        self._open_elsewhere = open_elsewhere
        self._link: PeerConnection | None = None
        self._last_peer = 0
        self._peer: Peer | None = None
        self._address: Address | None = None
        """The address that is being tried, or is connected."""
        self._settled = asyncio.Event()
        """Set when the present attempt has succeeded or failed."""
        self._woken = asyncio.Event()
        """Set when there is a reason to retry at once."""
        self._routes = Routes(route, self._woken.set, interfaces)
        self._failures = HandshakeFailures(self._routes)
        self._min_delay = 0.0
        """Seconds for which the host has asked not to be tried again."""
        self._problem: ClientProblem | None = None
        self._over = False
        self._retry_at: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._prove_timer: asyncio.TimerHandle | None = None
        self._subscribers = Subscribers()

    # What it shows

    @property
    def status(self) -> GuestStatus:
        """The status of the client and of its connection."""
        status = self.machine.status
        ended = self._over and status.phase not in (Phase.OVER, Phase.STOPPED)
        return status._replace(
            phase=Phase.ENDED if ended else status.phase,
            problem=status.problem or self._problem,
            retry_at=self._retry_at,
        )

    @property
    def now(self) -> float:
        """The time by the client's clock, in seconds: for `retry_at`, and for the actions of the player."""
        return asyncio.get_running_loop().time()

    @property
    def table_id(self) -> bytes:
        """The table's id; empty until it is known."""
        return self._routes.table_id

    @property
    def address(self) -> Address | None:
        """The address at which the table was reached last."""
        return self._routes.address

    @property
    def connected(self) -> bool:
        """Whether the host can be reached."""
        return self._peer is not None

    @property
    def must_wait(self) -> bool:
        """Whether the host has asked not to be tried again before `retry_at`."""
        return self._retry_at is not None and self._min_delay > 0

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` soon after each change. Return a function that ends the subscription."""
        return self._subscribers.add(changed)

    # What its owner does

    def open(self) -> None:
        """Start to connect, and to reconnect. `status` shows how it goes."""
        raise_gc_threshold()
        self._task = asyncio.get_running_loop().create_task(self._run())

    def retry_now(self) -> None:
        """Retry at once, unless the host has asked to wait."""
        if not self.must_wait:
            self._woken.set()

    def pump(self) -> None:
        """Carry out the effects in the client's outbox, and notify the subscribers."""
        while self.machine.outbox:
            effects, self.machine.outbox[:] = list(self.machine.outbox), []
            for effect in effects:
                self._perform(effect)
        self._subscribers.notify_soon()

    async def close(self) -> None:
        """Leave the table, and end every socket and task of the session. The replica stays open."""
        link, self._over = self._link, True
        self.machine.leave(self.now)
        self.pump()
        if link is not None:
            link.close()
        if self._task is None and self._only_socket is not None:
            self._only_socket.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for timer in (self._timer, self._prove_timer):
            if timer is not None:
                timer.cancel()
        if link is not None:
            await link.closed.wait()

    # What its connection reports (see `ConnectionOwner`)

    def established(self, link: PeerConnection, hello: Hello) -> None:
        """Tell the client that the host has proven its keys."""
        self._last_peer += 1
        peer = self._peer = Peer(self._last_peer)
        self._problem = None
        self._failures.connected()
        self._routes.record_success(self._address, link.table_id)
        self._settled.set()
        self._guarded(link, lambda: self.machine.connected(peer, hello.keys, self.now))
        self._schedule_tick()

    def message_received(self, link: PeerConnection, raw: bytes) -> None:
        """Give a message of the host to the client."""
        peer = self._peer
        if peer is None:
            return
        try:
            message = decode_host_message(raw)
        except MessageError:
            # The host would send the same again, so there is no retry.
            self._guarded(link, lambda: self.machine.received_invalid(peer))
            return
        self._guarded(link, lambda: self.machine.received(peer, message, self.now))
        if self.machine.unproven and self._prove_timer is None:
            self._prove_timer = asyncio.get_running_loop().call_later(PROVE_DELAY, self._prove_shown)

    def connection_ended(self, link: PeerConnection) -> None:
        """Forget a connection that has ended."""
        if link is not self._link:
            return
        self._link = None
        peer, self._peer = self._peer, None
        if peer is not None:
            self.machine.lost(peer, self.now)
        self._settled.set()
        self.pump()

    # Connecting and reconnecting

    async def _run(self) -> None:
        """Connect again and again, until the client has no reason to return."""
        try:
            retries = 0
            while self.machine.returns and not self._over:
                began = self.now
                succeeded = await self._attempt()
                if self._over or self._only_socket is not None or not self.machine.returns:
                    break
                if succeeded and self.now - began >= STABLE_AFTER:
                    retries = 0
                await self._routes.start_browsing()
                await self._wait(RETRY_DELAYS[min(retries, len(RETRY_DELAYS) - 1)])
                retries += 1
                self._prove()
        finally:
            self._over, self._retry_at = True, None
            await self._routes.stop_browsing()
            self.pump()

    async def _attempt(self) -> bool:
        """Try every address once. Return whether one of them was connected; then it has been lost again."""
        self._min_delay, self._retry_at, self.found_other_table = 0.0, None, False
        for where, seat_secret in self._candidates():
            link = await self._connect(where, seat_secret)
            if link is None:
                if self._over:
                    break
                continue
            await self._settled.wait()
            if link.established:
                await self._routes.stop_browsing()
                await link.closed.wait()
                return True
            if seat_secret and needs_code(link.failure):
                continue  # Another guest has the seat by now, or the host's program is older.
            self._take_failure(link.failure, where)
            if self._over or not self.machine.returns:
                break
        return False

    def _candidates(self) -> Iterator[tuple[Address | socket.socket, bytes]]:
        """Return the addresses to try, each with the secret of the seat that this program holds, then without."""
        host = self.machine.seat_host
        with contextlib.suppress(ValueError):
            seat = b"" if host is None or self._only_socket is not None else self._identity.shared_key(host.box)
            for where in self._routes.candidates():
                yield from ((where, seat), (where, b"")) if seat else ((where, b""),)

    async def _connect(self, where: Address | socket.socket, seat_secret: bytes) -> PeerConnection | None:
        """Open a connection; None if it fails before the handshake."""
        loop = asyncio.get_running_loop()

        def begin(link: PeerConnection, _: str) -> Handshake:
            self._link = link
            inner = GuestHandshake(self._code, self._version, self._check_rules, seat=seat_secret)
            return ExpectedTableHandshake(inner, self.table_id, self._open_elsewhere)

        def made() -> PeerConnection:
            return PeerConnection(self, begin, Side.GUEST, self._identity, self._role)

        self._address = where if isinstance(where, Address) else None
        self._settled.clear()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                sock = await connect(*where) if isinstance(where, Address) else where
                _, link = await loop.create_connection(made, sock=sock)
        except (OSError, UnicodeError) as error:
            failure = network_failure(error) if isinstance(error, OSError) else NetworkFailure.UNKNOWN_NAME
            if failure is NetworkFailure.UNKNOWN_NAME and isinstance(where, Address) and "%" in where.host:
                failure = NetworkFailure.UNKNOWN_INTERFACE
            self._problem = ClientProblem(None, network_text(failure, place_text(where)))
            if failure in _BAD_ADDRESS and not self._known and not self._routes.table_id:
                self._over = True  # A typed address with a mistake: the player should correct it.
            return None
        return link

    def _take_failure(self, failure: HandshakeError | Reason | None, where: Address | socket.socket) -> None:
        """Act on a connection that ended before its handshake had succeeded."""
        if not isinstance(failure, HandshakeError):
            self._problem = ClientProblem(None, network_text(NetworkFailure.NO_ANSWER, place_text(where)))
            return
        self._problem = ClientProblem(None, failure_text(failure, where))
        self.found_other_table = self.found_other_table or isinstance(failure, WrongTable)
        verdict = self._failures.judge(failure, where, known=self._known)
        self._over = self._over or verdict.final
        if verdict.wait is not None:
            self._min_delay = verdict.wait

    @property
    def _known(self) -> bool:
        """Whether this program has been at the table before."""
        return self.address is not None or self.machine.seat_host is not None

    async def _wait(self, seconds: float) -> None:
        """Wait for the next retry, or until there is a reason to retry before."""
        self._retry_at = self.now + max(seconds, self._min_delay)
        self._woken.clear()
        self.pump()
        await asyncio.sleep(RETRY_DELAYS[0])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(self._retry_at):
                await self._woken.wait()

    # Between the client and its connection

    def _guarded(self, link: PeerConnection, work: Callable[[], None]) -> None:
        """Call the client. An error of ours ends the connection."""
        try:
            work()
        except Exception as error:
            self._record(error)
            link.drop(Reason.FAULT)
        self.pump()

    def _record(self, error: Exception) -> None:
        self.errors[:] = [*self.errors, error][-MAX_ERRORS:]

    def _prove_shown(self) -> None:
        self._prove_timer = None
        self._prove()

    def _prove(self) -> None:
        """Let the client prove the entries that are on the screen by now. An error of ours ends the connection."""
        try:
            changed = self.machine.prove()
        except Exception as error:
            self._record(error)
            changed = True
            if self._link is not None:
                self._link.drop(Reason.FAULT)
        if changed:
            self.pump()

    def _perform(self, effect: Effect) -> None:
        """Send a message or drop the connection."""
        link = self._link
        if link is None or effect.peer != self._peer:
            return
        if isinstance(effect, Drop):
            self._peer = None
            link.drop(effect.reason)
        else:
            link.send(encode_guest_message(cast("GuestMessage", effect.message)))

    def _schedule_tick(self) -> None:
        if self._timer is None and self._peer is not None:
            self._timer = asyncio.get_running_loop().call_later(TICK_INTERVAL, self._tick)

    def _tick(self) -> None:
        self._timer = None
        link = self._link
        if link is not None and self._peer is not None:
            self._guarded(link, lambda: self.machine.tick(self.now))
        self._schedule_tick()
