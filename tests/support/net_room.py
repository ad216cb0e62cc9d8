"""A host's table server without sockets: every message is encoded and decoded, and guests fold what they get.

The guests here are honest and simple; what a guest's own machine does is told by its tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar, cast

from net.host.host_actions import HostTableServer, new_table, saved_table
from net.host.lobby import MatchSetup
from net.host.table_state import TableSettings
from net.sync.rules_hash import components_hash
from net.wire.effects import Drop, Peer
from net.wire.message_codec import decode_guest_message, decode_host_message, encode_guest_message, encode_host_message
from net.wire.messages import (
    Entries,
    Fetch,
    GuestMessage,
    Have,
    HeaderSent,
    HostMessage,
    PeerRole,
    Ready,
    Reason,
    ReplicaEntries,
    Submit,
    TakeSeat,
)
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame, GameBox, Options
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.format.entries import OpenedBody, RekeyBody, read_entry
from saves.format.header import COMMITTED, Header, Player, decode_header, game_of, header_hash
from saves.format.identity import Identity
from saves.format.private_records import PrivateState
from saves.log.append_entry import append
from saves.log.match_log import Log, LogStage
from saves.log.public_hash import public_hash
from saves.log.signing import sign_join, sign_move, sign_nonce
from saves.storage.disk import DISK, Disk
from saves.storage.file_contents import FileContents, reader_for, replay
from saves.storage.match import Match
from tests.sample_game.game import BOX, META
from tests.support.sample_match import BEGUN, GUEST_KEYS, HOST_KEYS, STRANGER_KEYS, fixed, options

ONE, TWO, THREE = Seat(0), Seat(1), Seat(2)
BRUNO, CLARA = GUEST_KEYS, STRANGER_KEYS
M = TypeVar("M")


class Guest:
    """A client at the other end of a connection."""

    def __init__(self, room: Room, identity: Identity, wish: PeerRole) -> None:
        self.room = room
        self.identity = identity
        self.wish = wish
        self.peer = Peer(0)
        self.inbox: list[HostMessage] = []
        self.dropped: Reason | None = None
        self.raws: list[bytes] = []
        self.header: Header | None = None
        self.raw_header = b""
        self.parts = 512
        """So many entries go into one part of its copy."""
        self.pulls = True
        """Whether it asks for the rest of what it lacks."""
        self._offered = False
        """Whether the host has asked for entries of its copy."""
        self._folded: Log | None = None
        self._hashes: dict[int, bytes] = {}
        """Of the public state, by length."""

    def send(self, *messages: GuestMessage) -> None:
        """Send messages, and let the host answer."""
        for message in messages:
            self.room.machine.received(self.peer, decode_guest_message(encode_guest_message(message)), self.room.now)
            self.room.flush()

    def hear(self, message: HostMessage) -> None:
        """Receive a message, as a guest should."""
        assert decode_host_message(encode_host_message(message)) == message
        self.inbox.append(message)
        if isinstance(message, HeaderSent):
            assert self.raw_header in (b"", message.header)
            self.raw_header, self.header = message.header, decode_header(message.header)
            self.send(self.have)
        if isinstance(message, Entries) and self._offered:
            self._offered = False
            self.send(self.have)
        elif isinstance(message, Entries):
            self._take(message)
        if isinstance(message, Fetch):
            self._offered = True
            self.send(ReplicaEntries(message.first, tuple(self.raws[message.first :][: self.parts])))

    def _take(self, message: Entries) -> None:
        assert message.first <= len(self.raws)
        known = self.raws[message.first :]
        assert list(message.entries[: len(known)]) == known[: len(message.entries)]
        for raw in message.entries[len(known) :]:
            self.raws.append(raw)
            self._hashes[len(self.raws)] = public_hash(self.log)
        assert all(self._hashes[check.length] == check.hash for check in message.state_hashes)
        if self.pulls and len(self.raws) < message.length:
            self.send(self.have)

    def forget(self) -> None:
        """Discard its replica."""
        self.raws.clear()
        self.header, self.raw_header, self._folded = None, b"", None

    @property
    def have(self) -> Have:
        """Return its `Have` message."""
        if self.header is None:
            return Have(b"", 0, b"")
        head = self.log.head if self.raws else header_hash(self.raw_header)
        return Have(self.header.match, len(self.raws), head)

    @property
    def log(self) -> Log:
        """The log, as far as it can read it."""
        assert self.header is not None
        folded = self._folded
        new = self.raws[0 if folded is None else folded.length :]
        if folded is None or any(isinstance(read_entry(raw).body, RekeyBody | OpenedBody) for raw in new):
            # Who holds its seats, and so what it can read, is asked anew.
            contents = FileContents(self.header, PrivateState(), tuple(self.raws))
            reader = reader_for(contents, self.identity if self.wish is PeerRole.PLAYER else None)
            folded, problem = replay(contents, game_of(self.header, any_box), reader, verify=False)
            assert problem is None
        else:
            for raw in new:
                folded = append(folded, raw, verify=False)
        self._folded = folded
        return folded

    @property
    def seats(self) -> list[Seat]:
        """The seats held by its key."""
        log = self.log
        return [seat for seat in log.config.header.seats if log.clients[log.holders[seat]] == self.identity.public]

    def sit(self, seat: Seat, name: str, colour: str = "") -> None:
        """Take a seat and get ready."""
        self.send(TakeSeat(seat, name, colour), Ready(yes=True))

    def owed(self, *, seed: int = 0) -> bytes | None:
        """Return what it has to submit now: a join, its nonce, or any move."""
        log = self.log
        nonce = derive_entropy("nonce", self.identity.public.sign)
        if log.stage is LogStage.COMMITTED:
            join = log.joins[log.clients.index(self.identity.public) - 1]
            if join is None:
                return sign_join(log, self.identity, nonce)
            return sign_nonce(log, self.identity, nonce) if None not in log.joins and join.nonce is None else None
        for seat in log.due.seats:
            if seat in self.seats:
                return self.move(seat, seed=seed)
        return None

    def move(self, seat: Seat, *, seed: int = 0) -> bytes:
        """Return any move of its seat, signed."""
        return sign_move(self.log, self.identity, any_move(self.log.config.game, self.log, seat, seed))

    def act(self, *, seed: int = 0) -> bool:
        """Submit what it owes."""
        submission = self.owed(seed=seed)
        if submission is not None:
            self.send(Submit(submission))
        return submission is not None

    def heard(self, kind: type[M]) -> list[M]:
        """Return all received messages of this kind."""
        return [message for message in self.inbox if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """Return the last received message of this kind."""
        return self.heard(kind)[-1]


class Room:
    """The host, its guests, and a clock that the test sets."""

    def __init__(self, machine: HostTableServer) -> None:
        self.machine = machine
        self.now = 0.0
        self.guests: dict[Peer, Guest] = {}
        self._peers = 0

    def join(self, identity: Identity, wish: PeerRole = PeerRole.PLAYER, *, known: Guest | None = None) -> Guest:
        """Connect a client; `known` has been here before and keeps its replica."""
        self._peers += 1
        guest = known or Guest(self, identity, wish)
        guest.peer, guest.dropped = Peer(self._peers), None
        self.guests[guest.peer] = guest
        self.machine.connected(guest.peer, identity.public, wish, "192.0.2.7", self.now)
        self.flush()
        if guest.dropped is None:
            guest.send(guest.have)
        return guest

    def lose(self, guest: Guest) -> None:
        """End a connection."""
        del self.guests[guest.peer]
        self.machine.lost(guest.peer, self.now)
        self.flush()

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self.machine.tick(self.now)
        self.flush()

    def flush(self) -> None:
        """Deliver the outbox, hashes last."""
        self._deliver()
        if self.machine.unhashed:
            self.machine.send_state_hashes(self.now)
            self._deliver()

    def _deliver(self) -> None:
        while self.machine.outbox:
            effects, self.machine.outbox = self.machine.outbox, []
            for effect in effects:
                guest = self.guests.get(effect.peer)
                if isinstance(effect, Drop):
                    assert guest is not None
                    guest.dropped = effect.reason
                    del self.guests[effect.peer]
                elif guest is not None:
                    guest.hear(cast("HostMessage", effect.message))

    def begin(self) -> None:
        """Start the match, and let the guests send their nonces."""
        self.machine.begin(self.now)
        self.flush()
        while any(guest.act() for guest in self.players if guest.log.stage is LogStage.COMMITTED):
            pass

    @property
    def players(self) -> list[Guest]:
        """The guests who hold seats."""
        return [guest for guest in self.guests.values() if guest.wish is PeerRole.PLAYER]

    @property
    def match(self) -> Match:
        """The host's own."""
        assert isinstance(self.machine.match, Match)
        return self.machine.match

    @property
    def log(self) -> Log:
        """The host's own."""
        return self.match.log

    def step(self, *, seed: int = 0) -> bool:
        """Let the seats that are due decide: the host's first, then guests."""
        log, machine = self.log, self.machine
        for seat in log.due.seats:
            if log.holders[seat] != 0:
                continue
            if seat in machine.bot_seats_due():
                stream = RandomStream(derive_entropy("bot", seed, log.length))
                view = self.match.view(seat)
                machine.submit(bot_named("novice").decide(self.match.game, view, seat, stream, EventBudget(0)))
            else:
                machine.submit(any_move(self.match.game, log, seat, seed))
            self.flush()
            return True
        return any(guest.act(seed=seed) for guest in self.players)

    def play(self, steps: int = 10_000, *, seed: int = 0) -> Room:
        """Make a number of decisions, or play to the end."""
        for _ in range(steps):
            if self.log.over or not self.step(seed=seed):
                break
        return self


