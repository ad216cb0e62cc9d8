"""A hostile guest against the host, and a hostile host against a guest: nothing is raised, nothing gets in."""

from __future__ import annotations

import gc
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Final

import pytest

from net.guest.table_client import TableClient
from net.status import Phase
from net.wire.channel import Channel, ChannelError, Side
from net.wire.effects import Drop, Peer, Send
from net.wire.frames import MAX_GUEST_BODY, FrameError, FrameReader, frame
from net.wire.message_codec import MessageError, decode_guest_message, encode_guest_message, encode_host_message
from net.wire.messages import Entries, Heartbeat, PeerRole, StateHash
from saves.faults import InvalidEntry
from saves.format.entries import SeatBody
from saves.format.header import Header, game_of
from saves.format.identity import Identity
from saves.log.append_entry import append
from saves.log.decryption import ClientReader, PublicReader
from saves.log.history import find_takeback
from saves.log.match_log import Log, links_of, new_log
from saves.log.public_hash import public_hash
from saves.storage.replica import Replica
from tests.sample_game.registered import boxes
from tests.support.net_mutations import Material, Mutator
from tests.support.net_pair import session
from tests.support.net_room import BRUNO, CLARA, Guest, Room, playing
from tests.support.remote_host import RemoteHost
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS

BATCH: Final = 12_500
"""Hostile messages of one test; eight of them make 100,000."""
KEPT: Final = 200 << 10
"""Bytes that a host's machine may keep, besides the match, whatever it was sent."""


def kept(machine: object, besides: Iterable[object]) -> int:
    """The bytes of all that an object leads to, besides some."""
    seen = {id(one) for one in besides}
    waiting: list[object] = [machine]
    total = 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType | BuiltinFunctionType | MethodType):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        waiting.extend(gc.get_referents(one))
    return total


def scene(folder: Path, name: str) -> tuple[Room, Guest]:
    """A table of the host, Bruno and Clara, who is hostile: she may choose, or others decide in turn."""
    room, (_, clara) = playing(folder, guests=(BRUNO, CLARA))
    seat = clara.seats[0]
    for step in range(1_000):
        log = room.log
        asked = seat in log.due.seats
        sealed = len(log.due.seats) == len(log.holders)
        past = sum(link.submission is not None and link.submission.seat == seat for link in links_of(log))
        if (
            past > 3
            and find_takeback(log.config.game, log.last_step, seat) is None
            and ((asked and sealed) if name == "asked" else not asked and log.due.seats)
        ):
            return room, clara
        room.step(seed=step)
    raise AssertionError("there is no such scene")


def material(room: Room, clara: Guest) -> Material:
    """What Clara has at hand."""
    log, seat = room.log, clara.seats[0]
    own: list[bytes] = []
    others: list[bytes] = []
    for link in links_of(log):
        if isinstance(link.entry.body, SeatBody) and link.submission is not None:
            (own if link.submission.seat == seat else others).append(link.entry.body.submission)
    choice = next(raw for raw in reversed(own) if b"choose" in raw)
    due = clara.move(seat) if seat in log.due.seats else choice
    return Material(CLARA, own, others, due, [link.hash for link in links_of(log)], log.config.header.match)


@pytest.mark.parametrize("name", ["asked", pytest.param("waiting", marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_a_hostile_guest_gets_nothing_into_the_log(tmp_path: Path, name: str, seed: int) -> None:
    room, clara = scene(tmp_path, name)
    mutator = Mutator(seed, material(room, clara))
    machine, before = room.machine, room.log
    spoken = connections = 0
    peer = clara.peer
    for number in range(BATCH):
        now = number / 20
        try:
            message = decode_guest_message(mutator.next())
        except MessageError:
            continue
        spoken += 1
        machine.received(peer, message, now)
        effects, machine.outbox = machine.outbox, []
        for effect in effects:
            match effect:
                case Send(message=told):
                    encode_host_message(told)  # pyright: ignore[reportArgumentType]
                case Drop() if effect.peer == peer:
                    connections += 1
                    peer = Peer(1_000 + connections)
                    machine.connected(peer, CLARA.public, PeerRole.PLAYER, "192.0.2.9", now)
                case Drop():
                    raise AssertionError("someone else was dropped")
        assert room.log is before
    assert spoken > BATCH // 3
    assert connections > 100
    assert machine.phase is Phase.PLAYING
    assert kept(machine, [room.match]) < KEPT


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))])
def test_corrupted_frames_deliver_only_what_was_sent(tmp_path: Path, seed: int) -> None:
    """On their way from a guest to the host, behind the handshake; eight times as many make 100,000."""
    room, clara = scene(tmp_path, "asked")
    mutator, whole = Mutator(seed, material(room, clara)), session()
    heard = ended = waiting = 0
    for _ in range(BATCH):
        sender, receiver = Channel(whole, Side.GUEST), Channel(whole, Side.HOST)
        said = [mutator.next(), encode_guest_message(Heartbeat())]
        stream = mutator.spoiled(b"".join(frame(sender.seal(body)) for body in said))
        opened: list[bytes] = []
        try:
            opened.extend(map(receiver.open, FrameReader(MAX_GUEST_BODY).feed(stream)))
        except (FrameError, ChannelError):
            ended += 1
        else:
            waiting += 1
        assert opened == said[: len(opened)]
        heard += len(opened)
    assert heard < BATCH
    assert ended > BATCH // 2
    assert waiting > 0


