"""Tables found by themselves: multicast DNS, told by hosts and heard by guests.

All that is heard is a stranger's word: limited and cleaned here, and checked again in the handshake. What is at the
addresses, `visiting` finds out.
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
"""Names that are kept of what is heard; what comes beyond them is not looked at."""
MAX_ADDRESSES: Final = 8
QUERY_TIMEOUT: Final = 3.0
"""Seconds that a table has to answer what it is."""


class TableAdvert(NamedTuple):
    """What a host tells everybody about its table."""

    wire_version: int
    """The version of what it speaks."""
    table_id: bytes
    game: str
    level: int
    mode: str
    seats: int
    open_seats: int
    """Seats that somebody may still take."""
    host: str
    """A name; clean."""
    may_watch: bool
    phase: Phase = Phase.LOBBY
    """How far the table has come: `LOBBY`, `PLAYING` or `OVER`."""


class DiscoveredTable(NamedTuple):
    """A table that was heard of."""

    advert: TableAdvert
    addresses: tuple[Address, ...]
    """The likeliest first; at least one."""


def encode_advert(offer: TableAdvert) -> dict[str, str]:
    """The offer as a service's properties."""
    return {
        "v": str(offer.wire_version),
        "t": offer.table_id.hex(),
        "g": offer.game,
        "l": str(offer.level),
        "m": offer.mode,
        "s": str(offer.seats),
        "o": str(offer.open_seats),
        "n": offer.host,
        "w": "1" if offer.may_watch else "0",
        "p": _WORDS[offer.phase],
    }


def parse_advert(properties: dict[bytes, bytes | None]) -> TableAdvert | None:
    """The offer in a stranger's properties; None where there is none."""
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
    """The addresses of a stranger's service that somebody can connect to; none where the port is none."""
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


def _in_turn(lists: Sequence[Sequence[Address]]) -> tuple[Address, ...]:
    """The first of each, then the second of each ...: whoever gives many leaves room for the others'."""
    every = dict.fromkeys(address for row in zip_longest(*lists) for address in row if address is not None)
    return tuple(every)[:MAX_ADDRESSES]


class Advertiser:
    """A table that is told to everybody around, until `close`."""

    def __init__(
        self,
        offer: TableAdvert,
        port: int,
        *,
        interfaces: Interfaces | None = None,
        hosts: Sequence[str] = ALL_INTERFACES,
    ) -> None:
        """`interfaces` are those of this computer if it is None, and then followed as they come and go.

        `hosts` are what the table listens on.
        """
        self._hosts = hosts
        self._offer = offer
        self._port = port
        self._air = MulticastSockets(interfaces, self._tell)
        self._name = ""
        """The service's, as soon as it is told; another program may have had the first choice."""
        self._lost = False
        """Whether it could not be told."""
        self._telling = asyncio.Lock()

    @property
    def reach(self) -> MulticastReach:
        """How far the table is told."""
        return MulticastReach.NOWHERE if self._lost else self._air.reach

    async def open(self) -> None:
        """Begins to tell. Never fails: see `reach`. Returns after some two seconds, when others may have heard."""
        await self._air.open()
        await self._tell()

    async def update(self, offer: TableAdvert) -> None:
        """Tells everybody what has changed."""
        if offer != self._offer:
            self._offer = offer
            await self._tell()

    async def close(self) -> None:
        """Says that the table is gone."""
        await self._air.close()

    async def _tell(self) -> None:
        from zeroconf import Error

        async with self._telling:
            air = self._air.zeroconf
            if air is None:
                return
            try:
                if self._name:
                    update = cast("_Announce", air.async_update_service)  # pyright: ignore[reportUnknownMemberType]
                    await (await update(self._service(self._name)))
                else:
                    service = self._service(f"galli-{self._offer.table_id.hex()}.{SERVICE}")
                    register = cast("_Announce", air.async_register_service)  # pyright: ignore[reportUnknownMemberType]
                    await (await register(service, allow_name_change=True))
                    self._name = service.name
            except (Error, OSError):
                self._lost = True

    def _service(self, name: str) -> AsyncServiceInfo:
        from zeroconf.asyncio import AsyncServiceInfo

        # A loopback address means another computer to everybody else, so it is told only where there is nothing else.
        all_own = reachable_addresses(self._hosts)
        beyond = [host for host in all_own if not ipaddress.ip_address(host).is_loopback]
        return AsyncServiceInfo(
            SERVICE,
            name,
            port=self._port,
            properties=encode_advert(self._offer),
            server=f"galli-{self._offer.table_id.hex()}.local.",
            parsed_addresses=[host.partition("%")[0] for host in beyond or all_own][:MAX_ADDRESSES],
        )


