"""The advert of an open table, kept up to date while the table changes.

How it travels over mDNS is left to `net.discovery.mdns`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from net.discovery.mdns import Advertiser, TableAdvert
from net.discovery.multicast import Interfaces, MulticastReach
from net.status import HostStatus, Phase
from net.wire.handshake_codec import WIRE_VERSION
from net.wire.messages import SeatKind

ADVERT_DELAY: Final = 0.1
"""Seconds from a change until the advert is compared with it; the clients at the table come first."""


def table_advert(status: HostStatus, table_id: bytes, host_name: str) -> TableAdvert:
    """Return the advert of a table. `host_name` is shown for a host that plays no seat."""
    return TableAdvert(
        wire_version=WIRE_VERSION,
        table_id=table_id,
        game=status.game,
        level=status.options.level,
        mode=status.options.mode,
        seats=len(status.seats),
        open_seats=sum(seat.kind is SeatKind.OPEN for seat in status.seats),
        host=next((seat.name for seat in status.seats if seat.kind is SeatKind.HERE), host_name),
        may_watch=status.may_watch,
        phase=status.phase if status.phase in (Phase.LOBBY, Phase.OVER) else Phase.PLAYING,
    )


class TableAdvertising:
    """A running advertisement. Everything happens on the running event loop."""

    def __init__(
        self,
        current: Callable[[], TableAdvert],
        port: int,
        *,
        interfaces: Interfaces | None,
        hosts: Sequence[str],
        opened: Callable[[], None],
    ) -> None:
        """Start to advertise; `opened` is called once `reach` is known. See `Advertiser` for the others.

        `current` returns the advert as it should be now.
        """
        self._current = current
        self._opened = opened
        self._advertiser = Advertiser(current(), port, interfaces=interfaces, hosts=hosts)
        self._is_open = False
        self._sent: TableAdvert | None = None
        """The advert that was published last, or is being published."""
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.get_running_loop().create_task(self._open())

    @property
    def reach(self) -> MulticastReach | None:
        """How far the advert is heard; None until that is known."""
        return self._advertiser.reach if self._is_open else None

    def refresh_soon(self) -> None:
        """Publish the current advert in a moment, if it has changed."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(ADVERT_DELAY, self._refresh)

    async def close(self) -> None:
        """Withdraw the advert."""
        if self._timer is not None:
            self._timer.cancel()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._advertiser.close()

    def _refresh(self) -> None:
        self._timer = None
        if self._task.done() and self._current() != self._sent:
            self._task = asyncio.get_running_loop().create_task(self._publish())

    async def _open(self) -> None:
        await self._advertiser.open()
        self._is_open = True
        self._opened()
        await self._publish()

    async def _publish(self) -> None:
        """Publish the current advert until it no longer changes."""
        while (advert := self._current()) != self._sent:
            self._sent = advert
            await self._advertiser.update(advert)
