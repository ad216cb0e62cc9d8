"""Tables of one match at several terminals, connected without sockets: real state machines, real files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from galli_tui.matches.network.guest_table import GuestTable, SpectatorTable
from galli_tui.matches.network.host_table import HostTable
from net.guest.client_connection import ClientConnection
from net.guest.seat_client import SeatClient
from net.guest.table_client import SpectatorClient
from net.host.listener import TableListener
from net.status import GuestStatus, HostStatus
from net.wire.effects import Drop, Peer, Send
from net.wire.messages import Bye, GuestMessage, HostMessage, PeerRole, Reason
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format.identity import Identity
from saves.storage.match import Match
from saves.storage.replica import Replica
from tests.sample_game.game import META
from tests.support.bot_backends import InProcessBackend
from tests.support.net_room import Room, any_box, house, new_room
from tests.support.sample_match import GUEST_KEYS, STRANGER_KEYS

WAYS = ("galli-tui join 192.0.2.7:7341",)
ANNA, BRUNO, CLARA = Seat(0), Seat(1), Seat(2)
NAMES = ("Anna", "Bruno", "Clara")
KEYS = (GUEST_KEYS, STRANGER_KEYS)


class FakeConnection:
    """A guest's end of a connection, as `net.guest.client_connection` is one."""

    def __init__(
        self, hall: FakeListener, machine: SeatClient | SpectatorClient, identity: Identity, wish: PeerRole
    ) -> None:
        self.hall, self.machine, self.identity, self.wish = hall, machine, identity, wish
        self.peer: Peer | None = None
        self.left = 0
        self.again_at: float | None = None
        self._changed: list[Callable[[], None]] = []

    @property
    def connection(self) -> ClientConnection:
        """Return this fake with the type that a table expects."""
        return cast("ClientConnection", self)

    @property
    def now(self) -> float:
        return self.hall.now

    @property
    def status(self) -> GuestStatus:
        return self.machine.status._replace(retry_at=self.again_at)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed)

    def pump(self) -> None:
        self.hall.settle()

    def connect(self) -> None:
        """Connect, or connect again."""
        self.hall.peers += 1
        peer = self.peer = Peer(self.hall.peers)
        self.hall.lines[peer] = self
        self.hall.room.machine.connected(peer, self.identity.public, self.wish, "192.0.2.7", self.now)
        self.machine.connected(peer, self.hall.host_keys, self.now)
        self.hall.settle()

    def break_off(self) -> None:
        """Lose the connection."""
        peer, self.peer = self.peer, None
        if peer is not None:
            del self.hall.lines[peer]
            self.hall.room.machine.lost(peer, self.now)
            self.machine.lost(peer, self.now)
            self.hall.settle()

    def deliver(self) -> bool:
        """Send the client's outbox; return whether it had any messages."""
        effects, self.machine.outbox[:] = list(self.machine.outbox), []
        for effect in effects:
            if isinstance(effect, Send):
                self.hall.room.machine.received(effect.peer, cast("GuestMessage", effect.message), self.now)
            elif effect.peer == self.peer:
                self.break_off()
        return bool(effects)

    def notify(self) -> None:
        for changed in tuple(self._changed):
            changed()

    def leave(self) -> None:
        self.left += 1


