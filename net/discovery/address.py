"""Addresses of tables: parsing what a player types, and listing this computer's own."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from typing import Final, NamedTuple

DEFAULT_PORT: Final = 7341
MAX_HOST: Final = 253
"""Characters of a host name."""

_LABEL: Final = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")
_SCOPE: Final = re.compile(r"[A-Za-z0-9_.-]{1,15}")


class BadAddress(ValueError):
    """Input that is not an address; the text is a sentence for the player."""


class Address(NamedTuple):
    """A host name or numeric address, and a port. `str` gives it as a player can type it."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Parse HOST, HOST:PORT, [IPV6], [IPV6]:PORT or a bare IPv6 address. Raises `BadAddress`."""
    typed = text.strip()
    if not typed:
        raise BadAddress("Type an address, such as 192.168.1.20:7341 or anna-laptop.local.")
    if typed.startswith("["):
        inside, closed, rest = typed[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise _bad(typed, "an IPv6 address with a port is written [2001:db8::7]:7341")
        return Address(_ipv6(inside, typed), _port(rest[1:], typed) if rest else DEFAULT_PORT)
    if typed.count(":") > 1:
        return Address(_ipv6(typed, typed))
    host, colon, port = typed.partition(":")
    return Address(_name(host, typed), _port(port, typed) if colon else DEFAULT_PORT)


def parse_bind_address(text: str) -> str:
    """Return an address to listen on in its usual form. Raises `BadAddress` for one that cannot be connected to."""
    typed = text.strip()
    number, percent, scope = typed.partition("%")
    try:
        ip = ipaddress.ip_address(number)
    except ValueError:
        raise _bad_bind(typed, "give one of this computer's numeric addresses, such as 192.168.1.20 or ::1") from None
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_multicast:
        raise _bad_bind(typed, f"it is a multicast address, {_NOT_REACHABLE}")
    if ip.version == 4 and str(ip) in _broadcasts():
        raise _bad_bind(typed, f"it is a broadcast address, {_NOT_REACHABLE}")
    if ip.version == 4 or not ip.is_link_local:
        if percent:
            raise _bad_bind(typed, f"only addresses that begin with fe80: take a network interface; write {ip}")
        return str(ip)
    if not percent:
        raise _bad_bind(typed, f"add its network interface, as in {ip}%eth0")
    try:
        _ = socket.if_indextoname(int(scope)) if scope.isdecimal() else socket.if_nametoindex(scope)
    except (OSError, OverflowError, ValueError):
        raise _bad_bind(typed, "after % give the name of one of this computer's network interfaces") from None
    return f"{ip}%{scope}"


def own_addresses() -> list[str]:
    """Return the addresses of this computer, those most likely reachable by others first, loopback last.

    Link-local IPv6 addresses are left out, as they need the name of an interface of the other computer.
    """
    import ifaddr

    found = {address for adapter in ifaddr.get_adapters() for ip in adapter.ips if (address := plain_ip(ip.ip))}
    return sorted((text for text in found if not ipaddress.ip_address(text).is_link_local), key=reachability_rank)


def reachable_addresses(hosts: Sequence[str]) -> list[str]:
    """Return the addresses under which sockets bound to these hosts can be reached, the most likely first."""
    bound = [ipaddress.ip_address(host.partition("%")[0]) for host in hosts]
    everywhere = {ip.version for ip in bound if ip.is_unspecified}
    own = [host for host in own_addresses() if ipaddress.ip_address(host).version in everywhere] if everywhere else []
    return own + [host for host, ip in zip(hosts, bound, strict=True) if not ip.is_unspecified]


def plain_ip(ip: str | tuple[str, int, int]) -> str:
    """Return an address from `ifaddr` as text without a scope."""
    return (ip if isinstance(ip, str) else ip[0]).partition("%")[0]


def reachability_rank(host: str) -> tuple[int, bool, str]:
    """Return a sort key for numeric addresses: those most likely reachable on the local network come first."""
    ip = ipaddress.ip_address(host.partition("%")[0])
    if ip.is_loopback:
        rank = 9
    elif ip.version == 4:
        home = ip in _HOME
        rank = 0 if home else 1 if ip in _OFFICE else 6 if ip.is_link_local else 5 if ip in _INNER else 2
    else:
        rank = 7 if ip.is_link_local else 3 if not ip.is_private else 4
    return rank, ip.version == 6, host


_HOME: Final = ipaddress.ip_network("192.168.0.0/16")
_OFFICE: Final = ipaddress.ip_network("10.0.0.0/8")
_INNER: Final = ipaddress.ip_network("172.16.0.0/12")
"""Most often the bridge of a container runtime."""


def _broadcasts() -> set[str]:
    """Return the broadcast addresses of this computer's networks."""
    import ifaddr

    networks = (
        ipaddress.ip_network(f"{ip.ip}/{ip.network_prefix}", strict=False)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and ip.network_prefix < 31
    )
    return {"255.255.255.255", *(str(network.broadcast_address) for network in networks)}


def _port(text: str, typed: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 65536):
        raise _bad(typed, "the port after the last colon must be a number from 1 to 65535")
    return int(text)


def _ipv6(text: str, typed: str) -> str:
    number, percent, scope = text.partition("%")
    try:
        ip = ipaddress.IPv6Address(number)
    except ValueError:
        raise _bad(typed, "it is not a valid IPv6 address; with a port it is written [2001:db8::7]:7341") from None
    if percent and not _SCOPE.fullmatch(scope):
        raise _bad(typed, "after % give the name of one of this computer's network interfaces")
    return f"{ip}{percent}{scope}"


def _name(text: str, typed: str) -> str:
    if re.fullmatch(r"[0-9.]+", text):
        try:
            return str(ipaddress.IPv4Address(text))
        except ValueError:
            raise _bad(typed, "an IPv4 address has four numbers from 0 to 255") from None
    labels = text.removesuffix(".").split(".")
    if len(text) > MAX_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise _bad(typed, "a host name has only letters, digits, hyphens and dots")
    return text.lower()


def _bad(typed: str, why: str) -> BadAddress:
    return BadAddress(f"'{_printable(typed)}' is not a valid address: {why}.")


_NOT_REACHABLE: Final = (
    "which cannot be connected to; give one of this computer's own, or leave out --bind to listen on all"
)


def _bad_bind(typed: str, why: str) -> BadAddress:
    return BadAddress(f"A table cannot listen on '{_printable(typed)}': {why}.")


def _printable(typed: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in typed[:60])
