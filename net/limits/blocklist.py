"""Whom a host keeps out: guests that it has sent away, and those whose programs see another public state than its own.

The table is stopped while one of these is waited for. Who is let go, and what is sent to whom, is left to `open_table`.
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
"""Keys that are kept out."""


class Blocklist:
    """The keys that are kept out, and whether the table is stopped for them."""

    def __init__(self) -> None:
        self.stopped: StateHash | None = None
        """Where the public states differ, as long as the table is stopped for it."""
        self._removed: deque[PublicKeys] = deque(maxlen=MAX_REMOVED)
        self._odd: set[PublicKeys] = set()
        """Guests with seats whose programs see another public state than this one."""
        self._strangers = 0
        """How many without a seat have seen another public state."""

    @property
    def blocked(self) -> set[PublicKeys]:
        """Whom `let_all_in` lets in."""
        removed = set(self._removed)
        return removed if self.stopped is not None else removed | self._odd

    def block_reason(self, keys: PublicKeys) -> Reason | None:
        """Why these keys are kept out, if they are."""
        if keys in self._removed:
            return Reason.REMOVED
        return Reason.DIFFERS if keys in self._odd else None

    def block(self, keys: PublicKeys) -> None:
        """Keeps somebody out whom the host has sent away."""
        if keys not in self._removed:
            self._removed.append(keys)

    def block_for_mismatch(self, keys: PublicKeys) -> None:
        """Keeps a guest out whose program sees another public state."""
        self._odd.add(keys)

    def count_seatless_mismatch(self, words: str) -> str:
        """Counts one without a seat whose program does; nobody can be kept out for it. `words` with how many."""
        self._strangers += 1
        if self._strangers == 1:
            return words
        return f"{words} This has happened {self._strangers} times by now with programs that hold no seat."

    def unblock(self, keys: PublicKeys) -> None:
        """Keeps somebody out no longer, who is given a seat."""
        self._odd.discard(keys)
        with suppress(ValueError):
            self._removed.remove(keys)

    def unblock_all(self) -> None:
        """Keeps out nobody any more, but for those whose programs stop the table."""
        self._odd -= self.blocked
        self._removed.clear()

    def resume_unless_waiting(self, holders: Collection[PublicKeys | None]) -> None:
        """Ends a stop once no guest that sees another state is waited for; `holders` are the keys of all seats."""
        waited = set(holders) - set(self._removed)
        if not waited & self._odd:
            self.stopped = None

    def start_new_match(self) -> None:
        """Another match is to be played, of which nobody has seen a state yet."""
        self.stopped = None
        self._odd.clear()


def mismatch_notice(name: str, entry: int, phase: Phase, *, seated: bool) -> str:
    """What the host is told of somebody who was let go in this phase for seeing another state at this entry."""
    found = (
        f"{name} sees another public state than you at entry {entry}, so one of the two programs follows the rules "
        "wrongly."
    )
    if phase is Phase.PLAYING and seated:
        return (
            f"The table is stopped: {found} Nothing is decided until you let a bot play for that guest; or close the "
            "table, and open the match again later."
        )
    if phase is Phase.BEGINNING:
        return f"{found} That program was let go: if the match cannot begin without it, go back to the lobby."
    goes_on = "Nothing more is played" if phase in (Phase.OVER, Phase.STOPPED) else "The table goes on"
    return f"{found} {goes_on}; that program was let go."