class FakeListener:
    """The host's layer in place of `net.host.listener`, with all clients. Its clock does not run."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = 0.0
        self.peers = 0
        self.left = 0
        self.shut = False
        """Whether newcomers are blocked after too many wrong codes."""
        self.lines: dict[Peer, FakeConnection] = {}
        self._changed: list[Callable[[], None]] = []
        self._settling = False

    @property
    def host_keys(self) -> Any:
        return house().keys

    @property
    def status(self) -> HostStatus:
        return self.room.machine.status._replace(closed_to_new=self.shut)

    def reopen(self) -> None:
        self.shut = False
        self.settle()

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed)

    def pump(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Deliver all messages of both sides, and notify everyone."""
        if self._settling:
            return
        self._settling = True
        machine = self.room.machine
        while machine.outbox or any(line.machine.outbox for line in self.lines.values()):
            effects, machine.outbox[:] = list(machine.outbox), []
            for effect in effects:
                line = self.lines.get(effect.peer)
                if line is None:
                    continue
                if isinstance(effect, Drop):
                    del self.lines[effect.peer]
                    line.peer = None
                    line.machine.received(effect.peer, Bye(effect.reason), self.now)
                    line.machine.lost(effect.peer, self.now)
                else:
                    line.machine.received(effect.peer, cast("HostMessage", effect.message), self.now)
            for line in list(self.lines.values()):
                line.deliver()
        self._settling = False
        for changed in (*self._changed, *(line.notify for line in self.lines.values())):
            changed()
        # As a connection does once everyone has seen what came: only then do held choices leave.
        for line in list(self.lines.values()):
            line.machine.prove()
        if any(line.machine.outbox for line in self.lines.values()):
            self.settle()

    def leave(self) -> None:
        self.left += 1
        self.room.machine.close(Reason.CLOSED)
        self.settle()


class Tables:
    """A match that has begun: the host's table, the guests' and a spectator's."""

    def __init__(
        self,
        folder: Path,
        guests: int = 1,
        *,
        bots: int = 0,
        watch: bool = False,
        chat: bool = False,
        game: str = META.key,
        settings: Options | None = None,
    ) -> None:
        self.folder = folder
        self.copies: list[Replica] = []
        room = new_room(folder, 1 + guests + bots, opened=house(may_chat=chat), game=game, settings=settings)
        self.hall = FakeListener(room)
        room.machine.seat_here(ANNA, "Anna")
        self.lines: list[FakeConnection] = []
        for number in range(guests):
            self.lines.append(self._guest(Seat(number + 1), KEYS[number]))
        for number in range(bots):
            room.machine.seat_bot(Seat(1 + guests + number), "novice")
        if watch:
            machine = SpectatorClient(STRANGER_KEYS.public, self._maker("watching", None))
            self.watching = FakeConnection(self.hall, machine, STRANGER_KEYS, PeerRole.SPECTATOR)
            self.watching.connect()
        room.machine.begin(self.hall.now)
        self.hall.settle()
        self.host = HostTable(
            cast("TableListener", self.hall),
            room.machine,
            self.match,
            self.hall.leave,
            lambda: WAYS,
            make_backend=InProcessBackend,
            pace=0,
        )
        self.guests = [self.table_of(line) for line in self.lines]
        if watch:
            machine = self.watching.machine
            assert isinstance(machine, SpectatorClient)
            self.spectator = SpectatorTable(
                self.watching.connection, machine, copy_of(self.watching), self.watching.leave
            )

    @property
    def match(self) -> Match:
        return self.hall.room.match

    def table_of(self, line: FakeConnection) -> GuestTable:
        """Return a table over a guest's client, as after a restart of its program."""
        assert isinstance(line.machine, SeatClient)
        return GuestTable(line.connection, line.machine, copy_of(line), line.leave)

    def _maker(self, folder: str, identity: Identity | None) -> Callable[[bytes], Replica]:
        """Create a replica in a folder of its own."""

        def make(header: bytes) -> Replica:
            (self.folder / folder).mkdir()
            copy = Replica.create(self.folder / folder, header, identity, boxes=any_box)
            self.copies.append(copy)
            return copy

        return make

    def close(self) -> None:
        """Close all replicas."""
        for copy in self.copies:
            copy.close()
        self.match.close()

    def _guest(self, seat: Seat, identity: Identity) -> FakeConnection:
        machine = SeatClient(identity.public, self._maker(NAMES[seat], identity))
        line = FakeConnection(self.hall, machine, identity, PeerRole.PLAYER)
        line.connect()
        machine.take_seat(seat, NAMES[seat], "", self.hall.now)
        machine.ready(True, self.hall.now)  # noqa: FBT003
        self.hall.settle()
        return line


def copy_of(line: FakeConnection) -> Replica:
    found = line.machine.replica
    assert isinstance(found, Replica)
    return found
