"""A table whose host, guests and spectators are real state machines with real files, on a simulated network.

Programs die at any call to their disk, or between what they did and what they would have said about it, and are started
again from their files. Players are moved by chance, and whatever they were told was made is remembered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from net.guest.seat_client import SeatClient
from net.guest.table_client import SpectatorClient, TableClient
from net.host.host_actions import HostTableServer, new_table, saved_table
from net.host.lobby import MatchSetup
from net.host.table_state import TableSettings
from net.status import ClientProblem, GuestStatus, Phase
from net.sync.rules_hash import components_hash
from net.wire.channel import Channel, Side
from net.wire.effects import Effect, Peer, Send
from net.wire.message_codec import decode_guest_message, decode_host_message, encode_guest_message, encode_host_message
from net.wire.messages import Attendance, Bye, Message, PeerRole
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import GameBox, Options
from rules.engine.secrecy import Seat
from saves.errors import NotNow
from saves.format.entries import SeatBody
from saves.format.header import COMMITTED, GameLookup, Player
from saves.format.identity import Identity
from saves.format.records import RecordKind
from saves.log.chain import ChainLink
from saves.log.history import find_takeback
from saves.log.match_log import Log, LogStage, links_of
from saves.storage.match import Match
from saves.storage.match_file import MatchFile
from saves.storage.replica import Replica
from tests.support.net_lines import Clock, End, Killed, Line, Moment, MortalDisk, Net

HOUR: Final = 3600.0


class Program(ABC):
    """One program at the table, with its state machine, file and lines. It may die and is restarted."""

    side: Side

    def __init__(self, table: Table, name: str, identity: Identity) -> None:
        self.table = table
        self.identity = identity
        self.folder = table.folder / name
        self.folder.mkdir()
        self.chance = RandomStream(derive_entropy("program", table.seed, name))
        self.lines: dict[Peer, Line] = {}
        self.lives = 0
        self.alive = False
        self.disk = MortalDisk(self.chance)
        self.start()

    @abstractmethod
    def begin(self) -> None:
        """Create the state machine, around the file if there is one."""

    @abstractmethod
    def outbox(self) -> list[Effect]:
        """Return and clear the effects of the state machine."""

    @abstractmethod
    def think(self) -> None:
        """Let the player act."""

    @abstractmethod
    def tick(self) -> None:
        """Let about a second pass."""

    @abstractmethod
    def release(self) -> None:
        """Close the file, as the system does for a dead process."""

    def random(self, size: int) -> bytes:
        """Return bytes in place of the system's randomness."""
        return self.chance.bytes32()[:size]

    def start(self) -> None:
        """Start the program, perhaps again."""
        self.lives += 1
        self.alive = True
        self.disk = MortalDisk(self.chance)
        if self.lives == 1 and self.table.doom is not None and self.table.doom.program == self.folder.name:
            self.disk.arm(1, self.table.doom.tag, self.table.doom.moment)
        life = self.lives
        self.act(self.begin)
        self.table.clock.after(self.chance.below(100) / 100, lambda: self._beat(life))

    def act(self, deed: Callable[[], None]) -> None:
        """Run an action and its effects, unless the program dies during or between them."""
        if not self.alive:
            return
        try:
            deed()
        except Killed:
            self.die()
            return
        if self.table.befalls(400):
            self.die()
            return
        for effect in self.outbox():
            self._do(effect)
        if self.disk.condemned:
            self.die()

    def die(self) -> None:
        """Die, leaving only the file."""
        if not self.alive:
            return
        self.alive = False
        self.disk.dead = True
        for line in self.lines.values():
            line.die(self.side)
        self.lines.clear()
        self.release()
        self.table.clock.after(0.5 + self.chance.below(60) / 4, self.start)

    def _do(self, effect: Effect) -> None:
        line = self.lines.get(effect.peer)
        if line is None:
            return
        if isinstance(effect, Send):
            line.send(self.side, self.encoded(effect.message))
            return
        line.send(self.side, self.encoded(Bye(effect.reason)))
        line.leave(self.side)
        del self.lines[effect.peer]

    @property
    def whim(self) -> bool:
        """Return whether the player changes their mind now."""
        return self.chance.below(self.table.whims) == 0

    @abstractmethod
    def encoded(self, message: Message) -> bytes:
        """Return a message as sent over a line."""

    def _beat(self, life: int) -> None:
        if life != self.lives or not self.alive:
            return
        if self.table.befalls(100):
            self.disk.arm(1 + self.chance.below(4))
        self.act(self.tick)
        if self.chance.below(2):
            self.act(self.think)
        self.table.clock.after(0.5 + self.chance.below(100) / 100, lambda: self._beat(life))


