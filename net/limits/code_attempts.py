"""Who may try the table code, and who must wait: wrong tries are counted, by address and at the table in all.

It is told the time and the addresses; what a try is, `handshake` knows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import Final, NamedTuple

from net.wire.handshake import HandshakeFailure

MAX_PENDING: Final = 8
"""Handshakes at once; so many of newcomers, and so many of those who knew the code before, whom nobody can shut out."""
MAX_PENDING_PER_ADDRESS: Final = 3
"""From one address."""
FREE_ATTEMPTS: Final = 3
"""Wrong tries of one address before it must wait."""
MAX_DELAY: Final = 60
"""Seconds that an address must wait at most."""
MAX_WRONG: Final = 50
"""Wrong tries in all before the table takes nobody new."""
MAX_REMEMBERED: Final = 256
"""Addresses that are remembered, wrong and right ones each; the earliest are forgotten."""


class AttemptResult(Enum):
    """How a handshake ended."""

    PASSED = "passed"
    WRONG = "wrong"
    """A try was spent, and did not lead to a session."""
    UNSPENT = "unspent"


class AttemptRefused(NamedTuple):
    """Why an address may not try."""

    kind: HandshakeFailure
    """WAIT, CLOSED or BUSY."""
    seconds: int
    """How long to wait, for WAIT; else 0."""


@dataclass(slots=True)
class _Record:
    """What an address has tried."""

    wrong: int
    until: float
    """When it may try again."""


class CodeAttempts:
    """The door of one table. Each `enter` that is let in is followed by one `leave`."""

    def __init__(self) -> None:
        self.wrong = 0
        """Wrong tries since the table was opened to newcomers."""
        self._records: dict[str, _Record] = {}
        self._friends: dict[str, None] = {}
        """From where the right code has come."""
        self._standing: Counter[str] = Counter()

    @property
    def closed(self) -> bool:
        """Whether nobody new is let in until the host says so."""
        return self.wrong >= MAX_WRONG

    @property
    def remembered(self) -> int:
        """How many addresses are remembered."""
        return len(self._records) + len(self._friends) + len(self._standing)

    def reopen(self) -> None:
        """The host lets newcomers in again. Who must wait still does."""
        self.wrong = 0

    def code_changed(self) -> None:
        """The code is another one: who knew the old one is new again."""
        self.wrong = 0
        self._friends.clear()

    def trust(self, address: str) -> None:
        """Let handshakes from this address begin though newcomers are kept out: it stands for a holder of a seat."""
        self._friends[address_key(address)] = None
        _forget_earliest(self._friends)

    def begin(self, address: str, now: float) -> AttemptRefused | None:
        """Lets a handshake begin, or says why not. Tries that are still going on count as if they were wrong."""
        key = address_key(address)
        record = self._records.get(key)
        if record is not None and now < record.until:
            return AttemptRefused(HandshakeFailure.WAIT, min(ceil(record.until - now), MAX_DELAY))
        new = key not in self._friends
        if self.closed and new:
            return AttemptRefused(HandshakeFailure.CLOSED, 0)
        each = max(FREE_ATTEMPTS - (record.wrong if record is not None else 0), 1)
        alike = sum(trying for other, trying in self._standing.items() if (other not in self._friends) == new)
        most = min(MAX_PENDING, MAX_WRONG - self.wrong) if new else MAX_PENDING
        if self._standing[key] >= min(each, MAX_PENDING_PER_ADDRESS) or alike >= most:
            return AttemptRefused(HandshakeFailure.BUSY, 0)
        self._standing[key] += 1
        return None

    def finish(self, address: str, outcome: AttemptResult, now: float) -> None:
        """A handshake that was let in is over."""
        key = address_key(address)
        if not self._standing[key]:
            raise ValueError("nobody of this address is trying")
        self._standing[key] -= 1
        if not self._standing[key]:
            del self._standing[key]
        if outcome is AttemptResult.PASSED:
            self._records.pop(key, None)
            self._friends[key] = None
            _forget_earliest(self._friends)
        elif outcome is AttemptResult.WRONG:
            self.wrong += 1
            record = self._records.pop(key, _Record(0, now))
            record.wrong += 1
            if record.wrong >= FREE_ATTEMPTS:
                record.until = now + min(2.0 ** (min(record.wrong, 32) - FREE_ATTEMPTS), MAX_DELAY)
            self._records[key] = record
            _forget_earliest(self._records)


def address_key(address: str) -> str:
    """What is counted for an address: a machine's own, or in IPv6 the network of 64 bits that one household has.

    In a link's own range, where all share those 64 bits, it is the address. What is no address stands for itself.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_link_local:
        return str(IPv6Address(int(found)))
    return str(IPv6Network((int(found), 64), strict=False))


def _forget_earliest(kept: dict[str, _Record] | dict[str, None]) -> None:
    while len(kept) > MAX_REMEMBERED:
        del kept[next(iter(kept))]
