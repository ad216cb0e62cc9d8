"""The keys that a host blocks: removed guests, and guests whose programs have another public state.

The table is stopped while it waits for one of the latter. Dropping them is left to `net.host.table_server`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from net.status import Phase
from net.wire.messages import Reason, StateHash
from saves.format.identity import PublicKeys

MAX_REMOVED: Final = 64
"""Keys that stay blocked; the oldest are forgotten."""


class Blocklist:
    """The blocked keys, and whether the table is stopped for one of them."""

    def __init__(self) -> None:
        self.stopped: StateHash | None = None
        """Where the public states differ, while the table is stopped for it."""
        self._removed: deque[PublicKeys] = deque(maxlen=MAX_REMOVED)
        self._differing: set[PublicKeys] = set()
        """Guests with seats whose programs have another public state."""
        self._seatless_mismatches = 0
        """How often a peer without a seat had another public state."""

    @property
    def blocked(self) -> set[PublicKeys]:
        """The keys that `unblock_all` unblocks."""
        removed = set(self._removed)
        return removed if self.stopped is not None else removed | self._differing

    def block_reason(self, keys: PublicKeys) -> Reason | None:
        """Return why these keys are blocked, None if they are not."""
        if keys in self._removed:
            return Reason.REMOVED
        return Reason.DIFFERS if keys in self._differing else None

    def block(self, keys: PublicKeys) -> None:
        """Block a peer that the host has removed."""
        if keys not in self._removed:
            self._removed.append(keys)

    def block_for_mismatch(self, keys: PublicKeys) -> None:
        """Block a guest whose program has another public state."""
        self._differing.add(keys)

    def count_seatless_mismatch(self, notice: str) -> str:
        """Count a mismatch of a peer without a seat, which is not blocked. Return the notice with that count."""
        self._seatless_mismatches += 1
        if self._seatless_mismatches == 1:
            return notice
        return f"{notice} This has happened {self._seatless_mismatches} times so far with programs that hold no seat."

    def unblock(self, keys: PublicKeys) -> None:
        """Unblock a peer that is given a seat."""
        self._differing.discard(keys)
        with suppress(ValueError):
            self._removed.remove(keys)

    def unblock_all(self) -> None:
        """Unblock all keys except those for which the table is stopped."""
        self._differing -= self.blocked
        self._removed.clear()

    def resume_unless_waiting(self, holders: Collection[PublicKeys | None]) -> None:
        """End a stop if no seat is held by a guest with another public state; `holders` are the keys of all seats."""
        waiting_for = set(holders) - set(self._removed)
        if not waiting_for & self._differing:
            self.stopped = None

    def start_new_match(self) -> None:
        """Forget all mismatches, as another match begins."""
        self.stopped = None
        self._differing.clear()


def mismatch_notice(name: str, entry: int, phase: Phase, *, seated: bool) -> str:
    """Return the notice to the host about a peer dropped in this phase for another state at this entry."""
    found = (
        f"{name}'s program has another public state than yours at entry {entry}, so one of the two programs applies "
        "the rules wrongly."
    )
    if phase is Phase.PLAYING and seated:
        return (
            f"The table is stopped: {found} Let a bot play for that guest to go on, or close the table and open the "
            "match again later."
        )
    if phase is Phase.BEGINNING:
        return f"{found} That program was disconnected. If the match cannot start without it, go back to the lobby."
    goes_on = "Play has ended" if phase in (Phase.OVER, Phase.STOPPED) else "The table goes on"
    return f"{found} {goes_on}; that program was disconnected."
