"""Matches of the sample game for tests of `saves`: new ones, random ones, and logs as a cheater would write them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.secrecy import Seat
from saves.format.entries import (
    Entry,
    EntryBody,
    MoveBody,
    SeatBody,
    Submission,
    SubmissionBody,
    sign_entry,
    sign_submission,
)
from saves.format.header import COMMITTED, Dealer, Header, Player, pack_components
from saves.format.identity import Identity
from saves.format.private_records import PrivateState
from saves.log.append_entry import append
from saves.log.decryption import ClientReader, PublicReader, SealReader
from saves.log.match_log import Log, links_of, new_log
from saves.log.signing import sign_join, sign_move, sign_nonce
from saves.log.writer import LogWriter
from saves.storage.disk import DISK, Disk
from saves.storage.file_contents import FileContents, reader_for
from saves.storage.match import Match
from saves.storage.match_file import MatchFile
from tests.sample_game.game import BOX, META
from tests.sample_game.registered import boxes

HOST_KEYS = Identity(bytes([1]) * 32)
GUEST_KEYS = Identity(bytes([2]) * 32)
STRANGER_KEYS = Identity(bytes([3]) * 32)
SECRET = bytes([4]) * 32
NONCE = bytes([5]) * 32
"""The guests'."""
ALL_KEYS = (HOST_KEYS, GUEST_KEYS, STRANGER_KEYS)
BEGUN = 1_700_000_000
PLAYERS = (Player("Anna", "red"), Player("Bruno", "blue"), Player("Clara", "green"))


