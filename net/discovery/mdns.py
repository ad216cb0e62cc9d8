"""Finding tables by multicast DNS: hosts advertise them, guests browse them.

All that is received comes from strangers: it is limited and cleaned here, and checked again in the handshake.
Connecting to what is found is left to `net.guest.client_connection`.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
from collections.abc import Awaitable, Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from net.discovery.address import Address, reachability_rank, reachable_addresses
from net.discovery.listening_sockets import ALL_INTERFACES
from net.discovery.multicast import Interfaces, MulticastReach, MulticastSockets
from net.status import Phase
from saves.format.header import MAX_SEATS, clean_name

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

SERVICE: Final = "_galli-tui._tcp.local."
TABLE_ID_SIZE: Final = 8
"""Bytes of a table's id."""
MAX_TABLES: Final = 64
"""Services that are tracked; further ones are ignored."""
MAX_ADDRESSES: Final = 8
QUERY_TIMEOUT: Final = 3.0
"""Seconds in which a service must answer."""


class TableAdvert(NamedTuple):
    """A host's public description of its table."""

    wire_version: int
    """The host's wire version."""
    table_id: bytes
    game: str
    level: int
    mode: str
    seats: int
    open_seats: int
    """The number of seats that are still free."""
    host: str
    """The host's name, safe to show."""
    may_watch: bool
    phase: Phase = Phase.LOBBY
    """`LOBBY`, `PLAYING` or `OVER`."""


class DiscoveredTable(NamedTuple):
    """A table found on the network."""

    advert: TableAdvert
    addresses: tuple[Address, ...]
    """At least one, the most likely reachable first."""


def encode_advert(advert: TableAdvert) -> dict[str, str]:
    """Return an advert as the properties of a service."""
    return {
        "v": str(advert.wire_version),
        "t": advert.table_id.hex(),
        "g": advert.game,
        "l": str(advert.level),
        "m": advert.mode,
        "s": str(advert.seats),
        "o": str(advert.open_seats),
        "n": advert.host,
        "w": "1" if advert.may_watch else "0",
        "p": _WORDS[advert.phase],
    }


def parse_advert(properties: dict[bytes, bytes | None]) -> TableAdvert | None:
    """Return the advert in a service's properties, None if they are not valid."""
    texts: dict[str, str] = {}
    for key in "vtglmsonwp":
        raw = properties.get(key.encode())
        if raw is None:
            return None
        try:
            texts[key] = raw.decode()
        except UnicodeDecodeError:
            return None
    words = _TABLE.fullmatch(texts["t"]) and _WORD.fullmatch(texts["g"]) and _WORD.fullmatch(texts["m"])
    numbers = [_number(texts[key], most) for key, most in (("v", 9999), ("l", 99), ("s", MAX_SEATS), ("o", MAX_SEATS))]
    phase = _PHASES.get(texts["p"])
    if not words or None in numbers or texts["w"] not in ("0", "1") or phase is None:
        return None
    wire, level, seats, left = (number or 0 for number in numbers)
    if left > seats:
        return None
    table = bytes.fromhex(texts["t"])
    name = clean_name(texts["n"])
    return TableAdvert(wire, table, texts["g"], level, texts["m"], seats, left, name, texts["w"] == "1", phase)


_PHASES: Final = {"lobby": Phase.LOBBY, "play": Phase.PLAYING, "over": Phase.OVER}
_WORDS: Final = {phase: word for word, phase in _PHASES.items()}
_TABLE: Final = re.compile(r"[0-9a-f]{16}")
_WORD: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")


def _number(text: str, most: int) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    return number if (number := int(text)) <= most else None


def parse_addresses(hosts: Sequence[str], port: int | None) -> tuple[Address, ...]:
    """Return the usable addresses of a service; none if the port is invalid."""
    if port is None or not 0 < port < 65536:
        return ()
    kept: set[str] = set()
    for host in hosts[: 4 * MAX_ADDRESSES]:
        try:
            ip = ipaddress.ip_address(host)
        except ValueError:
            continue
        if not (ip.is_multicast or ip.is_unspecified):
            kept.add(str(ip))
    return tuple(Address(host, port) for host in sorted(kept, key=reachability_rank)[:MAX_ADDRESSES])


def _interleaved(lists: Sequence[Sequence[Address]]) -> tuple[Address, ...]:
    """Return the first address of each list, then the second of each, and so on, so that none crowds out the others."""
    every = dict.fromkeys(address for row in zip_longest(*lists) for address in row if address is not None)
    return tuple(every)[:MAX_ADDRESSES]


