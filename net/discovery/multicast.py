"""Multicast sockets over the interfaces of this computer, as far as they carry it, followed as they come and go.

What is said over them is left to `discovery`.
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
"""Seconds between two looks at the interfaces."""

Interfaces: TypeAlias = list[str | int]
"""IPv4 addresses, and indexes of interfaces for IPv6."""


class MulticastReach(Enum):
    """How far multicast goes from here."""

    NETWORK = "network"
    COMPUTER = "computer"
    """No interface to others carries it; programs on this computer find each other."""
    NOWHERE = "nowhere"


class MulticastSockets:
    """What carries sound: `open` and `close` it. `moved` is called when the interfaces have changed."""

    def __init__(self, interfaces: Interfaces | None, moved: Callable[[], Awaitable[None]]) -> None:
        self._fixed = interfaces
        self._moved = moved
        self._over: Interfaces = []
        self._watch: asyncio.Task[None] | None = None
        self.zeroconf: AsyncZeroconf | None = None
        """None before `open`, where there is no multicast, and after `close`."""

    @property
    def reach(self) -> MulticastReach:
        """How far it carries."""
        if self.zeroconf is None:
            return MulticastReach.NOWHERE
        return MulticastReach.COMPUTER if self._over == [LOOPBACK] else MulticastReach.NETWORK

    async def open(self) -> None:
        """Never fails: see `reach`."""
        # The library takes its time to load, and the screen goes on meanwhile.
        await asyncio.to_thread(import_module, "zeroconf.asyncio")
        from zeroconf import Error
        from zeroconf.asyncio import AsyncZeroconf

        self._over = multicast_interfaces() if self._fixed is None else self._fixed
        if not self._over:
            return
        try:
            self.zeroconf = AsyncZeroconf(interfaces=self._over)
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
            over = multicast_interfaces()
            if over and over != self._over:
                with contextlib.suppress(Error, OSError, RuntimeError):
                    await zeroconf.async_update_interfaces(over)
                self._over = over
                await self._moved()

    async def close(self) -> None:
        """Takes back what was told, and closes the sockets."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None
        if self.zeroconf is not None:
            zeroconf, self.zeroconf = self.zeroconf, None
            # In a task of its own: in one that is being cancelled the library gives up before its sockets are closed.
            await asyncio.shield(asyncio.get_running_loop().create_task(zeroconf.async_close()))


def multicast_interfaces() -> Interfaces:
    """The interfaces of this computer over which multicast goes, the loopback as the last; none without sockets for it.

    They are tried here one by one, as the library gives up all of them at the first that refuses.
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
    """Whether the socket can hear the group over the interface; it leaves it again."""
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
