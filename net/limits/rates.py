"""How much one guest may ask for: messages, bytes and talk, each as a store that fills again with time.

Whoever comes back finds its stores as it left them. It is told the time; what to do with whoever asks for too much,
the machines decide.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, NamedTuple


class Allowance(NamedTuple):
    """So many at once, and so many a second after that."""

    most: float
    a_second: float


MESSAGES: Final = Allowance(40, 20)
BYTES: Final = Allowance(1 << 20, 128 << 10)
ANSWERS: Final = 2
"""Messages that may answer one message of entries, beyond the allowance: bots here can play faster than it is."""
CONFIRMATION: Final = 1
"""Those that may answer checks alone."""
MAX_ANSWERS: Final = 4096
ASKS: Final = Allowance(20, 1)
TALK: Final = Allowance(5, 1)
REFUSED: Final = 4
"""Messages that a refused submission counts for, besides itself."""
KEPT_FOR: Final = 60.0
"""Seconds without anything taken after which a guest is forgotten: by then every store is full again."""
MOST_KEPT: Final = 64
"""Guests that are remembered."""


@dataclass(slots=True)
class Bucket:
    """What is left of an allowance."""

    allowance: Allowance
    left: float
    since: float

    def take(self, amount: float, now: float) -> bool:
        """Takes so much, if there is as much; else nothing. A clock that goes back fills nothing."""
        gained = max(now - self.since, 0.0) * self.allowance.a_second
        self.left = min(self.left + gained, self.allowance.most)
        self.since = max(now, self.since)
        if amount > self.left:
            return False
        self.left -= amount
        return True


class Rates:
    """What one guest may still ask for."""

    __slots__ = ("_answers", "_asked_for", "_asks", "_bytes", "_messages", "_talk", "used")

    def __init__(self, now: float) -> None:
        self._messages, self._bytes, self._asks, self._talk = (
            Bucket(allowance, allowance.most, now) for allowance in (MESSAGES, BYTES, ASKS, TALK)
        )
        self._answers = self._asked_for = 0
        self.used = now
        """When anything was taken last."""

    def come_back(self) -> None:
        """The guest has come by another connection: what it was sent before needs no answer any more."""
        self._answers = self._asked_for = 0

    def asked_for(self, size: int) -> None:
        """Let the guest send one message of at most this size beyond its allowance: the host has asked for it."""
        self.told(1)
        self._asked_for = size

    def told(self, answers: int) -> None:
        """The guest was sent entries or checks that are not its own doing: it confirms, and may decide."""
        self._answers = min(self._answers + answers, MAX_ANSWERS)

    def frame(self, size: int, now: float) -> bool:
        """Whether a message of so many bytes may come. To be asked before it is read."""
        self.used = now
        if self._answers > 0:
            self._answers -= 1
        elif not self._messages.take(1, now):
            return False
        free = min(size, self._asked_for)
        self._asked_for -= free
        return self._bytes.take(size - free, now)

    def refused(self, now: float) -> bool:
        """Whether a submission that was refused may have been one."""
        self.used = now
        return self._messages.take(REFUSED, now)

    def ask(self, now: float) -> bool:
        """Whether the log may be asked for, from elsewhere than where the last answer ended."""
        self.used = now
        return self._asks.take(1, now)

    def talk(self, now: float) -> bool:
        """Whether a line of chat, or a sign on the plan, may come."""
        self.used = now
        return self._talk.take(1, now)


class Allowances:
    """The stores of all guests by their keys, so that nobody fills its own by coming anew."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, Rates] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, keys: Hashable, now: float) -> Rates:
        """The stores of the guest that comes now, full if it was not here before, or took nothing for long."""
        rates = self._kept.pop(keys, None)
        for other, one in sorted(self._kept.items(), key=lambda item: item[1].used):
            if now - one.used <= KEPT_FOR and len(self._kept) < MOST_KEPT:
                break
            del self._kept[other]
        if rates is None or now - rates.used > KEPT_FOR:
            rates = Rates(now)
        rates.come_back()
        self._kept[keys] = rates
        return rates