class Advertiser:
    """The advertisement of a table, from `open` to `close`."""

    def __init__(
        self,
        advert: TableAdvert,
        port: int,
        *,
        interfaces: Interfaces | None = None,
        hosts: Sequence[str] = ALL_INTERFACES,
    ) -> None:
        """Prepare an advertisement for a table that listens on `hosts`.

        Without `interfaces`, those of this computer are used, and followed as they come and go.
        """
        self._hosts = hosts
        self._advert = advert
        self._port = port
        self._sockets = MulticastSockets(interfaces, self._announce)
        self._name = ""
        """The service's name, once registered; it differs from the first choice if that was taken."""
        self._failed = False
        """Whether registering failed."""
        self._announcing = asyncio.Lock()

    @property
    def reach(self) -> MulticastReach:
        """How far the advertisement reaches."""
        return MulticastReach.NOWHERE if self._failed else self._sockets.reach

    async def open(self) -> None:
        """Start advertising. Never fails; see `reach`. Returns after about two seconds, when others can know."""
        await self._sockets.open()
        await self._announce()

    async def update(self, advert: TableAdvert) -> None:
        """Advertise the table as it is now."""
        if advert != self._advert:
            self._advert = advert
            await self._announce()

    async def close(self) -> None:
        """Withdraw the advertisement."""
        await self._sockets.close()

    async def _announce(self) -> None:
        from zeroconf import Error

        async with self._announcing:
            aio = self._sockets.zeroconf
            if aio is None:
                return
            try:
                if self._name:
                    update = cast("_Announce", aio.async_update_service)  # pyright: ignore[reportUnknownMemberType]
                    await (await update(self._service(self._name)))
                else:
                    service = self._service(f"galli-{self._advert.table_id.hex()}.{SERVICE}")
                    register = cast("_Announce", aio.async_register_service)  # pyright: ignore[reportUnknownMemberType]
                    await (await register(service, allow_name_change=True))
                    self._name = service.name
            except (Error, OSError):
                self._failed = True

    def _service(self, name: str) -> AsyncServiceInfo:
        from zeroconf.asyncio import AsyncServiceInfo

        # Loopback addresses are useless to other computers, so they are advertised only if there are no others.
        own = reachable_addresses(self._hosts)
        outside = [host for host in own if not ipaddress.ip_address(host).is_loopback]
        return AsyncServiceInfo(
            SERVICE,
            name,
            port=self._port,
            properties=encode_advert(self._advert),
            server=f"galli-{self._advert.table_id.hex()}.local.",
            parsed_addresses=[host.partition("%")[0] for host in outside or own][:MAX_ADDRESSES],
        )


class _Announce(Protocol):
    """A function of the library that announces a service; its result is awaited until it has been sent often enough."""

    async def __call__(self, info: AsyncServiceInfo, *, allow_name_change: bool = False) -> Awaitable[object]: ...


class TableBrowser:
    """A live list of tables on the network, from `open` to `close`."""

    def __init__(self, changed: Callable[[], None], *, interfaces: Interfaces | None = None) -> None:
        """Prepare a browser. `changed` is called after every change of `found` or `reach`."""
        self._changed = changed
        self._sockets = MulticastSockets(interfaces, self._interfaces_changed)
        self._browser: AsyncServiceBrowser | None = None
        self._services: dict[str, DiscoveredTable | None] = {}
        """Tables by the name of their service; None until it has answered."""
        self._queries: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Names of services that changed while they were queried."""

    @property
    def reach(self) -> MulticastReach:
        """How far the browser reaches."""
        return self._sockets.reach

    @property
    def found(self) -> tuple[DiscoveredTable, ...]:
        """The tables, one for each id, in the order in which they were found."""
        rows: dict[bytes, list[DiscoveredTable]] = {}
        for found in self._services.values():
            if found is not None:
                rows.setdefault(found.advert.table_id, []).append(found)
        return tuple(
            DiscoveredTable(row[0].advert, _interleaved([found.addresses for found in row])) for row in rows.values()
        )

    async def open(self) -> None:
        """Start browsing. Never fails; see `reach`."""
        from zeroconf.asyncio import AsyncServiceBrowser

        await self._sockets.open()
        if self._sockets.zeroconf is not None:
            self._browser = AsyncServiceBrowser(
                self._sockets.zeroconf.zeroconf, SERVICE, handlers=[self._service_changed]
            )
        self._changed()

    async def close(self) -> None:
        """Stop browsing."""
        tasks = list(self._queries.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser is not None:
            await self._browser.async_cancel()
            self._browser = None
        await self._sockets.close()

    async def _interfaces_changed(self) -> None:
        self._changed()

    def _service_changed(self, zeroconf: Zeroconf, name: str, state_change: ServiceStateChange, **_: object) -> None:
        """Handle a change of a service. The library calls it with these keyword names."""
        if state_change.name == "Removed":
            self._again.discard(name)
            if self._services.pop(name, None) is not None:
                self._changed()
        elif name in self._queries:
            self._again.add(name)
        elif name in self._services or len(self._services) < MAX_TABLES:
            self._services.setdefault(name, None)
            self._queries[name] = asyncio.get_running_loop().create_task(self._query_until_stable(zeroconf, name))

    async def _query_until_stable(self, zeroconf: Zeroconf, name: str) -> None:
        """Query a service until it does not change meanwhile."""
        self._again.add(name)
        try:
            while name in self._again:
                self._again.discard(name)
                await self._query(zeroconf, name)
        finally:
            del self._queries[name]

    async def _query(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf import Error, IPVersion
        from zeroconf.asyncio import AsyncServiceInfo

        found = None
        # The name comes from a stranger as well, and the library raises various errors for invalid ones.
        with contextlib.suppress(Error, OSError, ValueError):
            service = AsyncServiceInfo(SERVICE, name)
            if await service.async_request(zeroconf, QUERY_TIMEOUT * 1000):
                advert = parse_advert(service.properties)
                addresses = parse_addresses(service.parsed_scoped_addresses(IPVersion.All), service.port)
                found = DiscoveredTable(advert, addresses) if advert is not None and addresses else None
        if name not in self._services:
            return
        before = self._services.pop(name) if found is None else self._services[name]
        if found is not None:
            self._services[name] = found
        if found != before:
            self._changed()
