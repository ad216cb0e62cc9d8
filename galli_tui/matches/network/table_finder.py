"""The search for tables on the network. Texts from strangers are sanitized here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from galli_tui.game_api.match_words import known_meta, leveled_title, mode_of
from galli_tui.tables.network import FoundTable
from galli_tui.terminal.safe_text import sanitize
from net.discovery.mdns import DiscoveredTable, TableBrowser
from net.discovery.multicast import Interfaces, MulticastReach
from net.wire.handshake_codec import WIRE_VERSION

_TROUBLE = {
    MulticastReach.NETWORK: "",
    MulticastReach.COMPUTER: "Only tables on this computer can be found, because the network does not support "
    "multicast; for others, type the address on the host's screen.",
    MulticastReach.NOWHERE: "Tables cannot be found automatically, because the network does not support multicast: "
    "type the address on the host's screen.",
}


class LiveTableFinder:
    """Implements `galli_tui.tables.network.TableFinder`."""

    def __init__(
        self, own: Mapping[bytes, str], ended: Callable[[LiveTableFinder], None], interfaces: Interfaces | None = None
    ) -> None:
        """`own` are the matches of ours by their tables' ids; `ended` is told when it is closed; `end` is awaited."""
        self._own = own
        self._ended = ended
        self._closed = False
        self._changed: list[Callable[[], None]] = []
        self._browser = TableBrowser(self._notify, interfaces=interfaces)
        self._opening = asyncio.get_running_loop().create_task(self._open())
        self._opened = False

    async def _open(self) -> None:
        await self._browser.open()
        self._opened = True
        self._notify()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        return tuple(found_table(found, self._own.get(found.advert.table_id, "")) for found in self._browser.found)

    @property
    def problem(self) -> str:
        return _TROUBLE[self._browser.reach] if self._opened else ""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._ended(self)

    async def end(self) -> None:
        """Stop searching."""
        await asyncio.gather(self._opening, return_exceptions=True)
        await self._browser.close()

    def _notify(self) -> None:
        if not self._closed:
            for changed in tuple(self._changed):
                changed()


def found_table(found: DiscoveredTable, match_id: str = "") -> FoundTable:
    """Return the row of a discovered table."""
    offer = found.advert
    wire = offer.wire_version
    barrier = "older version" if wire < WIRE_VERSION else "newer version" if wire > WIRE_VERSION else ""
    if known_meta(offer.game) is None:
        barrier = barrier or "other games"
    return FoundTable(
        key=offer.table_id.hex(),
        addresses=tuple(map(str, found.addresses)),
        title=leveled_title(offer.game, offer.level),
        mode=mode_of(offer.game, offer.mode),
        host=sanitize(offer.host) or "unnamed host",
        seats=offer.seats,
        vacant=offer.open_seats,
        may_watch=offer.may_watch,
        barrier=barrier,
        match_id=match_id,
        phase=offer.phase,
    )
