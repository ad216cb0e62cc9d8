"""How much one guest may ask for: messages, bytes and talk, each as a store that fills again with time.

It is told the time; what to do with whoever asks for too much, the machines decide.
"""

from __future__ import annotations

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

    __slots__ = ("_answers", "_asks", "_bytes", "_messages", "_talk")

    def __init__(self, now: float) -> None:
        self._messages, self._bytes, self._asks, self._talk = (
            Bucket(allowance, allowance.most, now) for allowance in (MESSAGES, BYTES, ASKS, TALK)
        )
        self._answers = 0

    def told(self, answers: int) -> None:
        """The guest was sent entries or checks that are not its own doing: it confirms, and may decide."""
        self._answers = min(self._answers + answers, MAX_ANSWERS)

    def frame(self, size: int, now: float) -> bool:
        """Whether a message of so many bytes may come. To be asked before it is read."""
        if self._answers > 0:
            self._answers -= 1
        elif not self._messages.take(1, now):
            return False
        return self._bytes.take(size, now)

    def refused(self, now: float) -> bool:
        """Whether a submission that was refused may have been one."""
        return self._messages.take(REFUSED, now)

    def ask(self, now: float) -> bool:
        """Whether the log may be asked for, from elsewhere than where the last answer ended."""
        return self._asks.take(1, now)

    def talk(self, now: float) -> bool:
        """Whether a line of chat, or a sign on the plan, may come."""
        return self._talk.take(1, now)
