"""How a copy follows the host's log: its beginning, entries that are folded and checked, public states compared.

When entries are asked for, and what comes of a host that sends what cannot stand, is left to `follower`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Final

from net.sync.entry_batches import hashes_of_new_entries
from net.wire.messages import Confirm, Entries, Have, StateHash
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.format.header import encode_header
from saves.format.identity import PublicKeys
from saves.log.log import Log, LogStage, links_of
from saves.log.public_hash import public_hash
from saves.storage.replica import Replica

MAX_UNCHECKED: Final = 8
"""Messages with entries whose checks are waited for."""
MAX_UNPROVEN: Final = 8
"""Entries, so many at most, that somebody may be waiting for: they are seen before they are proven."""
MAX_REPLICAS: Final = 16
"""Files that one visit may fill the disk with."""


class ReplicaSync:
    """The own copy of a match, once there is one, and what the host has told of its log."""

    def __init__(self, make: Callable[[bytes], Replica], replica: Replica | None) -> None:
        """Without a copy, `make` gives one as soon as the header is here. It raises `SaveError`."""
        self.replica = replica
        self.opened_length = 0 if replica is None else replica.log.length
        """How long the copy was when this program opened it: what follows, it has seen come in."""
        self.host_length: int | None = None
        """The host's length, told on this connection."""
        self.mismatch: StateHash | None = None
        """Where the own public state is another than the host's; the copy stays as it is from there on."""
        self._make = make
        self._made = 0
        """How many copies were asked for."""
        self._unchecked: deque[tuple[Log, int]] = deque(maxlen=MAX_UNCHECKED)
        """The log after what has come without checks, and where that began: what the host tells of it is to come."""
        self._confirmed: StateHash | None = None
        """What the host was told last, on this connection."""

    @property
    def length(self) -> int:
        """How many entries are here."""
        return 0 if self.replica is None else self.replica.log.length

    @property
    def begun(self) -> bool:
        """Whether the match has its start in the copy."""
        return self.replica is not None and self.replica.begun

    @property
    def closed(self) -> bool:
        """Whether the copy holds the whole match with its secret open, so that it can be audited."""
        return self.replica is not None and self.replica.log.stage is LogStage.CLOSED

    @property
    def caught_up(self) -> bool:
        """Whether the copy is as long as the host's log, for all that is known."""
        return self.replica is not None and self.host_length is not None and self.replica.log.length >= self.host_length

    @property
    def have(self) -> Have:
        """What is here, for the host to send the rest."""
        if self.replica is None:
            return Have(b"", 0, b"")
        return Have(self.replica.header.match, self.replica.log.length, self.replica.log.head)

    def seats_of(self, keys: PublicKeys) -> tuple[Seat, ...]:
        """The seats that these keys hold in the match, ascending."""
        if self.replica is None:
            return ()
        clients, holders = self.replica.log.clients, self.replica.log.holders
        return tuple(Seat(seat) for seat, holder in enumerate(holders) if clients[holder] == keys)

    def connected(self) -> None:
        """What the host has told on an earlier connection counts no more."""
        self.host_length = self._confirmed = None
        self._unchecked.clear()

    def begin(self, header: bytes) -> str:
        """Opens or makes the copy, if there is none yet. Why this match cannot be followed, mostly nothing."""
        if self.replica is None:
            self._made += 1
            if self._made > MAX_REPLICAS:
                return f"The host has begun {MAX_REPLICAS} matches and given each up, so this program has left."
            try:
                self.replica = self._make(header)
            except SaveError as error:
                return str(error)
            self.opened_length = self.replica.log.length
        if encode_header(self.replica.header) != header:
            return "The match that the host plays is not the one of your copy, which stays as it is."
        return ""

    def discard(self) -> None:
        """Keeps nothing of a match that will never start."""
        if self.replica is not None:
            self.replica.discard()
        self.replica = self.mismatch = self._confirmed = None
        self._unchecked.clear()

    def take(self, message: Entries) -> Confirm | None:
        """Adds what is new to the copy, and compares the public states. What the host is to be told of them.

        Raises `SaveError` or `saves.faults.Problem`.
        """
        copy, before = self.replica, self.length
        if copy is None:
            return None
        old = before - message.first
        if old:
            _compare_old(copy, message.first, message.entries[:old])
        new = message.entries[old:]
        told = {
            check.length: check.hash for check in message.state_hashes if check.length > before or not message.entries
        }
        own: Mapping[int, bytes] = {}
        if new:
            if told or len(new) > MAX_UNPROVEN:
                own = copy.take(new, told)
            else:
                copy.show(new)
            if not told:
                self._unchecked.append((copy.log, before))
        elif self._known(copy.log, message):
            return None
        else:
            own = self._hashes_at(copy.log, told)
        for length in sorted(own):
            if told[length] != own[length]:
                self.mismatch = StateHash(length, own[length])
                return Confirm(length, own[length])
        if not own:
            return None
        self._confirmed = StateHash(max(own), own[max(own)])
        return Confirm(*self._confirmed)

    def _known(self, log: Log, message: Entries) -> bool:
        """Whether the host tells again what it has been told: to hash the state each time would be a host's to ask."""
        confirmed = self._confirmed
        return confirmed is not None and confirmed.length == log.length and confirmed in message.state_hashes

    def _hashes_at(self, log: Log, lengths: Collection[int]) -> dict[int, bytes]:
        """The public state's at those of these lengths that have just been passed, or are the present one."""
        fresh = [StateHash(log.length, public_hash(log))] if log.length in lengths and not self._unchecked else []
        while self._unchecked:
            fresh += hashes_of_new_entries(*self._unchecked.popleft())
        return {check.length: check.hash for check in fresh if check.length in lengths}


def _compare_old(copy: Replica, first: int, entries: tuple[bytes, ...]) -> None:
    """Entries that come again must be the same; `take` finds what another one means."""
    links = links_of(copy.log)[first : first + len(entries)]
    for link, raw in zip(links, entries, strict=True):
        if link.raw != raw:
            copy.take([raw])