class RemoteProgram(Program):
    """A guest or a spectator, which reconnects when it has a reason to."""

    side = Side.GUEST
    wish: PeerRole
    machine: TableClient

    def __init__(self, table: Table, name: str, identity: Identity) -> None:
        self.copy: Replica | None = None
        self._wait = 0
        super().__init__(table, name, identity)

    @abstractmethod
    def made(self) -> TableClient:
        """Return the state machine, around the replica if there is one."""

    def begin(self) -> None:
        files = list(self.folder.glob("*.galli"))
        self.copy = None
        if files:
            self.copy = Replica.open(
                files[0], self.identity, boxes=self.table.boxes, disk=self.disk, random=self.random
            )
        self.machine = self.made()

    def make_copy(self, header: bytes) -> Replica:
        """Create a new replica in a file."""
        self.copy = Replica.create(
            self.folder, header, self.identity, boxes=self.table.boxes, disk=self.disk, random=self.random
        )
        return self.copy

    def outbox(self) -> list[Effect]:
        effects, self.machine.outbox[:] = list(self.machine.outbox), []
        return effects

    def release(self) -> None:
        if self.copy is not None:
            with suppress(Killed):  # The dead close nothing, but their locks are gone.
                self.copy.close()

    def tick(self) -> None:
        self.machine.tick(self.table.clock.now)
        if self.lines or not self.machine.returns:
            self._wait = 0
            return
        self._wait += 1
        if self._wait in (1, 2, 4) or self._wait % 8 == 0:
            self.table.call(self)

    def encoded(self, message: Message) -> bytes:
        return encode_guest_message(message)  # pyright: ignore[reportArgumentType]

    def hear(self, peer: Peer, body: bytes) -> None:
        """Receive a message of the host."""
        if peer in self.lines:
            self.act(lambda: self.machine.received(peer, decode_host_message(body), self.table.clock.now))

    def lose(self, peer: Peer) -> None:
        """Notice that a line has ended."""
        if self.lines.pop(peer, None) is not None:
            self.act(lambda: self.machine.lost(peer, self.table.clock.now))

    @property
    def entries(self) -> list[bytes]:
        """The entries of its replica."""
        return [] if self.copy is None else raws_of(self.copy.log)


class Spectator(RemoteProgram):
    """A spectator."""

    wish = PeerRole.SPECTATOR

    def made(self) -> TableClient:
        return SpectatorClient(self.identity.public, self.make_copy, self.copy)

    def think(self) -> None:
        """Nothing."""


class Promise(NamedTuple):
    """A decision reported to its player as made: the entry it answers, and the decision."""

    seat: Seat
    counter: int
    answers: bytes
    move: Move | None
    """None for a takeback."""
    key: bytes
    life: int
    """Of the program."""

    @property
    def place(self) -> tuple[bytes, Seat, int, bytes]:
        """As in `decisions_of`."""
        return self.key, self.seat, self.counter, self.answers


