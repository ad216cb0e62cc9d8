"""Limits on attempts at the table code: wrong ones are counted for each address and for the whole table.

Clocks and sockets are left to the listener, and what counts as an attempt to `net.wire.handshake`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import Final, NamedTuple

from net.wire.handshake_error import HandshakeFailure

MAX_PENDING: Final = 8
"""Handshakes at once: of newcomers, and as many again of trusted addresses, so that nobody can crowd these out."""
MAX_PENDING_PER_ADDRESS: Final = 3
"""Handshakes at once from one address."""
FREE_ATTEMPTS: Final = 3
"""Wrong attempts from one address before it must wait."""
MAX_DELAY: Final = 60
"""Seconds of the longest wait between attempts."""
MAX_WRONG: Final = 50
"""Wrong attempts in total before the table takes no newcomers."""
MAX_REMEMBERED: Final = 256
"""Addresses that are remembered, of wrong and of right codes each; the oldest are forgotten."""


class AttemptResult(Enum):
    """The result of a handshake."""

    PASSED = "passed"
    WRONG = "wrong"
    """An attempt was made and gave no session."""
    UNSPENT = "unspent"


class AttemptRefused(NamedTuple):
    """Why an address may not make an attempt."""

    kind: HandshakeFailure
    """WAIT, CLOSED or BUSY."""
    seconds: int
    """Seconds to wait, for WAIT; else 0."""


@dataclass(slots=True)
class _Record:
    """The wrong attempts of an address."""

    wrong: int
    until: float
    """The time from which it may try again."""


class CodeAttempts:
    """The attempts at one table. Each `begin` that returns None must be followed by one `finish`."""

    def __init__(self) -> None:
        self.wrong = 0
        """Wrong attempts since the table was last opened to newcomers."""
        self._records: dict[str, _Record] = {}
        self._trusted: dict[str, None] = {}
        """Addresses from which the right code has come, oldest first."""
        self._pending: Counter[str] = Counter()

    @property
    def closed(self) -> bool:
        """Whether newcomers are refused until the host reopens the table."""
        return self.wrong >= MAX_WRONG

    @property
    def remembered(self) -> int:
        """The number of remembered addresses."""
        return len(self._records) + len(self._trusted) + len(self._pending)

    def reopen(self) -> None:
        """Let newcomers in again. Addresses that must wait still do."""
        self.wrong = 0

    def code_changed(self) -> None:
        """Forget trusted addresses, as the code is a new one."""
        self.wrong = 0
        self._trusted.clear()

    def trust(self, address: str) -> None:
        """Let handshakes from this address begin even if the table is closed: it belongs to the holder of a seat."""
        self._trusted[address_key(address)] = None
        _forget_oldest(self._trusted)

    def begin(self, address: str, now: float) -> AttemptRefused | None:
        """Begin a handshake, or return why it is refused. Pending handshakes count as if they were wrong."""
        key = address_key(address)
        record = self._records.get(key)
        if record is not None and now < record.until:
            return AttemptRefused(HandshakeFailure.WAIT, min(ceil(record.until - now), MAX_DELAY))
        new = key not in self._trusted
        if self.closed and new:
            return AttemptRefused(HandshakeFailure.CLOSED, 0)
        each = max(FREE_ATTEMPTS - (record.wrong if record is not None else 0), 1)
        pending = sum(count for other, count in self._pending.items() if (other not in self._trusted) == new)
        most = min(MAX_PENDING, MAX_WRONG - self.wrong) if new else MAX_PENDING
        if self._pending[key] >= min(each, MAX_PENDING_PER_ADDRESS) or pending >= most:
            return AttemptRefused(HandshakeFailure.BUSY, 0)
        self._pending[key] += 1
        return None

    def finish(self, address: str, outcome: AttemptResult, now: float) -> None:
        """Record the result of a handshake that has begun."""
        key = address_key(address)
        if not self._pending[key]:
            raise ValueError("no handshake of this address is pending")
        self._pending[key] -= 1
        if not self._pending[key]:
            del self._pending[key]
        if outcome is AttemptResult.PASSED:
            self._records.pop(key, None)
            self._trusted[key] = None
            _forget_oldest(self._trusted)
        elif outcome is AttemptResult.WRONG:
            self.wrong += 1
            record = self._records.pop(key, _Record(0, now))
            record.wrong += 1
            if record.wrong >= FREE_ATTEMPTS:
                record.until = now + min(2.0 ** (min(record.wrong, 32) - FREE_ATTEMPTS), MAX_DELAY)
            self._records[key] = record
            _forget_oldest(self._records)


def address_key(address: str) -> str:
    """Return the key under which an address is counted: itself for IPv4, its /64 network for IPv6.

    A household usually has a whole /64. Link-local addresses all share one, so each counts by itself, as does text that
    is not an address.
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


def _forget_oldest(kept: dict[str, _Record] | dict[str, None]) -> None:
    while len(kept) > MAX_REMEMBERED:
        del kept[next(iter(kept))]
