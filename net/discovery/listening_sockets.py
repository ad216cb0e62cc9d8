"""The sockets on which a host listens: IPv4 and IPv6 on one port, the first of several that is free."""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final, TypeAlias, cast

from net.discovery.address import DEFAULT_PORT

ALL_INTERFACES: Final = ("0.0.0.0", "::")  # noqa: S104
"""All interfaces; a table is there to be found."""
PORTS: Final = 20
"""How many ports are tried, from the default one on."""

SocketAddress: TypeAlias = tuple[str, int] | tuple[str, int, int, int]
"""As `bind` takes it: host and port; for IPv6 also flow and the number of the network interface."""

_NO_SUCH_FAMILY: Final = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT})


class CannotListen(Exception):
    """No port to listen on; the text is a sentence for the player."""


def candidate_ports(asked: int | None, last: int | None = None) -> tuple[int, ...]:
    """The ports to try in turn: the one that was asked for; else the match's last one, and then the usual ones."""
    if asked is not None:
        return (asked,)
    usual = range(DEFAULT_PORT, DEFAULT_PORT + PORTS)
    return tuple(dict.fromkeys([*([] if last is None else [last]), *usual]))


def open_listening_sockets(ports: Sequence[int], hosts: Sequence[str] = ALL_INTERFACES) -> list[socket.socket]:
    """Sockets on all of these addresses that this computer has, on the first port that is free. Raises `CannotListen`.

    Port 0 is one that the system chooses.
    """
    trouble: OSError | None = None
    for port in ports:
        try:
            if found := _on(port, hosts):
                return found
        except OSError as error:
            if trouble is None or error.errno != errno.EADDRINUSE:
                trouble = error
    if trouble is None and tuple(hosts) != ALL_INTERFACES:
        raise CannotListen(
            f"This computer has no address {' or '.join(hosts)} to listen on: choose one of its own with --bind, or "
            "leave that out to listen on all."
        )
    raise _trouble(ports, trouble)


def socket_address(host: str, port: int) -> tuple[socket.AddressFamily, SocketAddress]:
    """Return the family and the address to bind for a numeric host. Raises OSError.

    `bind` itself takes no network interface from a host such as "fe80::1%eth0".
    """
    flags = socket.AI_PASSIVE | socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)[0]
    return family, cast("SocketAddress", address)


def _on(port: int, hosts: Sequence[str]) -> list[socket.socket]:
    """Raises OSError, and then nothing is left open."""
    with ExitStack() as stack:
        found: list[socket.socket] = []
        for host in hosts:
            try:
                family, address = socket_address(host, port)
                # Named as TCP, what is accepted by it sends small frames at once (TCP_NODELAY): asyncio sees to that.
                sock = stack.enter_context(socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP))
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                sock.bind(address)
                sock.listen(64)
            except OSError as error:
                if error.errno not in _NO_SUCH_FAMILY:
                    raise
                continue
            port = sock.getsockname()[1]
            found.append(sock)
        stack.pop_all()
        return found


def _trouble(ports: Sequence[int], error: OSError | None) -> CannotListen:
    number = None if error is None else error.errno
    if number == errno.EADDRINUSE and len(ports) > 1:
        return CannotListen(
            f"All ports from {min(ports)} to {max(ports)} are in use, by other programs or other tables of yours: "
            "close one of them, or choose another port with --port."
        )
    if number == errno.EADDRINUSE:
        return CannotListen(
            f"Port {ports[0]} is in use, by another program or another table of yours: close that, or choose another "
            "port with --port."
        )
    if number in (errno.EACCES, errno.EPERM):
        return CannotListen(f"Port {ports[0]} may not be used by this user: choose one above 1023 with --port.")
    reason = "it has no network" if error is None else error.strerror or type(error).__name__
    return CannotListen(
        f"This computer cannot open a table to the network ({reason}); the match can still be played at its terminal."
    )