class Guest(RemoteProgram):
    """A guest, who plays one seat remotely."""

    wish = PeerRole.PLAYER
    player: SeatClient
    """The machine, for those who play."""

    def __init__(self, table: Table, name: str, identity: Identity, seat: Seat) -> None:
        self.seat = seat
        self.promises: dict[tuple[int, bytes], Promise] = {}
        """What its player has decided, was not told is lost, and has not taken back before it was sent."""
        self._heard: ClientProblem | None = None
        self.late = 0
        """How often the player was told that a decision came too late."""
        super().__init__(table, name, identity)

    def made(self) -> TableClient:
        self.player = SeatClient(self.identity.public, self.make_copy, self.copy)
        return self.player

    def think(self) -> None:
        machine, now = self.player, self.table.clock.now
        if machine.phase is Phase.LOBBY:
            lobby = machine.status.lobby
            own = None if lobby is None else lobby.seats[self.seat]
            if own is not None and not own.yours:
                machine.take_seat(self.seat, f"Guest {self.seat}", "", now)
            elif own is not None and not own.ready:
                machine.ready(True, now)  # noqa: FBT003
        elif machine.phase is Phase.STOPPED:
            pass
        elif self.copy is not None and self.copy.log.stage is LogStage.PLAYING and self.seat in self.copy.seats:
            try:
                self._decide(self.copy, machine.status)
            except NotNow:
                # What the others did meanwhile is not here yet.
                assert machine.phase is Phase.CATCHING_UP

    def _decide(self, copy: Replica, status: GuestStatus) -> None:
        log, seat, now = copy.log, self.seat, self.table.clock.now
        answers = log.openers[seat]
        if self.player.can_take_back(seat) and self.whim:
            found = find_takeback(copy.game, log.last_step, seat)
            self._release(log, answers)
            self.player.take_back(seat, now)
            if seat not in status.withheld and found is not None:
                self._promise(log, found.step.hash, None)
        elif answers is not None and seat not in status.sending and (seat not in status.withheld or self.whim):
            move = self.chance.choice(copy.game.legal(log.state, seat))
            self._release(log, answers)
            self.player.submit(move, now)
            self._promise(log, answers, move)

    def _release(self, log: Log, answers: bytes | None) -> None:
        """Forget a held choice: from now on it may be replaced, even if the program dies."""
        if answers is not None:
            self.promises.pop((log.counters[self.seat], answers), None)

    def _promise(self, log: Log, answers: bytes, move: Move | None) -> None:
        counter = log.counters[self.seat]
        self.promises[counter, answers] = Promise(
            self.seat, counter, answers, move, self.identity.public.sign, self.lives
        )

    def act(self, deed: Callable[[], None]) -> None:
        super().act(deed)
        problem = self.player.status.problem
        if problem is not self._heard and problem is not None and "too late" in problem.sentence and self.copy:
            self.late += 1
            standing = decisions_of(self.copy.log)
            lost = [key for key, promise in self.promises.items() if promise.place not in standing]
            for key in lost:
                del self.promises[key]
        self._heard = problem