class _Announce(Protocol):
    """Says it at once, and the result is awaited until it has been said often enough."""

    async def __call__(self, info: AsyncServiceInfo, *, allow_name_change: bool = False) -> Awaitable[object]: ...


class TableBrowser:
    """A live list of the tables around, from `open` to `close`."""

    def __init__(self, changed: Callable[[], None], *, interfaces: Interfaces | None = None) -> None:
        """`changed` is called after every change of `found` or `reach`."""
        self._changed = changed
        self._air = MulticastSockets(interfaces, self._moved)
        self._browser: AsyncServiceBrowser | None = None
        self._heard: dict[str, DiscoveredTable | None] = {}
        """By the service's name; None until it has answered."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Names that changed while they were asked."""

    @property
    def reach(self) -> MulticastReach:
        """How far the look goes."""
        return self._air.reach

    @property
    def found(self) -> tuple[DiscoveredTable, ...]:
        """The tables, one row for each id, in the order in which they were found."""
        rows: dict[bytes, list[DiscoveredTable]] = {}
        for found in self._heard.values():
            if found is not None:
                rows.setdefault(found.advert.table_id, []).append(found)
        return tuple(
            DiscoveredTable(row[0].advert, _in_turn([found.addresses for found in row])) for row in rows.values()
        )

    async def open(self) -> None:
        """Begins to look around. Never fails: see `reach`."""
        from zeroconf.asyncio import AsyncServiceBrowser

        await self._air.open()
        if self._air.zeroconf is not None:
            self._browser = AsyncServiceBrowser(self._air.zeroconf.zeroconf, SERVICE, handlers=[self._heard_of])
        self._changed()

    async def close(self) -> None:
        """Stops."""
        tasks = list(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser is not None:
            await self._browser.async_cancel()
            self._browser = None
        await self._air.close()

    async def _moved(self) -> None:
        self._changed()

    def _heard_of(self, zeroconf: Zeroconf, name: str, state_change: ServiceStateChange, **_: object) -> None:
        """Called by the library, with these names, whenever something about a service has changed."""
        if state_change.name == "Removed":
            self._again.discard(name)
            if self._heard.pop(name, None) is not None:
                self._changed()
        elif name in self._asking:
            self._again.add(name)
        elif name in self._heard or len(self._heard) < MAX_TABLES:
            self._heard.setdefault(name, None)
            self._asking[name] = asyncio.get_running_loop().create_task(self._ask_all(zeroconf, name))

    async def _ask_all(self, zeroconf: Zeroconf, name: str) -> None:
        """Asks until nothing changes meanwhile."""
        self._again.add(name)
        try:
            while name in self._again:
                self._again.discard(name)
                await self._ask(zeroconf, name)
        finally:
            del self._asking[name]

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf import Error, IPVersion
        from zeroconf.asyncio import AsyncServiceInfo

        found = None
        # The name is a stranger's as well, and the library has its own opinions of bad ones.
        with contextlib.suppress(Error, OSError, ValueError):
            service = AsyncServiceInfo(SERVICE, name)
            if await service.async_request(zeroconf, QUERY_TIMEOUT * 1000):
                offer = parse_advert(service.properties)
                addresses = parse_addresses(service.parsed_scoped_addresses(IPVersion.All), service.port)
                found = DiscoveredTable(offer, addresses) if offer is not None and addresses else None
        if name not in self._heard:
            return
        before = self._heard.pop(name) if found is None else self._heard[name]
        if found is not None:
            self._heard[name] = found
        if found != before:
            self._changed()
