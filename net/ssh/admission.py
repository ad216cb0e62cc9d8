"""The limits of the SSH entrance: connections and sessions at the same time, and the rate of new connections.

It is told the time and never asks for it; sockets and sessions are left to `entrance`.
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
"""Connections that have not logged in yet; some of them wait while a player compares a fingerprint."""
ADDRESS_RATE: Final = RateLimit(6, 0.2)
"""New connections from one address."""
TOTAL_RATE: Final = RateLimit(24, 2.0)
"""New connections from all addresses. This also limits how many addresses must be remembered."""


class ConnectionGate:
    """Connections until they have logged in. Addresses are grouped by `net.limits.code_attempts.address_key`."""

    def __init__(self, now: float) -> None:
        self._pending: Counter[str] = Counter()
        self._total = TokenBucket(TOTAL_RATE, TOTAL_RATE.burst, now)
        self._buckets: dict[str, TokenBucket] = {}

    def admit(self, address_key: str, now: float) -> bool:
        """Return whether a new connection is admitted. Each one that is must be released later."""
        if self._pending.total() >= MAX_PENDING_LOGINS or self._pending[address_key] >= MAX_PER_ADDRESS:
            return False
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not _is_full(bucket, now)}
        bucket = self._buckets.get(address_key) or TokenBucket(ADDRESS_RATE, ADDRESS_RATE.burst, now)
        if not (bucket.take(1, now) and self._total.take(1, now)):
            return False
        self._buckets[address_key] = bucket
        self._pending[address_key] += 1
        return True

    @property
    def tracked(self) -> int:
        """The number of addresses that are remembered."""
        return len(self._buckets)

    def release(self, address_key: str) -> None:
        """Record that an admitted connection has logged in, or has ended."""
        self._pending[address_key] -= 1
        if self._pending[address_key] <= 0:
            del self._pending[address_key]


def _is_full(bucket: TokenBucket, now: float) -> bool:
    """Return whether a bucket is full again, and need not be remembered."""
    bucket.take(0, now)  # Taking nothing refills it.
    return bucket.tokens >= bucket.limit.burst


class SessionInfo(NamedTuple):
    """What decides whether a session gets a place."""

    key: bytes
    """The guest's SSH key."""
    address_key: str
    knows_code: bool
    """Whether the guest has entered the table code before."""


class NoFreeSession(Exception):
    """All sessions are taken. The text is a sentence for the guest."""


def make_room(sessions: Sequence[SessionInfo], new: SessionInfo) -> list[int]:
    """Return the sessions that must end for a new one, as ascending indices. Raises `NoFreeSession`.

    `sessions` are in the order in which they began. A key has only its latest session, and a guest that has not
    entered the table code gives way to one that has.
    """
    ending = [at for at, other in enumerate(sessions) if other.key == new.key]
    for limit, counted in (
        (MAX_PER_ADDRESS, [at for at, other in enumerate(sessions) if other.address_key == new.address_key]),
        (MAX_SESSIONS, list(range(len(sessions)))),
    ):
        staying = [at for at in counted if at not in ending]
        if len(staying) < limit:
            continue
        stranger = next((at for at in staying if new.knows_code and not sessions[at].knows_code), None)
        if stranger is None:
            where = " from your address" if limit == MAX_PER_ADDRESS else ""
            raise NoFreeSession(
                f"All {limit} places for SSH players{where} are taken. Try again when one of them has left."
            )
        ending.append(stranger)
    return sorted(ending)