class HostProgram(Program):
    """The host, which deals, plays its own seats and the bots', and admits the others."""

    side = Side.HOST
    machine: HostTableServer

    def __init__(self, table: Table, name: str, identity: Identity) -> None:
        self.match: Match | None = None
        self.made_moves: list[bytes] = []
        self.away: dict[Seat, float] = {}
        super().__init__(table, name, identity)

    def begin(self) -> None:
        table, house = self.table, TableSettings(self.identity.public, "Host", may_chat=True)
        self.match = None
        files = list(self.folder.glob("*.galli"))
        if files:
            self.match = Match.open(files[0], self.identity, boxes=table.boxes, disk=self.disk)
            self.machine = saved_table(house, self.match)
            return
        self.machine = new_table(
            house, table.box.meta, table.options, components_hash(table.box.standard_components()), self._make
        )
        for seat in range(table.options.seats):
            if Seat(seat) in table.guest_seats:
                self.machine.open_seat(Seat(seat))
            elif Seat(seat) in table.bot_seats:
                self.machine.seat_bot(Seat(seat), "novice")
            else:
                self.machine.seat_here(Seat(seat), f"Host {seat}")

    def _make(self, settled: MatchSetup) -> Match:
        table = self.table
        players = [Player(place.name, place.colour, place.bot) for place in settled.assignments]
        self.match = Match.create(
            self.folder,
            table.box.meta.key,
            settled.options,
            players,
            COMMITTED,
            identity=self.identity,
            now=1_700_000_000,
            guests=settled.clients,
            holders=settled.holders,
            boxes=table.boxes,
            disk=self.disk,
            random=self.random,
        )
        return self.match

    def outbox(self) -> list[Effect]:
        effects, self.machine.outbox[:] = list(self.machine.outbox), []
        return effects

    def release(self) -> None:
        if self.match is not None:
            self.match.close()

    def tick(self) -> None:
        now = self.table.clock.now
        self.machine.tick(now)
        if self.machine.unhashed and self.chance.below(2):
            self.machine.send_state_hashes(now)

    def think(self) -> None:
        machine = self.machine
        if machine.phase is Phase.LOBBY:
            if not machine.obstacles:
                machine.begin(self.table.clock.now)
        elif machine.phase is Phase.PLAYING and self.match is not None:
            self._replace_absent(self.match.log)
            self._decide(self.match)

    def _decide(self, match: Match) -> None:
        own = [seat for seat in match.header.seats if match.log.holders[seat] == 0]
        back = [seat for seat in own if match.log.bots[seat] is None and self.machine.can_take_back(seat)]
        due = [seat for seat in own if seat in match.log.due.seats]
        if back and self.whim:
            self.machine.take_back(self.chance.choice(back))
        elif due:
            seat = self.chance.choice(due)
            move = self.chance.choice(match.game.legal(match.view(seat), seat))
            before = match.log.length
            self.machine.submit(move)
            body = links_of(match.log)[before].entry.body
            assert isinstance(body, SeatBody)
            self.made_moves.append(body.submission)

    def abandon(self) -> None:
        """Abandon the match."""
        self.act(self.machine.abandon)

    def _replace_absent(self, log: Log) -> None:
        """Put a bot on the seat of a long absent guest, at tables that do so."""
        company = self.machine.status.attendance
        now = self.table.clock.now
        if company is None or not self.table.replaces:
            return
        for number, attendance in enumerate(company.seats):
            seat = Seat(number)
            if attendance is not Attendance.AWAY:
                self.away.pop(seat, None)
            elif now - self.away.setdefault(seat, now) > 4 and self.machine.phase is Phase.PLAYING:
                self.machine.replace_by_bot(seat, "novice")

    def encoded(self, message: Message) -> bytes:
        return encode_host_message(message)  # pyright: ignore[reportArgumentType]

    def hear(self, peer: Peer, body: bytes) -> None:
        """Receive a message of a guest."""
        if peer in self.lines:
            self.act(lambda: self.machine.received(peer, decode_guest_message(body), self.table.clock.now))

    def lose(self, peer: Peer) -> None:
        """Notice that a line has ended."""
        if self.lines.pop(peer, None) is not None:
            self.act(lambda: self.machine.lost(peer, self.table.clock.now))

    @property
    def entries(self) -> list[bytes]:
        """The entries of its file."""
        return [] if self.match is None else raws_of(self.match.log)


class ProgramDeath(NamedTuple):
    """The single death of a program."""

    program: str
    """The name of its folder."""
    tag: bytes
    """What it writes to its disk then."""
    moment: Moment


