"""The ways to a table: where it is said to be, where it was reached last, and where it is heard of once it has moved.

Whatever answers there must be the table that is meant. How it is called, and how often, is left to `visiting`.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from net.discovery.address import Address
from net.discovery.mdns import TableBrowser
from net.discovery.multicast import Interfaces
from net.wire.handshake import GuestHandshake, HandshakeError, HandshakeFailure, Session

OpenInOtherWindow: TypeAlias = Callable[[bytes], bool]
"""Whether another window is at the table with this id. Called in a thread."""


@dataclass(frozen=True, slots=True)
class Route:
    """How a table may be reached. One of the three is enough."""

    addresses: tuple[Address, ...] = ()
    """Tried in turn."""
    table_id: bytes = b""
    """Its id, by which it is found wherever it is; nothing else is accepted in its place."""
    sock: socket.socket | None = None
    """A connected stream socket. It cannot be connected again."""


class WrongTable(HandshakeError):
    """Another table answers where this one was."""

    def __init__(self) -> None:
        super().__init__(HandshakeFailure.NOT_OURS)


class AlreadyOpen(HandshakeError):
    """Another window of this program, with the same key, is at the table already."""

    def __init__(self) -> None:
        super().__init__(HandshakeFailure.BUSY)


class ExpectedTableHandshake:
    """A guest's handshake that goes no further than to the table it is meant for, if that is not taken care of."""

    def __init__(self, inner: GuestHandshake, table: bytes, elsewhere: OpenInOtherWindow) -> None:
        self._inner = inner
        self._table = table
        self._elsewhere: OpenInOtherWindow | None = elsewhere

    @property
    def session(self) -> Session | None:
        """As `GuestHandshake.session`."""
        return self._inner.session

    def start(self) -> list[bytes]:
        """As `GuestHandshake.start`."""
        return self._inner.start()

    def receive(self, body: bytes) -> list[bytes]:
        """As `GuestHandshake.received`. Raises `OtherTable` and `OpenElsewhere` as well."""
        answers = self._inner.receive(body)
        about = self._inner.table
        if self._table and about is not None and about.table_id != self._table:
            raise WrongTable
        if about is not None and self._elsewhere is not None:
            # Before the host is told who comes, as it would let go of the other window then.
            if self._elsewhere(about.table_id):
                raise AlreadyOpen
            self._elsewhere = None
        return answers


class Routes:
    """The ways of one visit."""

    def __init__(self, way: Route, heard: Callable[[], None], interfaces: Interfaces | None) -> None:
        """`heard` is called when the table is heard of at a new address; for `interfaces` see `Browser`."""
        self.table_id = way.table_id
        """The table's id; empty until it is known."""
        self.address: Address | None = None
        """Where the table was reached last."""
        self._way = way
        self._on_heard = heard
        self._interfaces = interfaces
        self._refused: set[Address] = set()
        """Where somebody else answers."""
        self._browser: TableBrowser | None = None
        self._heard: set[Address] = set()

    def candidates(self) -> Sequence[Address | socket.socket]:
        """What is to be tried, the likeliest first."""
        if self._way.sock is not None:
            return [self._way.sock]
        last = [] if self.address is None else [self.address]
        found = dict.fromkeys([*last, *self._way.addresses, *self._around])
        return [address for address in found if address not in self._refused]

    def record_success(self, where: Address | None, table: bytes) -> None:
        """The table with this id has answered there."""
        self.address = where
        self.table_id = table or self.table_id

    def reject(self, where: Address | socket.socket) -> bool:
        """Tries an address no more that is only hearsay. Whether it is that."""
        if not isinstance(where, Address) or where == self.address or where in self._way.addresses:
            return False
        self._refused.add(where)
        return True

    async def start_browsing(self) -> None:
        """Begins to listen for the table, if it is known by its id."""
        if self._browser is None and self.table_id:
            self._browser = TableBrowser(self._heard_something, interfaces=self._interfaces)
            await self._browser.open()

    async def stop_browsing(self) -> None:
        """Listens no more."""
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.close()

    @property
    def _around(self) -> tuple[Address, ...]:
        """Where the table is, by the word of those around."""
        rows = () if self._browser is None else self._browser.found
        return tuple(address for row in rows if row.advert.table_id == self.table_id for address in row.addresses)

    def _heard_something(self) -> None:
        heard = set(self._around)
        if not heard <= self._heard:
            self._on_heard()
        self._heard = heard
