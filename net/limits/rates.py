"""Rate limits for one guest: messages, bytes and chat, each a token bucket that refills with time.

A guest that reconnects keeps its buckets. Callers pass the time; what happens to a guest over its limits is left to
the state machines.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, NamedTuple


class RateLimit(NamedTuple):
    """A burst, and the rate after it."""

    burst: float
    per_second: float


MESSAGES: Final = RateLimit(40, 20)
BYTES: Final = RateLimit(1 << 20, 128 << 10)
ANSWERS_TO_ENTRIES: Final = 2
"""Messages beyond the limit that may answer one message of entries, as bots can play faster than the limit."""
ANSWERS_TO_HASHES: Final = 1
"""Messages beyond the limit that may answer state hashes without entries."""
MAX_ANSWERS: Final = 4096
LOG_REQUESTS: Final = RateLimit(20, 1)
CHAT: Final = RateLimit(5, 1)
REFUSED: Final = 4
"""Messages that a refused submission counts for, in addition to its own."""
MAX_IDLE: Final = 60.0
"""Seconds of inactivity after which a guest is forgotten; every bucket is full by then."""
MAX_REMEMBERED: Final = 64
"""Guests whose buckets are kept."""


@dataclass(slots=True)
class TokenBucket:
    """A token bucket: what is left of a rate limit."""

    limit: RateLimit
    tokens: float
    updated: float

    def take(self, amount: float, now: float) -> bool:
        """Take this amount and return True, or take nothing if there is less. A clock that goes back adds no tokens."""
        gained = max(now - self.updated, 0.0) * self.limit.per_second
        self.tokens = min(self.tokens + gained, self.limit.burst)
        self.updated = max(now, self.updated)
        if amount > self.tokens:
            return False
        self.tokens -= amount
        return True


class PeerLimits:
    """The buckets of one guest."""

    __slots__ = ("_answers", "_bytes", "_chat", "_log_requests", "_messages", "_requested_bytes", "last_used")

    def __init__(self, now: float) -> None:
        self._messages, self._bytes, self._log_requests, self._chat = (
            TokenBucket(limit, limit.burst, now) for limit in (MESSAGES, BYTES, LOG_REQUESTS, CHAT)
        )
        self._answers = self._requested_bytes = 0
        self.last_used = now
        """The time of the last use."""

    def reconnected(self) -> None:
        """Forget expected answers, as the guest has a new connection."""
        self._answers = self._requested_bytes = 0

    def expect_replica_entries(self, size: int) -> None:
        """Allow one message of at most this size beyond the limits, as the host has asked for it."""
        self.expect_answers(1)
        self._requested_bytes = size

    def expect_answers(self, answers: int) -> None:
        """Allow this number of answers beyond the limit, as the guest was sent entries or state hashes."""
        self._answers = min(self._answers + answers, MAX_ANSWERS)

    def allow_message(self, size: int, now: float) -> bool:
        """Return whether a message of this size is allowed; must be called before it is decoded."""
        self.last_used = now
        if self._answers > 0:
            self._answers -= 1
        elif not self._messages.take(1, now):
            return False
        free = min(size, self._requested_bytes)
        self._requested_bytes -= free
        return self._bytes.take(size - free, now)

    def allow_refused_submission(self, now: float) -> bool:
        """Charge for a refused submission. Return whether that is within the limit."""
        self.last_used = now
        return self._messages.take(REFUSED, now)

    def allow_log_request(self, now: float) -> bool:
        """Return whether a request for the log is allowed that does not continue the last answer."""
        self.last_used = now
        return self._log_requests.take(1, now)

    def allow_chat(self, now: float) -> bool:
        """Return whether a chat line or pointer is allowed."""
        self.last_used = now
        return self._chat.take(1, now)


class PeerLimitsCache:
    """The buckets of all guests by their keys, so that reconnecting does not refill them."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, PeerLimits] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, keys: Hashable, now: float) -> PeerLimits:
        """Return the buckets of a guest that connects; they are full for a new or long inactive one."""
        limits = self._kept.pop(keys, None)
        for other, one in sorted(self._kept.items(), key=lambda item: item[1].last_used):
            if now - one.last_used <= MAX_IDLE and len(self._kept) < MAX_REMEMBERED:
                break
            del self._kept[other]
        if limits is None or now - limits.last_used > MAX_IDLE:
            limits = PeerLimits(now)
        limits.reconnected()
        self._kept[keys] = limits
        return limits
