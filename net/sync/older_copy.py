"""How a host finds out that its file is an older copy: a peer has entries that this host signed and its file lacks.

The entries are read from the peer's copy and verified. Stopping the table meanwhile is left to the state machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from net.status import NewerCopy
from net.sync.entry_batches import is_prefix
from net.wire.effects import Peer
from net.wire.messages import MAX_PART, MAX_PART_BYTES, Fetch, Have, ReplicaEntries
from saves.log.chain import links_since
from saves.log.match_log import Log
from saves.storage.file_contents import append_all
from saves.storage.match import Match

PATIENCE: Final = 10.0
"""Seconds without entries after which another copy is read instead."""


class CopyVerdict(Enum):
    """What a copy that was read has shown."""

    NEWER = "later"
    """It has entries by this host that its file lacks."""
    UNSIGNED = "nothing"
    """It has nothing more that this host has signed."""


class CopyReader:
    """A reader of peers' copies, one at a time; it keeps the longest newer one."""

    def __init__(self) -> None:
        self.found: NewerCopy | None = None
        self.log: Log | None = None
        """The log of the newer copy, verified."""
        self.base = 0
        """The number of entries that the host's file shares with it."""
        self.length = 0
        """The claimed length of the copy that was read last."""
        self._reading: _Reading | None = None

    def request(self, match: Match, peer: Peer, have: Have, now: float) -> Fetch | None:
        """Return the request to a peer that claims to have other entries; None if there is nothing to ask now."""
        known = 0 if self.found is None or self.log is None or not self.found.whole else self.log.length
        busy = self._reading is not None and self._reading.peer != peer and now - self._reading.since < PATIENCE
        if busy or have.length <= known:
            return None
        self.length = have.length
        self._reading = _Reading(peer, have.length, max(0, min(have.length, match.log.length) - 1), now)
        return Fetch(self._reading.first)

    def take(self, match: Match, peer: Peer, name: str, part: ReplicaEntries, now: float) -> Fetch | CopyVerdict | None:
        """Read a part of a copy. Return the next request, or what the copy has shown; None for a part not asked for."""
        reading = self._reading
        if reading is None or reading.peer != peer or part.first != reading.first:
            return None
        reading.since = now
        following = reading.take(match, part.entries)
        log = reading.log
        if log is None or log.length <= reading.base:
            self._reading = None if following is None else reading
            return CopyVerdict.UNSIGNED if following is None else following
        own = match.log.length - reading.base
        self.found = NewerCopy(name, log.length - reading.base, own, whole=following is None)
        self.log, self.base = log, reading.base
        self._reading = None if following is None else reading
        return CopyVerdict.NEWER if following is None else following

    def lost(self, peer: Peer) -> None:
        """Stop reading the copy of a peer that has disconnected."""
        if self._reading is not None and self._reading.peer == peer:
            self._reading = None


class _Reading:
    """The reading of one copy: backwards to where it diverges from the host's log, then forwards to its end."""

    def __init__(self, peer: Peer, length: int, first: int, since: float) -> None:
        self.peer = peer
        self.length = length
        self.first = first
        """The first entry of the last request."""
        self.since = since
        self.base = 0
        self.log: Log | None = None
        self._step = 1
        self._common = 0
        """The number of entries known to be the host's own."""

    def take(self, match: Match, entries: Sequence[bytes]) -> Fetch | None:
        """Read entries from `first` on. Return the next request, None at the end."""
        if self.log is None:
            alike = _alike(match, self.first, entries)
            if alike == 0 and entries and self.first > self._common:
                self.first = max(self._common, self.first - self._step)
                self._step *= 2
                return Fetch(self.first)
            self.base = self._common = self.first + alike
            log, problem = match.with_later(self.base, entries[alike:])
            self.log = log if log.length > self.base else None
            read = self.base if self.log is None else log.length
        else:
            log, problem = append_all(self.log, entries)
            self.log, read = log, log.length
        if problem is not None or not entries or read >= self.length:
            return None
        self.first = read
        return Fetch(read)


def is_behind(match: Match, have: Have) -> bool:
    """Return whether a peer claims to have entries of this match that are not in the host's log."""
    alike = have.match == match.header.match
    return alike and have.length > 0 and not match.log.over and not is_prefix(match.log, have)


def replica_entries(log: Log, first: int) -> ReplicaEntries:
    """Return the entries of a replica from this number on that fit into one message."""
    raws: list[bytes] = []
    size = 0
    for link in links_since(log.last_link, first)[:MAX_PART]:
        size += len(link.raw)
        if raws and size > MAX_PART_BYTES:
            break
        raws.append(link.raw)
    return ReplicaEntries(first, tuple(raws))


def _alike(match: Match, first: int, entries: Sequence[bytes]) -> int:
    """Return how many of these entries, from this number on, are the host's own."""
    own = match.raw_entries(first)
    return next(
        (number for number, (one, other) in enumerate(zip(own, entries, strict=False)) if one != other),
        min(len(own), len(entries)),
    )


def older_copy_text(found: NewerCopy) -> str:
    """Return the notice that the host's file is an older copy, with what its player can do."""
    missing = "1 entry" if found.entries == 1 else f"{found.entries} entries"
    text = (
        f"Your file is an older copy of this match. {found.name}'s program has {missing} that you signed and your file "
        "lacks. Playing on from here would create a second version of the match, so play is stopped."
    )
    if not found.whole:
        return f"{text} The copy is still being read; {found.name} must stay connected."
    text += f" Fetch the missing part from {found.name}'s program: it has been verified, and the match continues there."
    if found.own:
        played = "The entry" if found.own == 1 else f"The {found.own} entries"
        text += (
            f" {played} written since to the older copy will not count, and guests who have seen them cannot continue; "
            "the file is kept beside the new one."
        )
    return f"{text} Or close the table and restore your newer file."


def restored_text(found: NewerCopy, kept: Path | None) -> str:
    """Return the notice to the host's player once the match continues from the newer copy."""
    text = f"The match continues from {found.name}'s copy; what your file lacked is now saved in it."
    return text if kept is None else f"{text} The older version is kept as {kept.name}."
