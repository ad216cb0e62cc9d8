"""How a replica follows the host's log: its header, entries that are checked, and public states that are compared.

Requests for entries, and the answer to a host that sends invalid ones, are left to `table_client`.
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
from saves.log.match_log import Log, LogStage, links_of
from saves.log.public_hash import public_hash
from saves.storage.replica import Replica

MAX_UNHASHED: Final = 8
"""Batches of entries for which hashes of the host are awaited."""
MAX_UNPROVEN: Final = 8
"""Entries in a batch that are shown before they are proven; larger batches are proven at once."""
MAX_REPLICAS: Final = 16
"""Replicas that one session may create on the disk."""


class ReplicaSync:
    """The replica of a match, once there is one, and what the host has said of its log."""

    def __init__(self, make_replica: Callable[[bytes], Replica], replica: Replica | None) -> None:
        """Follow a log. Without a replica, `make_replica` makes it from the header, or raises `SaveError`."""
        self.replica = replica
        self.opened_length = 0 if replica is None else replica.log.length
        """The number of entries when this program opened the replica; it has seen all later ones arrive."""
        self.host_length: int | None = None
        """The number of entries at the host, from this connection."""
        self.mismatch: StateHash | None = None
        """The own state hash where it differs from the host's; the replica takes no entries after it."""
        self._make_replica = make_replica
        self._replicas_made = 0
        self._unhashed: deque[tuple[Log, int]] = deque(maxlen=MAX_UNHASHED)
        """Logs after batches that came without hashes, each with the number of the batch's first entry."""
        self._confirmed: StateHash | None = None
        """The last confirmation on this connection."""

    @property
    def length(self) -> int:
        """The number of entries in the replica."""
        return 0 if self.replica is None else self.replica.log.length

    @property
    def begun(self) -> bool:
        """Whether the replica has the start of the match."""
        return self.replica is not None and self.replica.begun

    @property
    def closed(self) -> bool:
        """Whether the replica has the whole match with its secret revealed, so that it can be audited."""
        return self.replica is not None and self.replica.log.stage is LogStage.CLOSED

    @property
    def caught_up(self) -> bool:
        """Whether the replica is as long as the host's log was when last heard of."""
        return self.replica is not None and self.host_length is not None and self.length >= self.host_length

    @property
    def have(self) -> Have:
        """The message that tells the host how much of the log the replica has."""
        if self.replica is None:
            return Have(b"", 0, b"")
        return Have(self.replica.header.match, self.replica.log.length, self.replica.log.head)

    def seats_of(self, keys: PublicKeys) -> tuple[Seat, ...]:
        """Return the seats that these keys hold in the match, ascending."""
        if self.replica is None:
            return ()
        clients, holders = self.replica.log.clients, self.replica.log.holders
        return tuple(Seat(seat) for seat, holder in enumerate(holders) if clients[holder] == keys)

    def connected(self) -> None:
        """Forget what the host has said on an earlier connection."""
        self.host_length = self._confirmed = None
        self._unhashed.clear()

    def begin(self, header: bytes) -> str:
        """Open or create the replica, if there is none yet. Return why this match cannot be followed, usually empty."""
        if self.replica is None:
            self._replicas_made += 1
            if self._replicas_made > MAX_REPLICAS:
                return f"The host has begun {MAX_REPLICAS} matches and discarded each, so your program has left."
            try:
                self.replica = self._make_replica(header)
            except SaveError as error:
                return str(error)
            self.opened_length = self.replica.log.length
        if encode_header(self.replica.header) != header:
            return "The host's match is not the one of your copy, which stays as it is."
        return ""

    def discard(self) -> None:
        """Discard the replica of a match that will never start."""
        if self.replica is not None:
            self.replica.discard()
        self.replica = self.mismatch = self._confirmed = None
        self._unhashed.clear()

    def take(self, message: Entries) -> Confirm | None:
        """Add new entries to the replica, and compare the public states. Return the confirmation for the host, if any.

        Raises `SaveError`, or `InvalidEntry` for entries that the rules or the log do not allow.
        """
        replica, before = self.replica, self.length
        if replica is None:
            return None
        old = before - message.first
        if old:
            _compare_old_entries(replica, message.first, message.entries[:old])
        new = message.entries[old:]
        hosts = {
            state.length: state.hash for state in message.state_hashes if state.length > before or not message.entries
        }
        own: Mapping[int, bytes] = {}
        if new:
            if hosts or len(new) > MAX_UNPROVEN:
                own = replica.take(new, hosts)
            else:
                replica.show(new)
            if not hosts:
                self._unhashed.append((replica.log, before))
        elif self._already_confirmed(replica.log, message):
            return None
        else:
            own = self._hashes_at(replica.log, hosts)
        for length in sorted(own):
            if hosts[length] != own[length]:
                self.mismatch = StateHash(length, own[length])
                return Confirm(length, own[length])
        if not own:
            return None
        self._confirmed = StateHash(max(own), own[max(own)])
        return Confirm(*self._confirmed)

    def _already_confirmed(self, log: Log, message: Entries) -> bool:
        """Return whether the host repeats a hash; it must not make this program hash the state again and again."""
        confirmed = self._confirmed
        return confirmed is not None and confirmed.length == log.length and confirmed in message.state_hashes

    def _hashes_at(self, log: Log, lengths: Collection[int]) -> dict[int, bytes]:
        """Return the own hashes at those lengths that belong to the present state or to batches not yet compared."""
        found = [StateHash(log.length, public_hash(log))] if log.length in lengths and not self._unhashed else []
        while self._unhashed:
            found += hashes_of_new_entries(*self._unhashed.popleft())
        return {state.length: state.hash for state in found if state.length in lengths}


def _compare_old_entries(replica: Replica, first: int, entries: tuple[bytes, ...]) -> None:
    """Check that entries sent again are the same. Raises `InvalidEntry`, with proof of a fork where there is one."""
    links = links_of(replica.log)[first : first + len(entries)]
    for link, raw in zip(links, entries, strict=True):
        if link.raw != raw:
            replica.take([raw])
