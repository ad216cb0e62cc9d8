"""Multicast sockets on the interfaces of this computer that support it, followed as interfaces come and go.

What is sent through them is left to `mdns`.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
from collections.abc import Awaitable, Callable
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeAlias

from net.discovery.address import plain_ip

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

MAX_INTERFACES: Final = 16
LOOPBACK: Final = "127.0.0.1"
POLL_INTERVAL: Final = 10.0
"""Seconds between two checks of the interfaces."""

Interfaces: TypeAlias = list[str | int]
"""IPv4 addresses, and interface indexes for IPv6."""


class MulticastReach(Enum):
    """How far multicast reaches from here."""

    NETWORK = "network"
    COMPUTER = "computer"
    """Only the loopback supports it, so programs on this computer find each other."""
    NOWHERE = "nowhere"


class MulticastSockets:
    """Zeroconf's multicast sockets, from `open` to `close`. `changed` is called when the interfaces have changed."""

    def __init__(self, interfaces: Interfaces | None, changed: Callable[[], Awaitable[None]]) -> None:
        self._fixed = interfaces
        self._changed = changed
        self._used: Interfaces = []
        self._watch: asyncio.Task[None] | None = None
        self.zeroconf: AsyncZeroconf | None = None
        """None before `open`, without multicast, and after `close`."""

    @property
    def reach(self) -> MulticastReach:
        """How far multicast reaches."""
        if self.zeroconf is None:
            return MulticastReach.NOWHERE
        return MulticastReach.COMPUTER if self._used == [LOOPBACK] else MulticastReach.NETWORK

    async def open(self) -> None:
        """Open the sockets. Never fails; see `reach`."""
        # The library loads slowly, and the screen must not freeze meanwhile.
        await asyncio.to_thread(import_module, "zeroconf.asyncio")
        from zeroconf import Error
        from zeroconf.asyncio import AsyncZeroconf

        self._used = multicast_interfaces() if self._fixed is None else self._fixed
        if not self._used:
            return
        try:
            self.zeroconf = AsyncZeroconf(interfaces=self._used)
            await self.zeroconf.zeroconf.async_wait_for_start()
        except (Error, OSError, RuntimeError):
            await self.close()
        else:
            if self._fixed is None:
                self._watch = asyncio.get_running_loop().create_task(self._follow(self.zeroconf))

    async def _follow(self, zeroconf: AsyncZeroconf) -> None:
        from zeroconf import Error

        while True:
            await asyncio.sleep(POLL_INTERVAL)
            now = multicast_interfaces()
            if now and now != self._used:
                with contextlib.suppress(Error, OSError, RuntimeError):
                    await zeroconf.async_update_interfaces(now)
                self._used = now
                await self._changed()

    async def close(self) -> None:
        """Withdraw all services and close the sockets."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None
        if self.zeroconf is not None:
            zeroconf, self.zeroconf = self.zeroconf, None
            # In a separate task, as the library leaves its sockets open if the current one is cancelled.
            await asyncio.shield(asyncio.get_running_loop().create_task(zeroconf.async_close()))


def multicast_interfaces() -> Interfaces:
    """Return the interfaces that support multicast, the loopback last; none if no socket can be opened.

    Each is tried here, as the library gives up on all of them if one fails.
    """
    import ifaddr

    with contextlib.ExitStack() as stack:
        try:
            four = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        except OSError:
            return []
        try:
            six = stack.enter_context(socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))
        except OSError:
            six = None
        usable: Interfaces = []
        for adapter in ifaddr.get_adapters():
            found = [ipaddress.ip_address(plain_ip(ip.ip)) for ip in adapter.ips]
            outside = [ip for ip in found if not ip.is_loopback]
            usable += [str(ip) for ip in outside if ip.version == 4 and _joins(four, ip.packed)]
            if six is not None and adapter.index and any(ip.version == 6 for ip in outside):
                index = adapter.index
                usable += [index] if _joins(six, struct.pack("@I", index)) else []
        usable.sort(key=lambda interface: isinstance(interface, int))
        loopback = [LOOPBACK] if _joins(four, socket.inet_aton(LOOPBACK)) else []
    return [*usable[: MAX_INTERFACES - 1], *loopback]


def _joins(sock: socket.socket, interface: bytes) -> bool:
    """Return whether the socket can join the mDNS group on an interface; it leaves the group again."""
    if sock.family == socket.AF_INET:
        level, join, leave = socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.IP_DROP_MEMBERSHIP
        member = socket.inet_aton("224.0.0.251") + interface
    else:
        level, join, leave = socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, socket.IPV6_LEAVE_GROUP
        member = socket.inet_pton(socket.AF_INET6, "ff02::fb") + interface
    try:
        sock.setsockopt(level, join, member)
        sock.setsockopt(level, leave, member)
    except OSError:
        return False
    return True
