"""The sockets on which a host listens: IPv4 and IPv6 on the same port, the first free one of several."""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final, TypeAlias, cast

from net.discovery.address import DEFAULT_PORT

ALL_INTERFACES: Final = ("0.0.0.0", "::")  # noqa: S104
"""All interfaces."""
PORTS: Final = 20
"""Number of ports to try, from the default one on."""

SocketAddress: TypeAlias = tuple[str, int] | tuple[str, int, int, int]
"""An address for `bind`: host and port; for IPv6 also flow and the number of the network interface."""

_NO_SUCH_FAMILY: Final = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT})


class CannotListen(Exception):
    """No port can be opened; the text is a sentence for the player."""


def candidate_ports(requested: int | None, last: int | None = None) -> tuple[int, ...]:
    """Return the ports to try in order: the requested one only; otherwise the match's last one, then the usual ones."""
    if requested is not None:
        return (requested,)
    usual = range(DEFAULT_PORT, DEFAULT_PORT + PORTS)
    return tuple(dict.fromkeys([*([] if last is None else [last]), *usual]))


def open_listening_sockets(ports: Sequence[int], hosts: Sequence[str] = ALL_INTERFACES) -> list[socket.socket]:
    """Open sockets on all of these addresses that exist here, on the first free port. Raises `CannotListen`.

    Port 0 lets the system choose.
    """
    failure: OSError | None = None
    for port in ports:
        try:
            if found := _open_on(port, hosts):
                return found
        except OSError as error:
            if failure is None or error.errno != errno.EADDRINUSE:
                failure = error
    if failure is None and tuple(hosts) != ALL_INTERFACES:
        raise CannotListen(
            f"This computer does not have the address {' or '.join(hosts)}: choose one of its own with --bind, or "
            "leave out --bind to listen on all."
        )
    raise _failure(ports, failure)


def socket_address(host: str, port: int) -> tuple[socket.AddressFamily, SocketAddress]:
    """Return the family and the address to bind for a numeric host. Raises OSError.

    `bind` itself takes no network interface from a host such as "fe80::1%eth0".
    """
    flags = socket.AI_PASSIVE | socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)[0]
    return family, cast("SocketAddress", address)


def _open_on(port: int, hosts: Sequence[str]) -> list[socket.socket]:
    """Open sockets on one port. Raises OSError, and leaves nothing open then."""
    with ExitStack() as stack:
        found: list[socket.socket] = []
        for host in hosts:
            try:
                family, address = socket_address(host, port)
                # asyncio sets TCP_NODELAY, which sends small frames at once, only for sockets whose protocol is named.
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


def _failure(ports: Sequence[int], error: OSError | None) -> CannotListen:
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
        return CannotListen(f"You are not allowed to use port {ports[0]}: choose one above 1023 with --port.")
    reason = "no network" if error is None else error.strerror or type(error).__name__
    return CannotListen(
        f"This computer cannot open a table on the network ({reason}). You can still play the match at this terminal."
    )
