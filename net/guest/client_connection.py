"""A way to somebody else's table: the connection around a guest's or spectator's machine, made again when it is lost.

All of it runs in the event loop that it is opened in. What is said over it is left to the machine, and where the table
may be reached to `ways`.
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
from net.discovery.routes import AlreadyOpen, ExpectedTableHandshake, OpenInOtherWindow, Route, Routes, WrongTable
from net.error_text import NetworkFailure, handshake_text, network_failure, network_text
from net.guest.table_client import TableClient
from net.limits.gc_tuning import raise_gc_threshold
from net.status import ClientProblem, GuestStatus, Phase
from net.wire.channel import Side
from net.wire.connection import Handshake, PeerConnection
from net.wire.effects import Drop, Effect, Peer
from net.wire.handshake import GuestHandshake, HandshakeError, HandshakeFailure, RulesCheck
from net.wire.message_codec import MessageError, decode_host_message, encode_guest_message
from net.wire.messages import GuestMessage, Hello, PeerRole, Reason
from saves.format.identity import Identity

STABLE_AFTER: Final = 10.0
"""Seconds after which a connection has been a good one, so that the next pause is a short one again."""
CONNECT_TIMEOUT: Final = 10.0
"""Seconds that one address has to answer."""
RETRY_DELAYS: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between two attempts to come back; the last one from then on."""
TICK_INTERVAL: Final = 1.0
MAX_ERRORS: Final = 8

PASSING: Final = frozenset({HandshakeFailure.WAIT, HandshakeFailure.BUSY})
"""After these the same may be tried again."""
ELSEWHERE: Final = frozenset(
    {HandshakeFailure.NOT_OURS, HandshakeFailure.SSH, HandshakeFailure.MALFORMED, HandshakeFailure.WRONG_CODE}
)
"""From a table that is known, these mean that something else answers where it was, or says that it is there."""
MAX_WRONG_CODES: Final = 3
"""Times in a row that a known table may refuse the code: the first may be the fault of the line."""