def fixed(tag: str = "") -> Callable[[int], bytes]:
    """Return fixed bytes in place of system randomness, different ones for each tag."""
    stream = RandomStream(derive_entropy("fixed", tag))
    return lambda size: b"".join(stream.bytes32() for _ in range(-(-size // 32)))[:size]


def options(seats: int = 2) -> Options:
    """Return the sample game's options."""
    return Options(seats, "versus", 1)


def begin(
    folder: Path,
    *,
    seats: int = 2,
    dealer: Dealer = COMMITTED,
    disk: Disk = DISK,
    tag: str = "",
    now: int = 1_700_000_000,
) -> Match:
    """Begin a new match with all seats local."""
    return Match.create(
        folder,
        META.key,
        options(seats),
        PLAYERS[:seats],
        dealer,
        identity=HOST_KEYS,
        now=now,
        boxes=boxes,
        disk=disk,
        random=fixed(tag),
    )


def resume(
    path: Path,
    *,
    identity: Identity | None = HOST_KEYS,
    read_only: bool = False,
    rest: bool = False,
    disk: Disk = DISK,
) -> Match:
    """Open a saved match."""
    return Match.open(path, identity, read_only=read_only, pause=rest, boxes=boxes, disk=disk)


def any_move(game: AnyGame, log: Log, stream: RandomStream) -> Move:
    """Return a legal move of a seat that is due."""
    seat = stream.choice(log.due.seats)
    return stream.choice(game.legal(log.state, seat))


def play(match: Match, moves: int = 10_000, seed: int = 0) -> Match:
    """Make a number of moves, or play to the end; the same seed repeats the same moves from the same position."""
    for _ in range(moves):
        if match.over:
            break
        match.submit(any_move(match.game, match.log, RandomStream(derive_entropy("play", seed, match.log.length))))
    return match


def whole(folder: Path, *, seats: int = 2, tag: str = "", moves: int = 10_000) -> Path:
    """Return the file of a match played to its end, or up to a number of moves."""
    with begin(folder, seats=seats, tag=tag) as match:
        return play(match, moves).path


def entries_of(path: Path) -> list[bytes]:
    """Return the entries of a file, as bytes."""
    return [record.body for record in MatchFile.view(path).records[2:]]


class SampleTable(NamedTuple):
    """A match between several clients, as pure logs."""

    header: Header
    game: AnyGame
    host: LogWriter
    log: Log
    """The host's log."""

    def submission(self, move: Move) -> bytes:
        """Sign a submission as the seat's client, which sees only its own log."""
        keys = self.keys_of(move.seat)
        log = self.log if keys is HOST_KEYS else self.seen_by(self.reader_of(keys))
        return sign_move(log, keys, move)

    def keys_of(self, seat: int) -> Identity:
        """Return the keys of the client that holds a seat."""
        return next(keys for keys in ALL_KEYS if keys.public == self.log.clients[self.log.holders[seat]])

    def reader_of(self, keys: Identity | None) -> SealReader:
        """Return a reader with these keys and a copy of the entries."""
        return reader_for(FileContents(self.header, PrivateState(), tuple(self.raws)), keys)

    def enter(self, submission: bytes) -> SampleTable:
        """Append this submission and the dealer's entries after it."""
        return self._replace(log=self.host.append_submission(self.log, submission).log)

    def joined(self) -> SampleTable:
        """Let all guests join and open their nonces."""
        table = self
        guests = [keys for keys in ALL_KEYS if keys.public in self.header.clients[1:]]
        for submit in (sign_join, sign_nonce):
            for keys in guests:
                table = table.enter(submit(table.log, keys, NONCE))
        return table

    def rekeyed(self, seat: int, keys: Identity | None, bot: str | None = None) -> SampleTable:
        """Give the seat to another client, or to the host for None."""
        public = None if keys is None else keys.public
        return self._replace(log=self.host.append_rekey(self.log, Seat(seat), public, bot).log)

    def play(self, moves: int = 10_000, seed: int = 0) -> SampleTable:
        """Make a number of moves, or play to the end."""
        table = self
        for _ in range(moves):
            if table.log.over:
                break
            move = any_move(table.game, table.log, RandomStream(derive_entropy("play", seed, table.log.length)))
            table = table.enter(table.submission(move))
        return table

    def seen_by(self, reader: SealReader, *, entries: int | None = None) -> Log:
        """Return the log of another reader, folded from the same bytes."""
        log = new_log(self.header, self.game, reader)
        for raw in self.raws[:entries]:
            log = append(log, raw)
        return log

    @property
    def raws(self) -> list[bytes]:
        """Return the entries so far."""
        return [link.raw for link in links_of(self.log)]

    def forged(self, body: EntryBody, keys: Identity = HOST_KEYS, **changes: object) -> bytes:
        """Return a next entry as a cheating host could write it; `changes` replace its fields."""
        entry = Entry(self.header.match, self.log.length, self.log.head, body)._replace(**changes)
        return sign_entry(entry, keys)

    def decided(self, body: SubmissionBody, by: int = 0, keys: Identity | None = None, **changes: object) -> bytes:
        """Return a next entry around a submission as a cheating client could sign it for this seat."""
        answers = self.log.openers[by] or bytes(32)
        submission = Submission(self.header.match, Seat(by), self.log.counters[by], answers, body)._replace(**changes)
        return self.forged(SeatBody(sign_submission(submission, keys or self.keys_of(by))))

    def open_move(self, move: Move) -> MoveBody:
        """Return a move without any seal."""
        return MoveBody(self.game.encode_event(move), ())


def two_clients(seats: int = 2, dealer: Dealer = COMMITTED, match: bytes = bytes(16)) -> SampleTable:
    """Return a match just begun, with the first candles drawn. Further seats are the host's."""
    return not_begun(seats, dealer, match).joined()


def not_begun(seats: int = 2, dealer: Dealer = COMMITTED, match: bytes = bytes(16)) -> SampleTable:
    """Return a match that the host has only committed to."""
    return table_of((0, 1, 0)[:seats], dealer, match)


def table_of(holders: tuple[int, ...], dealer: Dealer = COMMITTED, match: bytes = bytes(16)) -> SampleTable:
    """Return a match of these clients, by seat, as far as it gets without their actions."""
    header = Header(
        match=match,
        created=0,
        game=META.key,
        rules_version=META.rules_version,
        options=options(len(holders)),
        components=pack_components(BOX.standard_components()),
        players=PLAYERS[: len(holders)],
        clients=tuple(keys.public for keys in ALL_KEYS[: max(holders) + 1]),
        holders=holders,
        dealer=dealer,
        origin=None,
    )
    game = BOX.new(header.options)
    host = LogWriter(HOST_KEYS, SECRET)
    log = host.append_due(new_log(header, game, ClientReader(HOST_KEYS, 0, SECRET))).log
    return SampleTable(header, game, host, log)


def guest_reader() -> SealReader:
    """Return the guest's reader."""
    return ClientReader(GUEST_KEYS, 1)


def public_reader() -> SealReader:
    """Return a reader without keys."""
    return PublicReader()