def any_move(game: AnyGame, log: Log, seat: Seat, seed: int) -> Move:
    """Return a legal move of the seat."""
    return RandomStream(derive_entropy("play", seed, log.length, seat)).choice(game.legal(log.state, seat))


def any_box(key: str) -> GameBox:
    """Return the box of the sample game, or of a registered one."""
    return BOX if key == META.key else game_box(key)


def players_of(settled: MatchSetup) -> list[Player]:
    """Return the players of a plan, as a match takes them."""
    return [Player(place.name, place.colour, place.bot) for place in settled.assignments]


def made(folder: Path, settled: MatchSetup, *, game: str = META.key, disk: Disk = DISK, tag: str = "") -> Match:
    """Return the match made from the lobby."""
    return Match.create(
        folder,
        game,
        settled.options,
        players_of(settled),
        COMMITTED,
        identity=HOST_KEYS,
        now=BEGUN,
        guests=settled.clients,
        holders=settled.holders,
        boxes=any_box,
        disk=disk,
        random=fixed(tag),
    )


def house(*, may_watch: bool = True, may_chat: bool = False) -> TableSettings:
    """Return the host's settings."""
    return TableSettings(HOST_KEYS.public, "Host", may_watch, may_chat, "cellar-heron-417")


def new_room(
    folder: Path,
    seats: int = 2,
    *,
    opened: TableSettings | None = None,
    disk: Disk = DISK,
    game: str = META.key,
    settings: Options | None = None,
) -> Room:
    """Return a table with all seats open."""
    made_before: list[int] = []

    def make(settled: MatchSetup) -> Match:
        made_before.append(0)
        return made(folder, settled, game=game, disk=disk, tag=str(len(made_before)))

    box = any_box(game)
    components = components_hash(box.standard_components())
    return Room(new_table(opened or house(), box.meta, settings or options(seats), components, make))


def saved_room(match: Match, *, opened: TableSettings | None = None) -> Room:
    """Return a table for a saved match."""
    return Room(saved_table(opened or house(), match))


def playing(
    folder: Path,
    *,
    guests: Iterable[Identity] = (BRUNO,),
    opened: TableSettings | None = None,
    disk: Disk = DISK,
    bots: int = 0,
) -> tuple[Room, list[Guest]]:
    """Return a started match: the host on the first seat, guests after it, then bots."""
    identities = list(guests)
    room = new_room(folder, 1 + len(identities) + bots, opened=opened, disk=disk)
    room.machine.seat_here(ONE, "Anna")
    found: list[Guest] = []
    for number, identity in enumerate(identities, 1):
        guest = room.join(identity)
        guest.sit(Seat(number), "Bruno" if identity is BRUNO else "Clara")
        found.append(guest)
    for number in range(1 + len(identities), 1 + len(identities) + bots):
        room.machine.seat_bot(Seat(number), "novice")
    room.begin()
    return room, found
