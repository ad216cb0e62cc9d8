"""A remote host as a pure log, and a disk for replicas, for tests of guests and spectators."""

from __future__ import annotations

import errno
from collections.abc import Sequence

from net.sync.rules_hash import components_hash
from net.wire.messages import Entries, HeaderSent, Lobby, LobbySeat, SeatKind, StateHash
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format.header import COMMITTED, HOST, Header, components_of, encode_header, game_of, pack_components
from saves.format.identity import Identity, PublicKeys
from saves.log.append_entry import append
from saves.log.decryption import ClientReader, PublicReader
from saves.log.match_log import links_of, new_log
from saves.log.public_hash import public_hash
from saves.log.signing import sign_join, sign_move, sign_nonce
from saves.log.writer import LogWriter
from saves.storage.disk import Disk
from tests.sample_game.game import BOX, META
from tests.sample_game.registered import boxes
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, NONCE, PLAYERS, SECRET, STRANGER_KEYS

OPTIONS = Options(3, "versus", 1)


class FullDisk(Disk):
    """A disk without syncing, which refuses writes while it is `full`."""

    full = False

    def write(self, handle: int, data: memoryview) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "no room")
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        """Do nothing: no power cut is simulated here."""


class RemoteHost:
    """A host as a guest sees it: it deals, appends submissions, and sends its whole log.

    Seat 0 is its own, seat 1 the guest's, seat 2 a third client's.
    """

    def __init__(self, clients: Sequence[Identity] = (GUEST_KEYS, STRANGER_KEYS), **changes: object) -> None:
        self.header = Header(
            match=bytes(range(16)),
            created=0,
            game=META.key,
            rules_version=META.rules_version,
            options=OPTIONS,
            components=pack_components(BOX.standard_components()),
            players=PLAYERS,
            clients=(HOST_KEYS.public, *(one.public for one in clients)),
            holders=(0, 1, 2),
            dealer=COMMITTED,
            origin=None,
        )._replace(**changes)
        self.host = LogWriter(HOST_KEYS, SECRET)
        game = game_of(self.header, boxes)
        self.log = self.host.append_due(new_log(self.header, game, ClientReader(HOST_KEYS, HOST, SECRET))).log
        self.hashes: dict[bytes, bytes] = {}
        """By head: of the public state after that entry."""
        first = new_log(self.header, game, PublicReader())
        self._logs = {first.head: first}

    @property
    def keys(self) -> PublicKeys:
        return HOST_KEYS.public

    @property
    def header_sent(self) -> HeaderSent:
        return HeaderSent(encode_header(self.header))

    def lobby(self, *yours: Seat, **changes: object) -> Lobby:
        """Return the lobby before the match began."""
        kinds = [SeatKind.HERE if holder == HOST else SeatKind.GUEST for holder in self.header.holders]
        seats = tuple(
            LobbySeat(kind, player.name, player.colour, ready=True, online=True, yours=number in yours, bot=player.bot)
            for number, (kind, player) in enumerate(zip(kinds, self.header.players, strict=True))
        )
        components = components_hash(components_of(self.header))
        lobby = Lobby(
            META.key,
            META.rules_version,
            self.header.options,
            seats,
            components,
            resumed=False,
            spectators=0,
            may_watch=True,
            may_chat=True,
        )
        return lobby._replace(**changes)

    def enter(self, submission: bytes) -> Entries:
        """Return the entries that it sends once a submission is logged."""
        since = self.log.length
        self.log = self.host.append_submission(self.log, submission).log
        return self.entries(since)

    def entries(self, since: int = 0, until: int | None = None) -> Entries:
        """Return its log between two lengths, with a hash after each entry."""
        links = links_of(self.log)
        for link in links:
            if link.hash not in self.hashes:
                before = self._logs[link.entry.previous]
                self._logs[link.hash] = append(before, link.raw, verify=False)
                self.hashes[link.hash] = public_hash(self._logs[link.hash])
        links = links[since:until]
        checks = tuple(StateHash(link.entry.number + 1, self.hashes[link.hash]) for link in links)
        return Entries(since, tuple(link.raw for link in links), checks, self.log.length)

    def join(self, identity: Identity = STRANGER_KEYS) -> Entries:
        """Let another guest join."""
        return self.enter(sign_join(self.log, identity, NONCE))

    def open_nonce(self, identity: Identity = STRANGER_KEYS) -> Entries:
        """Let another guest open its nonce."""
        return self.enter(sign_nonce(self.log, identity, NONCE))

    def move(self, seat: Seat, pick: int = 0) -> Entries:
        """Make a move of the host's own seat or of the third client's."""
        keys = {0: HOST_KEYS, 1: GUEST_KEYS, 2: STRANGER_KEYS}[seat]
        return self.enter(sign_move(self.log, keys, self.log.config.game.legal(self.log.state, seat)[pick]))

    def begun(self, guest: Identity = GUEST_KEYS) -> RemoteHost:
        """Return the host once all have joined and opened their nonces."""
        for identity in (guest, STRANGER_KEYS):
            self.join(identity)
        for identity in (guest, STRANGER_KEYS):
            self.open_nonce(identity)
        return self
