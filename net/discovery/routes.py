"""Routes to a table: its given addresses, the last one that worked, and those found by mDNS once it has moved.

Whatever replies must be the expected table. Connecting is left to `net.guest.client_connection`.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from net.discovery.address import Address
from net.discovery.mdns import TableBrowser
from net.discovery.multicast import Interfaces
from net.wire.handshake import GuestHandshake
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.key_exchange import Session

OpenInOtherWindow: TypeAlias = Callable[[bytes], bool]
"""A check whether another window is at the table with this id. Called in a thread."""


@dataclass(frozen=True, slots=True)
class Route:
    """The ways to reach a table, of which one is enough."""

    addresses: tuple[Address, ...] = ()
    """Addresses, tried in order."""
    table_id: bytes = b""
    """The table's id, by which it is found when it moves; no other table is accepted."""
    sock: socket.socket | None = None
    """A connected stream socket, which cannot reconnect."""


class WrongTable(HandshakeError):
    """Another table replies at the address of this one."""

    def __init__(self) -> None:
        super().__init__(HandshakeFailure.NOT_OURS)


class AlreadyOpen(HandshakeError):
    """Another window of this program, with the same key, is already at the table."""

    def __init__(self) -> None:
        super().__init__(HandshakeFailure.BUSY)


class ExpectedTableHandshake:
    """A guest's handshake that stops at any but the expected table, or if another window is already there."""

    def __init__(self, inner: GuestHandshake, table_id: bytes, elsewhere: OpenInOtherWindow) -> None:
        self._inner = inner
        self._table_id = table_id
        self._elsewhere: OpenInOtherWindow | None = elsewhere

    @property
    def session(self) -> Session | None:
        """The result; None until the handshake is done."""
        return self._inner.session

    def start(self) -> list[bytes]:
        """Return the first body."""
        return self._inner.start()

    def receive(self, body: bytes) -> list[bytes]:
        """Return the reply to a body. Raises `HandshakeError`, `WrongTable` and `AlreadyOpen` among them."""
        replies = self._inner.receive(body)
        table = self._inner.table
        if self._table_id and table is not None and table.table_id != self._table_id:
            raise WrongTable
        if table is not None and self._elsewhere is not None:
            # Before the host learns this program's key, as it would then drop the other window.
            if self._elsewhere(table.table_id):
                raise AlreadyOpen
            self._elsewhere = None
        return replies


class Routes:
    """The routes of one connection to a table, as they become known."""

    def __init__(self, route: Route, found: Callable[[], None], interfaces: Interfaces | None) -> None:
        """Start with a route. `found` is called when the table is found at a new address."""
        self.table_id = route.table_id
        """The table's id; empty until known."""
        self.address: Address | None = None
        """The last address that worked."""
        self._route = route
        self._on_found = found
        self._interfaces = interfaces
        self._rejected: set[Address] = set()
        """Addresses at which another table answers."""
        self._browser: TableBrowser | None = None
        self._known: set[Address] = set()

    def candidates(self) -> Sequence[Address | socket.socket]:
        """Return the addresses or the socket to try, the most likely first."""
        if self._route.sock is not None:
            return [self._route.sock]
        last = [] if self.address is None else [self.address]
        found = dict.fromkeys([*last, *self._route.addresses, *self._browsed])
        return [address for address in found if address not in self._rejected]

    def record_success(self, where: Address | None, table: bytes) -> None:
        """Record that the table with this id has answered at an address."""
        self.address = where
        self.table_id = table or self.table_id

    def reject(self, where: Address | socket.socket) -> bool:
        """Stop trying an address that was only found by mDNS. Return whether it was."""
        if not isinstance(where, Address) or where == self.address or where in self._route.addresses:
            return False
        self._rejected.add(where)
        return True

    async def start_browsing(self) -> None:
        """Start to browse for the table, if its id is known."""
        if self._browser is None and self.table_id:
            self._browser = TableBrowser(self._browser_changed, interfaces=self._interfaces)
            await self._browser.open()

    async def stop_browsing(self) -> None:
        """Stop browsing."""
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.close()

    @property
    def _browsed(self) -> tuple[Address, ...]:
        """The table's addresses found by mDNS."""
        rows = () if self._browser is None else self._browser.found
        return tuple(address for row in rows if row.advert.table_id == self.table_id for address in row.addresses)

    def _browser_changed(self) -> None:
        addresses = set(self._browsed)
        if not addresses <= self._known:
            self._on_found()
        self._known = addresses
