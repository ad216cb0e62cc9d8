"""How much one guest may ask for: messages, bytes and talk, each as a store that fills again with time.

Whoever comes back finds its stores as it left them. It is told the time; what to do with whoever asks for too much,
the machines decide.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, NamedTuple


class RateLimit(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


MESSAGES: Final = RateLimit(40, 20)
BYTES: Final = RateLimit(1 << 20, 128 << 10)
ANSWERS_TO_ENTRIES: Final = 2
"""Messages that may answer one message of entries, beyond the allowance: bots here can play faster than it is."""
ANSWERS_TO_HASHES: Final = 1
"""Those that may answer checks alone."""
MAX_ANSWERS: Final = 4096
LOG_REQUESTS: Final = RateLimit(20, 1)
CHAT: Final = RateLimit(5, 1)
REFUSED: Final = 4
"""Messages that a refused submission counts for, besides itself."""
MAX_IDLE: Final = 60.0
"""Seconds without anything taken after which a guest is forgotten: by then every store is full again."""
MAX_REMEMBERED: Final = 64
"""Guests that are remembered."""


@dataclass(slots=True)
class TokenBucket:
    """What is left of an allowance."""

    limit: RateLimit
    tokens: float
    updated: float

    def take(self, amount: float, now: float) -> bool:
        """Takes so much, if there is as much; else nothing. A clock that goes back fills nothing."""
        gained = max(now - self.updated, 0.0) * self.limit.per_second
        self.tokens = min(self.tokens + gained, self.limit.burst)
        self.updated = max(now, self.updated)
        if amount > self.tokens:
            return False
        self.tokens -= amount
        return True


class PeerLimits:
    """What one guest may still ask for."""

    __slots__ = ("_answers", "_asked_for", "_asks", "_bytes", "_chat", "_messages", "last_used")

    def __init__(self, now: float) -> None:
        self._messages, self._bytes, self._asks, self._chat = (
            TokenBucket(allowance, allowance.burst, now) for allowance in (MESSAGES, BYTES, LOG_REQUESTS, CHAT)
        )
        self._answers = self._asked_for = 0
        self.last_used = now
        """When anything was taken last."""

    def reconnected(self) -> None:
        """The guest has come by another connection: what it was sent before needs no answer any more."""
        self._answers = self._asked_for = 0

    def expect_replica_entries(self, size: int) -> None:
        """Let the guest send one message of at most this size beyond its allowance: the host has asked for it."""
        self.expect_answers(1)
        self._asked_for = size

    def expect_answers(self, answers: int) -> None:
        """The guest was sent entries or checks that are not its own doing: it confirms, and may decide."""
        self._answers = min(self._answers + answers, MAX_ANSWERS)

    def allow_message(self, size: int, now: float) -> bool:
        """Whether a message of so many bytes may come. To be asked before it is read."""
        self.last_used = now
        if self._answers > 0:
            self._answers -= 1
        elif not self._messages.take(1, now):
            return False
        free = min(size, self._asked_for)
        self._asked_for -= free
        return self._bytes.take(size - free, now)

    def allow_refused_submission(self, now: float) -> bool:
        """Whether a submission that was refused may have been one."""
        self.last_used = now
        return self._messages.take(REFUSED, now)

    def allow_log_request(self, now: float) -> bool:
        """Whether the log may be asked for, from elsewhere than where the last answer ended."""
        self.last_used = now
        return self._asks.take(1, now)

    def allow_chat(self, now: float) -> bool:
        """Whether a line of chat, or a sign on the plan, may come."""
        self.last_used = now
        return self._chat.take(1, now)


class PeerLimitsCache:
    """The stores of all guests by their keys, so that nobody fills its own by coming anew."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, PeerLimits] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, keys: Hashable, now: float) -> PeerLimits:
        """The stores of the guest that comes now, full if it was not here before, or took nothing for long."""
        rates = self._kept.pop(keys, None)
        for other, one in sorted(self._kept.items(), key=lambda item: item[1].last_used):
            if now - one.last_used <= MAX_IDLE and len(self._kept) < MAX_REMEMBERED:
                break
            del self._kept[other]
        if rates is None or now - rates.last_used > MAX_IDLE:
            rates = PeerLimits(now)
        rates.reconnected()
        self._kept[keys] = rates
        return rates