class Table:
    """All programs of one match, and the network between them."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        box: GameBox,
        boxes: GameLookup,
        options: Options,
        guests: Sequence[int],
        bots: Sequence[int] = (),
        spectators: int = 0,
        replaces: bool = False,
        trouble: float = 60.0,
        doom: ProgramDeath | None = None,
        whims: int = 6,
    ) -> None:
        """Create the table; faults happen for a number of seconds, then stop so that the match can end."""
        self.folder, self.seed = folder, seed
        self.box, self.boxes, self.options = box, boxes, options
        self.guest_seats = tuple(map(Seat, guests))
        self.bot_seats = tuple(map(Seat, bots))
        self.replaces = replaces
        """Whether the host seats bots where guests are away."""
        self.doom = doom
        self.whims = whims
        """Once in so many times a player thinks otherwise."""
        self.clock = Clock()
        self.chance = RandomStream(derive_entropy("table", seed))
        self.net = Net(self.clock, RandomStream(derive_entropy("net", seed)))
        self.net.troubled = trouble > 0
        self.host = HostProgram(self, "host", Identity(derive_entropy("host", seed)))
        self.guests = [
            Guest(self, f"guest-{seat}", Identity(derive_entropy("guest", seed, seat)), seat)
            for seat in self.guest_seats
        ]
        self.spectators = [
            Spectator(self, f"watch-{number}", Identity(derive_entropy("watch", seed, number)))
            for number in range(spectators)
        ]
        self.clock.after(trouble, self._calm)
        self.clock.after(1.0, self._weather)

    @property
    def programs(self) -> list[RemoteProgram]:
        """All programs but the host."""
        return [*self.guests, *self.spectators]

    def befalls(self, odds: int) -> bool:
        """Return whether an event with this rarity happens."""
        return self.net.troubled and self.chance.below(odds) == 0

    def call(self, caller: RemoteProgram) -> None:
        """Return a line to the host, or None without a route."""
        host = self.host
        if not host.alive:
            return

        def guest_end(peer: Peer, channel: Channel) -> End:
            return End(Side.GUEST, channel, peer, caller.hear, caller.lose)

        def host_end(peer: Peer, channel: Channel) -> End:
            return End(Side.HOST, channel, peer, host.hear, host.lose)

        line = self.net.connect(guest_end, host_end)
        if line is None:
            return
        ours, theirs = line.ends[Side.GUEST].peer, line.ends[Side.HOST].peer
        caller.lines[ours] = line
        host.lines[theirs] = line
        now = self.clock.now
        host.act(lambda: host.machine.connected(theirs, caller.identity.public, caller.wish, "sim", now))
        caller.machine.connected(ours, host.identity.public, now)

    def play(self) -> None:
        """Run until the match is over and everyone knows it."""
        try:
            self.clock.run(self._settled, HOUR)
        finally:
            for program in (self.host, *self.programs):
                program.release()

    def check(self) -> None:
        """Check that all logs agree, in memory and on disk, and hold every decision exactly once."""
        match = self.host.match
        assert match is not None
        entries = raws_of(match.log)
        for program in (self.host, *self.programs):
            assert program.entries == entries
            (path,) = program.folder.glob("*.galli")
            assert [
                record.body for record in MatchFile.view(path).records if record.kind is RecordKind.ENTRY
            ] == entries
        made = [link.entry.body.submission for link in links_of(match.log) if isinstance(link.entry.body, SeatBody)]
        assert len(set(made)) == len(made)
        assert set(self.host.made_moves) <= set(made)
        standing = decisions_of(match.log)
        for guest in self.guests:
            assert guest.machine.evidence == ()
            for promise in guest.promises.values():
                if promise.place in standing:
                    assert standing[promise.place].event == promise.move
                else:
                    # Its player sat down at a program that had been started anew, and saw that it was not there.
                    assert self.replaces
                    assert promise.life < guest.lives

    def _settled(self) -> bool:
        if self.net.troubled or not self.host.alive or self.host.match is None or not self.host.match.log.over:
            return False
        return all(caller.alive and caller.machine.sync.closed for caller in self.programs)

    def _calm(self) -> None:
        # A minute in which nothing arrives lasts a minute all the same.
        self.net.troubled = False
        if self.doom is None:
            for program in (self.host, *self.programs):
                program.disk.arm(0)

    def _weather(self) -> None:
        """Break lines, and now and then stop all traffic for a minute."""
        if not self.net.troubled:
            return
        if self.net.lines and self.befalls(12):
            self.chance.choice(self.net.lines).cut()
        if not self.net.parted and self.befalls(150):
            self.net.parted = True
            self.clock.after(60.0, self._mend)
        self.clock.after(1.0, self._weather)

    def _mend(self) -> None:
        self.net.parted = False


def decisions_of(log: Log) -> dict[tuple[bytes, Seat, int, bytes], ChainLink]:
    """Return submissions by their key, seat, counter and answered entry."""
    return {
        (log.clients[link.author].sign, link.submission.seat, link.submission.counter, link.submission.answers): link
        for link in links_of(log)
        if link.submission is not None and link.author is not None
    }


def raws_of(log: Log) -> list[bytes]:
    """Return the entries as bytes."""
    return [link.raw for link in links_of(log)]
