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
    from galli_tui.bots.seats import Minds
    from net.guest.client_connection import ClientConnection
    from net.guest.table_client import SpectatorClient

_ADDRESS_CELLS = 60


class LiveGuestSession:
    """Implements `galli_tui.tables.network.GuestSession`."""

    def __init__(
        self,
        machine: SeatClient | SpectatorClient,
        visit: ClientConnection,
        address: str,
        name: str,
        ended: Callable[[LiveGuestSession], None],
        way_back: str = "",
        minds: Minds | None = None,
    ) -> None:
        """`address` is the one to begin with; `ended` is called when the session is closed, and `end` awaited then.

        `way_back` is as in `tables.peers.TableStatus`, `minds` as in `GuestTable`.
        """
        self.machine = machine
        self.visit = visit
        self.name = name
        self._first_address = address
        self._ended = ended
        self.return_hint = way_back
        self.minds = minds
        self._closed = False

    @property
    def status(self) -> GuestStatus:
        return self.visit.status

    @property
    def address(self) -> str:
        reached = self.visit.address
        return sanitize(self._first_address if reached is None else str(reached), _ADDRESS_CELLS)

    @property
    def role(self) -> PeerRole:
        return PeerRole.PLAYER if isinstance(self.machine, SeatClient) else PeerRole.SPECTATOR

    def retry_in(self) -> float | None:
        again = self.status.retry_at
        return None if again is None else max(0.0, again - _now())

    @property
    def told_to_wait(self) -> bool:
        return self.visit.must_wait

    @property
    def replaced(self) -> bool:
        return self.visit.found_other_table

    def retry_now(self) -> None:
        self.visit.retry_now()

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self.visit.subscribe(changed)

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
            self.visit.pump()

    def _do(self, deed: Callable[[SeatClient], None]) -> None:
        """Call `deed` with the machine. One that comes too late is dropped: the next status shows why."""
        if isinstance(self.machine, SeatClient):
            try:
                deed(self.machine)
            except NotNow:
                pass
            finally:
                self.visit.pump()

    def table(self) -> Table:
        from galli_tui.matches.network.guest_table import GuestTable, SpectatorTable
        from saves.storage.replica import Replica

        copy = self.machine.replica
        if isinstance(copy, Replica):
            if isinstance(self.machine, SeatClient):
                return GuestTable(self.visit, self.machine, copy, self.close, self.return_hint, minds=self.minds)
            return SpectatorTable(self.visit, self.machine, copy, self.close, self.return_hint)
        raise LookupError("the match has not begun")

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._ended(self)

    async def end(self) -> None:
        """Leave the table and close the replica."""
        await self.visit.close()
        if self.machine.replica is not None:
            self.machine.replica.close()


def _now() -> float:
    return asyncio.get_running_loop().time()
