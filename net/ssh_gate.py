"""Who may come in by SSH: how many connections and sessions stand at once, and how often new ones may come.

Told the time and never asks for it; sockets and sessions are `ssh`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

MOST_SESSIONS: Final = 8
MOST_FROM_ONE: Final = 3
"""Sessions, and connections that have not logged in yet, from one address."""
MOST_ARRIVING: Final = 8
"""Connections that have not logged in yet."""
ADDRESS_BURST, ADDRESS_REFILL = 6, 0.2
"""New connections from one address: so many at once, and so many a second after that."""
TOTAL_BURST, TOTAL_REFILL = 24, 2.0
"""From all addresses. It bounds how many addresses must be remembered, too."""


def line_of(address: str) -> str:
    """The address under which a caller is counted: IPv4 as it is, of IPv6 the network that one line usually has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class _Budget:
    """So many at once, and so many a second after that."""

    __slots__ = ("_burst", "_left", "_refill", "_then")

    def __init__(self, burst: int, refill: float, now: float) -> None:
        self._burst, self._refill = burst, refill
        self._left, self._then = float(burst), now

    def left(self, now: float) -> float:
        """How many may come now."""
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._refill)
        self._then = now
        return self._left

    def spend(self, now: float) -> bool:
        """Takes one, if one is left."""
        if self.left(now) < 1:
            return False
        self._left -= 1
        return True

    def full(self, now: float) -> bool:
        """Whether nothing needs to be remembered of it."""
        return self.left(now) >= self._burst


class Gate:
    """Connections from the first byte until they have logged in. Callers go by their line (see `line_of`)."""

    def __init__(self, now: float) -> None:
        self._arriving: Counter[str] = Counter()
        self._total = _Budget(TOTAL_BURST, TOTAL_REFILL, now)
        self._lines: dict[str, _Budget] = {}

    def knock(self, line: str, now: float) -> bool:
        """Whether a new connection may stay. One that may is told of again by `through`."""
        if self._arriving.total() >= MOST_ARRIVING or self._arriving[line] >= MOST_FROM_ONE:
            return False
        self._lines = {known: budget for known, budget in self._lines.items() if not budget.full(now)}
        budget = self._lines.get(line)
        if budget is not None and budget.left(now) < 1:
            return False
        if not self._total.spend(now):
            return False
        self._lines.setdefault(line, _Budget(ADDRESS_BURST, ADDRESS_REFILL, now)).spend(now)
        self._arriving[line] += 1
        return True

    @property
    def remembered(self) -> int:
        """How many lines it keeps in mind."""
        return len(self._lines)

    def through(self, line: str) -> None:
        """A connection has logged in, or has gone."""
        self._arriving[line] -= 1
        if self._arriving[line] <= 0:
            del self._arriving[line]


class Standing(NamedTuple):
    """A session, as far as it matters for who gets room."""

    key: bytes
    """Of the SSH key."""
    line: str
    known: bool
    """Whether this key has shown the table code before."""


class NoRoom(Exception):
    """All sessions are taken. The text is one sentence for the caller."""


def make_room(standing: Sequence[Standing], caller: Standing) -> list[int]:
    """Which sessions must end for the caller's, by their places in the sequence, oldest first. Raises `NoRoom`.

    A key has one session, the latest. Whoever has not shown the table code yet gives way to those who have.
    """
    leaving = [at for at, other in enumerate(standing) if other.key == caller.key]
    for most, taken in (
        (MOST_FROM_ONE, [at for at, other in enumerate(standing) if other.line == caller.line]),
        (MOST_SESSIONS, list(range(len(standing)))),
    ):
        staying = [at for at in taken if at not in leaving]
        if len(staying) < most:
            continue
        stranger = next((at for at in staying if caller.known and not standing[at].known), None)
        if stranger is None:
            where = "from your address " if most == MOST_FROM_ONE else ""
            raise NoRoom(
                f"All {most} places that this table has for players {where}by SSH are taken. Come again when "
                "somebody has left."
            )
        leaving.append(stranger)
    return sorted(leaving)
