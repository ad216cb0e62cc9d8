"""A guest's or spectator's session at a host's table: state machine, connection and replica."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from net.guest.seat_client import SeatClient
from net.status import GuestStatus
from net.wire.messages import PeerRole
from rules.engine.secrecy import Seat
from saves.errors import NotNow

if TYPE_CHECKING:
    from galli_tui.bots.seats import MakeBackend
    from net.guest.client_connection import ClientConnection
    from net.guest.table_client import SpectatorClient

_ADDRESS_CELLS = 60


class LiveGuestSession:
    """Implements `galli_tui.tables.network.GuestSession`."""

    def __init__(
        self,
        machine: SeatClient | SpectatorClient,
        connection: ClientConnection,
        address: str,
        name: str,
        ended: Callable[[LiveGuestSession], None],
        return_hint: str = "",
        make_backend: MakeBackend | None = None,
    ) -> None:
        """`address` is the first one to try; `ended` is called on closing, and then awaits `end`.

        `return_hint` is as in `tables.peers.TableStatus`, `make_backend` as in `GuestTable`.
        """
        self.machine = machine
        self.connection = connection
        self.name = name
        self._first_address = address
        self._ended = ended
        self.return_hint = return_hint
        self.make_backend = make_backend
        self._closed = False

    @property
    def status(self) -> GuestStatus:
        return self.connection.status

    @property
    def address(self) -> str:
        reached = self.connection.address
        return sanitize(self._first_address if reached is None else str(reached), _ADDRESS_CELLS)

    @property
    def role(self) -> PeerRole:
        return PeerRole.PLAYER if isinstance(self.machine, SeatClient) else PeerRole.SPECTATOR

    def retry_in(self) -> float | None:
        again = self.status.retry_at
        return None if again is None else max(0.0, again - _now())

    @property
    def told_to_wait(self) -> bool:
        return self.connection.must_wait

    @property
    def replaced(self) -> bool:
        return self.connection.found_other_table

    def retry_now(self) -> None:
        self.connection.retry_now()

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self.connection.subscribe(changed)

    def take_seat(self, seat: Seat, name: str, colour: str) -> None:
        self._do(lambda machine: machine.take_seat(seat, name, colour, _now()))

    def leave_seat(self, seat: Seat) -> None:
        self._do(lambda machine: machine.leave_seat(seat, _now()))

    def ready(self, *, yes: bool) -> None:
        self._do(lambda machine: machine.ready(yes, _now()))

    def say(self, text: str) -> None:
        try:
            self.machine.say(text, _now())
        except NotNow as error:
            raise ValueError(str(error)) from None
        finally:
            self.connection.pump()

    def _do(self, action: Callable[[SeatClient], None]) -> None:
        """Call `action` with the client; ignore it if it is too late, since the next status shows why."""
        if isinstance(self.machine, SeatClient):
            try:
                action(self.machine)
            except NotNow:
                pass
            finally:
                self.connection.pump()

    def table(self) -> Table:
        from galli_tui.matches.network.guest_table import GuestTable, SpectatorTable
        from saves.storage.replica import Replica

        replica = self.machine.replica
        if isinstance(replica, Replica):
            if isinstance(self.machine, SeatClient):
                return GuestTable(
                    self.connection, self.machine, replica, self.close, self.return_hint, make_backend=self.make_backend
                )
            return SpectatorTable(self.connection, self.machine, replica, self.close, self.return_hint)
        raise LookupError("the match has not begun")

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._ended(self)

    async def end(self) -> None:
        """Leave the table and close the replica."""
        await self.connection.close()
        if self.machine.replica is not None:
            self.machine.replica.close()


def _now() -> float:
    return asyncio.get_running_loop().time()