@pytest.mark.parametrize("seed", range(2))
def test_the_table_continues_after_it(tmp_path: Path, seed: int) -> None:
    room, clara = scene(tmp_path, "asked")
    mutator = Mutator(100 + seed, material(room, clara))
    for _ in range(500):
        try:
            message = decode_guest_message(mutator.next())
        except MessageError:
            continue
        room.machine.received(clara.peer, message, room.now)
        room.machine.outbox.clear()
    room.now += 60
    again = room.join(CLARA, known=clara)
    room.play(seed=seed)
    assert room.log.over
    assert [link.raw for link in links_of(room.log)] == again.raws


class InMemoryReplica(Replica):
    """A replica without a file."""

    def __init__(self, header: Header, identity: Identity | None) -> None:
        self.header = header
        self.game = game_of(header, boxes)
        reader = PublicReader() if identity is None else ClientReader(identity, header.clients.index(identity.public))
        self._log = new_log(header, self.game, reader)
        self.proven: Log | None = None

    @property
    def unproven(self) -> bool:
        return self.proven is not None

    def show(self, entries: Sequence[bytes]) -> None:
        proven = self._log
        try:
            for raw in entries:
                self._log = append(self._log, raw, verify=False)
        except InvalidEntry:
            self._log = proven
            self.take(entries)
        else:
            self.proven = proven

    def prove(self) -> None:
        if self.proven is not None:
            entries = [link.raw for link in links_of(self._log)[self.proven.length :]]
            self._log, self.proven = self.proven, None
            self.take(entries)

    def take(self, entries: Sequence[bytes], hashed: Collection[int] = ()) -> Mapping[int, bytes]:
        found: dict[int, bytes] = {}
        for raw in entries:
            self._log = append(self._log, raw)
            if self._log.length in hashed:
                found[self._log.length] = public_hash(self._log)
        return found

    def discard(self) -> None:
        """There is no file."""

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("seed", range(4))
def test_a_hostile_host_changes_nothing_in_a_replica(seed: int) -> None:
    """Its entries are spoiled, and most of them signed by it all the same."""
    far = RemoteHost().begun()
    for _ in range(12):
        far.move(far.log.due.seats[0])
    true, random = far.entries(), Random(seed)
    mutator = Mutator(seed, Material(HOST_KEYS, [], [], b"", [], far.header.match))
    copies = [InMemoryReplica(far.header, GUEST_KEYS)]
    for raw in true.entries:
        copies.append(copy(copies[-1]))
        copies[-1].take([raw])
    for number in range(1_000):
        length = random.randrange(len(true.entries))
        machine = TableClient(GUEST_KEYS.public, lambda _: copies[0], copy(copies[length]))
        machine.connected(Peer(1), HOST_KEYS.public, 0.0)
        first = random.randrange(length + 1)
        raws = list(true.entries[first : length + 3])
        place = random.randrange(len(raws))
        spoiled = mutator.spoiled(raws[place])
        signs = number % 3 > 0
        if signs:
            content = spoiled[64:]
            spoiled = HOST_KEYS.signature(b"galli-tui entry 1\0" + content) + content
        raws[place] = spoiled
        checks = tuple(StateHash(first + 1 + at, random.randbytes(32)) for at in range(random.randrange(2)))
        message = Entries(first, tuple(raws), checks, first + len(raws) + random.randrange(3))
        machine.received(Peer(1), message, 1.0)
        machine.tick(30.0)
        assert machine.replica is not None
        found = [link.raw for link in links_of(machine.replica.log)]
        assert found[:length] == list(true.entries[:length])
        if not signs:
            assert found == list(true.entries[: len(found)])
            assert machine.phase in (Phase.ENDED, Phase.STOPPED)
        elif len(found) > length and number % 10 == 0:
            # What it signs about seals for others, nobody but an audit can find wrong; all else is in order.
            InMemoryReplica(far.header, None).take(found)
