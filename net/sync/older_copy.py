"""How a host finds out that its file is an older copy: a guest has entries which this host signed and the file lacks.

The entries are read from the guest's copy and verified. What stops meanwhile, and who is told, is left to the machine.
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
from saves.log.log import Log
from saves.storage.file_contents import append_all
from saves.storage.match import Match

PATIENCE: Final = 10.0
"""Seconds after which a copy that is not sent gives way to another one."""


class CopyVerdict(Enum):
    """What a part of a copy has shown."""

    NEWER = "later"
    """Entries by this host that its file lacks."""
    UNSIGNED = "nothing"
    """Nothing that this host has signed."""


class CopyReader:
    """Reads one copy at a time, and keeps the longest that was found."""

    def __init__(self) -> None:
        self.found: NewerCopy | None = None
        self.log: Log | None = None
        """The match as it was found, verified."""
        self.base = 0
        """How many entries the host's file has in common with it."""
        self.length = 0
        """Of the copy that was read last, as its owner says."""
        self._reading: _Reading | None = None

    def request(self, match: Match, peer: Peer, have: Have, now: float) -> Fetch | None:
        """Return what to ask somebody who says to have other entries; None if nothing is to be asked now."""
        known = 0 if self.found is None or self.log is None or not self.found.whole else self.log.length
        busy = self._reading is not None and self._reading.peer != peer and now - self._reading.since < PATIENCE
        if busy or have.length <= known:
            return None
        self.length = have.length
        self._reading = _Reading(peer, have.length, max(0, min(have.length, match.log.length) - 1), now)
        return Fetch(self._reading.first)

    def take(self, match: Match, peer: Peer, name: str, part: ReplicaEntries, now: float) -> Fetch | CopyVerdict | None:
        """Read a part of a copy. Return what to ask next, or what the copy shows; None for a part nobody asked for."""
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
        """Stop reading the copy of somebody who has gone."""
        if self._reading is not None and self._reading.peer == peer:
            self._reading = None


class _Reading:
    """A copy that is being read: first backwards to where it parts from the host's log, then forwards to its end."""

    def __init__(self, peer: Peer, length: int, first: int, since: float) -> None:
        self.peer = peer
        self.length = length
        self.first = first
        """What was asked for last."""
        self.since = since
        self.base = 0
        self.log: Log | None = None
        self._step = 1
        self._common = 0
        """Entries that are known to be the host's own."""

    def take(self, match: Match, entries: Sequence[bytes]) -> Fetch | None:
        """Read entries from `first` on; return what to ask next, None at the end."""
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
    """Return whether somebody says to have entries of this match that are not in the host's log."""
    alike = have.match == match.header.match
    return alike and have.length > 0 and not match.log.over and not is_prefix(match.log, have)


def replica_entries(log: Log, first: int) -> ReplicaEntries:
    """Return the entries of a copy from this number on, as many as one message takes."""
    raws: list[bytes] = []
    size = 0
    for link in links_since(log.last_link, first)[:MAX_PART]:
        size += len(link.raw)
        if raws and size > MAX_PART_BYTES:
            break
        raws.append(link.raw)
    return ReplicaEntries(first, tuple(raws))


def _alike(match: Match, first: int, entries: Sequence[bytes]) -> int:
    """Return how many of these entries, from the first on, are the host's own."""
    own = match.raw_entries(first)
    return next(
        (number for number, (one, other) in enumerate(zip(own, entries, strict=False)) if one != other),
        min(len(own), len(entries)),
    )


def older_copy_text(found: NewerCopy) -> str:
    """Return what to tell the host's player: that its file is an older copy, and what can be done."""
    missing = "1 entry" if found.entries == 1 else f"{found.entries} entries"
    told = (
        f"Your file is an older copy of this match. {found.name}'s program has {missing} that you signed and your file "
        "lacks. Playing on from here would make a second version of the match, so nothing is decided."
    )
    if not found.whole:
        return f"{told} The copy is still being read; {found.name} must stay connected for it."
    told += (
        f" Fetch the missing part from {found.name}'s program (f): it is checked already, and the match goes on there."
    )
    if found.own:
        played = "The entry" if found.own == 1 else f"The {found.own} entries"
        told += (
            f" {played} written since to the older copy will not count, and guests who have seen them cannot go on; "
            "the file is kept beside the new one."
        )
    return f"{told} Or close the table and bring back your newer file."


def restored_text(found: NewerCopy, kept: Path | None) -> str:
    """Return what to tell the host's player once the match goes on from the later copy."""
    told = f"The match goes on from {found.name}'s copy; what your file lacked is saved in it."
    return told if kept is None else f"{told} The older version is kept as {kept.name}."