class ClientConnection:
    """A visit at a table: `open` it, `pump` after each of the player's deeds at the machine, and `close` it."""

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
        """`version` is this program's own, `knows` asks for its rules; for `interfaces` see `Browser`.

        Raises `BadCode`.
        """
        GuestHandshake(code, version, check_rules)
        self.machine = machine
        self.errors: list[Exception] = []
        """What should never be: errors of this program itself, of which each cost the connection."""
        self._identity = identity
        self._once = route.sock
        """The only way, if there is one: it cannot be connected again."""
        self._code = code
        self._wish = role
        self._version = version
        self._knows = check_rules
        self._elsewhere = open_elsewhere
        self.found_other_table = False
        """Whether another table answered where this one was, when it was tried last."""
        self._link: PeerConnection | None = None
        self._last_peer = 0
        self._peer: Peer | None = None
        self._where: Address | None = None
        """What is tried, or reached, at the moment."""
        self._settled = asyncio.Event()
        """Set when the present connection stands, or is over before."""
        self._woken = asyncio.Event()
        """There is a new reason to try at once."""
        self._ways = Routes(route, self._woken.set, interfaces)
        self._wrong_codes = 0
        """How often in a row the code was refused."""
        self._at_least = 0.0
        """Seconds for which the host has asked to be left alone."""
        self._problem: ClientProblem | None = None
        self._over = False
        self._again_at: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._changed: list[Callable[[], None]] = []
        self._telling = False

    # What it shows

    @property
    def status(self) -> GuestStatus:
        """The machine's, and how the connection stands."""
        status = self.machine.status
        ended = self._over and status.phase not in (Phase.OVER, Phase.STOPPED)
        return status._replace(
            phase=Phase.ENDED if ended else status.phase,
            problem=status.problem or self._problem,
            retry_at=self._again_at,
        )

    @property
    def now(self) -> float:
        """The time by the machine's clock, in seconds: of `again_at`, and for what the player does."""
        return asyncio.get_running_loop().time()

    @property
    def table_id(self) -> bytes:
        """The table's id; empty until it is known."""
        return self._ways.table_id

    @property
    def address(self) -> Address | None:
        """Where the table was reached last."""
        return self._ways.address

    @property
    def connected(self) -> bool:
        """Whether the host can be heard."""
        return self._peer is not None

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """`changed` is called soon after anything has changed, once for many things. Returns what ends that."""
        self._changed.append(changed)
        return lambda: self._changed.remove(changed) if changed in self._changed else None

    # What its owner does

    def open(self) -> None:
        """Begins to connect, and to come back. How it goes, `status` says."""
        raise_gc_threshold()
        self._task = asyncio.get_running_loop().create_task(self._go())

    @property
    def must_wait(self) -> bool:
        """Whether the host has asked to be left alone until `again_at`."""
        return self._again_at is not None and self._at_least > 0

    def retry_now(self) -> None:
        """Does not wait any longer until it tries again, unless the host has asked for it."""
        if not self.must_wait:
            self._woken.set()

    def pump(self) -> None:
        """Sends what the machine wants to be sent, and tells all who have subscribed."""
        while self.machine.outbox:
            effects, self.machine.outbox[:] = list(self.machine.outbox), []
            for effect in effects:
                self._do(effect)
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell)

    async def close(self) -> None:
        """Leaves the table, and ends every socket and task of the visit. The machine's copy stays open."""
        link, self._over = self._link, True
        self.machine.leave(self.now)
        self.pump()
        if link is not None:
            link.close()
        if self._task is None and self._once is not None:
            self._once.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._timer is not None:
            self._timer.cancel()
        if link is not None:
            await link.closed.wait()

    # What its connection tells it

    def established(self, link: PeerConnection, who: Hello) -> None:
        """The host has shown who it is."""
        self._last_peer += 1
        peer = self._peer = Peer(self._last_peer)
        self._problem, self._wrong_codes = None, 0
        self._ways.record_success(self._where, link.table_id)
        self._settled.set()
        self._guarded(link, lambda: self.machine.connected(peer, who.keys, self.now))
        self._wind()

    def message_received(self, link: PeerConnection, raw: bytes) -> None:
        """The host says something."""
        peer = self._peer
        if peer is None:
            return
        try:
            message = decode_host_message(raw)
        except MessageError:
            # Nothing better would come of trying again.
            self._guarded(link, lambda: self.machine.received_invalid(peer))
            return
        before = self.machine.unproven
        self._guarded(link, lambda: self.machine.received(peer, message, self.now))
        if self.machine.unproven and not before:
            asyncio.get_running_loop().call_soon(self._prove)

    def connection_ended(self, link: PeerConnection) -> None:
        """The connection is over."""
        if link is not self._link:
            return
        self._link = None
        peer, self._peer = self._peer, None
        if peer is not None:
            self.machine.lost(peer, self.now)
        self._settled.set()
        self.pump()

    # Coming and coming back

    async def _go(self) -> None:
        try:
            pauses = 0
            while self.machine.returns and not self._over:
                began = self.now
                stood = await self._attempt()
                if self._over or self._once is not None or not self.machine.returns:
                    break
                if stood and self.now - began >= STABLE_AFTER:
                    pauses = 0
                await self._ways.start_browsing()
                await self._rest(RETRY_DELAYS[min(pauses, len(RETRY_DELAYS) - 1)])
                pauses += 1
                self._prove()
        finally:
            self._over, self._again_at = True, None
            await self._ways.stop_browsing()
            self.pump()

    async def _attempt(self) -> bool:
        """Tries every way once. Whether the channel stood; then it has ended by now."""
        self._at_least, self._again_at, self.found_other_table = 0.0, None, False
        for where, seat in self._attempts():
            link = await self._connect(where, seat)
            if link is None:
                continue
            await self._settled.wait()
            if link.established:
                await self._ways.stop_browsing()
                await link.closed.wait()
                return True
            if seat and (link.failure is None or _needs_code(link.failure)):
                continue  # The seat is somebody else's by now, or the host's program is older.
            if isinstance(link.failure, HandshakeError):
                self._judge(link.failure, where)
            else:
                self._problem = ClientProblem(None, network_text(NetworkFailure.NO_ANSWER, _place(where)))
            if self._over or not self.machine.returns:
                break
        return False

    def _attempts(self) -> Iterator[tuple[Address | socket.socket, bytes]]:
        """What is to be tried in turn: each way by the seat that this program holds, and then by the code."""
        host = self.machine.seat_host
        with contextlib.suppress(ValueError):
            seat = b"" if host is None or self._once is not None else self._identity.shared_key(host.box)
            for where in self._ways.candidates():
                yield from ((where, seat), (where, b"")) if seat else ((where, b""),)

    async def _connect(self, where: Address | socket.socket, seat: bytes) -> PeerConnection | None:
        loop = asyncio.get_running_loop()

        def made() -> PeerConnection:
            return PeerConnection(self, lambda link, _: self._begin(link, seat), Side.GUEST, self._identity, self._wish)

        self._where = where if isinstance(where, Address) else None
        self._settled.clear()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                sock = await connect(*where) if isinstance(where, Address) else where
                _, link = await loop.create_connection(made, sock=sock)
        except (OSError, UnicodeError) as error:
            trouble = network_failure(error) if isinstance(error, OSError) else NetworkFailure.UNKNOWN_NAME
            if trouble is NetworkFailure.UNKNOWN_NAME and isinstance(where, Address) and "%" in where.host:
                trouble = NetworkFailure.UNKNOWN_INTERFACE
            self._problem = ClientProblem(None, network_text(trouble, _place(where)))
            return None
        return link

    def _begin(self, link: PeerConnection, seat: bytes) -> Handshake:
        self._link = link
        inner = GuestHandshake(self._code, self._version, self._knows, seat=seat)
        return ExpectedTableHandshake(inner, self.table_id, self._elsewhere)

    def _judge(self, error: HandshakeError, where: Address | socket.socket) -> None:
        """What a handshake that failed means for the visit."""
        self._problem = ClientProblem(None, _sentence(error, _place(where)))
        self.found_other_table = self.found_other_table or isinstance(error, WrongTable)
        known = self.address is not None or self.machine.seat_host is not None
        if isinstance(error, AlreadyOpen):
            self._over = True
        elif error.kind in PASSING:
            self._at_least = float(error.seconds)
        elif isinstance(error, WrongTable) or (known and error.kind in ELSEWHERE):
            # An impostor at an address that is only hearsay has one guess at the code and no second.
            if not self._ways.reject(where) and error.kind is HandshakeFailure.WRONG_CODE:
                self._wrong_codes += 1
                self._over = self._wrong_codes >= MAX_WRONG_CODES
        else:
            # No answer is proven before the channel stands, so none ends a visit at a known table.
            self._over = not known or error.kind is HandshakeFailure.NO_RULES

    async def _rest(self, seconds: float) -> None:
        """Waits so long, or until there is a reason to try before."""
        self._again_at = self.now + max(seconds, self._at_least)
        self._woken.clear()
        self.pump()
        await asyncio.sleep(RETRY_DELAYS[0])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(self._again_at):
                await self._woken.wait()

    # Inside

    def _guarded(self, link: PeerConnection, work: Callable[[], None]) -> None:
        """Tells the machine something; should it fail after all, the connection ends."""
        try:
            work()
        except Exception as error:
            self.errors[:] = [*self.errors, error][-MAX_ERRORS:]
            link.drop(Reason.FAULT)
        self.pump()

    def _do(self, effect: Effect) -> None:
        link = self._link
        if link is None or effect.peer != self._peer:
            return
        if isinstance(effect, Drop):
            self._peer = None
            link.drop(effect.reason)
        else:
            link.send(encode_guest_message(cast("GuestMessage", effect.message)))

    def _wind(self) -> None:
        if self._timer is None and self._peer is not None:
            self._timer = asyncio.get_running_loop().call_later(TICK_INTERVAL, self._tick)

    def _tick(self) -> None:
        self._timer = None
        link = self._link
        if link is not None and self._peer is not None:
            self._guarded(link, lambda: self.machine.tick(self.now))
        self._wind()

    def _tell(self) -> None:
        self._telling = False
        for changed in list(self._changed):
            changed()

    def _prove(self) -> None:
        """What has come is shown by now. Should the machine fail after all, the connection ends."""
        try:
            told = self.machine.prove()
        except Exception as error:
            self.errors[:] = [*self.errors, error][-MAX_ERRORS:]
            told = True
            if self._link is not None:
                self._link.drop(Reason.FAULT)
        if told:
            self.pump()


def _needs_code(failure: HandshakeError | Reason) -> bool:
    """Return whether a host may take the code from a guest that it did not let in by its seat."""
    return isinstance(failure, HandshakeError) and failure.kind in (
        HandshakeFailure.WRONG_CODE,
        HandshakeFailure.MALFORMED,
    )


def _place(where: Address | socket.socket) -> str:
    return str(where) if isinstance(where, Address) else ""


def _sentence(error: HandshakeError, place: str) -> str:
    if isinstance(error, WrongTable):
        return f"Another table is open at {place} now; the one that was meant is looked for."
    if isinstance(error, AlreadyOpen):
        return "This program is at that table already, in another window: go on there, or close it and join again here."
    return handshake_text(error)
