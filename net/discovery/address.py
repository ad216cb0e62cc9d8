"""Where a table can be reached: what somebody types, and the addresses that this computer has itself."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from typing import Final, NamedTuple

DEFAULT_PORT: Final = 7341
MAX_HOST: Final = 253
"""Characters of a host's name."""

_LABEL: Final = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")
_SCOPE: Final = re.compile(r"[A-Za-z0-9_.-]{1,15}")


class BadAddress(ValueError):
    """What was typed is no address; the text is a sentence for the player."""


class Address(NamedTuple):
    """A host, by name or number, and a port. Its text is what one can type."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """HOST, HOST:PORT, [IPV6], [IPV6]:PORT or a bare IPv6 address. Raises `BadAddress`."""
    typed = text.strip()
    if not typed:
        raise BadAddress("No address was typed: it looks like 192.168.1.20:7341, or anna-laptop.local.")
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
    """Return an address to listen on in its usual form. Raises `BadAddress` for one that nobody could connect to."""
    typed = text.strip()
    number, percent, scope = typed.partition("%")
    try:
        ip = ipaddress.ip_address(number)
    except ValueError:
        raise _unfit(typed, "write one of this computer's addresses in numbers, as 192.168.1.20 or ::1") from None
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_multicast:
        raise _unfit(typed, f"it is a multicast address, {_NOBODY}")
    if ip.version == 4 and str(ip) in _broadcasts():
        raise _unfit(typed, f"it is a broadcast address, {_NOBODY}")
    if ip.version == 4 or not ip.is_link_local:
        if percent:
            raise _unfit(typed, f"only an address that begins with fe80: takes a network interface; write {ip}")
        return str(ip)
    if not percent:
        raise _unfit(typed, f"name its network interface as well, as in {ip}%eth0")
    try:
        _ = socket.if_indextoname(int(scope)) if scope.isdecimal() else socket.if_nametoindex(scope)
    except (OSError, OverflowError, ValueError):
        raise _unfit(typed, "after % comes the name of one of this computer's network interfaces") from None
    return f"{ip}%{scope}"


def own_addresses() -> list[str]:
    """The addresses of this computer's interfaces, the likeliest to be reached by others first, its loopback last.

    Link-local IPv6 addresses are left out: nobody can type them without knowing the way to them.
    """
    import ifaddr

    found = {address for adapter in ifaddr.get_adapters() for ip in adapter.ips if (address := plain_ip(ip.ip))}
    return sorted((text for text in found if not ipaddress.ip_address(text).is_link_local), key=reachability_rank)


def reachable_addresses(hosts: Sequence[str]) -> list[str]:
    """Return the addresses under which sockets bound to these hosts can be reached, the likeliest first."""
    bound = [ipaddress.ip_address(host.partition("%")[0]) for host in hosts]
    everywhere = {ip.version for ip in bound if ip.is_unspecified}
    own = [host for host in own_addresses() if ipaddress.ip_address(host).version in everywhere] if everywhere else []
    return own + [host for host, ip in zip(hosts, bound, strict=True) if not ip.is_unspecified]


def plain_ip(ip: str | tuple[str, int, int]) -> str:
    """An address as `ifaddr` tells it, as text without a scope."""
    return (ip if isinstance(ip, str) else ip[0]).partition("%")[0]


def reachability_rank(host: str) -> tuple[int, bool, str]:
    """Orders numeric addresses by how likely others on the local network reach them: the smallest first."""
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
"""Most often the bridge of a program that runs containers."""


def _broadcasts() -> set[str]:
    """The addresses that mean every computer of a network that this one is in."""
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
        raise _bad(typed, "after the last colon comes the port, a number from 1 to 65535")
    return int(text)


def _ipv6(text: str, typed: str) -> str:
    number, percent, scope = text.partition("%")
    try:
        ip = ipaddress.IPv6Address(number)
    except ValueError:
        raise _bad(typed, "that is no IPv6 address; with a port it is written [2001:db8::7]:7341") from None
    if percent and not _SCOPE.fullmatch(scope):
        raise _bad(typed, "after % comes the name of one of this computer's network interfaces")
    return f"{ip}{percent}{scope}"


def _name(text: str, typed: str) -> str:
    if re.fullmatch(r"[0-9.]+", text):
        try:
            return str(ipaddress.IPv4Address(text))
        except ValueError:
            raise _bad(typed, "an IPv4 address has four numbers from 0 to 255") from None
    labels = text.removesuffix(".").split(".")
    if len(text) > MAX_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise _bad(typed, "a computer's name has letters, digits, hyphens and dots only")
    return text.lower()


def _bad(typed: str, why: str) -> BadAddress:
    return BadAddress(f"'{_shown(typed)}' is no address: {why}.")


_NOBODY: Final = "which nobody can connect to; give one of this computer's own, or leave out --bind to listen on all"


def _unfit(typed: str, why: str) -> BadAddress:
    return BadAddress(f"A table cannot listen on '{_shown(typed)}': {why}.")


def _shown(typed: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in typed[:60])
