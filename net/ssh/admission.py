"""Who may come in by SSH: how many connections and sessions stand at once, and how often new ones may come.

Told the time and never asks for it; sockets and sessions are `ssh`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from net.limits.rates import RateLimit, TokenBucket

MAX_SESSIONS: Final = 8
MAX_PER_ADDRESS: Final = 3
"""Sessions, and connections that have not logged in yet, from one address."""
MAX_PENDING_LOGINS: Final = 16
"""Connections that have not logged in yet: some of them wait while somebody compares a fingerprint."""
ADDRESS_RATE: Final = RateLimit(6, 0.2)
"""New connections from one address."""
TOTAL_RATE: Final = RateLimit(24, 2.0)
"""From all addresses. It bounds how many of them must be remembered, too."""


class ConnectionGate:
    """Connections from the first byte until they have logged in. Callers go by their line (see `tries.counted`)."""

    def __init__(self, now: float) -> None:
        self._arriving: Counter[str] = Counter()
        self._all = TokenBucket(TOTAL_RATE, TOTAL_RATE.burst, now)
        self._lines: dict[str, TokenBucket] = {}

    def admit(self, line: str, now: float) -> bool:
        """Whether a new connection may stay. One that may is told of again by `through`."""
        if self._arriving.total() >= MAX_PENDING_LOGINS or self._arriving[line] >= MAX_PER_ADDRESS:
            return False
        self._lines = {known: bucket for known, bucket in self._lines.items() if not _full(bucket, now)}
        bucket = self._lines.get(line) or TokenBucket(ADDRESS_RATE, ADDRESS_RATE.burst, now)
        if not (bucket.take(1, now) and self._all.take(1, now)):
            return False
        self._lines[line] = bucket
        self._arriving[line] += 1
        return True

    @property
    def tracked(self) -> int:
        """How many lines it keeps in mind."""
        return len(self._lines)

    def release(self, line: str) -> None:
        """A connection has logged in, or has gone."""
        self._arriving[line] -= 1
        if self._arriving[line] <= 0:
            del self._arriving[line]


def _full(bucket: TokenBucket, now: float) -> bool:
    """Whether nothing needs to be remembered of it. Taking nothing fills it as far as it is by now."""
    bucket.take(0, now)
    return bucket.tokens >= bucket.limit.burst


class SessionInfo(NamedTuple):
    """A session, as far as it matters for who gets room."""

    key: bytes
    """Of the SSH key."""
    address_key: str
    knows_code: bool
    """Whether this key has shown the table code before."""


class NoFreeSession(Exception):
    """All sessions are taken. The text is one sentence for the caller."""


def make_room(standing: Sequence[SessionInfo], caller: SessionInfo) -> list[int]:
    """Which sessions must end for the caller's, by their places in the sequence, oldest first. Raises `NoRoom`.

    A key has one session, the latest. Whoever has not shown the table code yet gives way to those who have.
    """
    leaving = [at for at, other in enumerate(standing) if other.key == caller.key]
    for most, taken in (
        (MAX_PER_ADDRESS, [at for at, other in enumerate(standing) if other.address_key == caller.address_key]),
        (MAX_SESSIONS, list(range(len(standing)))),
    ):
        staying = [at for at in taken if at not in leaving]
        if len(staying) < most:
            continue
        stranger = next((at for at in staying if caller.knows_code and not standing[at].knows_code), None)
        if stranger is None:
            where = "from your address " if most == MAX_PER_ADDRESS else ""
            raise NoFreeSession(
                f"All {most} places that this table has for players {where}by SSH are taken. Come again when "
                "somebody has left."
            )
        leaving.append(stranger)
    return sorted(leaving)
